package table

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/fair"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/shoe"
)

// recordOf reads the record of a round strictly, and checks that it names nobody.
func (c *club) recordOf(round uint64) *fair.Record {
	c.Helper()
	data, err := c.table.Record(c.Context(), round)
	if err != nil {
		c.Fatal(err)
	}
	for _, name := range []string{`"An\"`, `Bình`, `\"name`, `"name"`} {
		if bytes.Contains(data, []byte(name)) {
			c.Errorf("the record of round %d tells %q: %s", round, name, data)
		}
	}
	r, err := fair.Decode(data)
	if err != nil {
		c.Fatal(err)
	}
	return r
}

func (c *club) verdict(r *fair.Record, want fair.Verdict) fair.Report {
	c.Helper()
	report := fair.Verify(r)
	if report.Verdict != want {
		c.Errorf("round %d is %s, want %s: %+v", r.Round, report.Verdict, want, report)
	}
	return report
}

// standing plays the round that is dealt to its results, standing on everything.
func (c *club) standing(people map[int]*person) {
	c.Helper()
	for range 40 {
		switch s := c.state(); s.Phase {
		case wire.PhaseOffers:
			c.pass(15 * time.Second)
		case wire.PhasePlayers:
			people[int(s.Turn.Seat)].must(c.act(int(s.Turn.Seat), blackjack.Stand))
		default:
			return
		}
	}
}

// The record of a round that was played, with one seed revealed and one left
// out, passes the whole check; and every proof that was told with a card holds.
func TestRecordOfPlayedRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, an, binh := sealing(t)
		if _, err := c.table.Record(t.Context(), 1); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a record of a round that is not over: %v", err)
		}
		an.must(c.reveals(1))
		c.pass(SealingTime)
		c.standing(map[int]*person{1: an, 2: binh})
		r := c.recordOf(1)
		c.verdict(r, fair.Verified)
		if r.Shoe.Players[1].Out != fair.Silent || len(r.Shoe.Seed) != shoe.SeedSize {
			t.Errorf("the shoe: %+v", r.Shoe)
		}
		c.checkProofs()
	})
}

// checkProofs checks every proof that was told, as a client does; each card that was turned up has one.
func (c *club) checkProofs() {
	c.Helper()
	cards := 0
	for _, f := range c.heard.all() {
		for _, e := range f.Events {
			if e.Card == card.None {
				if e.At != nil || e.Proof != "" {
					c.Errorf("a proof without a card: %+v", e)
				}
				continue
			}
			cards++
			var root shoe.Node
			var proof shoe.Proof
			if err := errors.Join(root.UnmarshalText([]byte(f.State.Shoe.Root)), proof.UnmarshalText([]byte(e.Proof))); err != nil || e.At == nil {
				c.Errorf("%s %v at %v: %v", e.Kind, e.Card, e.At, err)
				continue
			}
			if err := shoe.VerifyCard(root, f.State.Shoe.Decks, *e.At, e.Card, proof); err != nil {
				c.Error(err)
			}
		}
	}
	if cards < 4 {
		c.Errorf("%d cards were told", cards)
	}
}

// Whatever is changed in a record of a played round makes it fail.
func TestTamperedRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, an, binh := sealing(t)
		an.must(c.reveals(1))
		binh.must(c.reveals(2))
		c.standing(map[int]*person{1: an, 2: binh})
		for name, change := range map[string]func(*fair.Record){
			"house's seed":      func(r *fair.Record) { r.Shoe.Seed[0] ^= 1 },
			"player's seed":     func(r *fair.Record) { r.Shoe.Players[0].Seed[0] ^= 1 },
			"player left out":   func(r *fair.Record) { r.Shoe.Players[0].Seed, r.Shoe.Players[0].Out = nil, fair.Silent },
			"player dropped":    func(r *fair.Record) { r.Shoe.Players = r.Shoe.Players[1:] },
			"commitment":        func(r *fair.Record) { r.Shoe.Commitment[0] ^= 1 },
			"next commitment":   func(r *fair.Record) { r.Shoe.Next[0] ^= 1 },
			"terms":             func(r *fair.Record) { r.Shoe.Terms[0] ^= 1 },
			"root":              func(r *fair.Record) { r.Shoe.Root[0] ^= 1 },
			"a card":            func(r *fair.Record) { r.Cards[0].Card = other(r.Cards[0].Card) },
			"a card everywhere": everywhere,
			"a place":           func(r *fair.Record) { r.Cards[0].At += 5 },
			"a proof":           func(r *fair.Record) { r.Cards[0].Proof.Salt[0] ^= 1 },
			"a result":          func(r *fair.Record) { r.Results[0].Net += 1000 },
			"table":             func(r *fair.Record) { r.Table = "b2" },
			"round":             func(r *fair.Record) { r.Round++ },
			"offset":            func(r *fair.Record) { r.Offset++ },
			"rules":             func(r *fair.Record) { r.Rules.Hash[0] ^= 1 },
			"an event":          func(r *fair.Record) { r.Events = r.Events[:len(r.Events)-1] },
			"a log entry":       func(r *fair.Record) { r.Log.Entries[0] = strings.Replace(r.Log.Entries[0], `"at":`, `"at":1`, 1) },
			"link before":       func(r *fair.Record) { r.Log.Before[0] ^= 1 },
			"link after":        func(r *fair.Record) { r.Log.After[0] ^= 1 },
			"log's number":      func(r *fair.Record) { r.Log.Seq++ },
		} {
			r := c.recordOf(1)
			change(r)
			if report := fair.Verify(r); report.Verdict != fair.Failed || report.FirstFailed() == nil {
				t.Errorf("%s was changed, and it is %s", name, report.Verdict)
			}
		}
		c.verdict(c.recordOf(1), fair.Verified)
	})
}

func other(k card.Card) card.Card {
	if k == card.New(card.Two, card.Spades) {
		return card.New(card.Three, card.Spades)
	}
	return card.New(card.Two, card.Spades)
}

// everywhere changes the first card in the cards, the events and the log.
func everywhere(r *fair.Record) {
	was, is := r.Cards[0].Card, other(r.Cards[0].Card)
	r.Cards[0].Card = is
	for i := range r.Events {
		if r.Events[i].Card == was {
			r.Events[i].Card = is
		}
	}
	link := r.Log.Before
	for i, e := range r.Log.Entries {
		r.Log.Entries[i] = strings.ReplaceAll(e, `"card":"`+was.String()+`"`, `"card":"`+is.String()+`"`)
		link = shoe.Link(link, r.Log.Seq+uint64(i), []byte(r.Log.Entries[i]))
	}
	r.Log.After = link
}

// A cut-card shoe over several rounds, with a restart in its middle: as long as
// it is in use records are open, and when it is over they are verified. The
// list of shoes has no gap.
func TestCutCardShoe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, an, binh := sealing(t, "shuffle=cut-card", "decks=2", "cut_card=60", "seats=2", "seats_per_player=2", "max_hands=2")
		people := map[int]*person{1: an, 2: binh}
		an.must(c.reveals(1))
		c.pass(SealingTime)
		c.standing(people)
		c.verdict(c.recordOf(1), fair.Open)
		var snapshot wire.Snapshot
		rounds := uint64(1)
		for c.kept().Shoe.Number == 1 && rounds < 30 {
			c.pass(5 * time.Second)
			if c.kept().Shoe.Number > 1 {
				break
			}
			if rounds == 2 {
				c.mustRestart(people)
			}
			an.must(c.bet(1, 1000))
			binh.must(c.bet(2, 1000))
			rounds++
			c.standing(people)
			c.verdict(c.recordOf(rounds), fair.Open)
			var err error
			if snapshot, err = c.table.Snapshot(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
		if rounds < 3 {
			t.Fatalf("%d rounds from one shoe", rounds)
		}
		for n := uint64(1); n <= rounds; n++ {
			c.verdict(c.recordOf(n), fair.Verified)
		}
		c.checkSnapshot(&snapshot)
		c.checkProofs()
		data, err := c.table.Shoes(t.Context(), 0, 20)
		if err != nil {
			t.Fatal(err)
		}
		list, err := fair.DecodeShoes(data)
		if err != nil {
			t.Fatal(err)
		}
		if report := fair.VerifyShoes(list); report.Verdict == fair.Failed || len(list.Shoes) != 2 {
			t.Errorf("%d shoes: %+v", len(list.Shoes), report)
		}
	})
}

func (c *club) mustRestart(people map[int]*person) {
	c.Helper()
	before := c.order()
	if err := c.stop(); err != nil {
		c.Fatal(err)
	}
	c.again()
	for _, p := range people {
		c.table.Arrive(p.id)
	}
	if fmt.Sprint(before) != fmt.Sprint(c.order()) {
		c.Error("the shoe came back in another order")
	}
}

// checkSnapshot checks the proofs that somebody gets who comes late.
func (c *club) checkSnapshot(s *wire.Snapshot) {
	c.Helper()
	var root shoe.Node
	if err := root.UnmarshalText([]byte(s.Frame.State.Shoe.Root)); err != nil {
		c.Fatal(err)
	}
	for _, k := range s.Cards {
		var proof shoe.Proof
		err := proof.UnmarshalText([]byte(k.Proof))
		if err == nil {
			err = shoe.VerifyCard(root, s.Frame.State.Shoe.Decks, k.At, k.Card, proof)
		}
		if err != nil {
			c.Error(err)
		}
	}
	if len(s.Cards) < 5 {
		c.Errorf("%d cards lie open", len(s.Cards))
	}
}

// Another number of decks gives the shoe up: it is revealed, and listed with the reason.
func TestShoeGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t, "shuffle=cut-card", "decks=6", "cut_card=60"))
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.playOut(1, 1000)
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		cfg := c.table.cfg
		cfg.Purses, cfg.Rules = NewPurses(), rulesOf(t, "shuffle=cut-card", "decks=8", "cut_card=60")
		c.run(cfg)
		c.table.Arrive(an.id)
		c.pass(5 * time.Second)
		data, err := c.table.Shoes(t.Context(), 0, 20)
		if err != nil {
			t.Fatal(err)
		}
		list, err := fair.DecodeShoes(data)
		if err != nil || len(list.Shoes) != 2 || list.Shoes[0].Abandoned != fair.NewRules || len(list.Shoes[0].Seed) == 0 {
			t.Fatalf("%v: %s", err, data)
		}
		if report := fair.VerifyShoes(list); report.Verdict == fair.Failed {
			t.Errorf("%+v", report)
		}
		c.verdict(c.recordOf(1), fair.Verified)
	})
}

// Whatever people do at the table, the record of every round that was played
// passes: verified once its shoe is over, open until then; and so do the shoes.
func TestRecordsOfWandering(t *testing.T) {
	rounds := 0
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			shuffle := [][]string{{"shuffle=cut-card", "decks=2", "cut_card=30"}, {"decks=6", "surrender=early"}}[seed%2]
			c := open(t, rulesOf(t, append(shuffle, "seats=3", "seats_per_player=2", "max_hands=2")...))
			c.wander(seed, 400)
			s := c.kept()
			for n := uint64(1); n < s.Number; n++ {
				data, err := c.table.Record(t.Context(), n)
				if errors.Is(err, store.ErrNotFound) {
					continue // nobody bet
				}
				r, err := fair.Decode(data)
				if err != nil {
					t.Fatal(err)
				}
				want := fair.Verified
				if r.Shoe.Number == s.Shoe.Number && !s.Shoe.Over() {
					want = fair.Open
				}
				c.verdict(r, want)
				rounds++
			}
			data, err := c.table.Shoes(t.Context(), 0, MaxShoes)
			if err != nil {
				t.Fatal(err)
			}
			list, err := fair.DecodeShoes(data)
			if err != nil {
				t.Fatal(err)
			}
			if report := fair.VerifyShoes(list); report.Verdict == fair.Failed {
				t.Errorf("%+v", report)
			}
		})
	}
	if rounds < 20 {
		t.Errorf("%d rounds were played", rounds)
	}
}
