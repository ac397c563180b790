package table

import (
	"context"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/ledger"
	"club99/internal/view"
	"club99/internal/wire"
)

// Sight is what the player of a seat can see of the decision that the seat has
// to make, or the code of why there is none to see. The error is the store's.
// What is made of it is made elsewhere: it holds nothing of the table's own.
func (t *Table) Sight(ctx context.Context, player int64, seat int) (view.Sight, wire.Code, error) {
	if !t.cfg.Hints {
		return view.Sight{}, wire.HintsOff, nil
	}
	t.mu.RLock()
	s, rules := t.state, t.rules
	t.mu.RUnlock()
	if seat < 1 || seat > rules.Seats || player == 0 || s.Seat(seat).Player != blackjack.PlayerID(player) {
		return view.Sight{}, wire.NotSeated, nil
	}
	if s.Stage != journal.Playing || s.Seat(seat).Leaving {
		return view.Sight{}, wire.NotYourTurn, nil
	}
	balance, err := t.cfg.Store.Balance(ctx, ledger.Player(player))
	if err != nil {
		return view.Sight{}, "", err
	}
	v := view.Sight{Rules: rules, Round: s.Round, Seat: seat, Unseen: s.Shoe.Unseen()}
	v.Legal = blackjack.Legal(rules, &s.Round, seat, balance)
	if v.Legal == 0 {
		return view.Sight{}, wire.NotYourTurn, nil
	}
	for _, n := range s.Shoe.Seen {
		v.Seen += n
	}
	return v, "", nil
}

// OddsKnown says that there are odds where there were none: the lobby is told soon.
func (t *Table) OddsKnown() { t.stir() }

// RulesHash is the hash of the configured rules.
func (t *Table) RulesHash() string { return t.hash }

// MayHint reports whether the table gives hints.
func (t *Table) MayHint() bool { return t.cfg.Hints }
