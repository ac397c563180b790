package fair

import (
	"bytes"
	"fmt"
	"slices"

	"club99/blackjack"
	"club99/card"
	"club99/shoe"
)

// Verdict is what a check comes to.
type Verdict string

// The verdicts.
const (
	Verified Verdict = "verified" // everything was checked, and is right
	Open     Verdict = "open"     // what can be checked by now is right
	Failed   Verdict = "failed"   // something is wrong
)

// Step is one part of a check.
type Step struct {
	Name   string  `json:"name"`
	Result Verdict `json:"result"`
	Text   string  `json:"text"` // what was checked, what is still open, or what is wrong first
}

// WrongCard is the first card that does not agree.
type WrongCard struct {
	At   int    `json:"at"`             // place in the shoe, counted from 0
	Card string `json:"card"`           // as the record has it; "" if it lacks the card
	Want string `json:"want,omitempty"` // as it should be, where that is known
	To   string `json:"to,omitempty"`   // where it was put: "hand 2.1", "the dealer"
}

// Report is what a check found.
type Report struct {
	Table     string     `json:"table"`
	Round     uint64     `json:"round,omitempty"`
	Shoe      uint64     `json:"shoe,omitempty"`
	Verdict   Verdict    `json:"verdict"`
	Steps     []Step     `json:"steps"`
	WrongCard *WrongCard `json:"wrongCard,omitempty"`
}

// FirstFailed is the first step that failed, nil if none did.
func (r *Report) FirstFailed() *Step {
	for i := range r.Steps {
		if r.Steps[i].Result == Failed {
			return &r.Steps[i]
		}
	}
	return nil
}

func (r *Report) add(s Step) {
	r.Steps = append(r.Steps, s)
	if s.Result == Failed || s.Result == Open && r.Verdict == Verified {
		r.Verdict = s.Result
	}
}

func right(name, format string, args ...any) Step {
	return Step{name, Verified, fmt.Sprintf(format, args...)}
}

func open(name, format string, args ...any) Step {
	return Step{name, Open, fmt.Sprintf(format, args...)}
}

func wrong(name, format string, args ...any) Step {
	return Step{name, Failed, fmt.Sprintf(format, args...)}
}

// Verify checks a record in every way in which it can be checked alone.
func Verify(r *Record) Report {
	if err := r.check(); err != nil {
		return Report{Table: r.Table, Round: r.Round, Shoe: r.Shoe.Number, Verdict: Failed, Steps: []Step{wrong("format", "%v", err)}}
	}
	v := verifier{Record: r, events: eventsOf(r.Events)}
	v.report = Report{Table: r.Table, Round: r.Round, Shoe: r.Shoe.Number, Verdict: Verified}
	v.over = slices.ContainsFunc(v.events, func(e blackjack.Event) bool { return e.Kind == blackjack.RoundOver })
	v.report.add(r.Shoe.verifyHouse(r.Table))
	v.report.add(r.Shoe.verifySeeds(r.Table))
	v.report.add(r.Shoe.verifyTerms(r.Table))
	v.report.add(v.cards())
	v.report.add(v.order())
	v.report.add(v.rulesStep())
	v.report.add(v.game())
	v.report.add(v.results())
	v.report.add(v.log())
	return v.report
}

type verifier struct {
	*Record
	report Report
	events []blackjack.Event
	over   bool
	dealt  []card.Card // the shoe's true order, once its seed is known and right
	rules  *blackjack.Rules
	round  blackjack.Round // as the rules decided it again
	played bool            // the rules agreed with every event
}

func (v *verifier) wrongCard(w WrongCard) {
	if v.report.WrongCard == nil {
		v.report.WrongCard = &w
	}
}

func (s *Shoe) verifyHouse(table string) Step {
	switch {
	case len(s.Seed) == 0:
		return open("house", "the house's seed is not revealed: shoe %d is still in use", s.Number)
	case shoe.CommitHouse(table, s.Number, shoe.Seed(s.Seed)) != s.Commitment:
		return wrong("house", "the house's seed is not the one it committed to for shoe %d of table %s", s.Number, table)
	}
	return right("house", "the house's seed is the one it committed to")
}

func (s *Shoe) terms(table string) shoe.Terms {
	t := shoe.Terms{Table: table, Shoe: s.Number, Decks: s.Decks, House: s.Commitment, Next: s.Next}
	for _, p := range s.Players {
		t.Players = append(t.Players, shoe.Commitment{Seat: p.Seat, Hash: p.Commitment})
	}
	return t
}

func (s *Shoe) reveals() []shoe.Reveal {
	var list []shoe.Reveal
	for _, p := range s.Players {
		if len(p.Seed) > 0 {
			list = append(list, shoe.Reveal{Seat: p.Seat, Seed: p.Seed})
		}
	}
	return list
}

func (s *Shoe) verifySeeds(table string) Step {
	terms := s.terms(table)
	text := ""
	for _, p := range s.Players {
		if len(p.Seed) > 0 {
			if err := terms.Opens(p.Seat, p.Seed); err != nil {
				return wrong("seeds", "%v", err)
			}
		}
		if p.Out != "" {
			text += fmt.Sprintf("; seat %d was left out: %s", p.Seat, p.Out)
		}
	}
	n := len(s.reveals())
	switch {
	case len(s.Players) == 0:
		return right("seeds", "no player gave a seed: the order is the house's seed's alone")
	case n == 1:
		return right("seeds", "1 player's seed is the one that was committed to%s", text)
	}
	return right("seeds", "%d players' seeds are the ones that were committed to%s", n, text)
}

func (s *Shoe) verifyTerms(table string) Step {
	terms := s.terms(table)
	if terms.Hash() != s.Terms {
		return wrong("terms", "table, shoe, decks and commitments are not those that were published when betting closed: their hash is %s", terms.Hash())
	}
	return right("terms", "table, shoe, decks and commitments are those that were published when betting closed")
}

// Sealed makes the shoe again; its seed must be known.
func (s *Shoe) Sealed(table string) *shoe.Sealed {
	terms := s.terms(table)
	return shoe.Seal(shoe.DeriveKey(shoe.Seed(s.Seed), s.reveals(), terms.Hash()), s.Decks)
}

func (v *verifier) cards() Step {
	want := turnedUp(v.events, v.Offset)
	for i := range max(len(want), len(v.Cards)) {
		switch {
		case i >= len(v.Cards):
			v.wrongCard(WrongCard{At: want[i].at, Want: want[i].card.String(), To: want[i].to})
			return wrong("cards", "%v for %s has no proof", want[i].card, want[i].to)
		case i >= len(want):
			v.wrongCard(WrongCard{At: v.Cards[i].At, Card: v.Cards[i].Card.String()})
			return wrong("cards", "%v in place %d has a proof, and no event turns it up", v.Cards[i].Card, v.Cards[i].At)
		}
		c, w := v.Cards[i], want[i]
		if c.At != w.at || c.Card != w.card {
			v.wrongCard(WrongCard{At: w.at, Card: c.Card.String(), Want: w.card.String(), To: w.to})
			return wrong("cards", "the proof is for %v in place %d; the events put %v from place %d to %s", c.Card, c.At, w.card, w.at, w.to)
		}
		if err := shoe.VerifyCard(v.Shoe.Root, v.Shoe.Decks, c.At, c.Card, c.Proof); err != nil {
			v.wrongCard(WrongCard{At: c.At, Card: c.Card.String(), To: w.to})
			return wrong("cards", "%v for %s: %v", c.Card, w.to, err)
		}
	}
	return right("cards", "%d cards lay where they should in the sealed shoe", len(want))
}

func (v *verifier) order() Step {
	if len(v.Shoe.Seed) == 0 {
		return open("order", "the whole order can be made when the house's seed is revealed")
	}
	sealed := v.Shoe.Sealed(v.Table)
	order := sealed.Order()
	for _, t := range turnedUp(v.events, v.Offset) {
		if t.at >= len(order) || order[t.at] != t.card {
			w := WrongCard{At: t.at, Card: t.card.String(), To: t.to}
			if t.at < len(order) {
				w.Want = order[t.at].String()
			}
			v.wrongCard(w)
			return wrong("order", "%v was put to %s from place %d, the seeds put %q there", t.card, t.to, t.at, w.Want)
		}
	}
	if sealed.Root() != v.Shoe.Root {
		return wrong("order", "the seeds give the root %s, another than the shoe was sealed with", sealed.Root())
	}
	for _, c := range v.Cards {
		if !slices.Equal(sealed.Proof(c.At).Path, c.Proof.Path) || sealed.Salt(c.At) != c.Proof.Salt {
			v.wrongCard(WrongCard{At: c.At, Card: c.Card.String()})
			return wrong("order", "the proof of place %d is not the one that the seeds give", c.At)
		}
	}
	v.dealt = order[v.Offset:]
	return right("order", "all seeds together give this order of %d cards, this root and these proofs", len(order))
}

func (v *verifier) rulesStep() Step {
	rules, err := blackjack.ParseLine(v.Rules.Line)
	switch {
	case err != nil:
		return wrong("rules", "the rules cannot be read: %v", err)
	case rules.String() != v.Rules.Line:
		return wrong("rules", "the rules are not in their one spelling, %s", rules.String())
	case shoe.Hash(rules.Hash()) != v.Rules.Hash:
		return wrong("rules", "the rules have another hash, %s", rules.HashString())
	case rules.Decks != v.Shoe.Decks:
		return wrong("rules", "the rules play with %d decks, the shoe has %d", rules.Decks, v.Shoe.Decks)
	case rules.Shuffle == blackjack.ShuffleEveryRound && v.Offset != 0:
		return wrong("rules", "the rules shuffle before every round, and %d cards had left the shoe", v.Offset)
	case rules.Shuffle == blackjack.ShuffleEveryRound && v.over && len(v.Shoe.Seed) == 0:
		return wrong("rules", "the rules shuffle after every round: the house's seed must be shown, and is withheld")
	case v.Offset > 0 && rules.Decks*card.PerDeck-v.Offset <= rules.CutCard:
		return wrong("rules", "the cut card was out: %d cards had left the shoe", v.Offset)
	}
	v.rules = &rules
	return right("rules", "%s", v.Rules.Line)
}

// results compares what the record says each seat won with what the rules decided.
func (v *verifier) results() Step {
	switch {
	case !v.over && len(v.Results) > 0:
		return wrong("results", "there are results, and the round is not over")
	case !v.over:
		return open("results", "the round is not over")
	case !v.played:
		return wrong("results", "they cannot be compared: the game is not as the rules decide it")
	}
	want := Results(&v.round)
	if !slices.Equal(want, v.Results) {
		return wrong("results", "the record says %s, the rules say %s", nets(v.Results), nets(want))
	}
	return right("results", "%s", nets(want))
}

func nets(results []Result) string {
	var b bytes.Buffer
	for _, s := range results {
		fmt.Fprintf(&b, "seat %d %+d, ", s.Seat, s.Net)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte(", ")))
}
