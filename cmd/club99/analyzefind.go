package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/study"
	"club99/strategy"
)

// decision is a hand against one up card, with everything it may do.
type decision struct {
	hand    strategy.Hand
	up      int
	deal    *analyze.Hand // of two cards
	choices []analyze.Choice
}

// find answers the question.
func (q *question) find(progress func(share float64) bool) error {
	var err error
	if q.best, err = q.analyzer.Table(q.shoe, classes[q.Class]); err != nil {
		return err
	}
	q.game = q.best
	if q.given != nil {
		follow := q.analyzer.FollowTable
		if q.plain() {
			follow = q.analyzer.Follow // with the deviation and the outcomes, which take long
		}
		if q.game, err = follow(q.shoe, q.given); err != nil {
			return err
		}
	}
	if q.Vary {
		q.variations, err = study.Variations(&q.rules, classes[q.Class], progress)
		if errors.Is(err, study.ErrStopped) {
			return errors.New("interrupted")
		}
		if err != nil {
			return err
		}
	}
	if err := q.findChart(); err != nil {
		return err
	}
	return q.findChoices()
}

// plain reports whether the game as a whole is asked about.
func (q *question) plain() bool { return !q.Vary && !q.Table && q.Hand == "" }

// spread adds the standard deviation and the outcomes to the game, where they
// are asked for: they take longer than everything else.
func (q *question) spread() error {
	if !q.plain() || len(q.game.Outcomes) > 0 {
		return nil
	}
	game, err := q.analyzer.Game(q.shoe, classes[q.Class])
	if err == nil {
		q.game = game
	}
	return err
}

// findChart finds what the chart shows, if one is asked for.
func (q *question) findChart() error {
	if !q.plain() && q.analysis.Chart == "" {
		return nil
	}
	var err error
	if q.given != nil {
		q.total = q.game
		table, ok := q.given.(*strategy.Table)
		if !ok {
			table = q.game.Strategy.Table(q.name)
		}
		q.chart = table
		return nil
	}
	if q.total = q.best; q.Class != "td" {
		if q.total, err = q.analyzer.Table(q.shoe, analyze.TotalDependent); err != nil {
			return err
		}
		if q.exceptions, err = study.Exceptions(q.analyzer, q.shoe, q.best, q.total); err != nil {
			return err
		}
	}
	q.chart = q.total.Strategy.Table("")
	return nil
}

// findChoices values the hand that is asked about.
func (q *question) findChoices() error {
	if q.Hand == "" {
		return nil
	}
	for _, up := range study.UpCards {
		if q.up != 0 && up != q.up {
			continue
		}
		d := decision{hand: q.hand, up: up}
		if q.hand.Count() == 2 {
			for i := range q.game.Hands {
				if h := &q.game.Hands[i]; h.Hand == q.hand && h.Up == up && (d.deal == nil || h.Paired) {
					d.deal = h
				}
			}
			if d.deal == nil {
				continue // the shoe has no such deal
			}
			d.choices = choicesOf(d.deal)
		} else if err := q.findLater(&d); err != nil {
			return err
		}
		if d.deal != nil || d.choices != nil {
			q.choices = append(q.choices, d)
		}
	}
	if len(q.choices) == 0 {
		return errors.New("the shoe has no such deal")
	}
	return nil
}

// choicesOf are the actions at a deal's turn, the best first.
func choicesOf(h *analyze.Hand) []analyze.Choice {
	var list []analyze.Choice
	for _, a := range []blackjack.Action{blackjack.Stand, blackjack.Hit, blackjack.Double, blackjack.Split, blackjack.Surrender} {
		if h.Legal.Has(a) {
			list = append(list, analyze.Choice{Action: a, EV: h.EV[a]})
		}
	}
	slices.SortStableFunc(list, func(x, y analyze.Choice) int { return cmp.Compare(y.EV, x.EV) })
	return list
}

// findLater values a hand of more than two cards.
func (q *question) findLater(d *decision) error {
	left := q.shoe
	cards := d.hand.Cards()
	for v := 1; v <= 10; v++ {
		left[v] -= int(cards[v])
	}
	if left.Remove(d.up) != nil {
		return nil // the shoe has no such deal
	}
	if n := d.hand.Count(); n >= q.rules.MaxCards || q.rules.Charlie > 0 && n >= q.rules.Charlie {
		return fmt.Errorf("--hand: a hand of %d cards has no decision under these rules", n)
	}
	var err error
	d.choices, err = q.analyzer.Decide(left, analyze.Situation{Hand: d.hand, Up: d.up, Hands: 1, OfRank: -1,
		Checked: q.rules.Peek.Checks(d.up), Legal: blackjack.SetOf(blackjack.Hit, blackjack.Stand)})
	return err
}
