package analyze

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/money"
	"club99/strategy"
)

// brute plays every order of the cards of a tiny shoe through the rules engine
// itself. It shares no formula with the analyzer.
type brute struct {
	t     *testing.T
	rules blackjack.Rules
	play  strategy.Strategy
	short bool // a round needed more cards than there are
	steps int
	limit int // steps that are too many
}

// world is one way in which the cards may lie, as far as they have been dealt.
type world struct {
	round  blackjack.Round
	shoe   []card.Card
	left   *[14]int // cards left by rank
	n      int
	weight float64
}

// tally is the distribution of what rounds earn.
type tally struct {
	weight, net, square, staked float64
	results                     map[money.Amount]float64
}

const bruteBet = 240

func (b *tally) add(w float64, net, staked money.Amount) {
	x := float64(net) / bruteBet
	b.weight += w
	b.net += w * x
	b.square += w * x * x
	b.staked += w * float64(staked) / bruteBet
	if b.results == nil {
		b.results = map[money.Amount]float64{}
	}
	b.results[net] += w
}

// ranksOf spreads a shoe of values over ranks, ten-values as [tensOf] does.
func ranksOf(s Shoe) *[14]int {
	var r [14]int
	for v := 1; v <= 9; v++ {
		r[v] = s[v]
	}
	for i := range 4 {
		r[10+i] = tensOf(s[10], i)
	}
	return &r
}

// drawn returns the world after one more card.
func (w world) drawn(rank int) world {
	left := *w.left
	left[rank]--
	shoe := append(append([]card.Card(nil), w.shoe...), card.New(card.Rank(rank), card.Spades))
	return world{w.round, shoe, &left, w.n - 1, w.weight * float64(w.left[rank]) / float64(w.n)}
}

// each calls f for the world after each card that may come next.
func (b *brute) each(w world, f func(world)) {
	if w.n == 0 {
		b.short = true
	}
	for rank := 1; rank <= 13 && !b.short; rank++ {
		if w.left[rank] > 0 {
			f(w.drawn(rank))
		}
	}
}

// step gives a command, and calls f for every world that may follow.
func (b *brute) step(w world, c blackjack.Command, f func(world)) {
	if b.steps++; b.steps > b.limit {
		b.short = true
	}
	events, err := blackjack.Decide(nil, &b.rules, &w.round, c, w.shoe)
	if errors.Is(err, blackjack.ErrShoeShort) {
		b.each(w, func(w world) { b.step(w, c, f) })
		return
	}
	if err != nil {
		b.t.Fatalf("%v: %v", c, err)
	}
	for _, e := range events {
		w.round.Apply(e)
	}
	f(w)
}

// finish plays a round to its end with the strategy.
func (b *brute) finish(w world, to *tally) {
	if w.round.Phase == blackjack.PhaseOver {
		box := w.round.Box(1)
		staked := box.Insurance
		for i := range box.Hands() {
			staked += box.Hands()[i].Stake
		}
		to.add(w.weight, box.Net(), staked)
		return
	}
	c := b.command(&w.round)
	b.step(w, c, func(w world) { b.finish(w, to) })
}

// handOf returns the cards of a hand by value.
func handOf(h *blackjack.Hand) strategy.Hand {
	var values []int
	for _, c := range h.Cards() {
		values = append(values, c.Value())
	}
	return strategy.Of(values...)
}

// command is what the strategy does now.
func (b *brute) command(r *blackjack.Round) blackjack.Command {
	c := blackjack.Command{Seat: 1, Turn: r.Turn, Funds: 1 << 40}
	box := r.Box(1)
	up := r.UpCard().Value()
	legal := blackjack.Legal(&b.rules, r, 1, c.Funds)
	if r.Phase == blackjack.PhaseOffers {
		hand := handOf(&box.Hands()[0])
		switch {
		case legal.Has(blackjack.Surrender):
			c.Action = blackjack.DeclineSurrender
			if b.play.SurrenderEarly(hand, up) {
				c.Action = blackjack.Surrender
			}
		case legal.Has(blackjack.Insure):
			c.Action = blackjack.DeclineInsurance
			if b.play.Insure(hand) {
				c.Action, c.Amount = blackjack.Insure, box.Bet/2
			}
		default:
			c.Action = blackjack.DeclineEvenMoney
			if b.play.TakeEvenMoney() {
				c.Action = blackjack.TakeEvenMoney
			}
		}
		return c
	}
	hand := &box.Hands()[r.Hand-1]
	at := strategy.Situation{Hand: handOf(hand), Up: up, Legal: legal}
	if hand.Split {
		at.Pair = hand.Cards()[0].Value()
	}
	c.Action = b.play.Play(at)
	return c
}

// game plays every round of the shoe.
func (b *brute) game(shoe Shoe) tally {
	var sum tally
	b.step(b.start(shoe), blackjack.Command{Action: blackjack.Deal}, func(w world) { b.finish(w, &sum) })
	return sum
}

func (b *brute) start(shoe Shoe) world {
	w := world{left: ranksOf(shoe), n: shoe.Cards(), weight: 1}
	w.round.Apply(blackjack.Event{Kind: blackjack.BetPlaced, Seat: 1, Player: 1, Stake: bruteBet, Amount: bruteBet})
	return w
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// randomRules returns any rules at all, those included that a table could not have in a full shoe.
func randomRules(r *rand.Rand) blackjack.Rules {
	pays := func() money.Ratio {
		return pick(r, money.Ratio{Num: 1, Den: 1}, money.Ratio{Num: 3, Den: 2}, money.Ratio{Num: 6, Den: 5}, money.Ratio{Num: 2, Den: 1})
	}
	yes := func() bool { return r.IntN(2) == 0 }
	rules := blackjack.Rules{
		Decks: 1, Shuffle: blackjack.ShuffleEveryRound, Seats: 1, SeatsPerPlayer: 1, MinBet: bruteBet, MaxBet: bruteBet, BetStep: bruteBet,
		WinPays: pays(), BlackjackPays: pays(), InsurancePays: pick(r, money.Ratio{Num: 2, Den: 1}, money.Ratio{Num: 3, Den: 1}), EvenMoneyPays: pays(), CharliePays: pays(),
		Soft17:     pick(r, blackjack.Soft17Stand, blackjack.Soft17Hit),
		Peek:       pick(r, blackjack.PeekAceAndTen, blackjack.PeekAce, blackjack.PeekNone),
		NoPeekLoss: pick(r, blackjack.LoseAll, blackjack.LoseOriginal),
		Insurance:  yes(), EvenMoney: yes(),
		Surrender:        pick(r, blackjack.SurrenderOff, blackjack.SurrenderLate, blackjack.SurrenderEarly),
		DoubleOn:         pick(r, blackjack.DoubleAny, blackjack.Double9To11, blackjack.Double10To11),
		DoubleAfterSplit: yes(), SplitOn: pick(r, blackjack.SplitSameRank, blackjack.SplitSameValue),
		MaxHands: 1 + r.IntN(4), ResplitAces: yes(), HitSplitAces: yes(),
		MaxCards: pick(r, 3, 4, 5, 11, 21), CharlieBeatsBlackjack: yes(),
	}
	if yes() {
		rules.Charlie = 3 + r.IntN(min(rules.MaxCards-2, 5))
	}
	return rules
}

// randomShoe returns a shoe of a few values.
func randomShoe(r *rand.Rand) Shoe {
	var s Shoe
	for range 2 + r.IntN(3) {
		s[pick(r, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 10, 10, 8, 9)] += 2 + r.IntN(3)
	}
	s[pick(r, 8, 9, 10)] += 2 + r.IntN(3)
	return s
}

// randomPlay returns a strategy that decides by chance, splits more often than not.
func randomPlay(r *rand.Rand) *strategy.Composition {
	c := new(strategy.Composition)
	for up := range c.Preferences {
		for h := range c.Preferences[up] {
			p := strategy.Preference(r.IntN(128))
			if r.IntN(3) > 0 {
				p &^= strategy.PreferSurrender | strategy.AcceptSurrender | strategy.PreferDouble
			}
			if r.IntN(3) > 0 {
				p |= strategy.PreferStand
			}
			if r.IntN(3) > 0 {
				p |= strategy.PreferSplit
			}
			c.Preferences[up][h] = p
		}
	}
	return c
}

func TestGivenStrategyAgainstTheEngine(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sets := 30
	if race {
		sets = 4
	} else if *long {
		sets = 1000
	}
	for tried := 0; tried < sets; {
		b := brute{t: t, rules: randomRules(r), play: randomPlay(r), limit: 400_000}
		if *long {
			b.limit = 3_000_000
		}
		shoe := randomShoe(r)
		want := b.game(shoe)
		if b.short {
			continue
		}
		tried++
		a := newAnalyzer(&b.rules, NewDealers())
		got, err := a.Follow(shoe, b.play)
		if err != nil {
			t.Fatal(err)
		}
		if d := got.Value - want.net; d > 1e-10 || d < -1e-10 {
			if math.Abs(d) <= a.table.unsure {
				continue
			}
			t.Errorf("%v shoe %v: value %v, the engine says %v", b.rules.String(), shoe, got.Value, want.net)
		}
		if sd := math.Sqrt(max(want.square-want.net*want.net, 0)); math.Abs(sd-got.StdDev) > 1e-8+20*a.table.unsure {
			t.Errorf("%v shoe %v: deviation %v, the engine says %v", b.rules.String(), shoe, got.StdDev, sd)
		}
		off := 0.0
		for net, p := range want.results {
			found := 0.0
			for _, o := range got.Outcomes {
				if math.Abs(o.Net*bruteBet-float64(net)) < 1e-6 {
					found = o.Probability
				}
			}
			off = max(off, math.Abs(found-p))
		}
		within := newSpread(&a.table)
		if within.find(); off > 1e-10+within.unsure {
			t.Errorf("%v shoe %v: outcomes are off by %v, more than %v", b.rules.String(), shoe, off, within.unsure)
		}
		if d := got.Staked - want.staked; d > 1e-10 || d < -1e-10 {
			t.Errorf("%v shoe %v: staked %v, the engine says %v", b.rules.String(), shoe, got.Staked, want.staked)
		}
	}
}

// Under an ace the hole card of a Blackjack may be of the rank that is split, or
// another ten-value.
func TestStakesOnSplitTensUnderAnAce(t *testing.T) {
	rules := basicRules()
	rules.Decks, rules.SplitOn, rules.MaxHands, rules.Surrender = 1, blackjack.SplitSameRank, 3, blackjack.SurrenderOff
	rules.Shuffle, rules.Seats, rules.SeatsPerPlayer = blackjack.ShuffleEveryRound, 1, 1
	rules.MinBet, rules.MaxBet, rules.BetStep = bruteBet, bruteBet, bruteBet
	play := new(strategy.Composition)
	for up := range play.Preferences {
		for h := range play.Preferences[up] {
			play.Preferences[up][h] = strategy.PreferStand | strategy.PreferSplit
		}
	}
	shoe := Shoe{0, 4, 0, 0, 0, 0, 0, 0, 2, 0, 9}
	b := brute{t: t, rules: rules, play: play, limit: 3_000_000}
	want := b.game(shoe)
	got, err := newAnalyzer(&rules, NewDealers()).Follow(shoe, play)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "value", got.Value, want.net, 1e-10)
	near(t, "staked", got.Staked, want.staked, 1e-10)
}

func ratio(f float64) money.Ratio {
	for _, r := range []money.Ratio{{Num: 1, Den: 1}, {Num: 3, Den: 2}, {Num: 6, Den: 5}, {Num: 7, Den: 5}, {Num: 2, Den: 1}} {
		if float64(r.Num)/float64(r.Den) == f {
			return r
		}
	}
	panic(f)
}
