package blackjack

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"club99/money"
)

// The one-line form of rules, as in
//
//	6D S17 DAS LS 3:2 peek-AT charlie-11
//
// Words stand for the settings by which players know a table; they are always
// there, or, like charlie, stand for a value other than none. All other settings
// follow as name=value, where they differ from these:
var lineDefaults = Rules{
	Shuffle: ShuffleEveryRound, Seats: 7, SeatsPerPlayer: 3,
	MinBet: 1000, MaxBet: 5_000_000, BetStep: 1000,
	WinPays: money.Ratio{Num: 1, Den: 1}, InsurancePays: money.Ratio{Num: 2, Den: 1},
	EvenMoneyPays: money.Ratio{Num: 1, Den: 1}, CharliePays: money.Ratio{Num: 1, Den: 1},
	NoPeekLoss: LoseAll, Insurance: true, EvenMoney: true,
	DoubleOn: DoubleAny, SplitOn: SplitSameRank, MaxHands: 4,
	MaxCards: 11, CharlieBeatsBlackjack: true,
	BetTime: 15, ActTime: 15, ResultTime: 5,
}

// lineWord is how the line writes one setting: prefix, value, suffix, or one
// word for each value. A value without a word is left out if it is the default,
// and is otherwise written as name=value.
type lineWord struct {
	setting        string
	prefix, suffix string
	words          map[string]string // value to word; nil: the value itself
}

// The words, in the order in which they stand in the line.
var lineWords = []lineWord{
	{setting: "decks", suffix: "D"},
	{setting: "soft17", words: map[string]string{"stand": "S17", "hit": "H17"}},
	{setting: "double_on", words: map[string]string{"9-11": "D9-11", "10-11": "D10-11"}},
	{setting: "double_after_split", words: map[string]string{"true": "DAS", "false": "NDAS"}},
	{setting: "resplit_aces", words: map[string]string{"true": "RSA"}},
	{setting: "hit_split_aces", words: map[string]string{"true": "HSA"}},
	{setting: "surrender", words: map[string]string{"late": "LS", "early": "ES", "off": "NS"}},
	{setting: "blackjack_pays"},
	{setting: "peek", words: map[string]string{"ace-and-ten": "peek-AT", "ace": "peek-A", "none": "no-peek"}},
	{setting: "no_peek_loss", words: map[string]string{"original": "OBO"}},
	{setting: "charlie", prefix: "charlie-"},
	{setting: "cut_card", prefix: "cut-"},
}

// word returns the word for a value, "" if there is none.
func (w *lineWord) word(value, unsaid string) string {
	if w.words != nil {
		return w.words[value]
	}
	if value == unsaid {
		return ""
	}
	return w.prefix + value + w.suffix
}

// value returns what a word says, if it is a word of this setting.
func (w *lineWord) value(word string) (string, bool) {
	for value, is := range w.words {
		if is == word {
			return value, true
		}
	}
	body, hasPrefix := strings.CutPrefix(word, w.prefix)
	body, hasSuffix := strings.CutSuffix(body, w.suffix)
	if w.words != nil || !hasPrefix || !hasSuffix {
		return "", false
	}
	if w.prefix+w.suffix == "" { // a payout is known by its colon
		return body, strings.Contains(body, ":") && !strings.Contains(body, "=")
	}
	return body, strings.Trim(body, "0123456789") == ""
}

// String returns the rules in one line, as in
//
//	6D S17 DAS LS 3:2 peek-AT charlie-11
//
// [ParseLine] reads valid rules back as they were.
func (r *Rules) String() string {
	tokens, said := r.words()
	for _, s := range settings {
		value := s.get(r)
		if s.name == "shuffle" && said["cut_card"] && r.Shuffle == ShuffleAtCutCard {
			continue // a cut card says how the shoe is shuffled
		}
		if !said[s.name] && value != s.get(&lineDefaults) {
			tokens = append(tokens, s.name+"="+value)
		}
	}
	return strings.Join(tokens, " ")
}

// Brief returns the words of [Rules.String] alone, for a lobby that shows limits and seats in
// columns of their own. Rules that differ may have the same words.
func (r *Rules) Brief() string {
	tokens, _ := r.words()
	return strings.Join(tokens, " ")
}

// words returns the words of the line, and which settings they say.
func (r *Rules) words() (tokens []string, said map[string]bool) {
	said = map[string]bool{}
	for i := range lineWords {
		w := &lineWords[i]
		value, _ := r.Get(w.setting)
		unsaid, _ := lineDefaults.Get(w.setting)
		if word := w.word(value, unsaid); word != "" {
			tokens = append(tokens, word)
			said[w.setting] = true
		}
	}
	return tokens, said
}

// ParseLine reads rules from one line: the words of [Rules.String] and
// name=value for any setting, in any order, each setting once. The rules are
// valid, or the error joins every problem.
func ParseLine(line string) (Rules, error) {
	r := lineDefaults
	said := map[string]bool{}
	for token := range strings.FieldsSeq(line) {
		name, value, ok := readToken(token)
		if !ok {
			return Rules{}, fmt.Errorf("%q is neither a word of a rules line nor name=value; write it as in 6D S17 DAS LS 3:2 peek-AT charlie-11 act_time=20s", token)
		}
		if said[name] {
			return Rules{}, &SettingError{name, fmt.Sprintf("%q says it a second time: leave one out", token)}
		}
		said[name] = true
		if err := r.Set(name, value); err != nil {
			return Rules{}, err
		}
	}
	if said["cut_card"] && !said["shuffle"] && r.CutCard > 0 {
		r.Shuffle = ShuffleAtCutCard
	}
	if err := r.Validate(); err != nil {
		return Rules{}, err
	}
	return r, nil
}

func readToken(token string) (name, value string, ok bool) {
	for i := range lineWords {
		if value, ok := lineWords[i].value(token); ok {
			return lineWords[i].setting, value, true
		}
	}
	return strings.Cut(token, "=")
}

// Hash identifies the rules: the SHA-256 of every setting by name and value. It
// is stored with each round, so that a round says which rules it was played by.
func (r *Rules) Hash() [32]byte {
	h := sha256.New()
	h.Write([]byte("club99 rules 1\n"))
	for _, s := range settings {
		h.Write([]byte(s.name + "=" + s.get(r) + "\n"))
	}
	return [32]byte(h.Sum(nil))
}

// HashString returns [Rules.Hash] in hexadecimal.
func (r *Rules) HashString() string {
	h := r.Hash()
	return hex.EncodeToString(h[:])
}
