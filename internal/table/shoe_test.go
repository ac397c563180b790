package table

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/wire"
)

// playOut plays the open round to its results, standing on everything.
func (p *person) playOut(seat, amount int) {
	p.Helper()
	p.must(p.bet(seat, amount))
	for range 20 {
		switch s := p.state(); s.Phase {
		case wire.PhaseOffers:
			p.pass(15 * time.Second)
		case wire.PhasePlayers:
			p.must(p.act(seat, blackjack.Stand))
		default:
			return
		}
	}
	p.Fatal("the round does not end")
}

// lastOf returns the events of the newest frame that has any.
func (c *club) lastOf() (kinds []wire.Kind) {
	frames := c.heard.all()
	for i := len(frames) - 1; i >= 0; i-- {
		if len(frames[i].Events) > 0 {
			for _, e := range frames[i].Events {
				kinds = append(kinds, e.Kind)
			}
			return kinds
		}
	}
	return nil
}

// R01, BR-063: a cut card that comes out in the middle of a round changes
// nothing in it; the shoe is shuffled before the next deal, and that is told.
func TestCutCardInMidRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t, "shuffle=cut-card", "decks=2", "cut_card=100", "seats=2", "seats_per_player=2"))
		an := c.person("An", 1000000)
		an.must(sit(1))
		if got := fmt.Sprint(c.lastOf()); got != "[shoe-shuffled betting-opened]" {
			t.Errorf("the first opening told %s", got)
		}
		order := c.order()
		an.playOut(1, 10000)
		if s := c.kept(); s.Shoe.Over() {
			t.Error("the shoe's seed was told in a round after which it might have gone on")
		}
		if left := c.state().Shoe.Left; left > 100 {
			t.Fatalf("%d cards are left, the cut card should be out", left)
		}
		s := c.state()
		if got := s.Seats[0].Hands[0].Cards[0]; got != order[0] {
			t.Errorf("the first card is %v, in the shoe it was %v", got, order[0])
		}
		c.pass(5 * time.Second)
		if got := fmt.Sprint(c.lastOf()); got != "[shoe-over shoe-shuffled betting-opened]" {
			t.Errorf("the opening after the cut card told %s", got)
		}
		if c.state().Shoe.Left != 104 || slices.Equal(order, c.order()) {
			t.Error("the shoe was not shuffled after the cut card")
		}
	})
}

// R01: before the cut card the next round goes on in the same shoe.
func TestShoeGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t, "shuffle=cut-card", "decks=6", "cut_card=60", "seats=2", "seats_per_player=2"))
		an := c.person("An", 10000000)
		an.must(sit(1))
		order, place := c.order(), 0
		for c.kept().Shoe.Number == 1 {
			if c.state().Phase == wire.PhaseOver {
				c.pass(5 * time.Second)
				continue
			}
			if left := c.state().Shoe.Left; left != len(order)-place {
				t.Fatalf("%d cards are left, want %d", left, len(order)-place)
			}
			an.playOut(1, 1000)
			s := c.state()
			if got, want := s.Seats[0].Hands[0].Cards[0], order[place]; got != want {
				t.Fatalf("the card in place %d is %v, want %v", place, got, want)
			}
			place = len(order) - s.Shoe.Left
			if place > len(order)-60+20 {
				t.Fatalf("%d cards were dealt past the cut card", place-len(order)+60)
			}
		}
		if place < len(order)-60-20 {
			t.Errorf("the shoe was shuffled after %d cards already", place)
		}
	})
}

// BR-062: one deck, all seats, hitting as long as they can: the shoe never runs
// out in a round, whatever the cut card says.
func TestShoeNeverRunsOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t, "shuffle=cut-card", "decks=1", "cut_card=1", "seats=2", "seats_per_player=2", "max_hands=2", "surrender=off"))
		an := c.person("An", 100000000)
		an.must(sit(1))
		an.must(sit(2))
		rounds, shoes := 0, uint64(0)
		for rounds < 60 {
			switch s := c.state(); s.Phase {
			case wire.PhaseBetting:
				an.must(c.bet(1, 1000, 2, 1000))
				rounds++
			case wire.PhasePlayers:
				seat := int(s.Turn.Seat)
				if a := an.send(c.act(seat, blackjack.Split)); a.OK {
					continue
				}
				if a := an.send(c.act(seat, blackjack.Hit)); !a.OK {
					an.must(c.act(seat, blackjack.Stand))
				}
			default:
				c.pass(5 * time.Second)
			}
			shoes = c.kept().Shoe.Number
		}
		if shoes < 2 || shoes > 60 {
			t.Errorf("%d shoes for %d rounds", shoes, rounds)
		}
		c.audit()
	})
}

// R01: where every round is shuffled, a round that nobody bet on uses up no shoe.
func TestUntouchedShoeStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t))
		an := c.person("An", 1000000)
		an.must(sit(1))
		c.pass(15 * time.Second)
		if n := c.kept().Shoe.Number; n != 1 {
			t.Errorf("shoe %d after a round without bets, want 1", n)
		}
		an.playOut(1, 1000)
		c.pass(5 * time.Second)
		if n := c.kept().Shoe.Number; n != 2 {
			t.Errorf("shoe %d after a round, want 2", n)
		}
	})
}

// BR-065: two tables that open at the same moment have different shoes.
func TestSeedsDiffer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := open(t, rulesOf(t)), open(t, rulesOf(t))
		a.person("An", 1000).must(sit(1))
		b.person("An", 1000).must(sit(1))
		if slices.Equal(a.order(), b.order()) {
			t.Error("two tables have one shoe")
		}
	})
}

// spy looks at everything that is kept, before it is kept, with the shoe in
// hand: with one deck each card is there once, so that the text of a card that
// nobody has seen must be nowhere.
type spy struct {
	store.Store
	t     *testing.T
	table func() *Table
	seen  int
}

func (s *spy) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	tb := s.table()
	records, err := journal.Decode(c.Entry)
	if err != nil {
		s.t.Errorf("an entry cannot be read: %v", err)
	}
	after, in := tb.state, &tb.shoe
	if err := after.Apply(records); err != nil {
		s.t.Errorf("an entry does not fit: %v", err)
	}
	if tb.fresh != nil {
		in = tb.fresh
	}
	kept := string(c.Entry) + string(c.Answer)
	for _, r := range c.Results {
		kept += string(r.Body)
	}
	for _, b := range c.Shoes {
		kept += string(b.Box) + hex.EncodeToString(b.Box)
	}
	s.seen += secrets(s.t, kept, &after, in)
	for _, k := range hidden(&after, in.order) {
		if strings.Contains(kept, `"`+k.String()+`"`) {
			s.t.Errorf("entry %d tells the hidden card %v: %s", c.Expect+1, k, kept)
		}
		s.seen++
	}
	return s.Store.Commit(ctx, c)
}

// hidden lists the cards of a shoe that nobody has seen by then.
func hidden(s *journal.State, order []card.Card) []card.Card {
	next := min(s.Shoe.Offset+int(s.Round.Drawn), len(order))
	list := slices.Clone(order[next:])
	if s.Round.HoleAt != 0 && s.Round.Hole == card.None {
		list = append(list, order[s.Shoe.Offset+int(s.Round.HoleAt)-1])
	}
	return list
}

// secrets looks for what nobody may know yet: the house's seeds, as bytes and as
// digits, and the salts of cards that lie face down. It returns for how many it
// looked.
func secrets(t *testing.T, text string, s *journal.State, in *inHand) int {
	t.Helper()
	looked := 0
	absent := func(what string, secret []byte) {
		looked++
		for _, form := range []string{string(secret), hex.EncodeToString(secret), base64.RawURLEncoding.EncodeToString(secret)[:20]} {
			if strings.Contains(text, form) {
				t.Errorf("%s is told: %s", what, text)
			}
		}
	}
	if !s.Shoe.Proved() {
		return 0
	}
	absent("the seed of the next shoe", in.next[:])
	if !s.Shoe.Over() {
		absent("the seed of the shoe in use", in.house[:])
	}
	if in.sealed == nil {
		return looked
	}
	open := map[int]bool{}
	for _, c := range s.Turned {
		open[c.At] = true
	}
	for at := s.Shoe.Offset; at < len(in.order); at++ {
		if salt := in.sealed.Salt(at); !open[at] {
			absent(fmt.Sprintf("the salt of place %d", at), salt[:])
		}
	}
	return looked
}

// BR-049: nothing that is written or told holds a card that is not face up.
func TestNothingKeptOrToldHoldsAHiddenCard(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		synctest.Test(t, func(t *testing.T) {
			var c *club
			s := &spy{Store: memory.New(), t: t, table: func() *Table { return c.table }}
			c = newClub(t, s)
			c.run(Config{ID: "a1", Purses: NewPurses(), Rules: rulesOf(t, "shuffle=cut-card", "decks=1", "cut_card=10", "seats=2",
				"seats_per_player=2", "surrender=early", "max_hands=2")})
			told := 0
			c.heard.head = func(string) uint64 { // called while a frame is published, by the table itself
				frames := c.heard.frames
				text, err := json.Marshal(frames[len(frames)-1])
				if err != nil {
					t.Error(err)
				}
				told += secrets(t, string(text), &c.table.state, &c.table.shoe)
				for _, k := range hidden(&c.table.state, c.table.shoe.order) {
					if strings.Contains(string(text), `"`+k.String()+`"`) {
						t.Errorf("a frame tells the hidden card %v: %s", k, text)
					}
					told++
				}
				return 1 << 62
			}
			c.wander(seed, 60)
			if err := c.stop(); err != nil {
				t.Fatal(err)
			}
			secrets(t, c.log.String(), &c.table.state, &c.table.shoe)
			if text := fmt.Sprintf("%v %+v %#v", &c.table.shoe, &c.table.shoe, &c.table.shoe); strings.Contains(text, "[") {
				t.Errorf("a shoe that is printed shows %s", text)
			}
			if c.table.state.Number > 1 && (s.seen == 0 || told == 0) {
				t.Error("the test saw no hidden card")
			}
		})
	})
}
