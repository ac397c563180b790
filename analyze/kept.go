package analyze

import (
	"club99/blackjack"
	"club99/money"
	"club99/strategy"
)

// aspects are all that the values of hands under one up card depend on, however
// their first two cards may be played. Rules that differ in nothing else have
// these values in common. What does not matter is left 0.
type aspects struct {
	shoe               Shoe
	up                 int
	soft17             blackjack.Soft17Rule
	checked            bool
	loss               blackjack.NoPeekLoss
	win, charliePays   money.Ratio
	charlie, cards     int
	charlieOnBlackjack bool
}

// splitAspects are what the value of a split depends on besides.
type splitAspects struct {
	pairCards
	most    int
	double  blackjack.DoubleRule // 0 if hands of a split are not doubled
	hitAces bool
}

// kept are the values of the best play under one up card.
type kept[T any] struct {
	used   int // when it was used last
	filled bool
	first  [11][11]twoCards[T] // by the two values, the lower first
	prefer [strategy.Hands]strategy.Preference
	splits map[splitAspects]splitResult[T]
}

// twoCards is what the actions are worth that any two cards have.
type twoCards[T any] struct{ stand, hit, double T }

// mostKept bounds what is kept: about 15 MB.
const mostKept = 2000

// keep returns what is kept for some aspects, and forgets the older half where there is no room.
func (d *Dealers) keep(a aspects) *kept[float] {
	d.uses++
	k := d.kept[a]
	if k == nil {
		if len(d.kept) >= mostKept {
			d.forgetOld()
		}
		k = &kept[float]{splits: map[splitAspects]splitResult[float]{}}
		d.kept[a] = k
	}
	k.used = d.uses
	return k
}

func (d *Dealers) forgetOld() {
	for a, k := range d.kept {
		if k.used <= d.uses-mostKept/2 {
			delete(d.kept, a)
		}
	}
}

// aspects returns those of the table under its up card.
func (t *tableOf[T]) aspects() aspects {
	r := t.rules
	a := aspects{shoe: t.shoe, up: t.up, soft17: r.Soft17, checked: t.checked, win: r.WinPays, charlie: r.Charlie, cards: r.MaxCards}
	if r.Charlie > 0 {
		a.charliePays, a.charlieOnBlackjack = r.CharliePays, r.CharlieBeatsBlackjack
	}
	if t.blackjack != 0 && !t.checked {
		a.loss = r.NoPeekLoss
	}
	return a
}

// splitAspects returns those of a split.
func (t *tableOf[T]) splitAspects(p pairCards, most int) splitAspects {
	a := splitAspects{pairCards: p, most: most, hitAces: p.value == 1 && t.rules.HitSplitAces}
	if t.rules.DoubleAfterSplit {
		a.double = t.rules.DoubleOn
	}
	return a
}

// recall makes ready what is kept for the up card. Only [CDZ] plays every hand
// best for itself alone, and only floating point is kept.
func (t *tableOf[T]) recall() {
	if fast, ok := any(t).(*tableOf[float]); ok && t.class == CDZ {
		fast.kept = fast.dealers.keep(fast.aspects())
	}
	if t.kept == nil || !t.kept.filled {
		t.expectAll()
	} else {
		*t.prefer = t.kept.prefer
	}
}

// remember keeps how all hands are played.
func (t *tableOf[T]) remember() {
	if t.kept != nil && !t.kept.filled {
		t.kept.filled, t.kept.prefer = true, *t.prefer
	}
}

// openDeal is [solver.openHand] for two cards dealt, the lower first.
func (t *tableOf[T]) openDeal(a, b int, later func(strategy.Hand) T) opening[T] {
	h := strategy.Of(a, b)
	if t.kept == nil || h.Natural() {
		return t.openHand(h, later)
	}
	values := &t.kept.first[a][b]
	if !t.kept.filled {
		*values = twoCards[T]{t.stand(h), t.hit(h, later), t.double(h)}
	}
	return t.openWith(h, values)
}
