package history

import (
	"slices"

	"club99/blackjack"
	"club99/internal/store"
	"club99/internal/wire"
)

// kinds are the names of the store's kinds, by bit.
var kinds = wire.RoundKinds

// kindOf is the kind with that name; "" is none.
func kindOf(name string) store.Kinds {
	if i := slices.Index(kinds, name); i >= 0 {
		return 1 << i
	}
	return 0
}

// namesOf are the names of kinds.
func namesOf(k store.Kinds) []string {
	names := []string{}
	for i, name := range kinds {
		if k.Has(1 << i) {
			names = append(names, name)
		}
	}
	return names
}

// FactsOf is what a player's round is searched and counted by. rules is the hash
// of those that it was played by.
func FactsOf(past *wire.PastRound, rules string) store.Facts {
	f := store.Facts{Rules: rules}
	switch {
	case past.Void:
		f.Kinds = store.Void
	case past.Net > 0:
		f.Kinds = store.Won
	case past.Net < 0:
		f.Kinds = store.Lost
	default:
		f.Kinds = store.Push
	}
	for i := range past.Decisions {
		if past.Decisions[i].By == blackjack.ByClock {
			f.Kinds |= store.ByClock
		}
	}
	for i := range past.Seats {
		addSeat(&f, &past.Seats[i])
	}
	return f
}

// addSeat adds what became of a seat. What lay on a table that was closed is no
// result: it only has kinds.
func addSeat(f *store.Facts, s *wire.Seat) {
	if s.Insurance != nil {
		f.Kinds |= store.Insured
	}
	if len(s.Hands) > 1 {
		f.Kinds |= store.SplitPair
	}
	for i := range s.Hands {
		h := &s.Hands[i]
		f.Kinds |= kindsByStatus[h.Status]
		if h.Stake > s.Bet {
			f.Kinds |= store.Doubled
		}
	}
	if f.Kinds.Has(store.Void) {
		return
	}
	f.Bets += s.Bet
	f.Squares += float64(s.Bet) * float64(s.Bet)
	if s.Insurance != nil {
		f.Staked += s.Insurance.Stake
	}
	for i := range s.Hands {
		f.Staked += s.Hands[i].Stake
		f.Hands = append(f.Hands, handCode(s, i)...)
	}
}

var kindsByStatus = map[blackjack.Status]store.Kinds{
	blackjack.StatusBust: store.Bust, blackjack.StatusBlackjack: store.Blackjack, blackjack.StatusCharlie: store.Charlie,
	blackjack.StatusSurrendered: store.Surrendered, blackjack.StatusEvenMoney: store.EvenMoney | store.Blackjack,
}
