package odds

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/card"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/wire"
	"club99/money"
	"club99/preset"
)

// The decisions of rounds become habits: what was done, where, how often, what it cost.
func TestMarksAndHabits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const sixteen, eights, bust = "Ts Th 6d 9h 5c 5d", "8s Th 8d 9h 2c 5d", "Ts Ah 6d 9h 5c 5d"
		f, leave := sitDown(t, rulesOf(t, "club99"), sixteen, sixteen, eights, bust)
		defer leave()
		var rounds []uint64
		for range 2 { // sixteen against a ten, stood on for different bets
			rounds = append(rounds, f.bet(money.Amount(len(rounds)+1)*100000))
			f.act(blackjack.Stand, 0)
		}
		rounds = append(rounds, f.bet(100000))
		f.act(blackjack.Split, 0)
		f.act(blackjack.Stand, 0)
		f.act(blackjack.Stand, 0)
		rounds = append(rounds, f.bet(100000))
		f.act(blackjack.Insure, 0)
		time.Sleep(time.Minute) // the clock stands on sixteen against an ace
		var h Habits
		for i := len(rounds) - 1; i >= 0; i-- {
			if f.book.Marked("a1", rounds[i], f.player) {
				t.Errorf("round %d is known before it was asked for", rounds[i])
			}
			marks, err := f.book.Marks(t.Context(), "a1", rounds[i], f.player)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := f.book.Marks(t.Context(), "a1", rounds[i], f.player); !f.book.Marked("a1", rounds[i], f.player) || cmp.Diff(marks, again) != "" {
				t.Errorf("round %d was not remembered", rounds[i])
			}
			h.Add("a1", marks)
		}
		a := h.Accuracy()
		if a.Clock != 1 || a.Decisions != 6 || a.Best < 1 || a.Best > 3 || a.Cost <= 0 || a.Chips <= 0 {
			t.Errorf("%+v", a)
		}
		worst := h.Worst()
		byOffer, standing := wire.Habit{}, wire.Habit{}
		for i, habit := range worst {
			if i > 0 && habit.Cost > worst[i-1].Cost {
				t.Errorf("%+v is not in its place", habit)
			}
			switch habit.Spot {
			case wire.Spot{Offer: wire.OfferInsurance, Up: 1}:
				byOffer = habit
			case wire.Spot{Kind: wire.KindHard, Total: 16, Up: 10}:
				standing = habit
			}
		}
		if byOffer.Action != blackjack.Insure || byOffer.Best != blackjack.DeclineInsurance || byOffer.Times != 1 {
			t.Errorf("insurance: %+v", byOffer)
		}
		if standing.Times != 2 || standing.Action != blackjack.Stand || standing.Best != blackjack.Surrender || standing.Table != "a1" {
			t.Errorf("sixteen: %+v", standing)
		}
		// Both cost the same part of their bets, of which one was twice the other.
		if want := money.Amount(standing.Cost / 2 * 300000); standing.Chips < want-1 || standing.Chips > want+1 {
			t.Errorf("sixteen cost %d, want %d", standing.Chips, want)
		}
	})
}

func TestARoundThatIsNoneHasNoMarks(t *testing.T) {
	b := openBook(t, memory.New())
	marks, err := b.Marks(t.Context(), "nowhere", 1, 1)
	if len(marks) != 0 || err != nil {
		t.Errorf("%v, %v", marks, err)
	}
}

func TestTheWorstComeFirstAndAreTen(t *testing.T) {
	var h Habits
	for total := 5; total <= 20; total++ {
		h.Add("a1", []Mark{{Spot: wire.Spot{Kind: wire.KindHard, Total: total, Up: 10}, Action: blackjack.Hit, Best: blackjack.Stand, Cost: float64(total) / 100, Bet: 100}})
	}
	h.Add("a1", []Mark{{Spot: wire.Spot{Kind: wire.KindHard, Total: 5, Up: 10}, Action: blackjack.Hit, Best: blackjack.Hit, Bet: 100}})
	worst := h.Worst()
	if len(worst) != wire.MostHabits || worst[0].Total != 20 || worst[9].Total != 11 || worst[0].Chips != 20 {
		t.Errorf("%+v", worst)
	}
	if a := h.Accuracy(); a.Decisions != 17 || a.Best != 1 || a.Chips != 200 {
		t.Errorf("%+v", a)
	}
}

// Every drill under the rules of every preset is the situation that it says, dealt
// by the engine, with exactly the actions that the engine allows there.
func TestDrillsAreWhatTheEngineDeals(t *testing.T) {
	b := openBook(t, memory.New())
	for _, name := range preset.Names() {
		rules := rulesOf(t, name)
		list := spots(&rules)
		if rules.Surrender == blackjack.SurrenderEarly {
			list = append(list, wire.Spot{Offer: wire.OfferSurrender, Kind: wire.KindHard, Total: 16, Up: 10})
		}
		step := 3
		if testing.Short() {
			step = 17
		}
		for i := 0; i < len(list); i += step {
			for n := uint64(0); n < 120; n += 37 {
				d, err := b.Drill(t.Context(), &rules, &list[i], n)
				if err != nil {
					t.Errorf("%s: %+v: %v", name, list[i], err)
					continue
				}
				checkDrill(t, name, &rules, &list[i], &d)
			}
		}
	}
}

func checkDrill(t *testing.T, name string, rules *blackjack.Rules, spot *wire.Spot, d *wire.Drill) {
	t.Helper()
	shoe := []card.Card{d.Cards[0], d.Up, d.Cards[1], card.New(card.Five, card.Hearts)}
	shoe = append(shoe, d.Cards[2:]...)
	rest := card.Deck()
	l := newLive(t, rules, append(shoe, rest[:]...))
	l.deal(1)
	for l.round.Phase == blackjack.PhaseOffers && spot.Offer == "" {
		for _, a := range []blackjack.Action{blackjack.DeclineInsurance, blackjack.DeclineEvenMoney, blackjack.DeclineSurrender} {
			if blackjack.Legal(rules, &l.round, 1, funds).Has(a) {
				l.do(blackjack.Command{Action: a, Seat: 1})
			}
		}
	}
	for range d.Cards[2:] {
		l.do(blackjack.Command{Action: blackjack.Hit, Seat: 1})
	}
	var want, got blackjack.Actions = blackjack.Legal(rules, &l.round, 1, funds), 0
	if spot.Offer != "" {
		for _, set := range answers {
			if set.Has(d.Choices[0].Action) {
				want &= set
			}
		}
	}
	for i, c := range d.Choices {
		got |= blackjack.SetOf(c.Action)
		if i > 0 && c.EV > d.Choices[i-1].EV {
			t.Errorf("%s: %+v: %v is not in its place", name, *spot, c)
		}
	}
	if got != want {
		t.Errorf("%s: %+v with %v against %v: %v can be chosen, the engine allows %v", name, *spot, d.Cards, d.Up, got.List(), want.List())
	}
	if d.Spot != *spot || d.Up.Value() != spot.Up {
		t.Errorf("%s: %+v was dealt as %+v", name, *spot, d)
	}
}

func TestDrillsThatTheRulesDoNotHave(t *testing.T) {
	b := openBook(t, memory.New())
	rules := rulesOf(t, "club99")
	for _, s := range []wire.Spot{
		{Kind: wire.KindHard, Total: 3, Up: 10}, {Kind: wire.KindSoft, Total: 5, Up: 10}, {Kind: wire.KindPair, Total: 11, Up: 10},
		{Offer: wire.OfferInsurance, Up: 10}, {Offer: wire.OfferSurrender, Kind: wire.KindHard, Total: 16, Up: 10}, {Offer: wire.OfferEvenMoney, Up: 2},
	} {
		if d, err := b.Drill(t.Context(), &rules, &s, 1); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%+v: %+v, %v", s, d, err)
		}
	}
	first, err := b.Drill(t.Context(), &rules, nil, 12345)
	if err != nil || len(first.Choices) < 2 {
		t.Errorf("any drill: %+v, %v", first, err)
	}
}
