package table

import (
	"math/rand/v2"
	"time"

	"club99/blackjack"
	"club99/internal/wire"
)

// wander has three people do whatever comes to their minds, most of it sensible.
func (c *club) wander(seed uint64, steps int) {
	c.Helper()
	r := rand.New(rand.NewPCG(seed, 99))
	var people []*person
	for _, name := range []string{"An", "Bình", "Chi"} {
		people = append(people, c.person(name, 300000))
	}
	for range steps {
		p := people[r.IntN(len(people))]
		s := c.state()
		seat := 1 + r.IntN(len(s.Seats))
		switch n := r.IntN(20); {
		case n == 0:
			p.send(leave(r.IntN(2) * seat))
		case n == 1:
			c.table.Depart(p.id)
		case n == 2:
			c.table.Arrive(p.id)
		case n < 6:
			p.send(sit(r.IntN(2) * seat))
		case n < 9:
			c.pass(time.Duration(r.IntN(17000)) * time.Millisecond)
		case s.Phase == wire.PhaseBetting:
			var pairs []int
			for i := range s.Seats {
				if q := s.Seats[i].Player; q != nil && q.Name == p.name && r.IntN(4) > 0 {
					pairs = append(pairs, i+1, 1000*(1+r.IntN(90)))
				}
			}
			w := c.bet(pairs...)
			for i := range w.Bets {
				if b := &w.Bets[i]; r.IntN(3) > 0 {
					b.Commitment = c.committed(b.Seat).Bets[0].Commitment
				}
			}
			p.send(w)
		case s.Phase == wire.PhaseSealing:
			p.revealAny(r, &s)
		case s.Phase == wire.PhasePlayers || s.Phase == wire.PhaseOffers:
			p.sendAny(r, &s)
		default:
			c.pass(time.Second)
		}
	}
}

// sendAny sends a decision for a seat, mostly a legal one of the player whose turn it is.
func (p *person) sendAny(r *rand.Rand, s *wire.State) {
	p.Helper()
	snap, err := p.table.Snapshot(p.Context(), p.id)
	if err != nil {
		p.Fatal(err)
	}
	for _, y := range snap.You.Seats {
		if len(y.Legal) > 0 && r.IntN(8) > 0 {
			l := y.Legal[r.IntN(len(y.Legal))]
			w := p.act(y.Seat, l.Action)
			w.Amount = l.Max
			if a := p.send(w); !a.OK {
				p.Fatalf("%s was told that %s is legal on seat %d and was refused: %s", p.name, l.Action, y.Seat, a.Code)
			}
			return
		}
	}
	p.send(p.act(1+r.IntN(len(s.Seats)), blackjack.Hit+blackjack.Action(r.IntN(10))))
}

// revealAny reveals the seeds of the player's seats, now and then another one, or none in time.
func (p *person) revealAny(r *rand.Rand, s *wire.State) {
	p.Helper()
	for _, seed := range s.Shoe.Seeds {
		if q := s.Seats[seed.Seat-1].Player; q == nil || q.Name != p.name {
			continue
		}
		w := p.reveals(seed.Seat)
		if r.IntN(5) == 0 {
			w.Seeds[0].Seed = "00"
		}
		p.send(w)
	}
	p.pass(time.Duration(r.IntN(1500)) * time.Millisecond)
}
