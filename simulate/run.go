package simulate

import (
	"club99/blackjack"
	"club99/money"
	"club99/strategy"
)

// blockRounds is how many rounds are played from one stream of random numbers.
// Blocks are the same whoever plays them, and are added up in their order.
const blockRounds = 1 << 18

// Progress is how far a run has come.
type Progress struct {
	Rounds uint64  // played so far
	Of     uint64  // Config.Rounds
	Result *Result // what is known from them
	Trips  int     // taken so far: they come after the rounds
}

// game is a way to play rounds: compiled, or the engine.
type game interface {
	play()
	end(seat int, ended *hands)
}

// table is what plays blocks of rounds, one goroutine's own.
type table struct {
	config  *Config
	machine *machine
	game    game
	fast    *fast // nil where something else than the commonest game is played
	shoe    *shoe
	seats   []seat
	count   *counter
	units   int64
	most    int64 // of a net, in units

	mostCards int // that a round can take from a fresh shoe, where it takes more than later
}

// plan is what all tables share.
type plan struct {
	*Config
	machine *machine
	plain   []strategy.Strategy
	units   int64
}

func newPlan(c *Config) (*plan, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	p := &plan{Config: c, plain: []strategy.Strategy{c.Strategy}, units: unitsOf(c.Rules)}
	var levels []int
	if t, ok := c.Strategy.(*strategy.Table); ok && len(t.Index) > 0 {
		levels = t.Counts()
		p.plain = []strategy.Strategy{t.At(levels[0] - 1)}
		for _, at := range levels {
			p.plain = append(p.plain, t.At(at))
		}
	}
	var err error
	p.machine, err = compile(c.Rules, levels, p.plain)
	return p, err
}

// newTable makes a table of its own for one goroutine.
func (p *plan) newTable() *table {
	t := p.newSlowTable()
	if r, compiled := t.game.(*round); compiled && p.Seats == 1 && p.Count == nil && p.Rules.Shuffle == blackjack.ShuffleEveryRound && 2*t.most < widest {
		t.seats[0].bet = 1
		t.fast = newFast(*r)
	}
	return t
}

// newSlowTable makes a table that plays round by round.
func (p *plan) newSlowTable() *table {
	pay := payFor(p.Rules, p.units)
	t := &table{config: p.Config, machine: p.machine, units: p.units, most: pay.most(p.Rules.MaxHands)}
	t.shoe = newShoe(p.Rules.Decks, random{})
	t.seats = make([]seat, p.Seats)
	t.mostCards = blackjack.MostCards(p.Rules, p.Seats, t.shoe.unseen())
	if p.Engine {
		e := newEngine(p.Rules, p.plain, p.machine, t.shoe, t.seats, money.Amount(p.units))
		e.count = p.Count.counter()
		t.game, t.count = e, &e.count
		return t
	}
	r := &round{machine: p.machine, shoe: t.shoe, seats: t.seats, pay: pay, count: p.Count.counter()}
	t.game, t.count = r, &r.count
	return t
}

// block plays the rounds of one stream. A shoe that is dealt to its cut card is
// played to its end, so that the rounds at the end of shoes are not too few.
func (t *table) block(number, rounds uint64) tally {
	t.shoe.begin(stream(t.config.Seed, number))
	t.count.running = 0
	if t.fast != nil {
		t.fast.run(int(rounds))
		return t.fast.tally()
	}
	result := newTally(t.most)
	var earned, bet int64
	for n := uint64(0); ; {
		if t.spent() {
			if t.config.Rules.Shuffle == blackjack.ShuffleAtCutCard {
				result.shoes.add(earned, bet)
				earned, bet = 0, 0
			}
			if n >= rounds {
				return result
			}
			t.shuffle()
		}
		at := t.trueCount()
		b, stake := &result.byCount[at-LowestCount], t.config.Ramp.bet(at)
		t.round(stake)
		n++
		b.rounds++
		if stake > 0 {
			me := t.config.Seat - 1
			b.nets.add(t.seats[me].net, 1)
			t.game.end(me, &b.hands)
			earned += stake * t.seats[me].net
			bet += stake
		}
	}
}

func (t *table) shuffle() {
	t.shoe.shuffle()
	t.count.running = 0
}

// spent reports whether the shoe is to be shuffled before the next round: always, or
// when the cut card has come out or the round could run out of cards (R01).
func (t *table) spent() bool {
	rules := t.config.Rules
	return t.shoe.at > 0 && (rules.Shuffle == blackjack.ShuffleEveryRound ||
		t.shoe.left() <= rules.CutCard || t.shoe.left() < t.mostCards && blackjack.MostCards(rules, len(t.seats), t.shoe.unseen()) > t.shoe.left())
}

// trueCount is the true count before a round, within the counts that are told apart.
func (t *table) trueCount() int {
	if t.config.Count == nil {
		return 0
	}
	return min(max(t.count.trueCount(t.shoe.left()), LowestCount), HighestCount)
}

// round plays a round, in which the seat bets, or sits out. Results are of single bets.
func (t *table) round(bet int64) {
	for i := range t.seats {
		t.seats[i].bet = 1
	}
	t.seats[t.config.Seat-1].bet = min(bet, 1)
	t.game.play()
}

// Run plays until the rounds are played, the precision is reached, or progress
// returns false; what is known then is the result. progress is called after each
// block, by the caller's own goroutine. The error is about the config alone.
func Run(c Config, progress func(Progress) bool) (*Result, error) {
	p, err := newPlan(&c)
	if err != nil {
		return nil, err
	}
	blocks := (c.Rounds + blockRounds - 1) / blockRounds
	all, done := newTally(p.newSlowTable().most), uint64(0)
	var result *Result
	goOn := true
	inOrder(c.Threads, blocks, p.newTable, func(t *table, number uint64) tally {
		return t.block(number, min(blockRounds, c.Rounds-number*blockRounds))
	}, func(number uint64, part tally) bool {
		all.merge(&part)
		done = all.rounds()
		result = p.result(&all)
		goOn = progress == nil || progress(Progress{Rounds: done, Of: c.Rounds, Result: result})
		return goOn && !(c.Until > 0 && result.Interval <= c.Until && result.Interval > 0)
	})
	if c.Trips.Number > 0 && goOn {
		result.Trips = p.trips(result, func(trips int) bool {
			return progress == nil || progress(Progress{Rounds: done, Of: c.Rounds, Result: result, Trips: trips})
		})
	}
	return result, nil
}

// inOrder makes parts 0 to n-1 on several goroutines, each with a worker of its
// own, and takes them one by one in their order, until take returns false. What
// was made beyond that is thrown away. No more than a few wait to be taken.
func inOrder[W, P any](threads int, n uint64, worker func() W, part func(w W, number uint64) P, take func(number uint64, p P) bool) {
	type made struct {
		number uint64
		part   P
	}
	threads = max(threads, 1)
	numbers, parts := make(chan uint64), make(chan made, 2*threads)
	for range threads {
		go func() {
			w := worker()
			for number := range numbers {
				parts <- made{number, part(w, number)}
			}
		}()
	}
	waiting := map[uint64]P{}
	given, taken, goOn := uint64(0), uint64(0), true
	for taken < n && goOn {
		send := numbers
		if given == n || given-taken >= uint64(2*threads) {
			send = nil
		}
		select {
		case send <- given:
			given++
		case m := <-parts:
			waiting[m.number] = m.part
			for p, ok := waiting[taken]; ok && goOn; p, ok = waiting[taken] {
				delete(waiting, taken)
				goOn = take(taken, p)
				taken++
			}
		}
	}
	close(numbers)
}
