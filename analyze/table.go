package analyze

import (
	"cmp"
	"slices"

	"club99/blackjack"
	"club99/strategy"
)

// deal is one hand of two cards under one up card with everything found about it.
type deal[T number[T]] struct {
	opening[T]
	up          int
	paired      bool // may be split; of the ten-values those of one rank may, under split on same rank
	probability T
	total       T       // what the round earns from this deal
	staked      T       // everything staked in the round
	splitStaked T       // the same if the cards are split, weighted as values are
	unsure      float64 // estimate of the error of the split's value
}

// tableOf values every deal from a shoe. Strategies are read from and written to c.
type tableOf[T number[T]] struct {
	solver[T]
	shoe   Shoe
	class  Class
	play   *strategy.Composition
	deals  []deal[T]
	list   []strategy.Hand // memory of expect
	kept   *kept[T]        // nil where nothing is kept
	work   *pairWork
	byUp   [11]T // expectation given the up card
	value  T
	staked T
	unsure float64 // estimate of the error of value
}

// fill values all deals.
func (t *tableOf[T]) fill() {
	t.deals = t.deals[:0]
	t.value, t.staked, t.unsure = t.zero, t.zero, 0
	n := int64(t.shoe.Cards())
	for up := 1; up <= 10; up++ {
		t.byUp[up] = t.zero
		if t.shoe[up] == 0 {
			continue
		}
		chance := t.zero.Of(int64(t.shoe[up]), n)
		t.fillUp(up)
		t.value = t.value.Add(chance.Mul(t.byUp[up]))
	}
}

// begin turns to an up card.
func (t *tableOf[T]) begin(up int) {
	t.meet(up)
	left := t.shoe
	left[up]--
	t.ends = t.dealers.of(t.rules.Soft17, t.shoe, up)
	t.open(left)
	t.prefer = &t.play.Preferences[up]
	t.kept = nil
}

// expectAll finds the dealer's chances for every hand that may stand.
func (t *tableOf[T]) expectAll() {
	if _, fast := any(t.zero).(float); fast {
		t.dealers.find(t.ends, standing)
	}
}

// fillUp values all deals under one up card.
func (t *tableOf[T]) fillUp(up int) {
	t.begin(up)
	t.recall()
	base := t.ends
	later := t.best
	if t.class == Given {
		later = t.follow
	}
	first := len(t.deals)
	for a := 1; a <= 10; a++ {
		for b := a; b <= 10; b++ {
			t.addDeals(a, b, later)
		}
	}
	t.remember()
	chance := t.zero.Of(int64(t.shoe[up]), int64(t.shoe.Cards()))
	for i := first; i < len(t.deals); i++ {
		d := &t.deals[i]
		if d.paired {
			t.addSplit(d)
			t.ends = base
		}
		if t.class != Given {
			t.preferBest(&d.opening)
		}
		d.total = t.answered(&d.opening, t.class != Given)
		t.byUp[up] = t.byUp[up].Add(d.probability.Mul(d.total))
		d.staked = t.stakedOn(d)
		d.probability = d.probability.Mul(chance)
		t.staked = t.staked.Add(d.probability.Mul(d.staked))
		if d.legal != 0 && d.prefer.Action(d.legal) == blackjack.Split {
			t.unsure += d.probability.Float() * d.unsure
		}
	}
}

// stakedOn is everything staked in the round of a deal.
func (t *tableOf[T]) stakedOn(d *deal[T]) T {
	staked := t.one
	accepted := func(a blackjack.Action, wish strategy.Preference) bool { return d.offers.Has(a) && d.prefer&wish != 0 }
	if accepted(blackjack.Insure, strategy.AcceptInsurance) && !accepted(blackjack.Surrender, strategy.AcceptSurrender) {
		staked = staked.Add(t.half)
	}
	if d.legal == 0 || accepted(blackjack.Surrender, strategy.AcceptSurrender) {
		return staked
	}
	live := t.live(d.hand)
	switch d.prefer.Action(d.legal) {
	case blackjack.Double:
		staked = staked.Add(live)
	case blackjack.Split:
		staked = staked.Add(d.splitStaked).Sub(live)
	}
	return staked
}

// addDeals adds the deal of two values, given the up card: twice where some of
// the pairs may not be split, those that may last.
func (t *tableOf[T]) addDeals(a, b int, later func(strategy.Hand) T) {
	ways := int64(t.left[a]) * int64(t.left[b]) * 2
	if a == b {
		ways = int64(t.left[a]) * int64(t.left[a]-1)
	}
	if ways <= 0 {
		return
	}
	d := deal[T]{opening: t.openDeal(a, b, later), up: t.up}
	if t.class != Given {
		t.preferBest(&d.opening)
	}
	all := int64(t.n) * int64(t.n-1)
	paired := int64(0)
	if a == b && t.rules.MaxHands > 1 {
		var kinds []pairKind
		kinds, all = t.pairKinds(a, all)
		for _, k := range kinds {
			paired += k.ways
		}
		ways *= all / (int64(t.n) * int64(t.n-1))
	}
	if ways > paired {
		d.probability = t.zero.Of(ways-paired, all)
		t.deals = append(t.deals, d)
	}
	if paired > 0 {
		d.paired = true
		d.probability = t.zero.Of(paired, all)
		t.deals = append(t.deals, d)
	}
}

// pairKind is a pair that may be split, with the number of ways in which it is dealt.
type pairKind struct {
	pairCards
	ways int64
}

// pairKinds lists the pairs of a value that may be split under the up card. all
// is the number of ways to deal any two cards; it is returned in the unit of the
// kinds' ways. Ten-values of which only one rank pairs make several kinds: which
// ranks are left is what the shoe says (see [tensOf]), and the up card may be of
// the rank or not.
func (t *tableOf[T]) pairKinds(value int, all int64) ([]pairKind, int64) {
	left := t.left[value]
	if value != 10 || t.rules.SplitOn == blackjack.SplitSameValue {
		return []pairKind{{pairCards{value, left - 2, 0}, int64(left) * int64(left-1)}}, all
	}
	var kinds []pairKind
	add := func(cards int, weight int64) {
		if cards < 2 || weight == 0 {
			return
		}
		ways := weight * int64(cards) * int64(cards-1)
		for i := range kinds {
			if kinds[i].left == cards-2 {
				kinds[i].ways += ways
				return
			}
		}
		kinds = append(kinds, pairKind{pairCards{10, cards - 2, left - cards}, ways})
	}
	tens := t.shoe[10]
	for rank := range 4 {
		cards := tensOf(tens, rank)
		if t.up != 10 {
			add(cards, 1)
			continue
		}
		add(cards-1, int64(cards))
		add(cards, int64(tens-cards))
	}
	if t.up == 10 {
		all *= int64(tens)
	}
	return kinds, all
}

// addSplit values the split of a deal.
func (t *tableOf[T]) addSplit(d *deal[T]) {
	pair := d.hand.Pair()
	kinds, _ := t.pairKinds(pair, 1)
	total := int64(0)
	for _, k := range kinds {
		total += k.ways
	}
	v, staked := t.zero, t.zero
	for _, k := range kinds {
		part := t.zero.Of(k.ways, total)
		r := t.splitKind(k.pairCards)
		v = v.Add(part.Mul(r.value))
		staked = staked.Add(part.Mul(r.staked))
		d.unsure += part.Float() * r.unsure
	}
	d.value[blackjack.Split], d.splitStaked = v, staked
	d.legal |= blackjack.SetOf(blackjack.Split)
}

// splitKind values the split of one kind of pair, played as the class wants it.
func (t *tableOf[T]) splitKind(p pairCards) splitResult[T] {
	base := t.prefer
	defer func() { t.prefer = base }()
	most := t.preferSplit(p)
	if t.kept == nil {
		return t.valueSplit(p, most)
	}
	as := t.splitAspects(p, most)
	r, known := t.kept.splits[as]
	if !known {
		r = t.valueSplit(p, most)
		t.kept.splits[as] = r
	}
	return r
}

// valueSplit values the hands of a split, played as the class wants it.
func (t *tableOf[T]) valueSplit(p pairCards, most int) splitResult[T] {
	var r splitResult[T]
	if t.class == CDP {
		origin := strategy.Origin{Up: t.up, Pair: p.value}
		r = t.splitHands(p, most, func(gone int) {
			t.prefer = new([strategy.Hands]strategy.Preference)
			t.preferAfter(p.value)
			if gone == 0 {
				t.play.After[origin] = t.prefer
			}
		})
	} else {
		r = t.splitFixed(p, most)
	}
	if t.takesOriginal() {
		loss, unsure := originalLoss(any(t).(*tableOf[float]), p, most)
		r.value = r.value.Sub(any(float(loss)).(T))
		r.unsure = unsure
	}
	return r
}

// preferSplit sets the play after a split, and returns how many hands it can end in.
func (t *tableOf[T]) preferSplit(p pairCards) int {
	origin := strategy.Origin{Up: t.up, Pair: p.value}
	most := t.mostHands(p.value)
	switch t.class {
	case CDP1:
		shoe := t.left
		left := shoe
		left[p.value]--
		t.open(left)
		t.prefer = new([strategy.Hands]strategy.Preference)
		t.play.After[origin] = t.prefer
		t.preferAfter(p.value)
		t.open(shoe)
	case Given:
		if after := t.play.After[origin]; after != nil {
			t.prefer = after
			if after[strategy.Of(p.value, p.value)]&strategy.PreferSplit == 0 {
				most = min(most, 2)
			}
		}
	}
	return most
}

// preferAfter writes down the best play of every hand that begins with a card of the pair.
func (t *tableOf[T]) preferAfter(pair int) {
	split := t.split
	t.split = false // what is best for a hand by itself
	t.open(t.left)
	t.expect(strategy.Of(pair))
	defer func() {
		t.split = split
		t.open(t.left)
	}()
	for v := 1; v <= 10; v++ {
		if h := strategy.Of(pair, v); t.left[v] >= h.Of(v) {
			o := t.openHand(h, t.best)
			t.preferBest(&o)
		}
	}
	t.prefer[strategy.Of(pair, pair)] |= strategy.PreferSplit // a pair is split again whenever it may be
}

// standing lists the hands that may want to stand: all but those of three cards
// or more that no card can bust. Those of the highest totals come first.
var standing = func() []strategy.Hand {
	var list []strategy.Hand
	for h := range strategy.Bust {
		if n := h.Count(); n == 2 || n > 2 && (h.Hard() > 11 || h.Of(1) > 0) {
			list = append(list, h)
		}
	}
	slices.SortStableFunc(list, func(a, b strategy.Hand) int { return cmp.Compare(matters(b), matters(a)) })
	return list
}()
