package odds

import (
	"fmt"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/rulebook"
	"club99/internal/wire"
)

// Version counts up whenever the same rules would get other odds than before:
// what was kept under an older version is computed again.
const Version = 3

// class is the strategy that the odds are for: every card of the own hand counts,
// the hands of a split are played as the same cards without one.
const class = analyze.CDZ

// Summary is what the rules of a table are worth. All but Cards is in parts of
// the first bet.
type Summary struct {
	Edge          float64 `json:"edge"`             // what the house earns; below zero: what the player earns
	Return        float64 `json:"return"`           // what comes back: 1 less the edge
	PerUnitStaked float64 `json:"perUnitStaked"`    // what the house earns of everything staked: doubles, splits, insurance too
	SD            float64 `json:"sd"`               // standard deviation of a round with one seat; 0 while it is not known
	Class         string  `json:"class"`            // of the strategy, as in "cdz"
	Method        string  `json:"method"`           // wire.MethodExact or wire.MethodApproximate
	Cards         int     `json:"cards"`            // in the full shoe that it is computed for
	Unsure        float64 `json:"unsure,omitempty"` // an estimate of how far the edge can be off; 0: it is exact
}

// Findings is everything that is found about rules, and kept.
type Findings struct {
	Summary Summary    `json:"summary"`
	Chart   wire.Chart `json:"chart"`
}

// Find finds everything about valid rules but the standard deviation, which
// takes many times as long; see [Findings.Complete].
func Find(rules *blackjack.Rules) (*Findings, error) {
	a, err := analyze.New(rules)
	if err != nil {
		return nil, err
	}
	game, err := a.Table(a.Full(), class)
	if err != nil {
		return nil, fmt.Errorf("odds: %w", err)
	}
	f := &Findings{Summary: Summary{
		Edge: game.Edge(), Return: 1 - game.Edge(), PerUnitStaked: -game.PerUnitStaked(),
		Class: class.String(), Method: wire.MethodExact, Cards: a.Full().Cards(), Unsure: game.Unsure,
	}}
	if game.Unsure > 0 {
		f.Summary.Method = wire.MethodApproximate
	}
	if game, err = a.Table(a.Full(), analyze.TotalDependent); err != nil {
		return nil, fmt.Errorf("odds: chart: %w", err)
	}
	f.Chart = chart(rules, game.Strategy.Table(""))
	return f, nil
}

// Complete returns the findings with the standard deviation. What is approximate
// about a game beside its value is about its rarest outcomes and does not show
// in it.
func (f *Findings) Complete(rules *blackjack.Rules) (*Findings, error) {
	a, err := analyze.New(rules)
	if err != nil {
		return nil, err
	}
	game, err := a.Game(a.Full(), class)
	if err != nil {
		return nil, fmt.Errorf("odds: %w", err)
	}
	whole := *f
	whole.Summary.SD = game.StdDev
	return &whole, nil
}

// Lobby is the summary as the lobby has it.
func (s *Summary) Lobby() *wire.Odds {
	return &wire.Odds{Edge: s.Edge, Return: s.Return, Class: s.Class, Method: s.Method}
}

// Page is the summary as the rules page has it.
func (s *Summary) Page() *rulebook.Odds {
	return &rulebook.Odds{
		Edge: s.Edge, PerUnitStaked: s.PerUnitStaked, SD: s.SD, ByTotal: s.Class == analyze.TotalDependent.String(),
		Cards: s.Cards, Unsure: s.Unsure,
	}
}
