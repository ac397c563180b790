package analyze

import (
	"fmt"

	"club99/blackjack"
	"club99/strategy"
)

// Analyzer finds values under one set of rules. It reuses its memory: one
// goroutine at a time may use it. Its results are the caller's.
type Analyzer struct {
	rules   blackjack.Rules
	table   tableOf[float]
	scratch [strategy.Hands]strategy.Preference // how hands of a live round are played
}

// New returns an analyzer of valid rules, or what is wrong with the rules.
func New(rules *blackjack.Rules) (*Analyzer, error) { return NewShared(rules, NewDealers()) }

// NewShared returns an analyzer that shares what others have found about the dealer.
func NewShared(rules *blackjack.Rules, dealers *Dealers) (*Analyzer, error) {
	if err := rules.Validate(); err != nil {
		return nil, fmt.Errorf("analyze: %w", err)
	}
	return newAnalyzer(rules, dealers), nil
}

// newAnalyzer takes rules as they are. Tests use shoes and limits that no table may have.
func newAnalyzer(rules *blackjack.Rules, dealers *Dealers) *Analyzer {
	a := &Analyzer{rules: *rules}
	a.table.dealers = dealers
	a.table.terms = newTerms[float](&a.rules)
	return a
}

// Rules returns the rules.
func (a *Analyzer) Rules() blackjack.Rules { return a.rules }

// Full returns the rules' own shoe, full.
func (a *Analyzer) Full() Shoe { return Full(a.rules.Decks) }

// Game analyzes the best play of a class from a shoe, of which no card has been
// dealt in the round. The class is not [Given]: see [Analyzer.Follow].
func (a *Analyzer) Game(shoe Shoe, class Class) (*Game, error) {
	g, err := a.Table(shoe, class)
	if err == nil {
		a.spread(g)
	}
	return g, err
}

// Table is [Analyzer.Game] without the standard deviation and the outcomes,
// which take far longer than everything else.
func (a *Analyzer) Table(shoe Shoe, class Class) (*Game, error) {
	if err := shoe.check(4); err != nil {
		return nil, fmt.Errorf("analyze: %w", err)
	}
	if class == 0 || class >= Given {
		return nil, fmt.Errorf("analyze: %v is not a class to find a strategy of", class)
	}
	play := &strategy.Composition{After: map[strategy.Origin]*[strategy.Hands]strategy.Preference{}}
	if class == TotalDependent {
		a.totals(shoe, play)
		class = Given
	}
	return a.game(shoe, class, play), nil
}

// totals finds the best table by totals.
func (a *Analyzer) totals(shoe Shoe, play *strategy.Composition) {
	t := &totals{tableOf: &a.table}
	t.shoe, t.class, t.play = shoe, CDZ, play
	t.fill()
	t.class = Given
	for up := 1; up <= 10; up++ {
		if shoe[up] > 0 {
			t.begin(up)
			t.expectAll()
			t.find()
		}
	}
	for up := range play.Preferences {
		for h := range play.Preferences[up] {
			play.Preferences[up][h] &^= strategy.AcceptSurrender | strategy.AcceptInsurance | strategy.AcceptEvenMoney
		}
	}
	t.fill()
	t.answerAlike()
}

// Follow analyzes a given strategy from a shoe.
func (a *Analyzer) Follow(shoe Shoe, s strategy.Strategy) (*Game, error) {
	g, err := a.FollowTable(shoe, s)
	if err == nil {
		a.spread(g)
	}
	return g, err
}

// FollowTable is [Analyzer.Follow] without the standard deviation and the
// outcomes, as [Analyzer.Table] is [Analyzer.Game].
func (a *Analyzer) FollowTable(shoe Shoe, s strategy.Strategy) (*Game, error) {
	if err := shoe.check(4); err != nil {
		return nil, fmt.Errorf("analyze: %w", err)
	}
	return a.game(shoe, Given, a.compile(s)), nil
}

// spread adds the standard deviation and the outcomes of the game just analyzed.
func (a *Analyzer) spread(g *Game) {
	s := newSpread(&a.table)
	s.find()
	g.StdDev, g.Outcomes = s.deviation(g.Value), s.outcomes()
	if s.many > 0 {
		g.Approximate = append(g.Approximate, fmt.Sprintf("outcomes: rounds with more than two hands of a seat, %.2g of all, have each two hands linked as in rounds with two; no probability is off by more than %.1g",
			s.many, s.unsure))
	}
}

func (a *Analyzer) game(shoe Shoe, class Class, play *strategy.Composition) *Game {
	t := &a.table
	t.shoe, t.class, t.play = shoe, class, play
	t.fill()
	g := &Game{Value: t.value.Float(), Staked: t.staked.Float(), Unsure: t.unsure, Strategy: play, Hands: make([]Hand, len(t.deals))}
	for up := range g.ByUp {
		g.ByUp[up] = t.byUp[up].Float()
	}
	for i := range t.deals {
		g.Hands[i] = t.hand(&t.deals[i])
	}
	if t.unsure > 0 {
		g.Approximate = append(g.Approximate, fmt.Sprintf("value: what an unchecked Blackjack takes from three or four hands of a seat is found by linking each two of them; the value is off by about %.1g, an estimate", t.unsure))
	}
	return g
}
