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
	busts   []bust
	doubled []strategy.Hand
}

// bust is a hand and the card that busts it.
type bust struct {
	hand   strategy.Hand
	value  int
	orders int64
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
	p.ended, p.busts, p.doubled = p.ended[:0], p.busts[:0], p.doubled[:0]
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

// reaches returns how many cards of the pair, and in all, one hand and the dealer can draw.
func (p *paths) reaches(f *finals) (pair, in int) {
	most := func(h strategy.Hand, more int) {
		pair = max(pair, h.Of(p.pair)-p.start.Of(p.pair)+more)
		in = max(in, h.Count()-p.start.Count()+more)
	}
	for _, h := range p.ended {
		most(h, 1)
	}
	for _, b := range p.busts {
		most(b.hand, 2)
	}
	ofPair, drawn := 0, 0
	for _, g := range f.groups {
		ofPair, drawn = max(ofPair, int(g.pair)), max(drawn, int(g.drawn))
	}
	return pair + ofPair, in + drawn
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
		case next == strategy.Bust:
			p.busts = append(p.busts, bust{h, v, orders})
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
	of       [mostOfPair * mostInAll]T
	pair, in int // bounds of what is filled
}

// fill sums up: weight g is that of g more cards of the pair gone from a shoe of
// n cards with so many of the pair left.
func fill[T number[T]](c *chances[T], weights []T, left, n, pair, in int) {
	var x T
	c.pair, c.in = min(pair, mostOfPair-1), min(in, mostInAll-1)
	for a := 0; a <= c.pair; a++ {
		for b := 0; b <= c.in; b++ {
			c.of[a*mostInAll+b] = x.Of(0, 1)
		}
	}
	for g, w := range weights {
		if g > left || n-g <= 0 {
			break
		}
		ofPair := w
		for a := 0; a <= c.pair && a <= left-g; a++ {
			p := ofPair
			for b := 0; b <= c.in && b <= n-g; b++ {
				c.of[a*mostInAll+b] = c.of[a*mostInAll+b].Add(p)
				if b < n-g {
					p = p.Mul(x.Of(1, int64(n-g-b)))
				}
			}
			ofPair = ofPair.Mul(x.Of(int64(left-g-a), 1))
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
