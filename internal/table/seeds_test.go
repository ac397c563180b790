package table

import (
	"encoding/hex"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/wire"
	"club99/money"
	"club99/shoe"
)

// seedOf is the test's seed of a seat, in hexadecimal.
func seedOf(seat int) string { return hex.EncodeToString([]byte{byte(seat), 0xab, 0xcd}) }

// committed is a bet of 1,000 on each of the seats, with a commitment to [seedOf].
func (c *club) committed(seats ...int) wire.Command {
	w, s := wire.Command{Name: wire.Place, Round: c.state().Round}, c.state()
	for _, n := range seats {
		raw, _ := hex.DecodeString(seedOf(n))
		w.Bets = append(w.Bets, wire.Bet{Seat: n, Amount: money.Amount(1000),
			Commitment: shoe.CommitPlayer(c.table.ID(), s.Shoe.Number, n, raw).String()})
	}
	return w
}

// reveals reveals seeds: seat, seed, seat, seed ...
func (c *club) reveals(seats ...int) wire.Command {
	w := wire.Command{Name: wire.RevealSeeds, Round: c.state().Round}
	for _, n := range seats {
		w.Seeds = append(w.Seeds, wire.Reveal{Seat: n, Seed: seedOf(n)})
	}
	return w
}

// sealing opens a table with two people who have committed to seeds.
func sealing(t *testing.T, settings ...string) (c *club, an, binh *person) {
	c = open(t, rulesOf(t, settings...))
	an, binh = c.person("An", 1000000), c.person("Bình", 1000000)
	an.must(sit(1))
	binh.must(sit(2))
	an.must(c.committed(1))
	c.at(wire.PhaseBetting, 15*time.Second)
	binh.must(c.committed(2))
	c.at(wire.PhaseSealing, SealingTime)
	return c, an, binh
}

// When all have revealed, the shoe is sealed and the cards come at once.
func TestAllReveal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, an, binh := sealing(t)
		s := c.state().Shoe
		if s.Commitment == "" || s.Next == "" || s.Terms == "" || s.Root != "" || len(s.Seeds) != 2 || s.Seeds[0].Seed != "" {
			t.Errorf("sealing shows %+v", s)
		}
		c.pass(time.Second)
		an.must(c.reveals(1))
		c.at(wire.PhaseSealing, time.Second)
		an.must(c.reveals(1)) // once more changes nothing
		binh.must(c.reveals(2))
		s = c.state().Shoe
		if s.Root == "" || s.Seeds[0].Seed != seedOf(1) || s.Seeds[1].Seed != seedOf(2) || c.state().Phase == wire.PhaseSealing {
			t.Errorf("after all have revealed: %s, %+v", c.state().Phase, s)
		}
		binh.refused(wire.CodeOf(blackjack.WrongPhase), c.reveals(2))
	})
}

// Who keeps silent is left out at the deadline, and that is told; the deal follows in the same step.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, an, binh := sealing(t)
		an.must(c.reveals(1))
		c.pass(SealingTime - time.Millisecond)
		c.at(wire.PhaseSealing, time.Millisecond)
		c.pass(time.Millisecond)
		s := c.state().Shoe
		if s.Root == "" || s.Seeds[0].Seed == "" || s.Seeds[1].Out != "silent" || s.Seeds[1].Seed != "" {
			t.Errorf("after the deadline: %+v", s)
		}
		kinds := c.lastOf()
		if !slices.Equal(kinds[:3], []wire.Kind{wire.SeedLeftOut, wire.ShoeSealed, "bets-closed"}) {
			t.Errorf("told: %v", kinds)
		}
		binh.refused(wire.CodeOf(blackjack.WrongPhase), c.reveals(2)) // late
	})
}

// A seed that is another is refused, and left out for good.
func TestMismatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, an, binh := sealing(t)
		other := c.reveals(1)
		other.ID, other.Seeds[0].Seed = "wrong", "00"
		if a := an.send(other); a.OK || a.Code != wire.SeedMismatch {
			t.Fatalf("another seed: %+v", a)
		}
		if s := c.state().Shoe.Seeds[0]; s.Out != "mismatch" || s.Seed != "" {
			t.Errorf("the seat's seed: %+v", s)
		}
		an.refused(wire.SeedMismatch, c.reveals(1)) // it is too late for the right one
		if a := an.send(other); a.OK || a.Code != wire.SeedMismatch {
			t.Errorf("the same command again: %+v", a)
		}
		an.refused(wire.NotSeated, c.reveals(2))
		wrong := c.reveals(2)
		wrong.Round++
		binh.refused(wire.WrongRound, wrong)
		binh.must(c.reveals(2))
		if c.state().Shoe.Root == "" {
			t.Error("nobody is awaited, and the shoe is not sealed")
		}
	})
}

// The last commitment before betting closes counts; a bet taken back takes its commitment along.
func TestCommitments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t))
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		an.must(sit(3))
		binh.must(sit(2))
		first := c.committed(1, 3)
		first.Bets[0].Commitment = first.Bets[1].Commitment
		an.must(first)
		an.must(c.committed(1)) // another commitment for seat 1, and no bet on seat 3
		s := c.kept().Shoe
		if want := c.committed(1).Bets[0].Commitment; s.Seeds[0].Commitment.String() != want || s.Seeds[2] != (journal.Seed{}) {
			t.Errorf("committed: %+v", s.Seeds)
		}
		an.refused(wire.CodeOf(blackjack.WrongPhase), c.reveals(1)) // too early
		binh.must(c.bet(2, 1000))                                   // without a seed
		c.at(wire.PhaseSealing, SealingTime)
		an.refused(wire.CodeOf(blackjack.WrongPhase), c.committed(1))
		binh.refused(wire.SeedMismatch, c.reveals(2))
		an.must(leave(1)) // it is dealt in all the same
		an.must(c.reveals(1))
		if c.state().Shoe.Root == "" {
			t.Error("not sealed")
		}
	})
}

// Nobody gives a seed: sealed and dealt at once. What is committed later for a
// shoe that is sealed changes nothing.
func TestNoSeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t, "shuffle=cut-card", "decks=6", "cut_card=60"))
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.playOut(1, 1000)
		root := c.state().Shoe.Root
		if root == "" {
			t.Fatal("dealt from a shoe that is not sealed")
		}
		c.pass(5 * time.Second)
		an.must(c.committed(1))
		if s := c.state(); s.Phase == wire.PhaseSealing || s.Shoe.Root != root || len(s.Shoe.Seeds) != 0 {
			t.Errorf("the second round of the shoe: %s %+v", s.Phase, s.Shoe)
		}
	})
}

// A table that stops while seeds are awaited goes on awaiting them: the time
// that remains, or a grace, and then the same cards.
func TestRestartInSealing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, an, binh := sealing(t)
		an.must(c.reveals(1))
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		c.pass(time.Hour)
		c.again()
		c.at(wire.PhaseSealing, Grace)
		binh.must(c.reveals(2))
		root, order := c.state().Shoe.Root, c.order()
		if root == "" || c.state().Shoe.Seeds[0].Seed != seedOf(1) {
			t.Fatalf("after the restart: %+v", c.state().Shoe)
		}
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		c.again()
		if c.state().Shoe.Root != root || !slices.Equal(order, c.order()) {
			t.Error("the shoe came back as another")
		}
	})
}

// A scripted shoe has no commitment, no root and no proofs, and awaits no seeds.
func TestScriptedShoeProvesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.must(c.committed(1))
		s := c.state()
		if s.Phase != wire.PhasePlayers || s.Shoe.Commitment != "" || s.Shoe.Root != "" || s.Shoe.Number != 1 {
			t.Errorf("%s %+v", s.Phase, s.Shoe)
		}
		for _, f := range c.heard.all() {
			for _, e := range f.Events {
				if e.Proof != "" || e.At != nil {
					t.Errorf("a scripted card has a proof: %+v", e)
				}
			}
		}
	})
}
