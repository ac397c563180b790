package blackjack

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"club99/money"
)

// Bounds of settings that nothing in a [Round] depends on.
const (
	maxBet     = money.Amount(1_000_000_000_000_000) // 1e15: far above any table, and every payout still fits (R23)
	maxSeconds = 600                                 // ten minutes: longer than any table waits (R13)
)

// SettingError says what is wrong with one setting.
type SettingError struct {
	Setting string // name of the setting
	Reason  string // what is wrong and what is allowed
}

// Error returns "setting: reason", in one line even where the name is not one of a setting.
func (e *SettingError) Error() string {
	if strings.ContainsFunc(e.Setting, func(c rune) bool { return !unicode.IsPrint(c) }) {
		return strconv.Quote(e.Setting) + ": " + e.Reason
	}
	return e.Setting + ": " + e.Reason
}

// setting is one row of the table of settings: the only place that knows how a
// field of Rules is called, what it may be, and how it reads as text.
type setting struct {
	name  string
	kind  SettingKind
	about string
	get   func(*Rules) string
	set   func(*Rules, string) error // the error says the value and what is allowed
}

// SettingKind is how a setting is written in a rules file.
type SettingKind uint8

// The kinds of setting.
const (
	NumberSetting SettingKind = 1 + iota // digits
	FlagSetting                          // true or false
	WordSetting                          // a word, a ratio or a time, in quotes
)

// The table, in the order of the fields of Rules. [Rules.Hash] depends on it.
var settings = []setting{
	number("decks", "decks in the shoe (R01)", 1, MaxDecks, func(r *Rules) *int { return &r.Decks }),
	word("shuffle", "when the shoe is shuffled (R01)", shuffleNames, func(r *Rules) *ShuffleRule { return &r.Shuffle }),
	number("cut_card", "cards behind the cut card; 0 when shuffled every round (R01)", 0, MaxDecks*52-1, func(r *Rules) *int { return &r.CutCard }),

	number("seats", "seats at the table (R02)", 1, MaxSeats, func(r *Rules) *int { return &r.Seats }),
	number("seats_per_player", "seats that one player may hold (R24)", 1, MaxSeats, func(r *Rules) *int { return &r.SeatsPerPlayer }),

	number("min_bet", "smallest first bet (R23)", 1, maxBet, func(r *Rules) *money.Amount { return &r.MinBet }),
	number("max_bet", "largest first bet (R23)", 1, maxBet, func(r *Rules) *money.Amount { return &r.MaxBet }),
	number("bet_step", "first bets are multiples of it (R23)", 1, maxBet, func(r *Rules) *money.Amount { return &r.BetStep }),

	ratio("win_pays", "a win that is nothing else below (R22)", func(r *Rules) *money.Ratio { return &r.WinPays }),
	ratio("blackjack_pays", "a Blackjack (R08)", func(r *Rules) *money.Ratio { return &r.BlackjackPays }),
	ratio("insurance_pays", "insurance against a dealer's Blackjack (R08)", func(r *Rules) *money.Ratio { return &r.InsurancePays }),
	ratio("even_money_pays", "even money on a Blackjack (R21)", func(r *Rules) *money.Ratio { return &r.EvenMoneyPays }),
	ratio("charlie_pays", "a Charlie (R20)", func(r *Rules) *money.Ratio { return &r.CharliePays }),

	word("soft17", "what the dealer does with a soft 17 (R19)", soft17Names, func(r *Rules) *Soft17Rule { return &r.Soft17 }),
	word("peek", "under which up cards the dealer checks for Blackjack (R16)", peekNames, func(r *Rules) *PeekRule { return &r.Peek }),
	word("no_peek_loss", "what a dealer's Blackjack takes that was not checked for (R16)", noPeekNames, func(r *Rules) *NoPeekLoss { return &r.NoPeekLoss }),

	flag("insurance", "insurance is offered under an ace (R15)", func(r *Rules) *bool { return &r.Insurance }),
	flag("even_money", "even money is offered to a Blackjack under an ace (R21)", func(r *Rules) *bool { return &r.EvenMoney }),
	word("surrender", "whether and when a hand may be given up for half its bet (R14)", surrenderNames, func(r *Rules) *SurrenderRule { return &r.Surrender }),

	word("double_on", "totals that may be doubled (R11)", doubleNames, func(r *Rules) *DoubleRule { return &r.DoubleOn }),
	flag("double_after_split", "split hands may be doubled (R11)", func(r *Rules) *bool { return &r.DoubleAfterSplit }),

	word("split_on", "which two cards are the same (R12)", splitNames, func(r *Rules) *SplitRule { return &r.SplitOn }),
	number("max_hands", "hands of one seat after splits; 1 is no splitting (R12)", 1, MaxHands, func(r *Rules) *int { return &r.MaxHands }),
	flag("resplit_aces", "split aces that pair again may be split again (R12)", func(r *Rules) *bool { return &r.ResplitAces }),
	flag("hit_split_aces", "split aces may take more than one card each (R12)", func(r *Rules) *bool { return &r.HitSplitAces }),

	number("max_cards", "cards of one hand (R09)", 3, MaxCards, func(r *Rules) *int { return &r.MaxCards }),
	number("charlie", "cards without a bust that win at once; 0 is off (R20)", 0, MaxCards, func(r *Rules) *int { return &r.Charlie }),
	flag("charlie_beats_blackjack", "a Charlie also beats a dealer's Blackjack (R20)", func(r *Rules) *bool { return &r.CharlieBeatsBlackjack }),

	seconds("bet_time", "betting time (R13)", 1, func(r *Rules) *Seconds { return &r.BetTime }),
	seconds("act_time", "time for each decision (R13)", 1, func(r *Rules) *Seconds { return &r.ActTime }),
	seconds("result_time", "how long results stay before the next betting (R13)", 0, func(r *Rules) *Seconds { return &r.ResultTime }),
}

// Set sets the setting of that name from its text, as it stands in rules files
// and scenario files. The error is a [*SettingError] and nothing is changed. What
// settings must be together is for [Rules.Validate].
func (r *Rules) Set(name, value string) error {
	s, ok := find(name)
	if !ok {
		return &SettingError{name, "no such setting; the settings are: " + strings.Join(SettingNames(), " ")}
	}
	if err := s.set(r, value); err != nil {
		return &SettingError{name, err.Error()}
	}
	return nil
}

// Get returns the text of the setting of that name, which [Rules.Set] reads
// back. ok is false if there is no such setting.
func (r *Rules) Get(name string) (value string, ok bool) {
	s, ok := find(name)
	if !ok {
		return "", false
	}
	return s.get(r), true
}

// SettingNames returns the names of all settings, in the order of the fields of [Rules].
func SettingNames() []string {
	names := make([]string, len(settings))
	for i := range settings {
		names[i] = settings[i].name
	}
	return names
}

// AboutSetting returns how the setting is written, and in a few English words
// what it says and what it may be. The kind is 0 if there is no such setting.
func AboutSetting(name string) (kind SettingKind, about string) {
	s, _ := find(name)
	return s.kind, s.about
}

func find(name string) (setting, bool) {
	i := slices.IndexFunc(settings, func(s setting) bool { return s.name == name })
	if i < 0 {
		return setting{}, false
	}
	return settings[i], true
}

func number[T ~int | ~int64](name, about string, lo, hi T, at func(*Rules) *T) setting {
	allowed := fmt.Sprintf("%d to %d", lo, hi)
	return setting{name, NumberSetting, about + ": " + allowed,
		func(r *Rules) string { return strconv.FormatInt(int64(*at(r)), 10) },
		func(r *Rules, text string) error {
			n, ok := parseDigits(text)
			if !ok || n < int64(lo) || n > int64(hi) {
				return fmt.Errorf("%q is not allowed: write %s", text, allowed)
			}
			*at(r) = T(n)
			return nil
		}}
}

// parseDigits reads a number that is written the one way: digits, no sign, no leading zero.
func parseDigits(text string) (int64, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" || text[0] == '0' && text != "0" {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

func flag(name, about string, at func(*Rules) *bool) setting {
	return setting{name, FlagSetting, about + ": true or false",
		func(r *Rules) string { return strconv.FormatBool(*at(r)) },
		func(r *Rules, text string) error {
			if text != "true" && text != "false" {
				return fmt.Errorf("%q is not allowed: write true or false", text)
			}
			*at(r) = text == "true"
			return nil
		}}
}

func ratio(name, about string, at func(*Rules) *money.Ratio) setting {
	return setting{name, WordSetting, "what is paid on " + about + ": a ratio such as 3:2",
		func(r *Rules) string { return at(r).String() },
		func(r *Rules, text string) error { return at(r).UnmarshalText([]byte(text)) }}
}

func word[T ~uint8](name, about string, names []string, at func(*Rules) *T) setting {
	return setting{name, WordSetting, about + ": " + strings.Join(names[1:], ", "),
		func(r *Rules) string { return wordOf(names, *at(r)) },
		func(r *Rules, text string) error { return unname(names, []byte(text), at(r)) }}
}

func wordOf[T ~uint8](names []string, v T) string { return name(names, v) }

func seconds(name, about string, least Seconds, at func(*Rules) *Seconds) setting {
	return setting{name, WordSetting, fmt.Sprintf("%s: whole seconds from %v to %ds", about, least, maxSeconds),
		func(r *Rules) string { return at(r).String() },
		func(r *Rules, text string) error {
			var v Seconds
			if err := v.UnmarshalText([]byte(text)); err != nil {
				return err
			}
			if v < least || v > maxSeconds {
				return fmt.Errorf("%q is not allowed: write %v to %ds", text, least, maxSeconds)
			}
			*at(r) = v
			return nil
		}}
}

// String writes the time as "15s".
func (s Seconds) String() string { return strconv.Itoa(int(s)) + "s" }

// MarshalText writes the time as [Seconds.String] does.
func (s Seconds) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads whole seconds, as in "15s".
func (s *Seconds) UnmarshalText(text []byte) error {
	digits, found := strings.CutSuffix(string(text), "s")
	n, ok := parseDigits(digits)
	if !found || !ok || n > math.MaxInt32 {
		return fmt.Errorf("%q is not a time: write whole seconds, as in 15s", text)
	}
	*s = Seconds(n)
	return nil
}
