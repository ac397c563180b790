package simulate

import (
	"encoding/binary"
	"fmt"

	"club99/blackjack"
	"club99/card"
	"club99/strategy"
)

// rowSize is the stride of a row that is indexed by a card's rank. Entry 0, no
// card, leaves everything as it is.
const rowSize = 16

// final is how a hand ended, before it is compared with the dealer's.
type final struct {
	status  blackjack.Status // Stood, Bust, Blackjack, Charlie or Surrendered
	total   uint8            // of a hand that stood: 16 stands for all that is lower
	doubled bool
}

// machine is a strategy under rules, compiled: a graph of hands, in which hands
// that are played alike from here on are one node.
type machine struct {
	rules  blackjack.Rules
	levels []int // true counts at which the strategy changes; its plain tables are one more

	finals []final // the first nodes
	acts   []uint8 // what is done: by node and level
	next   []int32 // by node: a row for hit, one for double
	stands []int32 // by node: the final of standing

	first  [11][rowSize * rowSize]int32    // first two cards, by value of the up card and both ranks
	after  [2][11][rowSize * rowSize]int32 // the same for hands that come from a split: those that cannot and that can be split again
	offers []offers                        // by level

	surrendered, natural int32 // finals
}

// offers are the answers to what is offered before the check.
type offers struct {
	insure    [rowSize * rowSize]bool     // by both ranks
	surrender [11][rowSize * rowSize]bool // by value of the up card and both ranks
	evenMoney bool
}

func value(rank uint8) int { return min(int(rank), 10) }

// live reports whether the hand of the node is still to be played.
func (m *machine) live(node int32) bool { return int(node) >= len(m.finals) }

// level returns which of the plain strategies is played at a true count.
func (m *machine) level(trueCount int) int {
	level := 0
	for level < len(m.levels) && trueCount >= m.levels[level] {
		level++
	}
	return level
}

// compile asks the strategies about every hand, one strategy for each level.
func compile(rules *blackjack.Rules, levels []int, plain []strategy.Strategy) (*machine, error) {
	c := compiler{machine: &machine{rules: *rules, levels: levels}, plain: plain, byKey: map[string]int32{}, byFinal: map[final]int32{}}
	c.allFinals()
	for up := 1; up <= 10; up++ {
		c.hands(up)
	}
	for level := range plain {
		c.offered(plain[level])
	}
	return c.machine, c.err
}

type compiler struct {
	*machine
	plain   []strategy.Strategy
	byKey   map[string]int32
	byFinal map[final]int32
	memo    [strategy.Hands]int32 // nodes of hands of more than two cards, for one up card and origin; 0 is none yet
	key     []byte
	err     error
}

// allFinals makes the finals, so that they are the first nodes. Node 0 is the
// bust of a single stake.
func (c *compiler) allFinals() {
	for _, doubled := range []bool{false, true} {
		c.final(final{status: blackjack.StatusBust, doubled: doubled})
		c.final(final{status: blackjack.StatusCharlie, doubled: doubled})
		for total := uint8(16); total <= 21; total++ {
			c.final(final{status: blackjack.StatusStood, total: total, doubled: doubled})
		}
	}
	c.surrendered = c.final(final{status: blackjack.StatusSurrendered})
	c.natural = c.final(final{status: blackjack.StatusBlackjack})
	// The rows of the finals lead nowhere.
	c.acts = make([]uint8, len(c.finals)*len(c.plain))
	c.next = make([]int32, len(c.finals)*2*rowSize)
	c.stands = make([]int32, len(c.finals))
}

func (c *compiler) final(f final) int32 {
	node, known := c.byFinal[f]
	if !known {
		node = int32(len(c.finals))
		c.byFinal[f] = node
		c.finals = append(c.finals, f)
	}
	return node
}

func (c *compiler) stood(total int, doubled bool) int32 {
	return c.final(final{blackjack.StatusStood, uint8(max(total, 16)), doubled})
}

// hands makes the nodes of all hands under one up card.
func (c *compiler) hands(up int) {
	clear(c.memo[:])
	for r1 := uint8(card.Ace); r1 <= uint8(card.King); r1++ {
		for r2 := uint8(card.Ace); r2 <= uint8(card.King); r2++ {
			splits := c.rules.MaxHands > 1 && c.same(r1, r2)
			c.first[up][int(r1)*rowSize+int(r2)] = c.twoCards(up, 0, r1, r2, splits)
		}
	}
	for r1 := uint8(card.Ace); r1 <= uint8(card.King); r1++ {
		if r1 <= 10 {
			clear(c.memo[:])
		}
		for r2 := uint8(card.Ace); r2 <= uint8(card.King); r2++ {
			splits := c.rules.MaxHands > 2 && c.same(r1, r2) && (r1 != uint8(card.Ace) || c.rules.ResplitAces)
			c.after[0][up][int(r1)*rowSize+int(r2)] = c.twoCards(up, value(r1), r1, r2, false)
			c.after[1][up][int(r1)*rowSize+int(r2)] = c.twoCards(up, value(r1), r1, r2, splits)
		}
	}
}

// same is R12.
func (c *compiler) same(r1, r2 uint8) bool {
	return r1 == r2 || c.rules.SplitOn == blackjack.SplitSameValue && value(r1) == value(r2)
}

func (c *compiler) twoCards(up, pair int, r1, r2 uint8, splits bool) int32 {
	hand := strategy.Of(value(r1), value(r2))
	if pair == 0 && hand.Natural() {
		return c.natural
	}
	return c.node(up, pair, hand, splits)
}

// arrive makes the node of a hand that has just been given a card (R07, R09, R12, R20).
func (c *compiler) arrive(up, pair int, hand strategy.Hand, doubled bool) int32 {
	if hand == strategy.Bust {
		return c.final(final{status: blackjack.StatusBust, doubled: doubled})
	}
	if c.rules.Charlie > 0 && hand.Count() >= c.rules.Charlie {
		return c.final(final{status: blackjack.StatusCharlie, doubled: doubled})
	}
	if doubled {
		total, _ := hand.Total()
		return c.stood(total, true)
	}
	if c.memo[hand] == 0 {
		c.memo[hand] = c.node(up, pair, hand, false)
	}
	return c.memo[hand]
}

// node makes the node of a hand whose turn it is.
func (c *compiler) node(up, pair int, hand strategy.Hand, splits bool) int32 {
	total, _ := hand.Total()
	stands := c.stood(total, false)
	legal := c.legal(up, pair, hand, splits)
	if legal == 0 {
		return stands
	}
	acts := make([]uint8, len(c.plain))
	var used blackjack.Actions
	for level, s := range c.plain {
		action := s.Play(strategy.Situation{Hand: hand, Up: up, Pair: pair, Legal: legal})
		if !legal.Has(action) && c.err == nil {
			c.err = fmt.Errorf("the strategy plays %v with %v against %d, where the rules do not allow it", action, hand, up)
		}
		acts[level] = uint8(action)
		used |= blackjack.SetOf(action)
	}
	if used == blackjack.SetOf(blackjack.Stand) {
		return stands
	}
	var row [2 * rowSize]int32
	for rank := uint8(card.Ace); rank <= uint8(card.King); rank++ {
		more := hand.Add(value(rank))
		if used.Has(blackjack.Hit) {
			row[rank] = c.arrive(up, pair, more, false)
		}
		if used.Has(blackjack.Double) {
			row[rowSize+rank] = c.arrive(up, pair, more, true)
		}
	}
	return c.intern(acts, row, stands)
}

// legal is R09, R11, R12 and R14; nothing for a hand that stands by itself.
func (c *compiler) legal(up, pair int, hand strategy.Hand, splits bool) blackjack.Actions {
	total, _ := hand.Total()
	if total == 21 || hand.Count() >= c.rules.MaxCards {
		return 0
	}
	legal := blackjack.SetOf(blackjack.Stand)
	oneCard := pair == 1 && !c.rules.HitSplitAces
	switch {
	case oneCard && !splits:
		return 0
	case !oneCard:
		legal |= blackjack.SetOf(blackjack.Hit)
	}
	if hand.Count() != 2 {
		return legal
	}
	if splits {
		legal |= blackjack.SetOf(blackjack.Split)
	}
	if !oneCard && (pair == 0 || c.rules.DoubleAfterSplit) && c.rules.DoubleOn.Allows(total) {
		legal |= blackjack.SetOf(blackjack.Double)
	}
	asked := c.rules.Surrender == blackjack.SurrenderEarly && (up == 1 || up == 10)
	if pair == 0 && c.rules.Surrender != blackjack.SurrenderOff && !asked {
		legal |= blackjack.SetOf(blackjack.Surrender)
	}
	return legal
}

// intern returns the node that is played like this, an old one if there is one.
func (c *compiler) intern(acts []uint8, row [2 * rowSize]int32, stands int32) int32 {
	key := append(c.key[:0], acts...)
	for _, n := range row {
		key = binary.LittleEndian.AppendUint32(key, uint32(n))
	}
	if key = binary.LittleEndian.AppendUint32(key, uint32(stands)); c.byKey[string(key)] == 0 {
		c.byKey[string(key)] = int32(len(c.stands))
		c.acts = append(c.acts, acts...)
		c.next = append(c.next, row[:]...)
		c.stands = append(c.stands, stands)
	}
	c.key = key
	return c.byKey[string(key)]
}

// offered asks a strategy about what is offered before the check.
func (c *compiler) offered(s strategy.Strategy) {
	o := offers{evenMoney: s.TakeEvenMoney()}
	for r1 := uint8(card.Ace); r1 <= uint8(card.King); r1++ {
		for r2 := uint8(card.Ace); r2 <= uint8(card.King); r2++ {
			hand, at := strategy.Of(value(r1), value(r2)), int(r1)*rowSize+int(r2)
			o.insure[at] = s.Insure(hand)
			for _, up := range []int{1, 10} {
				o.surrender[up][at] = !hand.Natural() && s.SurrenderEarly(hand, up)
			}
		}
	}
	c.offers = append(c.offers, o)
}
