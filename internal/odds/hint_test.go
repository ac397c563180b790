package odds

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/card"
	"club99/internal/store/memory"
	"club99/internal/view"
	"club99/internal/wire"
)

// live is a round with the cards it is dealt from, and what was seen of them.
type live struct {
	testing.TB
	rules   *blackjack.Rules
	round   blackjack.Round
	shoe    []card.Card
	visible []bool
}

func newLive(t testing.TB, rules *blackjack.Rules, shoe []card.Card) *live {
	return &live{TB: t, rules: rules, shoe: shoe, visible: make([]bool, len(shoe))}
}

const funds = 1 << 40

func (l *live) do(c blackjack.Command) {
	l.Helper()
	c.Turn, c.Funds = l.round.Turn, funds
	events, err := blackjack.Decide(nil, l.rules, &l.round, c, l.shoe)
	if err != nil {
		l.Fatalf("%v: %v", c.Action, err)
	}
	for _, e := range events {
		switch e.Kind {
		case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.DealerDrew:
			l.visible[l.round.Drawn] = true
		case blackjack.HoleCardOpened:
			l.visible[l.round.HoleAt-1] = true
		}
		l.round.Apply(e)
	}
}

// deal bets on so many seats and deals.
func (l *live) deal(seats int) {
	l.Helper()
	for n := 1; n <= seats; n++ {
		l.do(blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(n), Player: blackjack.PlayerID(n), Amount: 10 * l.rules.MinBet})
	}
	l.do(blackjack.Command{Action: blackjack.Deal})
}

// seat is a seat that has to decide, 0 if none.
func (l *live) seat() int {
	for n := 1; n <= l.rules.Seats; n++ {
		if blackjack.Legal(l.rules, &l.round, n, funds) != 0 {
			return n
		}
	}
	return 0
}

// sight is what a table would give: what was seen is counted from the cards that lie open.
func (l *live) sight(seat int) view.Sight {
	s := view.Sight{Rules: l.rules, Round: l.round, Seat: seat, Legal: blackjack.Legal(l.rules, &l.round, seat, funds)}
	for v := 1; v <= 9; v++ {
		s.Unseen[v] = 4 * l.rules.Decks
	}
	s.Unseen[10] = 16 * l.rules.Decks
	for i, c := range l.shoe {
		if l.visible[i] {
			s.Unseen[c.Value()]--
			s.Seen++
		}
	}
	return s
}

// another is the same shoe with other cards wherever none was seen: those that
// are left are shuffled. Where the dealer has looked, there is no Blackjack still.
func (l *live) another(rnd *rand.Rand) []card.Card {
	shoe := append([]card.Card(nil), l.shoe...)
	var hidden []int
	for i := range shoe {
		if !l.visible[i] {
			hidden = append(hidden, i)
		}
	}
	hole := int(l.round.HoleAt) - 1
	for {
		rnd.Shuffle(len(hidden), func(i, j int) { shoe[hidden[i]], shoe[hidden[j]] = shoe[hidden[j]], shoe[hidden[i]] })
		up := l.round.UpCard().Value()
		if !l.round.Checked || up != 1 && up != 10 || up == 1 && shoe[hole].Value() != 10 || up == 10 && shoe[hole].Value() != 1 {
			return shoe
		}
	}
}

func shuffled(rnd *rand.Rand, decks int) []card.Card {
	var shoe []card.Card
	for range decks {
		deck := card.Deck()
		shoe = append(shoe, deck[:]...)
	}
	rnd.Shuffle(len(shoe), func(i, j int) { shoe[i], shoe[j] = shoe[j], shoe[i] })
	return shoe
}

// Property (invariant 5): with the hidden cards exchanged, the hole card among
// them, every decision has the same hint.
func TestHiddenCardsChangeNoHint(t *testing.T) {
	rnd := rand.New(rand.NewPCG(99, 4))
	b := openBook(t, memory.New())
	hints, changed := 0, 0
	for _, name := range []string{"club99", "european", "single-deck", "charlie-6"} {
		rules := rulesOf(t, name)
		for range 12 {
			l := newLive(t, &rules, shuffled(rnd, rules.Decks))
			var commands []blackjack.Command
			seats := 1 + rnd.IntN(3)
			l.deal(seats)
			for seat := l.seat(); seat != 0; seat = l.seat() {
				twin := newLive(t, &rules, l.another(rnd))
				twin.deal(seats)
				for _, c := range commands {
					twin.do(c)
				}
				mine, err := b.Hint(t.Context(), l.sight(seat))
				if err != nil {
					t.Fatal(err)
				}
				other, err := b.Hint(t.Context(), twin.sight(seat))
				if diff := cmp.Diff(mine, other); diff != "" || err != nil {
					t.Fatalf("%s: the hint tells of a hidden card (%v): %s", name, err, diff)
				}
				l.sane(&mine, seat)
				if hole := l.round.HoleAt - 1; l.shoe[hole] != twin.shoe[hole] {
					changed++
				}
				hints++
				c := blackjack.Command{Action: mine.Choices[rnd.IntN(len(mine.Choices))].Action, Seat: uint8(seat)}
				if c.Action == blackjack.Insure {
					c.Amount = blackjack.Price(&rules, &l.round, seat, blackjack.Insure)
				}
				commands = append(commands, c)
				l.do(c)
			}
		}
	}
	t.Logf("%d hints, in %d of them the hole card was another", hints, changed)
	if hints < 50 || changed < hints/2 {
		t.Error("too little was tried")
	}
}

// sane checks that the hint has every legal action once, the best first.
func (l *live) sane(h *wire.Hint, seat int) {
	l.Helper()
	legal := blackjack.Legal(l.rules, &l.round, seat, funds)
	var have blackjack.Actions
	for i, c := range h.Choices {
		have |= blackjack.SetOf(c.Action)
		if i > 0 && c.EV > h.Choices[i-1].EV || math.IsNaN(c.EV) || c.EV < -8 || c.EV > 8 {
			l.Fatalf("choices %+v", h.Choices)
		}
	}
	if have != legal || len(h.Choices) != len(legal.List()) || h.Turn != l.round.Turn || h.Seen < 3 {
		l.Fatalf("legal is %v, the hint %+v", legal.List(), h)
	}
}

// What the player cannot pay is not in the hint; who has nothing to decide gets none.
func TestHintHasWhatIsLegal(t *testing.T) {
	rules := rulesOf(t, "club99")
	b := openBook(t, memory.New())
	l := newLive(t, &rules, shuffled(rand.New(rand.NewPCG(1, 1)), rules.Decks))
	if _, err := b.Hint(t.Context(), l.sight(1)); err == nil {
		t.Error("a hint before the deal")
	}
	words := []string{"8s", "6h", "8d", "Th", "3c", "Td", "Tc", "2c"}
	for i, w := range words {
		c, err := card.Parse(w)
		if err != nil {
			t.Fatal(err)
		}
		l.shoe[i] = c
	}
	l.deal(1)
	s := l.sight(1)
	h, err := b.Hint(t.Context(), s)
	if err != nil || len(h.Choices) != 5 || h.Choices[0].Action != blackjack.Split || h.Seen != 3 {
		t.Fatalf("%+v, %v", h, err)
	}
	s.Legal = blackjack.Legal(&rules, &l.round, 1, 0)
	if h, err = b.Hint(t.Context(), s); err != nil || len(h.Choices) != 3 || h.Choices[0].Action == blackjack.Split {
		t.Errorf("without chips: %+v, %v", h, err)
	}
}
