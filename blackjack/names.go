package blackjack

import (
	"fmt"
	"strings"
)

// The names of everything that is written to files, to the wire and to people's
// screens as a word. Index 0 is the word for none.
var (
	actionNames  = []string{"", "hit", "stand", "double", "split", "surrender", "insure", "no-insurance", "even-money", "no-even-money", "no-surrender", "timeout", "bet", "deal"}
	refusalNames = []string{"", "not-your-turn", "wrong-phase", "cards-do-not-pair", "split-limit", "aces-split-once", "not-first-two-cards", "total-not-allowed", "not-after-split", "one-card-on-split-aces", "not-offered", "already-answered", "hand-is-over", "insufficient-funds", "bad-amount", "stale-turn", "no-such-seat", "too-many-seats", "no-bets", "not-a-command"}
	phaseNames   = []string{"betting", "dealing", "offers", "players", "dealer", "over"}
	statusNames  = []string{"", "playing", "waiting", "stood", "doubled", "bust", "blackjack", "charlie", "surrendered", "even-money"}
	outcomeNames = []string{"", "win", "lose", "push", "blackjack", "charlie", "surrender", "even-money", "bust"}
	eventNames   = []string{"", "bet-placed", "bets-closed", "card-dealt", "up-card-dealt", "hole-card-dealt", "offers-made", "decided", "checked", "hand-ended", "turn-came", "hole-card-opened", "dealer-drew", "dealer-ended", "hand-settled", "insurance-settled", "round-over"}
	byNames      = []string{"player", "clock"}

	shuffleNames   = []string{"", "every-round", "cut-card"}
	soft17Names    = []string{"", "stand", "hit"}
	peekNames      = []string{"", "ace-and-ten", "ace", "none"}
	noPeekNames    = []string{"", "all", "original"}
	surrenderNames = []string{"", "off", "late", "early"}
	doubleNames    = []string{"", "any", "9-11", "10-11"}
	splitNames     = []string{"", "same-rank", "same-value"}
)

func name[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%T(%d)", v, uint8(v))
}

func unname[T ~uint8](names []string, text []byte, v *T) error {
	for i, n := range names {
		if n == string(text) && n != "" {
			*v = T(i)
			return nil
		}
	}
	return fmt.Errorf("%q is none of: %s", text, strings.TrimPrefix(strings.Join(names, " "), " "))
}

// String returns the word for a.
func (a Action) String() string { return name(actionNames, a) }

// MarshalText writes the word for a.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (a *Action) UnmarshalText(text []byte) error { return unname(actionNames, text, a) }

// String returns the word for r.
func (r Refusal) String() string { return name(refusalNames, r) }

// MarshalText writes the word for r.
func (r Refusal) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (r *Refusal) UnmarshalText(text []byte) error { return unname(refusalNames, text, r) }

// String returns the word for p.
func (p Phase) String() string { return name(phaseNames, p) }

// MarshalText writes the word for p.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (p *Phase) UnmarshalText(text []byte) error { return unname(phaseNames, text, p) }

// String returns the word for s.
func (s Status) String() string { return name(statusNames, s) }

// MarshalText writes the word for s.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (s *Status) UnmarshalText(text []byte) error { return unname(statusNames, text, s) }

// String returns the word for o.
func (o Outcome) String() string { return name(outcomeNames, o) }

// MarshalText writes the word for o.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (o *Outcome) UnmarshalText(text []byte) error { return unname(outcomeNames, text, o) }

// String returns the word for k.
func (k EventKind) String() string { return name(eventNames, k) }

// MarshalText writes the word for k.
func (k EventKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (k *EventKind) UnmarshalText(text []byte) error { return unname(eventNames, text, k) }

// String returns the word for b.
func (b By) String() string { return name(byNames, b) }

// MarshalText writes the word for b.
func (b By) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (b *By) UnmarshalText(text []byte) error { return unname(byNames, text, b) }

// String returns the word for r.
func (r ShuffleRule) String() string { return name(shuffleNames, r) }

// MarshalText writes the word for r.
func (r ShuffleRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (r *ShuffleRule) UnmarshalText(text []byte) error { return unname(shuffleNames, text, r) }

// String returns the word for r.
func (r Soft17Rule) String() string { return name(soft17Names, r) }

// MarshalText writes the word for r.
func (r Soft17Rule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (r *Soft17Rule) UnmarshalText(text []byte) error { return unname(soft17Names, text, r) }

// String returns the word for r.
func (r PeekRule) String() string { return name(peekNames, r) }

// MarshalText writes the word for r.
func (r PeekRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (r *PeekRule) UnmarshalText(text []byte) error { return unname(peekNames, text, r) }

// String returns the word for r.
func (r NoPeekLoss) String() string { return name(noPeekNames, r) }

// MarshalText writes the word for r.
func (r NoPeekLoss) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (r *NoPeekLoss) UnmarshalText(text []byte) error { return unname(noPeekNames, text, r) }

// String returns the word for r.
func (r SurrenderRule) String() string { return name(surrenderNames, r) }

// MarshalText writes the word for r.
func (r SurrenderRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (r *SurrenderRule) UnmarshalText(text []byte) error { return unname(surrenderNames, text, r) }

// String returns the word for r.
func (r DoubleRule) String() string { return name(doubleNames, r) }

// MarshalText writes the word for r.
func (r DoubleRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (r *DoubleRule) UnmarshalText(text []byte) error { return unname(doubleNames, text, r) }

// String returns the word for r.
func (r SplitRule) String() string { return name(splitNames, r) }

// MarshalText writes the word for r.
func (r SplitRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (r *SplitRule) UnmarshalText(text []byte) error { return unname(splitNames, text, r) }
