package odds

import (
	"context"
	"errors"
	"sync"

	"club99/blackjack"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
)

// Mark is a graded decision, as far as habits are about it.
type Mark struct {
	Spot         wire.Spot
	Action, Best blackjack.Action
	Clock        bool    // the clock decided
	Cost         float64 // in parts of the first bet
	Bet          money.Amount
}

// Marks are the graded decisions of a player's round, in order; none of a round that
// came to nothing. What was graded once is remembered for a while. The error may be
// [ErrBusy].
func (b *Book) Marks(ctx context.Context, table string, round uint64, player int64) ([]Mark, error) {
	key := markedRound{player, round, table}
	if marks, ok := b.marked.get(key); ok {
		return marks, nil
	}
	rules, questions, err := b.replay(ctx, table, round, blackjack.PlayerID(player))
	if errors.Is(err, store.ErrNotFound) {
		b.marked.put(key, nil)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	decisions, err := b.decisions(ctx, rules, table, round, questions)
	if err != nil {
		return nil, err
	}
	marks := make([]Mark, len(decisions))
	for i := range decisions {
		d := &decisions[i]
		marks[i] = Mark{Spot: questions[i].spot(), Action: d.Action, Best: d.Best, Clock: d.By == wire.ByClock, Cost: d.Cost, Bet: questions[i].bet}
	}
	b.marked.put(key, marks)
	return marks, nil
}

// Marked reports whether the decisions of a round are remembered.
func (b *Book) Marked(table string, round uint64, player int64) bool {
	_, ok := b.marked.get(markedRound{player, round, table})
	return ok
}

// spot is the situation that a decision was made in.
func (q *question) spot() wire.Spot {
	s := wire.Spot{Up: q.at.Up}
	if q.decided.Hand == 0 {
		switch q.decided.Action {
		case blackjack.Insure, blackjack.DeclineInsurance:
			s.Offer = wire.OfferInsurance
			return s
		case blackjack.TakeEvenMoney, blackjack.DeclineEvenMoney:
			s.Offer = wire.OfferEvenMoney
			return s
		}
		s.Offer = wire.OfferSurrender
	}
	h := q.at.Hand
	total, soft := h.Total()
	s.Kind, s.Total, s.Later = wire.KindHard, total, h.Count() > 2
	switch pair := h.Pair(); {
	case pair != 0 && (q.at.Legal.Has(blackjack.Split) || s.Offer != ""):
		s.Kind, s.Total = wire.KindPair, pair
	case soft:
		s.Kind = wire.KindSoft
	}
	return s
}

type markedRound struct {
	player int64
	round  uint64
	table  string
}

// mostMarked bounds the rounds whose decisions are remembered, some hundred bytes
// each. When there are more, those not asked for lately are forgotten.
const mostMarked = 40_000

// marked remembers graded rounds.
type marked struct {
	mu         sync.Mutex
	young, old map[markedRound][]Mark // each at most half of what is remembered
}

func (m *marked) get(key markedRound) ([]Mark, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	marks, ok := m.young[key]
	if !ok {
		if marks, ok = m.old[key]; ok {
			m.keep(key, marks)
		}
	}
	return marks, ok
}

func (m *marked) put(key markedRound, marks []Mark) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(key, marks)
}

func (m *marked) keep(key markedRound, marks []Mark) {
	if m.young == nil || len(m.young) >= mostMarked/2 {
		m.old, m.young = m.young, map[markedRound][]Mark{}
	}
	m.young[key] = marks
}
