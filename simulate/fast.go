package simulate

import (
	"math/bits"

	"club99/blackjack"
	"club99/card"
)

// fast plays the commonest game: one seat, one bet, a fresh shoe for every
// round, a strategy that does not count. It is the compiled game once more, as
// two automata that eat cards, the player's and the dealer's:
//
//   - A state is a row of next states by the rank of the next card. The states
//     of hands that have ended lead to themselves, so that a fixed number of
//     steps plays nearly every hand without a single branch.
//   - An entry is the number of the row times 16 and flags: takes, when the hand
//     takes another card, and special, when it must be played in the slow way
//     because it is split. Rank 0, no card, leaves an entry as it is: a hand
//     that meets it is still to be played when the steps are over.
//   - Seven cards come from one random word: it is a fraction whose digits, to
//     the bases n, n-1, ... n-6, are the places that are drawn.
//   - A round is counted by how its two hands ended, and only once all rounds
//     are over it is worked out what each pair of ends earns.
type fast struct {
	round // plays what is special, and knows what the ends are worth

	next   [1 << 16]uint16 // the player's rows
	start  [1 << 16]uint16 // first states, by page and both ranks of the player
	page   [256]uint16     // by the ranks of up card and hole card
	dealer struct {
		next  [1 << 16]uint16
		start [256]uint16 // by the ranks of up card and hole card
	}
	threshold uint64 // random words that end below it are thrown away

	ends  []end
	count [1 << 16]uint64 // rounds by how the player's and the dealer's hand ended
	slow  tally           // rounds that were played in the slow way
}

const (
	takes   = 4 // also how far the cards move when one is taken
	special = 8

	uncounted = -LowestCount // where rounds are tallied: a true count of 0

	drawnAtOnce  = 7
	dealerEnds   = 8 // more than there are
	dealerBust   = 5
	dealerHasBJ  = 6
	rankMask     = 15
	countOfStart = 4 // cards that both hands begin with
)

// end is how the player's side of a round ended: a seat without its cards.
type end struct {
	node      int32 // a final, or any other for a hand that was not played
	insured   bool
	evenMoney bool
	early     bool // surrendered before the check
}

// newFast makes the automata; nil if they do not fit.
func newFast(r round) *fast {
	f := &fast{round: r}
	n, product := uint64(f.n), uint64(1)
	for i := range uint64(drawnAtOnce) {
		product *= n - i
	}
	f.threshold = -product % product
	f.slow = newTally(f.pay.most(f.rules.MaxHands))
	f.makeDealer()
	p := player{fast: f, ends: map[end]uint16{}, lives: map[end]uint16{}}
	p.make()
	if p.full {
		return nil
	}
	return f
}

// player makes the player's rows.
type player struct {
	*fast
	ends  map[end]uint16 // entries
	lives map[end]uint16 // entries of hands that take a card, by node and insured
	rows  int
	split uint16
	full  bool
}

func (p *player) row() uint16 {
	if p.rows == 1<<12 {
		p.full = true
		p.rows = 0
	}
	row := uint16(p.rows << 4)
	p.rows++
	return row
}

func (p *player) make() {
	p.split = p.row() | special
	p.stay(p.split)
	p.fast.ends = append(p.fast.ends, end{}) // of the row of splits: never counted
	for up := uint8(1); up <= 13; up++ {
		for hole := uint8(1); hole <= 13; hole++ {
			p.up, p.hole = up, hole
			known := p.dealerHasBlackjack() && p.checks()
			page := uint16(value(up))
			if known {
				page += 11
			}
			p.page[up<<4|hole] = page << 8
			for r1 := uint16(1); r1 <= 13; r1++ {
				for r2 := uint16(1); r2 <= 13; r2++ {
					at := r1<<4 | r2
					if p.start[page<<8|at] == 0 {
						p.start[page<<8|at] = p.begin(at, known)
					}
				}
			}
		}
	}
}

// begin is the state of a hand of two cards when the dealer has checked, or will not.
func (p *player) begin(at uint16, known bool) uint16 {
	node := p.first[value(p.up)][at]
	s := seat{bet: 1, n: 1, first: [2]uint8{uint8(at >> 4), uint8(at & rankMask)}}
	s.hands[0].node = node
	if p.up == 1 || p.up >= 10 {
		p.answer(&s, &p.offers[0])
	}
	e := end{node: node, insured: s.insured, evenMoney: s.evenMoney, early: s.surrendered}
	if known || s.evenMoney || s.surrendered {
		return p.ended(e)
	}
	return p.state(e)
}

func (p *player) stay(entry uint16) {
	for c := range uint16(rowSize) {
		p.next[entry&^rankMask|c] = entry
	}
}

// ended is the state of a hand that takes no card.
func (p *player) ended(e end) uint16 {
	entry, known := p.ends[e]
	if !known {
		entry = p.row()
		p.ends[e] = entry
		p.stay(entry)
		for len(p.fast.ends) < p.rows {
			p.fast.ends = append(p.fast.ends, end{})
		}
		p.fast.ends[entry>>4] = e
	}
	return entry
}

// state is the state of a hand that is to be played.
func (p *player) state(e end) uint16 {
	if !p.live(e.node) {
		return p.ended(e)
	}
	row := e.node * 2 * rowSize
	switch blackjack.Action(p.acts[e.node]) {
	case blackjack.Stand:
		e.node = p.stands[e.node]
		return p.ended(e)
	case blackjack.Surrender:
		e.node = p.surrendered
		return p.ended(e)
	case blackjack.Split:
		return p.split
	case blackjack.Double:
		row += rowSize
	}
	entry, known := p.lives[e]
	if known {
		return entry
	}
	entry = p.row() | takes
	p.lives[e] = entry
	p.stay(entry)
	for c := uint16(card.Ace); c <= uint16(card.King); c++ {
		more := e
		more.node = p.machine.next[row+int32(c)]
		p.next[entry&^rankMask|c] = p.state(more)
	}
	return entry
}

// makeDealer makes the dealer's rows: first the ends 17 to 21, bust and Blackjack.
func (f *fast) makeDealer() {
	d := &f.dealer
	rows := uint16(dealerEnds)
	states := map[[2]int]uint16{}
	var state func(points, aces int) uint16
	state = func(points, aces int) uint16 {
		total, soft := points, aces > 0 && points <= 11
		if soft {
			total += 10
		}
		switch {
		case total > 21:
			return dealerBust << 4
		case total > 17 || total == 17 && (!soft || f.rules.Soft17 == blackjack.Soft17Stand):
			return uint16(total-17) << 4
		}
		key := [2]int{points, aces}
		entry, known := states[key]
		if !known {
			entry = rows<<4 | takes
			rows++
			states[key] = entry
			d.next[entry&^rankMask] = entry
			for c := uint8(card.Ace); c <= uint8(card.King); c++ {
				d.next[entry&^rankMask|uint16(c)] = state(points+value(c), min(1, aces+boolToInt(c == 1)))
			}
		}
		return entry
	}
	for end := range uint16(dealerEnds) {
		for c := range uint16(rowSize) {
			d.next[end<<4|c] = end << 4
		}
	}
	for up := uint8(1); up <= 13; up++ {
		for hole := uint8(1); hole <= 13; hole++ {
			f.up, f.hole = up, hole
			if f.dealerHasBlackjack() {
				d.start[up<<4|hole] = dealerHasBJ << 4
			} else {
				d.start[up<<4|hole] = state(value(up)+value(hole), boolToInt(up == 1 || hole == 1))
			}
		}
	}
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pick draws the card of place i, from j places further, and returns its rank.
func pick(cards *[512]uint8, i, j uint64) uint8 {
	j = (i + j) & 511
	c := cards[j]
	cards[j] = cards[i&511]
	cards[i&511] = c
	return c
}

// run plays rounds.
func (f *fast) run(rounds int) {
	cards, n, state := &f.cards, uint64(f.n), f.state
	for range rounds {
		var lo, j uint64
		var c0, c1, c2, c3, c4, c5, c6 uint8
		for {
			state += golden
			j, lo = bits.Mul64(mix(state), n)
			c0 = pick(cards, 0, j)
			j, lo = bits.Mul64(lo, n-1)
			c1 = pick(cards, 1, j)
			j, lo = bits.Mul64(lo, n-2)
			c2 = pick(cards, 2, j)
			j, lo = bits.Mul64(lo, n-3)
			c3 = pick(cards, 3, j)
			j, lo = bits.Mul64(lo, n-4)
			c4 = pick(cards, 4, j)
			j, lo = bits.Mul64(lo, n-5)
			c5 = pick(cards, 5, j)
			j, lo = bits.Mul64(lo, n-6)
			c6 = pick(cards, 6, j)
			if lo >= f.threshold {
				break
			}
		}
		dealers := c1<<4 | c3
		e := f.start[f.page[dealers]|uint16(c0)<<4|uint16(c2)]
		d := f.dealer.start[dealers]
		w := uint32(c4) | uint32(c5)<<4 | uint32(c6)<<8
		// Two cards for the player, three for the dealer; each moves the others up only if it is taken.
		next := f.next[e&^rankMask|uint16(w&rankMask)]
		w >>= e & takes
		e = next
		next = f.next[e&^rankMask|uint16(w&rankMask)]
		w >>= e & takes
		e = next
		next = f.dealer.next[d&^rankMask|uint16(w&rankMask)]
		w >>= d & takes
		d = next
		next = f.dealer.next[d&^rankMask|uint16(w&rankMask)]
		w >>= d & takes
		d = next
		d = f.dealer.next[d&^rankMask|uint16(w&rankMask)]
		if (e|d)&(takes|special) != 0 {
			f.state = state
			f.rest(c0, c2, dealers)
			state = f.state
			continue
		}
		f.count[e>>4<<3|d>>4]++
	}
	f.state = state
}

// rest plays a round that has not ended with the cards drawn at once, from its beginning.
func (f *fast) rest(first, second, dealers uint8) {
	e, d := f.start[f.page[dealers]|uint16(first)<<4|uint16(second)], f.dealer.start[dealers]
	f.mixed = drawnAtOnce
	if e&special != 0 {
		f.at = 0
		f.round.play()
		b := &f.slow.byCount[uncounted]
		b.rounds++
		b.nets.add(f.seats[0].net, 1)
		f.end(0, &b.hands)
		return
	}
	f.at = countOfStart
	for e&takes != 0 {
		e = f.next[e&^rankMask|uint16(f.draw())]
	}
	for d&takes != 0 {
		d = f.dealer.next[d&^rankMask|uint16(f.draw())]
	}
	f.count[e>>4<<3|d>>4]++
}

// tally works out what the rounds since the last time earned.
func (f *fast) tally() tally {
	t := f.slow
	b := &t.byCount[uncounted]
	f.slow = newTally(f.pay.most(f.rules.MaxHands))
	for i := range f.ends {
		for d := range dealerEnds {
			at := i<<3 | d
			if f.count[at] == 0 {
				continue
			}
			s, ended := f.ends[i].seat(), hands{}
			f.round.dealer = 17 + d
			b.rounds += f.count[at]
			b.nets.add(f.settleSeat(&s, d == dealerHasBJ, &ended), f.count[at])
			b.hands.add(&ended, f.count[at])
			f.count[at] = 0
		}
	}
	return t
}

func (e *end) seat() seat {
	s := seat{bet: 1, n: 1, insured: e.insured, evenMoney: e.evenMoney, surrendered: e.early}
	s.hands[0].node = e.node
	return s
}
