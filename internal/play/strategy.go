package play

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"club99/blackjack"
	"club99/internal/wire"
)

// Situation is a decision that is awaited, as far as a strategy may look at it.
type Situation struct {
	Hand  *wire.Hand
	Up    int               // value of the dealer's up card, 2 to 11
	Legal blackjack.Actions // at least one
}

// Strategy decides.
type Strategy interface {
	// Play returns one of the legal actions.
	Play(s Situation) blackjack.Action
}

// strategies are the ones that have a name.
var strategies = []struct {
	name string
	Strategy
}{
	{"basic", basic{}},
	{"mimic", mimic{}},
	{"stand", stand{}},
	{"wild", wild{}},
}

// Names are the names of all strategies: basic is the card beside the table,
// mimic hits to 17 as the dealer does, stand never hits, wild does anything legal.
func Names() []string {
	var names []string
	for i := range strategies {
		names = append(names, strategies[i].name)
	}
	return names
}

// Named returns the strategy of that name.
func Named(name string) (Strategy, error) {
	for i := range strategies {
		if strategies[i].name == name {
			return strategies[i].Strategy, nil
		}
	}
	return nil, fmt.Errorf("there is no strategy %q: choose one of %s", name, strings.Join(Names(), ", "))
}

// Basic is the plain way to play that most people have read on the card beside
// the table.
func Basic() Strategy { return basic{} }

// decline answers an offer with no; false if none is open.
func decline(legal blackjack.Actions) (blackjack.Action, bool) {
	for _, no := range []blackjack.Action{blackjack.DeclineInsurance, blackjack.DeclineEvenMoney, blackjack.DeclineSurrender} {
		if legal.Has(no) {
			return no, true
		}
	}
	return 0, false
}

type stand struct{}

func (stand) Play(s Situation) blackjack.Action {
	if no, open := decline(s.Legal); open {
		return no
	}
	return blackjack.Stand
}

type mimic struct{}

func (mimic) Play(s Situation) blackjack.Action {
	if no, open := decline(s.Legal); open {
		return no
	}
	if s.Legal.Has(blackjack.Hit) && s.Hand.Total < 17 {
		return blackjack.Hit
	}
	return blackjack.Stand
}

// wild does anything that is legal, to try what nobody would.
type wild struct{}

func (wild) Play(s Situation) blackjack.Action {
	list := s.Legal.List()
	return list[rand.IntN(len(list))]
}

type basic struct{}

func (basic) Play(s Situation) blackjack.Action {
	if no, open := decline(s.Legal); open {
		return no
	}
	switch {
	case s.Legal.Has(blackjack.Split) && splits(s.Hand.Cards[0].Value(), s.Up):
		return blackjack.Split
	case s.Legal.Has(blackjack.Double) && doubles(s.Hand, s.Up):
		return blackjack.Double
	case s.Legal.Has(blackjack.Hit) && hits(s.Hand, s.Up):
		return blackjack.Hit
	}
	return blackjack.Stand
}

func splits(value, dealer int) bool {
	switch value {
	case 1, 8:
		return true
	case 2, 3, 7:
		return dealer <= 7
	case 6:
		return dealer <= 6
	case 9:
		return dealer <= 9 && dealer != 7
	}
	return false
}

func doubles(h *wire.Hand, dealer int) bool {
	if h.Soft {
		return false
	}
	switch h.Total {
	case 9:
		return dealer >= 3 && dealer <= 6
	case 10:
		return dealer <= 9
	case 11:
		return dealer <= 10
	}
	return false
}

func hits(h *wire.Hand, dealer int) bool {
	switch {
	case h.Soft:
		return h.Total <= 17 || h.Total == 18 && dealer >= 9
	case h.Total == 12:
		return dealer < 4 || dealer > 6
	}
	return h.Total < 12 || h.Total < 17 && dealer > 6
}
