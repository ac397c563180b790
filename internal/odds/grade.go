package odds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
)

// question is a decision of the past, with what could be seen when it was made.
type question struct {
	decided blackjack.Event
	turn    uint16
	bet     money.Amount // the seat's first
	full    int64        // what a full insurance would have cost; only for an insurance
	at      analyze.Situation
	unseen  analyze.Shoe
}

// Grades recomputes from the journal what the player's decisions in a round were
// worth. [store.ErrNotFound] if there is no such round, it is not over, or the
// player had no part in it; the error may be [ErrBusy].
func (b *Book) Grades(ctx context.Context, table string, round uint64, player int64) (wire.Grades, error) {
	rules, questions, err := b.replay(ctx, table, round, blackjack.PlayerID(player))
	if err != nil {
		return wire.Grades{}, err
	}
	decisions, err := b.decisions(ctx, rules, table, round, questions)
	if err != nil {
		return wire.Grades{}, err
	}
	return wire.Grades{Decisions: decisions}, nil
}

// decisions grades what was decided in a round.
func (b *Book) decisions(ctx context.Context, rules *blackjack.Rules, table string, round uint64, questions []question) ([]wire.Decision, error) {
	list := make([]wire.Decision, 0, len(questions))
	if len(questions) == 0 {
		return list, nil
	}
	err := b.ask(ctx, rules, func(a *analyze.Analyzer) error {
		for i := range questions {
			if err := ctx.Err(); err != nil {
				return err
			}
			d, err := questions[i].grade(a)
			if err != nil {
				return fmt.Errorf("round %d of table %s, turn %d: %w", round, table, questions[i].turn, err)
			}
			list = append(list, d)
		}
		return nil
	})
	return list, err
}

// answers are the actions that answer the same offer.
var answers = []blackjack.Actions{
	blackjack.SetOf(blackjack.Insure, blackjack.DeclineInsurance),
	blackjack.SetOf(blackjack.TakeEvenMoney, blackjack.DeclineEvenMoney),
	blackjack.SetOf(blackjack.Surrender, blackjack.DeclineSurrender),
}

func (q *question) grade(a *analyze.Analyzer) (wire.Decision, error) {
	at := q.at
	for _, set := range answers {
		if q.decided.Hand == 0 && set.Has(q.decided.Action) {
			at.Legal &= set
		}
	}
	choices, err := a.Decide(q.unseen, at)
	if err != nil {
		return wire.Decision{}, err
	}
	d := wire.Decision{
		Seat: q.decided.Seat, Hand: q.decided.Hand, Turn: q.turn, Action: q.decided.Action, By: wire.ByPlayer, Choices: told(choices),
	}
	if q.decided.By == blackjack.ByClock {
		d.By = wire.ByClock
	}
	var chosen, declined float64
	found := false
	for _, c := range d.Choices {
		if c.Action == q.decided.Action {
			chosen, found = c.EV, true
		}
		if c.Action == blackjack.DeclineInsurance {
			declined = c.EV
		}
	}
	if !found {
		return d, fmt.Errorf("%v was not among the choices", q.decided.Action)
	}
	if q.decided.Action == blackjack.Insure && q.full > 0 { // a part of it is worth that part
		chosen = declined + (chosen-declined)*float64(q.decided.Amount)/float64(q.full)
	}
	d.Best = d.Choices[0].Action
	if d.Cost = rounded(d.Choices[0].EV - chosen); d.Cost <= 0 {
		d.Best, d.Cost = d.Action, 0
	}
	return d, nil
}

// errEnough ends a walk through the journal before its end.
var errEnough = errors.New("enough")

// replay reads the shoe of a round from its beginning to the end of the round.
func (b *Book) replay(ctx context.Context, table string, round uint64, player blackjack.PlayerID) (*blackjack.Rules, []question, error) {
	none := fmt.Errorf("round %d of table %s: %w", round, table, store.ErrNotFound)
	opened, err := b.opening(ctx, table, round)
	if err != nil {
		return nil, nil, err
	}
	line, err := b.store.Rules(ctx, opened.Rules)
	if err != nil {
		return nil, nil, err
	}
	rules, err := blackjack.ParseLine(line)
	if err != nil {
		return nil, nil, fmt.Errorf("the rules of round %d of table %s: %w", round, table, err)
	}
	seq, _, err := b.store.Mark(ctx, table, store.MarkShoe, opened.Shoe)
	if err != nil {
		return nil, nil, err
	}
	p := playback{rules: &rules, player: player, round: round, shoe: journal.Shoe{Decks: rules.Decks}}
	err = b.store.Entries(ctx, table, seq-1, func(seq uint64, _ time.Time, entry []byte) error {
		records, err := journal.Decode(entry)
		if err != nil {
			return fmt.Errorf("table %s, entry %d: %w", table, seq, err)
		}
		return p.add(records, opened.Shoe)
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return nil, nil, err
	case p.now.Phase != blackjack.PhaseOver || !p.plays():
		return nil, nil, none
	}
	return &rules, p.questions, nil
}

// opening is the record with which a round began.
func (b *Book) opening(ctx context.Context, table string, round uint64) (journal.Record, error) {
	seq, _, err := b.store.Mark(ctx, table, store.MarkRound, round)
	if err != nil {
		return journal.Record{}, err
	}
	var opened *journal.Record
	err = b.store.Entries(ctx, table, seq-1, func(_ uint64, _ time.Time, entry []byte) error {
		records, err := journal.Decode(entry)
		if err == nil {
			opened, err = journal.Opening(records, round)
		}
		return cmp.Or(err, errEnough)
	})
	if opened == nil {
		return journal.Record{}, fmt.Errorf("round %d of table %s, entry %d: %w", round, table, seq, cmp.Or(err, errors.New("it is not there")))
	}
	return *opened, nil
}

// playback plays the journal of one shoe up to the end of a round.
type playback struct {
	rules  *blackjack.Rules
	player blackjack.PlayerID
	round  uint64

	begun     bool         // the shoe that is asked for is in use
	shoe      journal.Shoe // what was seen of it
	number    uint64       // of the round in progress
	now       blackjack.Round
	questions []question
}

func (p *playback) add(records []journal.Record, shoe uint64) error {
	for i := range records {
		switch r := &records[i]; r.Kind {
		case journal.Shuffled:
			if p.begun {
				return errEnough
			}
			p.begun = r.Shoe == shoe
		case journal.BettingOpened:
			if p.number == p.round {
				return errEnough // it was never played
			}
			p.number, p.now = r.Round, blackjack.Round{}
		case journal.Event:
			if p.begun {
				p.event(&r.Event)
			}
		}
	}
	if p.number == p.round && p.now.Phase == blackjack.PhaseOver {
		return errEnough
	}
	return nil
}

func (p *playback) event(e *blackjack.Event) {
	if e.Kind == blackjack.Decided && p.number == p.round && e.Player == p.player {
		if at, ok := analyze.SituationOf(p.rules, &p.now, int(e.Seat)); ok {
			q := question{decided: *e, turn: p.now.Turn, bet: p.now.Box(int(e.Seat)).Bet, at: at, unseen: p.shoe.Unseen()}
			if e.Action == blackjack.Insure {
				q.full = int64(blackjack.Price(p.rules, &p.now, int(e.Seat), e.Action))
			}
			p.questions = append(p.questions, q)
		}
	}
	switch e.Kind {
	case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.HoleCardOpened, blackjack.DealerDrew:
		p.shoe.Seen[e.Card.Value()]++
	}
	p.now.Apply(*e)
}

// plays reports whether the player had a bet in the round.
func (p *playback) plays() bool {
	for i := range p.now.Boxes {
		if b := &p.now.Boxes[i]; b.Bet > 0 && b.Player == p.player {
			return true
		}
	}
	return false
}
