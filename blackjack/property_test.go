package blackjack_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// Legal names exactly the actions that are accepted, for every seat, at every point.
func TestLegalIsWhatIsAccepted(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		compare := func(blackjack.Command) {
			var accepted [blackjack.MaxSeats + 1]blackjack.Actions
			for _, c := range g.accepted(t) {
				if c.Action != blackjack.Timeout {
					accepted[c.Seat] |= blackjack.SetOf(c.Action)
				}
			}
			for seat := 1; seat <= g.rules.Seats; seat++ {
				legal := blackjack.Legal(&g.rules, &g.round, seat, g.fundsOf(seat))
				if legal != accepted[seat] {
					t.Fatalf("seat %d: legal %v, accepted %v", seat, legal.List(), accepted[seat].List())
				}
			}
		}
		g.play(t, compare)
		compare(blackjack.Command{})
	})
}

// Price is what Double and Split take, and Insure an amount up to it, neither more nor less.
// What a waiting seat is told that it can do is what it can do when its turn comes,
// with the funds that its player has by then.
func TestAheadIsWhatTheTurnBrings(t *testing.T) {
	seen := 0
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		told := map[int]blackjack.Round{}
		g.play(t, func(blackjack.Command) {
			for seat := 1; seat <= g.rules.Seats; seat++ {
				if then, waits := blackjack.Ahead(&g.round, seat); waits {
					told[seat] = then
				}
			}
			turn := int(g.round.Seat)
			then, waited := told[turn]
			if g.round.Phase != blackjack.PhasePlayers || !waited {
				return
			}
			delete(told, turn)
			seen++
			then.Turn = g.round.Turn
			funds := g.fundsOf(turn)
			if a, b := blackjack.Legal(&g.rules, &then, turn, funds), blackjack.Legal(&g.rules, &g.round, turn, funds); a != b {
				t.Fatalf("seat %d was told that it can %v, and can %v", turn, a.List(), b.List())
			}
			for _, a := range []blackjack.Action{blackjack.Double, blackjack.Split} {
				if x, y := blackjack.Price(&g.rules, &then, turn, a), blackjack.Price(&g.rules, &g.round, turn, a); x != y {
					t.Fatalf("seat %d was told that %v costs %d, and it costs %d", turn, a, x, y)
				}
			}
		})
	})
	if seen == 0 {
		t.Error("no seat ever waited")
	}
}

func TestPriceIsWhatIsTaken(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		g.play(t, func(c blackjack.Command) {
			price := blackjack.Price(&g.rules, &g.round, int(c.Seat), c.Action)
			if c.Action == blackjack.Insure {
				price = c.Amount
			}
			events, _ := g.ask(t, c)
			if events[0].Kind != blackjack.Decided || events[0].Amount != price {
				t.Fatalf("%+v: price %d, taken %d", c, price, events[0].Amount)
			}
			if c.Funds = price - 1; price > 0 {
				if _, err := g.ask(t, c); !errors.Is(err, blackjack.InsufficientFunds) {
					t.Fatalf("%+v: one unit less than the price %d: %v", c, price, err)
				}
			}
		})
	})
}

// A round is the fold of its events, and every event can be applied on its own.
func TestRoundIsTheFoldOfItsEvents(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		g.play(t, nil)
		var fold blackjack.Round
		for _, e := range g.events {
			fold.Apply(e)
		}
		if fold != g.round {
			t.Fatalf("the fold of the events is\n%+v\nthe round\n%+v", fold, g.round)
		}
	})
}

// Each place of the shoe is used once, in order, the hole card's too, and every
// card that was dealt lies in one hand only.
func TestCardsAreConserved(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		g.play(t, nil)
		left, hole := 0, -1
		for _, e := range g.events {
			switch e.Kind {
			case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.DealerDrew:
				if e.Card != g.shoe[left] {
					t.Fatalf("%v gave %v, the shoe's next card was %v", e.Kind, e.Card, g.shoe[left])
				}
				left++
			case blackjack.HoleCardDealt:
				hole = left
				left++
			case blackjack.HoleCardOpened:
				if e.Card != g.shoe[hole] {
					t.Fatalf("the hole card was %v and opened as %v", g.shoe[hole], e.Card)
				}
			default:
				if e.Card != card.None {
					t.Fatalf("%v holds a card", e.Kind)
				}
			}
		}
		if int(g.round.Drawn) != left {
			t.Fatalf("%d cards have left the shoe, the round counts %d", left, g.round.Drawn)
		}
		lie := slices.Clone(g.round.Dealer.Cards())
		if g.round.Hole == card.None {
			lie = append(lie, g.shoe[hole])
		}
		for seat := 1; seat <= blackjack.MaxSeats; seat++ {
			for _, h := range g.round.Box(seat).Hands() {
				lie = append(lie, h.Cards()...)
			}
		}
		dealt := slices.Clone(g.shoe[:left])
		slices.Sort(lie)
		slices.Sort(dealt)
		if !slices.Equal(lie, dealt) {
			t.Fatalf("on the table lie %v, dealt were %v", lie, dealt)
		}
	})
}

// Every round ends, and with no more cards than MostCards says.
func TestEveryRoundEnds(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		betting := 0
		for seat := 1; seat <= g.rules.Seats; seat++ {
			if g.round.Box(seat).Bet > 0 {
				betting++
			}
		}
		g.play(t, nil) // fails if the round does not end, or if the shoe runs out
		if most := blackjack.MostCards(&g.rules, betting, counts(g.shoe)); int(g.round.Drawn) > most {
			t.Fatalf("%d cards, at most %d expected", g.round.Drawn, most)
		}
		if last := g.events[len(g.events)-1]; last.Kind != blackjack.RoundOver {
			t.Fatalf("the last event is %v", last.Kind)
		}
		if list := g.accepted(t); len(list) != 0 {
			t.Fatalf("the round is over, and %+v would be accepted", list)
		}
	})
}

// A command for a turn that is past, or not yet there, changes nothing.
func TestStaleTurnChangesNothing(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		g.play(t, func(c blackjack.Command) {
			for _, turn := range []uint16{c.Turn - 1, c.Turn + 1, 0} {
				if c.Turn = turn; turn == g.round.Turn {
					continue
				}
				if _, err := g.ask(t, c); !errors.Is(err, blackjack.StaleTurn) {
					t.Fatalf("%+v at turn %d: %v", c, g.round.Turn, err)
				}
			}
		})
	})
}

// Two shoes that differ only in cards that nobody has seen make the same events
// up to the moment when such a card is turned up.
func TestUnseenCardsChangeNothing(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		g.play(t, func(next blackjack.Command) {
			twin := g.twin(t)
			var round blackjack.Round
			var events []blackjack.Event
			for _, c := range g.commands {
				answer, err := blackjack.Decide(nil, &g.rules, &round, c, twin)
				if err != nil {
					t.Fatalf("with the other shoe %+v is refused: %v", c, err)
				}
				for _, e := range answer {
					round.Apply(e)
				}
				events = append(events, answer...)
			}
			if !slices.Equal(events, g.events) || round != g.round {
				t.Fatalf("unseen cards made a difference:\n%+v\n%+v", g.events, events)
			}
			here, _ := g.ask(t, next)
			there, err := blackjack.Decide(nil, &g.rules, &round, next, twin)
			if err != nil {
				t.Fatalf("with the other shoe %+v is refused: %v", next, err)
			}
			sameUntilSeen(t, here, there)
		})
	})
}

// sameUntilSeen compares two answers up to the first card that is turned up.
func sameUntilSeen(t *rapid.T, here, there []blackjack.Event) {
	for i := range min(len(here), len(there)) {
		a, b := here[i], there[i]
		seen := a.Card != card.None || b.Card != card.None
		a.Card, b.Card = card.None, card.None
		if a != b {
			t.Fatalf("an unseen card made a difference: %+v and %+v", a, b)
		}
		if seen {
			return
		}
	}
	if len(here) != len(there) {
		t.Fatalf("an unseen card made a difference: %d and %d events", len(here), len(there))
	}
}

// Money only moves: from players to the round and from there, and from the
// house, to players or the house. The round keeps nothing, and every stake is
// settled once.
func TestMoneyIsConserved(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		var before, after money.Amount
		for _, f := range g.funds {
			before += f
		}
		g.bet(t)
		g.play(t, nil)
		var staked, net [blackjack.MaxSeats + 1]money.Amount
		var house money.Amount
		settled := map[[2]uint8]int{}
		for _, e := range g.events {
			switch e.Kind {
			case blackjack.BetPlaced, blackjack.Decided:
				staked[e.Seat] += e.Amount
			case blackjack.HandSettled, blackjack.InsuranceSettled:
				if e.Amount < 0 || e.Stake <= 0 {
					t.Fatalf("settled out of range: %+v", e)
				}
				staked[e.Seat] -= e.Stake
				net[e.Seat] += e.Amount - e.Stake
				house += e.Stake - e.Amount
				settled[[2]uint8{e.Seat, e.Hand}]++
			}
		}
		for seat := 1; seat <= blackjack.MaxSeats; seat++ {
			b := g.round.Box(seat)
			if staked[seat] != 0 || net[seat] != b.Net() {
				t.Fatalf("seat %d: %d left in the round, net %d, the round says %d", seat, staked[seat], net[seat], b.Net())
			}
			for hand := range b.Hands() {
				if n := settled[[2]uint8{uint8(seat), uint8(hand + 1)}]; n != 1 {
					t.Fatalf("hand %d.%d is settled %d times", seat, hand+1, n)
				}
			}
			if n := settled[[2]uint8{uint8(seat), 0}]; n > 1 || (n == 1) != (b.Insurance > 0) {
				t.Fatalf("seat %d: insurance of %d settled %d times", seat, b.Insurance, n)
			}
		}
		for p, f := range g.funds {
			if after += f; f < 0 {
				t.Fatalf("player %d has %d", p, f)
			}
		}
		if before != after+house {
			t.Fatalf("%d before, %d and the house's %d after", before, after, house)
		}
	})
}

// Every hand ends as the house rules say, told from the cards on the table
// alone, and is paid what the settings say (R04 to R08, R14, R16, R20 to R22).
func TestHandsAreSettledByTheRules(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		g.play(t, nil)
		dealers := g.round.Dealer.Cards()
		dealerHasIt := len(dealers) == 2 && natural(dealers[0], dealers[1])
		for seat := 1; seat <= blackjack.MaxSeats; seat++ {
			var lost money.Amount
			b := g.round.Box(seat)
			for i, h := range b.Hands() {
				if !slices.Contains(outcomesOf(&h, dealers, dealerHasIt), h.Outcome) {
					t.Fatalf("hand %d.%d %v (%v) against %v ended as %v", seat, i+1, h.Cards(), h.Status, dealers, h.Outcome)
				}
				partly := h.Outcome == blackjack.OutcomeLose && dealerHasIt && g.rules.NoPeekLoss == blackjack.LoseOriginal
				if want := paidFor(t, &g.rules, &h); h.Paid != want && !partly {
					t.Fatalf("hand %d.%d: %v of %d paid %d, want %d", seat, i+1, h.Outcome, h.Stake, h.Paid, want)
				}
				if h.Outcome == blackjack.OutcomeLose {
					lost += h.Stake - h.Paid
				}
			}
			if dealerHasIt && g.rules.NoPeekLoss == blackjack.LoseOriginal && lost > b.Bet {
				t.Fatalf("seat %d lost %d of an original bet of %d to a Blackjack", seat, lost, b.Bet)
			}
		}
	})
}

// The dealer opens the hole card only where a stake depends on it, and draws by
// the own total alone, only where a hand is compared with it (R17 to R19).
func TestDealerPlaysByTheRules(t *testing.T) {
	inRandomRounds(t, func(t *rapid.T, g *game) {
		g.bet(t)
		g.play(t, nil)
		opened := slices.IndexFunc(g.events, func(e blackjack.Event) bool { return e.Kind == blackjack.HoleCardOpened })
		dealers := g.round.Dealer.Cards()
		if opened < 0 {
			if len(dealers) != 1 || g.round.Dealer.Status != blackjack.StatusNone {
				t.Fatalf("the hole card was not opened, the dealer has %v, %v", dealers, g.round.Dealer.Status)
			}
			return
		}
		settled, compared := 0, false
		for _, e := range g.events[opened:] {
			if e.Kind == blackjack.HandSettled || e.Kind == blackjack.InsuranceSettled {
				settled++
			}
			if e.Kind == blackjack.HandSettled {
				s := g.round.Box(int(e.Seat)).Hands()[e.Hand-1].Status
				compared = compared || s == blackjack.StatusStood || s == blackjack.StatusDoubled
			}
		}
		if settled == 0 {
			t.Fatalf("the hole card was opened for nothing: %+v", g.events)
		}
		mustDraw := func(n int) bool {
			total, soft := totalOf(dealers[:n])
			return total < 17 || total == 17 && soft && g.rules.Soft17 == blackjack.Soft17Hit
		}
		for n := 2; n < len(dealers); n++ {
			if !mustDraw(n) || !compared {
				t.Fatalf("the dealer drew to %v", dealers[:n])
			}
		}
		if compared && mustDraw(len(dealers)) {
			t.Fatalf("the dealer stood on %v", dealers)
		}
	})
}

// outcomesOf returns how a hand may end; more than one where the order of a
// Charlie or a surrender and the hole card depends on settings.
func outcomesOf(h *blackjack.Hand, dealers []card.Card, dealerHasIt bool) []blackjack.Outcome {
	mine, _ := totalOf(h.Cards())
	theirs, _ := totalOf(dealers)
	switch {
	case mine > 21:
		return []blackjack.Outcome{blackjack.OutcomeBust}
	case h.Status == blackjack.StatusEvenMoney:
		return []blackjack.Outcome{blackjack.OutcomeEvenMoney}
	case h.Status == blackjack.StatusSurrendered && dealerHasIt:
		return []blackjack.Outcome{blackjack.OutcomeSurrender, blackjack.OutcomeLose}
	case h.Status == blackjack.StatusSurrendered:
		return []blackjack.Outcome{blackjack.OutcomeSurrender}
	case h.Status == blackjack.StatusCharlie && dealerHasIt:
		return []blackjack.Outcome{blackjack.OutcomeCharlie, blackjack.OutcomeLose, blackjack.OutcomePush}
	case h.Status == blackjack.StatusCharlie:
		return []blackjack.Outcome{blackjack.OutcomeCharlie}
	case !h.Split && len(h.Cards()) == 2 && mine == 21 && dealerHasIt:
		return []blackjack.Outcome{blackjack.OutcomePush}
	case !h.Split && len(h.Cards()) == 2 && mine == 21:
		return []blackjack.Outcome{blackjack.OutcomeBlackjack}
	case dealerHasIt: // a push where the original bet is already lost
		return []blackjack.Outcome{blackjack.OutcomeLose, blackjack.OutcomePush}
	case theirs > 21 || mine > theirs:
		return []blackjack.Outcome{blackjack.OutcomeWin}
	case mine == theirs:
		return []blackjack.Outcome{blackjack.OutcomePush}
	}
	return []blackjack.Outcome{blackjack.OutcomeLose}
}

// paidFor returns what a hand's outcome pays, the stake included.
func paidFor(t *rapid.T, rules *blackjack.Rules, h *blackjack.Hand) money.Amount {
	ratio := money.Ratio{}
	switch h.Outcome {
	case blackjack.OutcomePush:
		return h.Stake
	case blackjack.OutcomeSurrender:
		return h.Stake / 2
	case blackjack.OutcomeWin:
		ratio = rules.WinPays
	case blackjack.OutcomeBlackjack:
		ratio = rules.BlackjackPays
	case blackjack.OutcomeEvenMoney:
		ratio = rules.EvenMoneyPays
	case blackjack.OutcomeCharlie:
		ratio = rules.CharliePays
	default:
		return 0
	}
	win, whole := ratio.Of(h.Stake)
	if !whole {
		t.Fatalf("%v of %d falls between units", ratio, h.Stake)
	}
	return h.Stake + win
}
