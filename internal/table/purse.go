package table

import (
	"context"
	"slices"
	"sync"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Purses remembers the last committed balance of the players at the tables of
// one pit. It is for deciding what to offer and for telling; that the money is
// there is guaranteed by the commit alone.
type Purses struct {
	// Shared reports whether a table of another process may move the player's money:
	// then nothing is remembered. nil: none does. It is set before any table runs.
	Shared func(player int64) bool

	mu    sync.Mutex
	known map[int64]*purse

	// telling keeps the reading of a balance and the telling of it together, so
	// that what a player is told last is the newest. A player has one of these.
	telling [16]sync.Mutex
}

// purse is what is remembered of one player.
type purse struct {
	amount money.Amount
	known  bool
	open   int  // commits that move it, and readings of it, that have not ended
	mixed  bool // two of those overlapped: the order in which they end says nothing
}

// NewPurses returns an empty Purses.
func NewPurses() *Purses { return &Purses{known: map[int64]*purse{}} }

// begin says that a commit that moves the players' money, or a reading of it,
// begins.
func (p *Purses) begin(players []int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range players {
		a := p.known[id]
		if a == nil {
			a = &purse{}
			p.known[id] = a
		}
		a.mixed = a.open > 0
		a.open++
	}
}

// end says what came of it. A balance is remembered if it must be the newest;
// otherwise whoever needs it next reads it. No balances: it is not known.
func (p *Purses) end(players []int64, balances []store.Balance) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range players {
		a := p.known[id]
		a.known = false
		for _, b := range balances {
			if b.Player == id && !a.mixed {
				a.amount, a.known = b.Amount, true
			}
		}
		a.open--
		p.settle(id, a)
	}
}

// settle lets go of what need not be remembered.
func (p *Purses) settle(id int64, a *purse) {
	if a.open > 0 {
		return
	}
	a.mixed = false
	if !a.known {
		delete(p.known, id)
	}
}

func (p *Purses) forget(player int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.known[player]; a != nil {
		a.known = false
		p.settle(player, a)
	}
}

// of returns the player's balance, from the store if it is not known.
func (p *Purses) of(ctx context.Context, st store.Store, player int64) (money.Amount, error) {
	p.mu.Lock()
	a := p.known[player]
	if a != nil && a.known && (p.Shared == nil || !p.Shared(player)) {
		defer p.mu.Unlock()
		return a.amount, nil
	}
	p.mu.Unlock()
	return p.refresh(ctx, st, player)
}

// refresh reads a player's balance from the store.
func (p *Purses) refresh(ctx context.Context, st store.Store, player int64) (money.Amount, error) {
	p.begin([]int64{player})
	a, err := st.Balance(ctx, ledger.Player(player))
	if err != nil {
		p.end([]int64{player}, nil)
		return 0, err
	}
	p.end([]int64{player}, []store.Balance{{Player: player, Amount: a}})
	return a, nil
}

// tell calls fn with the player's balance. What is told of a player is told one
// after the other.
func (p *Purses) tell(ctx context.Context, st store.Store, player int64, fn func(money.Amount)) error {
	one := &p.telling[uint64(player)%uint64(len(p.telling))]
	one.Lock()
	defer one.Unlock()
	balance, err := p.of(ctx, st, player)
	if err == nil {
		fn(balance)
	}
	return err
}

// playersOf lists the players whose money the transfers move, each once.
func playersOf(transfers []ledger.Transfer) []int64 {
	var list []int64
	for i := range transfers {
		for _, a := range [2]ledger.Account{transfers[i].From, transfers[i].To} {
			if id, ok := a.PlayerID(); ok && !slices.Contains(list, id) {
				list = append(list, id)
			}
		}
	}
	return list
}
