package simulate

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"club99/blackjack"
	"club99/internal/rulegen"
	"club99/strategy"
)

// long asks for the long form of the tests that have one; make simulate-long.
var longForm = flag.Bool("long", false, "play the long forms")

// anyhow is a strategy that does anything, the same in the same situation: it
// meets what no sensible one would.
type anyhow struct{ seed uint64 }

func (a anyhow) pick(of ...int) uint64 {
	z := a.seed
	for _, v := range of {
		z = mix(z + golden*uint64(v+1))
	}
	return z
}

func (a anyhow) Play(s strategy.Situation) blackjack.Action {
	total, _ := s.Hand.Total()
	z := a.pick(int(s.Hand), s.Up, s.Pair, int(s.Legal))
	if s.Legal.Has(blackjack.Split) && z%4 != 0 {
		return blackjack.Split
	}
	list := s.Legal.List()
	action := list[z>>8%uint64(len(list))]
	if action == blackjack.Stand && total < 12 && z>>40%4 != 0 && s.Legal.Has(blackjack.Hit) {
		return blackjack.Hit
	}
	return action
}

func (a anyhow) Insure(h strategy.Hand) bool { return a.pick(1, int(h))%3 == 0 }
func (a anyhow) TakeEvenMoney() bool         { return a.pick(2)%2 == 0 }
func (a anyhow) SurrenderEarly(h strategy.Hand, up int) bool {
	return a.pick(3, int(h), up)%4 == 0
}

// situation is everything that a comparison is about.
type comparison struct {
	rules blackjack.Rules
	plain []strategy.Strategy
	count counter
	level []int
	seats int
}

// compare plays rounds by the compiled machine and the same cards through the engine.
func (c *comparison) compare(t *testing.T, rounds int, seed uint64) {
	t.Helper()
	m, err := compile(&c.rules, c.level, c.plain)
	if err != nil {
		t.Fatal(err)
	}
	fast := &round{machine: m, shoe: newShoe(c.rules.Decks, stream(seed, 0)), seats: make([]seat, c.seats)}
	fast.pay = payFor(&c.rules, int64(c.rules.MinBet))
	fast.count = c.count
	mirror := newShoe(c.rules.Decks, stream(seed, 1))
	slow := newEngine(&c.rules, c.plain, m, mirror, make([]seat, c.seats), c.rules.MinBet)
	slow.count = c.count
	most := blackjack.MostCards(&c.rules, c.seats, fast.unseen())
	cut := c.rules.Decks*52 - c.rules.CutCard
	for n := range rounds {
		if c.rules.Shuffle == blackjack.ShuffleEveryRound || fast.at >= cut || fast.left() < most {
			fast.shuffle()
			mirror.shuffle()
			fast.count.running, slow.count.running = 0, 0
		}
		start := fast.at
		for i := range fast.seats {
			bet := int64(1)
			if c.seats > 1 && mix(seed^uint64(n*8+i))%8 == 0 {
				bet = 0
			}
			fast.seats[i].bet, slow.seats[i].bet = bet, bet
		}
		if fast.seats[0].bet == 0 {
			fast.seats[0].bet, slow.seats[0].bet = 1, 1
		}
		fast.play()
		mirror.cards, mirror.at, mirror.mixed = fast.cards, start, fast.n
		slow.play()
		var h1, h2 hands
		for i := range fast.seats {
			if fast.seats[i].bet > 0 {
				if fast.seats[i].net != slow.seats[i].net {
					t.Fatalf("%v\nround %d, seat %d: compiled %d, engine %d\n%+v\n%+v", c.rules.String(), n, i+1, fast.seats[i].net, slow.seats[i].net, fast.seats[i], slow.round)
				}
				fast.end(i, &h1)
				slow.end(i, &h2)
			}
		}
		if h1 != h2 {
			t.Fatalf("%v\nround %d: compiled %+v, engine %+v", c.rules.String(), n, h1, h2)
		}
		if fast.at != mirror.at || fast.hidden != mirror.hidden || fast.count != slow.count {
			t.Fatalf("%v\nround %d: compiled drew to %d with count %d, engine to %d with %d", c.rules.String(), n, fast.at, fast.count.running, mirror.at, slow.count.running)
		}
	}
}

// randomComparison draws rules, a strategy and a number of seats.
func randomComparison(n int) comparison {
	rng := rand.New(rand.NewPCG(uint64(n), 99))
	c := comparison{rules: rulegen.Rules().Example(n)}
	c.seats = 1
	if rng.IntN(2) == 0 {
		c.seats = 1 + rng.IntN(c.rules.Seats)
	}
	switch rng.IntN(4) {
	case 0:
		c.plain = []strategy.Strategy{strategy.Basic(&c.rules)}
	case 1:
		c.level = []int{-2, 0, 1, 3}
		c.count = counter{step: 1}
		for rank := range 14 {
			c.count.tags[rank] = int64(rng.IntN(3)) - 1
		}
		for range 5 {
			c.plain = append(c.plain, anyhow{rng.Uint64()})
		}
	default:
		c.plain = []strategy.Strategy{anyhow{rng.Uint64()}}
	}
	return c
}

// compareFast does the same for the automata, a round at a time.
func (c *comparison) compareFast(t *testing.T, rounds int, seed uint64) {
	t.Helper()
	m, err := compile(&c.rules, nil, c.plain)
	if err != nil {
		t.Fatal(err)
	}
	f := newFast(round{machine: m, shoe: newShoe(c.rules.Decks, stream(seed, 2)), seats: []seat{{bet: 1}}, pay: payFor(&c.rules, int64(c.rules.MinBet))})
	if f == nil {
		t.Fatalf("%v: the automata are too large", c.rules.String())
	}
	mirror := newShoe(c.rules.Decks, stream(seed, 3))
	slow := newEngine(&c.rules, c.plain, m, mirror, []seat{{bet: 1}}, c.rules.MinBet)
	for n := range rounds {
		f.run(1)
		net, ended := f.only()
		mirror.cards, mirror.at, mirror.mixed = f.cards, 0, f.n
		slow.play()
		var want hands
		slow.end(0, &want)
		if net != slow.seats[0].net || ended != want {
			t.Fatalf("%v\nround %d: automata %d %+v, engine %d %+v\n%+v", c.rules.String(), n, net, ended, slow.seats[0].net, want, slow.round)
		}
	}
}

// only takes the one round that was played.
func (f *fast) only() (net int64, ended hands) {
	if b := &f.slow.byCount[uncounted]; b.rounds > 0 {
		ended, b.hands, b.rounds = b.hands, hands{}, 0
		return f.seats[0].net, ended
	}
	for i := range f.ends {
		for d := range dealerEnds {
			if at := i<<3 | d; f.count[at] != 0 {
				f.count[at] = 0
				s := f.ends[i].seat()
				f.round.dealer = 17 + d
				return f.settleSeat(&s, d == dealerHasBJ, &ended), ended
			}
		}
	}
	panic("no round was counted")
}

// The compiled game is the engine's: the same shoe and the same decisions give
// every seat the same net, use the same cards and end every hand alike, for any
// rules and any strategy.
func TestCompiledRoundIsTheEngines(t *testing.T) {
	rounds := int(Rounds(2000, 1000000))
	for n := range Sets(50) {
		c := randomComparison(n)
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			c.compare(t, rounds, uint64(n))
			if c.level == nil {
				c.compareFast(t, rounds, uint64(n))
			}
		})
	}
}
