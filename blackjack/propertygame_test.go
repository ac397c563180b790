package blackjack_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
	"club99/internal/rulegen"
	"club99/money"
)

// game plays one random round and checks at every question what must always
// hold. The properties read what it recorded.
type game struct {
	rules    blackjack.Rules
	shoe     []card.Card
	round    blackjack.Round
	funds    map[blackjack.PlayerID]money.Amount
	events   []blackjack.Event
	commands []blackjack.Command // those that were accepted
}

// players is how many people share the seats of a random table.
const players = 4

// inRandomRounds checks a property of a game in a few rounds under each of many rules.
func inRandomRounds(t *testing.T, property func(t *rapid.T, g *game)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		for range rapid.IntRange(1, 20).Draw(t, "rounds") {
			property(t, newGame(t, rules))
		}
	})
}

// newGame draws a real shoe and what everyone has.
func newGame(t *rapid.T, rules blackjack.Rules) *game {
	g := &game{rules: rules, funds: map[blackjack.PlayerID]money.Amount{}}
	g.shoe = drawShoe(t, g.rules.Decks)
	for p := range players {
		steps := rapid.SampledFrom([]money.Amount{1, 2, 5, 1000}).Draw(t, "funds in bets")
		g.funds[blackjack.PlayerID(p+1)] = g.rules.MaxBet * steps
	}
	return g
}

// drawShoe shuffles a whole shoe, and brings the ranks that make rounds long
// and rules meet to its front.
func drawShoe(t *rapid.T, decks int) []card.Card {
	shoe := fresh(decks)
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 99))
	rng.Shuffle(len(shoe), func(i, j int) { shoe[i], shoe[j] = shoe[j], shoe[i] })
	ranks := rapid.SliceOfN(rapid.SampledFrom([]card.Rank{card.Ace, card.Ace, card.Two, card.Eight, card.Ten, card.King}), 0, 12).Draw(t, "first ranks")
	for i, rank := range ranks {
		rest := shoe[i:]
		if j := slices.IndexFunc(rest, func(c card.Card) bool { return c.Rank() == rank }); j >= 0 {
			rest[0], rest[j] = rest[j], rest[0]
		}
	}
	return shoe
}

func (g *game) fundsOf(seat int) money.Amount { return g.funds[g.round.Box(seat).Player] }

// ask asks the engine and checks that Check and Decide agree, that a refusal
// has no events, that the events are appended, and that asking changes nothing.
func (g *game) ask(t rapid.TB, c blackjack.Command) ([]blackjack.Event, error) {
	before := g.round
	sentinel := blackjack.Event{Kind: blackjack.RoundOver, Seat: 99}
	checked := blackjack.Check(&g.rules, &g.round, c)
	out, decided := blackjack.Decide([]blackjack.Event{sentinel}, &g.rules, &g.round, c, g.shoe)
	if g.round != before {
		t.Fatalf("%+v: deciding changed the round", c)
	}
	if !errors.Is(decided, checked) {
		t.Fatalf("%+v: Check says %v, Decide says %v", c, checked, decided)
	}
	if len(out) == 0 || out[0] != sentinel {
		t.Fatalf("%+v: what was in dst is gone", c)
	}
	var why blackjack.Refusal
	if decided != nil && (!errors.As(decided, &why) || len(out) != 1) {
		t.Fatalf("%+v: refused with %v and %d events", c, decided, len(out)-1)
	}
	if decided == nil && len(out) == 1 {
		t.Fatalf("%+v: accepted, and nothing happened", c)
	}
	return out[1:], decided
}

// take asks, and applies the answer if the command was accepted.
func (g *game) take(t rapid.TB, c blackjack.Command) error {
	events, err := g.ask(t, c)
	if err != nil {
		return err
	}
	for _, e := range events {
		g.round.Apply(e)
		switch e.Kind {
		case blackjack.BetPlaced, blackjack.Decided:
			g.funds[e.Player] -= e.Amount
		case blackjack.HandSettled, blackjack.InsuranceSettled:
			g.funds[e.Player] += e.Amount
		}
	}
	g.events = append(g.events, events...)
	g.commands = append(g.commands, c)
	return nil
}

// place places a bet, with all that the player has.
func (g *game) place(t rapid.TB, seat int, player blackjack.PlayerID, amount money.Amount) error {
	return g.take(t, blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(seat), Player: player, Amount: amount, Funds: g.funds[player]})
}

// bet places random bets, some of which are refused, and deals.
func (g *game) bet(t *rapid.T) {
	for range rapid.IntRange(0, 10).Draw(t, "bet commands") {
		amount := rapid.SampledFrom([]money.Amount{
			g.rules.MinBet, g.rules.MaxBet, g.rules.MinBet + g.rules.BetStep, 0, -1, g.rules.MinBet - 1, g.rules.MaxBet + 1, money.Max,
		}).Draw(t, "bet")
		player := blackjack.PlayerID(rapid.IntRange(1, players).Draw(t, "player"))
		_ = g.place(t, rapid.IntRange(0, blackjack.MaxSeats+1).Draw(t, "seat"), player, amount) // refused or not: ask has checked it
	}
	if err := g.take(t, blackjack.Command{Action: blackjack.Deal}); err == nil {
		return
	}
	if err := g.place(t, 1, 1, g.rules.MinBet); err != nil {
		t.Fatalf("the smallest bet at an empty table is refused: %v", err)
	}
	if err := g.take(t, blackjack.Command{Action: blackjack.Deal}); err != nil {
		t.Fatalf("the deal is refused: %v", err)
	}
}

// accepted asks for every action of every seat and returns what would be accepted.
func (g *game) accepted(t rapid.TB) []blackjack.Command {
	var list []blackjack.Command
	for seat := 1; seat <= g.rules.Seats; seat++ {
		for a := blackjack.Hit; a <= blackjack.Timeout; a++ {
			c := blackjack.Command{Action: a, Seat: uint8(seat), Funds: g.fundsOf(seat), Turn: g.round.Turn}
			amounts := []money.Amount{0}
			if a == blackjack.Insure {
				amounts = []money.Amount{blackjack.Price(&g.rules, &g.round, seat, a), money.Amount(g.rules.InsurancePays.Den)}
			}
			for _, c.Amount = range amounts {
				if _, err := g.ask(t, c); err == nil {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// play goes on to the end with commands that are accepted. each, if not nil, is
// told before each of them.
func (g *game) play(t *rapid.T, each func(next blackjack.Command)) {
	for decisions := 0; g.round.Phase != blackjack.PhaseOver; decisions++ {
		if decisions > blackjack.MaxSeats*blackjack.MaxHands*blackjack.MaxCards {
			t.Fatalf("the round does not end: %+v", g.round)
		}
		list := g.accepted(t)
		if len(list) == 0 {
			t.Fatalf("phase %v, and nobody can do anything", g.round.Phase)
		}
		next := rapid.SampledFrom(list).Draw(t, "command")
		if each != nil {
			each(next)
		}
		if err := g.take(t, next); err != nil {
			t.Fatalf("%+v: accepted, then %v", next, err)
		}
	}
}

// twin returns a shoe that differs from the game's only in cards that nobody
// has seen: the hole card and all that have not left it. Where the dealer checks,
// the answer to the check stays the same; elsewhere it becomes the other one, if
// there is a card for that.
func (g *game) twin(t *rapid.T) []card.Card {
	shoe := slices.Clone(g.shoe)
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "twin"), 99))
	rest := shoe[g.round.Drawn:]
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	if hole := int(g.round.HoleAt) - 1; hole >= 0 && g.round.Hole == card.None {
		up := g.round.UpCard()
		want := natural(up, shoe[hole])
		if possible := up.IsAce() || up.Value() == 10; possible && !g.checks(up) {
			want = !want
		}
		other := slices.IndexFunc(rest, func(c card.Card) bool { return c != shoe[hole] && natural(up, c) == want })
		if other >= 0 {
			shoe[hole], rest[other] = rest[other], shoe[hole]
		}
	}
	return shoe
}

// checks reports whether the dealer looks at the hole card under this up card, from R16 alone.
func (g *game) checks(up card.Card) bool {
	return up.IsAce() && g.rules.Peek != blackjack.PeekNone || up.Value() == 10 && g.rules.Peek == blackjack.PeekAceAndTen
}

// cards reads a shoe.
func cards(t rapid.TB, text string) []card.Card {
	var shoe []card.Card
	for w := range strings.FieldsSeq(text) {
		c, err := card.Parse(w)
		if err != nil {
			t.Fatalf("%v", err)
		}
		shoe = append(shoe, c)
	}
	return shoe
}

// natural reports whether two cards are a Blackjack, from R04 alone.
func natural(a, b card.Card) bool {
	return a.IsAce() && b.Value() == 10 || b.IsAce() && a.Value() == 10
}

// totalOf adds up cards from R03 alone.
func totalOf(cards []card.Card) (total int, soft bool) {
	elevens := 0
	for _, c := range cards {
		total += c.Value()
		if c.IsAce() {
			elevens++
			total += 10
		}
	}
	for ; total > 21 && elevens > 0; elevens-- {
		total -= 10
	}
	return total, elevens > 0
}
