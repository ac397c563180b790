package analyze

import (
	"math"
	"math/rand/v2"
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/strategy"
)

// decision is the worlds between which a player cannot tell when a hand is to be played.
type decision struct {
	hand   strategy.Hand
	up     int
	paired bool
}

// decisions plays every deal up to the players' turn, with every offer declined.
func (b *brute) decisions(shoe Shoe) map[decision][]world {
	all := map[decision][]world{}
	var decline func(w world)
	decline = func(w world) {
		switch w.round.Phase {
		case blackjack.PhaseOffers:
			c := blackjack.Command{Seat: 1, Turn: w.round.Turn, Action: blackjack.Timeout}
			b.step(w, c, decline)
		case blackjack.PhasePlayers:
			at, _ := SituationOf(&b.rules, &w.round, 1)
			d := decision{at.Hand, at.Up, at.Legal.Has(blackjack.Split)}
			all[d] = append(all[d], w)
		}
	}
	b.step(b.start(shoe), blackjack.Command{Action: blackjack.Deal}, decline)
	return all
}

// values are what the actions earn in all worlds together, the best play after
// a hit and the strategy's after a split, and the weight of the worlds.
func (b *brute) values(a *Analyzer, worlds []world) (value [actionCount]float64, weight float64) {
	legal := blackjack.Legal(&b.rules, &worlds[0].round, 1, 1<<40)
	for _, w := range worlds {
		weight += w.weight
	}
	for _, action := range legal.List() {
		var sum tally
		after := map[int][]world{}
		for _, w := range worlds {
			do := func(w world) {
				b.step(w, blackjack.Command{Seat: 1, Turn: w.round.Turn, Funds: 1 << 40, Action: action}, func(w world) {
					if action == blackjack.Hit && w.round.Phase == blackjack.PhasePlayers {
						cards := w.round.Box(1).Hands()[0].Cards()
						v := cards[len(cards)-1].Value()
						after[v] = append(after[v], w)
					} else {
						b.finish(w, &sum)
					}
				})
			}
			do(w)
		}
		value[action] = sum.net
		for _, group := range after {
			value[action] += b.best(a, group)
		}
	}
	return value, weight
}

// best is what the best action earns; and the analyzer's live values of the
// decision must be the same.
func (b *brute) best(a *Analyzer, worlds []world) float64 {
	value, weight := b.values(a, worlds)
	if b.short {
		return 0
	}
	best := math.Inf(-1)
	at, ok := SituationOf(&b.rules, &worlds[0].round, 1)
	if !ok {
		b.t.Fatal("no decision where one is awaited")
	}
	for _, action := range at.Legal.List() {
		best = max(best, value[action])
	}
	choices, err := a.Decide(unseen(&worlds[0]), at)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range choices {
		if d := c.EV - value[c.Action]/weight; math.Abs(d) > 1e-10 {
			b.t.Errorf("%v: %v of %v against %d is worth %v, the engine says %v", b.rules.String(), c.Action, at.Hand, at.Up, c.EV, value[c.Action]/weight)
		}
	}
	return best
}

// unseen is every card that nobody has seen, the hole card included.
func unseen(w *world) Shoe {
	var s Shoe
	for rank, n := range w.left {
		s[card.New(card.Rank(rank), card.Spades).Value()] += n
	}
	s[w.shoe[w.round.HoleAt-1].Value()]++
	return s
}

// Every action of every hand is worth what the rules engine says: with the best
// play after it, found by trying everything, and after a split with the strategy's.
func TestBestPlayAgainstTheEngine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sets := 12
	if race {
		sets = 2
	} else if *long {
		sets = 300
	}
	for tried := 0; tried < sets; {
		b := brute{t: t, rules: randomRules(r), limit: 400_000}
		shoe := randomShoe(r)
		a := newAnalyzer(&b.rules, NewDealers())
		game, err := a.Table(shoe, CDZ)
		if err != nil {
			t.Fatal(err)
		}
		b.play = splitAgain{game.Strategy}
		all := b.decisions(shoe)
		if b.short {
			continue
		}
		if bad := b.compare(game, all); !bad && !b.short {
			tried++
		}
	}
}

// splitAgain splits whenever a pair comes in a split: the value of a split that is
// not the best play is that of doing so too.
type splitAgain struct{ *strategy.Composition }

func (s splitAgain) Play(at strategy.Situation) blackjack.Action {
	if at.Pair != 0 && at.Legal.Has(blackjack.Split) {
		return blackjack.Split
	}
	return s.Composition.Play(at)
}

// compare holds every hand of a game to the engine; false when the shoe was too small or too large for it.
func (b *brute) compare(game *Game, all map[decision][]world) (skipped bool) {
	live := newAnalyzer(&b.rules, NewDealers())
	for i := range game.Hands {
		h := &game.Hands[i]
		worlds := all[decision{h.Hand, h.Up, h.Paired}]
		if h.Legal == 0 || len(worlds) == 0 {
			continue
		}
		value, weight := b.values(live, worlds)
		if b.short {
			return true
		}
		for _, action := range h.Legal.List() {
			got, want := h.EV[action], value[action]/weight
			within := 1e-10
			if action == blackjack.Split && b.rules.NoPeekLoss == blackjack.LoseOriginal && b.rules.MaxHands > 2 {
				within = 0.02 // see [originalLoss]
			}
			if math.Abs(got-want) > within {
				b.t.Errorf("%v: %v of %v against %d is worth %v, the engine says %v", b.rules.String(), action, h.Hand, h.Up, got, want)
			}
		}
	}
	return false
}
