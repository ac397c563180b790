package table

import (
	"context"
	"sync"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Purses remembers the last committed balance of the players at the tables of
// one pit. It is for deciding what to offer; that the money is there is
// guaranteed by the commit alone.
type Purses struct {
	mu    sync.Mutex
	known map[int64]money.Amount
}

// NewPurses returns an empty Purses.
func NewPurses() *Purses { return &Purses{known: map[int64]money.Amount{}} }

func (p *Purses) set(balances []store.Balance) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range balances {
		p.known[b.Player] = b.Amount
	}
}

func (p *Purses) forget(player int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.known, player)
}

// of returns the player's balance, from the store if it is not known yet.
func (p *Purses) of(ctx context.Context, st store.Store, player int64) (money.Amount, error) {
	p.mu.Lock()
	a, ok := p.known[player]
	p.mu.Unlock()
	if ok {
		return a, nil
	}
	return p.refresh(ctx, st, player)
}

// refresh reads a player's balance from the store and remembers it.
func (p *Purses) refresh(ctx context.Context, st store.Store, player int64) (money.Amount, error) {
	a, err := st.Balance(ctx, ledger.Player(player))
	if err != nil {
		return 0, err
	}
	p.set([]store.Balance{{Player: player, Amount: a}})
	return a, nil
}
