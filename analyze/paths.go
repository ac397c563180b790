package analyze

import (
	"club99/strategy"
)

// paths are all ways in which a hand of a split can end under a fixed way to
// play: which cards are drawn, and in how many orders they can come. Each is
// counted as often as it has units staked.
type paths struct {
	pair  int
	start strategy.Hand // what every hand begins with

	reach   [strategy.Hands]int64 // orders that reach a hand
	queue   [22][]strategy.Hand   // hands reached, by number of cards
	ends    [strategy.Hands]int64 // orders that end with a hand, times the units staked
	twice   [strategy.Hands]int64 // of these, those of doubled hands
	ended   []strategy.Hand
	doubled []strategy.Hand
}

func (p *paths) clear(start strategy.Hand, pair int) {
	for n := range p.queue {
		for _, h := range p.queue[n] {
			p.reach[h] = 0
		}
		p.queue[n] = p.queue[n][:0]
	}
	for _, h := range p.ended {
		p.ends[h], p.twice[h] = 0, 0
	}
	p.ended, p.doubled = p.ended[:0], p.doubled[:0]
	p.start, p.pair = start, pair
}

func (p *paths) end(h strategy.Hand, orders int64) {
	if p.ends[h] == 0 {
		p.ended = append(p.ended, h)
	}
	p.ends[h] += orders
}

func (p *paths) come(h strategy.Hand, orders int64) {
	if p.reach[h] == 0 {
		p.queue[h.Count()] = append(p.queue[h.Count()], h)
	}
	p.reach[h] += orders
}

// drawn is where the chances of the cards are that a hand has drawn, see [chances].
func (p *paths) drawn(h strategy.Hand) int {
	return (h.Of(p.pair)-p.start.Of(p.pair))*mostInAll + h.Count() - p.start.Count()
}

// reaches returns how many cards of the pair, and in all, one hand and the dealer can draw.
func (p *paths) reaches(f *finals) (pair, in int) {
	for _, list := range [...][]strategy.Hand{p.queue[2], p.ended} {
		for _, h := range list {
			pair = max(pair, h.Of(p.pair)-p.start.Of(p.pair))
			in = max(in, h.Count()-p.start.Count())
		}
	}
	return pair + max(f.ofPair, 1), in + max(f.drawn, 1)
}

// walk plays every hand that has come, and those that come of them.
func (s *solver[T]) walk(p *paths) {
	for n := 2; n < len(p.queue); n++ {
		for _, h := range p.queue[n] {
			s.walkOn(p, h)
		}
	}
}

// walkOn plays one hand that is not split again.
func (s *solver[T]) walkOn(p *paths, h strategy.Hand) {
	orders := p.reach[h]
	total, _ := h.Total()
	first, prefer := h.Count() == 2, s.prefer[h]
	oneCard := first && p.pair == 1 && !s.rules.HitSplitAces
	double := first && !oneCard && total != 21 && prefer&strategy.PreferDouble != 0 && s.rules.DoubleAfterSplit && s.rules.DoubleOn.Allows(total)
	if !double && (total == 21 || oneCard || h.Count() >= s.rules.MaxCards || s.isCharlie(h) || prefer&strategy.PreferStand != 0) {
		p.end(h, orders)
		return
	}
	if double {
		p.doubled = append(p.doubled, h)
		orders *= 2
	}
	for v := 1; v <= 10; v++ {
		if s.left[v] <= h.Of(v) {
			continue
		}
		switch next := h.Add(v); {
		case next == strategy.Bust: // see sideValue
		case double:
			p.end(next, orders)
			p.twice[next] += orders
		default:
			p.come(next, orders)
		}
	}
}

// Bounds of [chances]: cards of the pair, and cards, that a hand and the dealer can draw.
const (
	mostOfPair = 56
	mostInAll  = 64
)

// chances are those of the cards that one hand of a split and the dealer draw,
// by the number of cards of the pair among them and by their number: apart from
// the factors of the other cards, and summed up, each with its weight, over the
// numbers of cards of the pair that may be gone with the other hands. So one walk
// over the hand's paths stands for all those numbers.
type chances[T any] struct {
	of    [mostOfPair * mostInAll]T
	inAll [mostInAll]T // memory of fill
}

// fill sums up: weight g is that of g more cards of the pair gone from a shoe of
// n cards with so many of the pair left.
func fill[T number[T]](c *chances[T], weights []T, left, n, pair, in int) {
	pair, in = min(pair, mostOfPair-1), min(in, mostInAll-1)
	for a := 0; a <= pair; a++ {
		clear(c.of[a*mostInAll:][:in+1])
	}
	for g, w := range weights {
		if g > left || n-g <= 0 {
			break
		}
		inAll := c.inAll[:min(in, n-g)+1]
		inAll[0] = w.Of(1, 1)
		for b := range inAll[1:] {
			inAll[b+1] = inAll[b].Over(n - g - b)
		}
		for a := 0; a <= pair && a <= left-g; a++ {
			w.AddTimes(c.of[a*mostInAll:], inAll)
			w = w.Times(left - g - a)
		}
	}
}

// without is every hand without its cards of one value.
var without = func() *[11][strategy.Hands]strategy.Hand {
	w := new([11][strategy.Hands]strategy.Hand)
	for v := 1; v <= 10; v++ {
		for h := range strategy.Bust {
			cards := h.Cards()
			cards[v] = 0
			rest := strategy.Hand(0)
			for value, n := range cards {
				for range n {
					rest = rest.Add(value)
				}
			}
			w[v][h] = rest
		}
	}
	return w
}()
