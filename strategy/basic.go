package strategy

import "club99/blackjack"

// basicText is the total-dependent basic strategy for four to eight decks, S17,
// doubling any two cards, doubling after splits, a dealer who checks, no
// surrender. It is common knowledge.
const basicText = `
hard first 2 3 4 5 6 7 8 9 T A
 4  H  H  H  H  H  H  H  H  H  H
 5  H  H  H  H  H  H  H  H  H  H
 6  H  H  H  H  H  H  H  H  H  H
 7  H  H  H  H  H  H  H  H  H  H
 8  H  H  H  H  H  H  H  H  H  H
 9  H  D  D  D  D  H  H  H  H  H
10  D  D  D  D  D  D  D  D  H  H
11  D  D  D  D  D  D  D  D  D  H
12  H  H  S  S  S  H  H  H  H  H
13  S  S  S  S  S  H  H  H  H  H
14  S  S  S  S  S  H  H  H  H  H
15  S  S  S  S  S  H  H  H  H  H
16  S  S  S  S  S  H  H  H  H  H
17  S  S  S  S  S  S  S  S  S  S
18  S  S  S  S  S  S  S  S  S  S
19  S  S  S  S  S  S  S  S  S  S
20  S  S  S  S  S  S  S  S  S  S
hard later 2 3 4 5 6 7 8 9 T A
 6  H  H  H  H  H  H  H  H  H  H
 7  H  H  H  H  H  H  H  H  H  H
 8  H  H  H  H  H  H  H  H  H  H
 9  H  H  H  H  H  H  H  H  H  H
10  H  H  H  H  H  H  H  H  H  H
11  H  H  H  H  H  H  H  H  H  H
12  H  H  S  S  S  H  H  H  H  H
13  S  S  S  S  S  H  H  H  H  H
14  S  S  S  S  S  H  H  H  H  H
15  S  S  S  S  S  H  H  H  H  H
16  S  S  S  S  S  H  H  H  H  H
17  S  S  S  S  S  S  S  S  S  S
18  S  S  S  S  S  S  S  S  S  S
19  S  S  S  S  S  S  S  S  S  S
20  S  S  S  S  S  S  S  S  S  S
soft first 2 3 4 5 6 7 8 9 T A
12  H  H  H  H  D  H  H  H  H  H
13  H  H  H  H  D  H  H  H  H  H
14  H  H  H  D  D  H  H  H  H  H
15  H  H  H  D  D  H  H  H  H  H
16  H  H  D  D  D  H  H  H  H  H
17  H  D  D  D  D  H  H  H  H  H
18  S Ds Ds Ds Ds  S  S  H  H  H
19  S  S  S  S  S  S  S  S  S  S
20  S  S  S  S  S  S  S  S  S  S
soft later 2 3 4 5 6 7 8 9 T A
13  H  H  H  H  H  H  H  H  H  H
14  H  H  H  H  H  H  H  H  H  H
15  H  H  H  H  H  H  H  H  H  H
16  H  H  H  H  H  H  H  H  H  H
17  H  H  H  H  H  H  H  H  H  H
18  S  S  S  S  S  S  S  H  H  H
19  S  S  S  S  S  S  S  S  S  S
20  S  S  S  S  S  S  S  S  S  S
pairs 2 3 4 5 6 7 8 9 T A
A   P  P  P  P  P  P  P  P  P  P
2   P  P  P  P  P  P  H  H  H  H
3   P  P  P  P  P  P  H  H  H  H
4   H  H  H  P  P  H  H  H  H  H
5   D  D  D  D  D  D  D  D  H  H
6   P  P  P  P  P  H  H  H  H  H
7   P  P  P  P  P  P  H  H  H  H
8   P  P  P  P  P  P  P  P  P  P
9   P  P  P  P  P  S  P  P  S  S
T   S  S  S  S  S  S  S  S  S  S
`

// Basic returns the well-known basic strategy for rules like these, for many
// decks. It looks at the dealer's soft 17, the check, what may be doubled and
// surrendered; it knows nothing of Charlies, card limits and unusual payouts,
// and never insures.
func Basic(rules *blackjack.Rules) *Table {
	t, err := Parse(basicText)
	if err != nil {
		panic(err) // the text above is a constant
	}
	t.Name = "Basic strategy"
	hard, soft, pairs := &t.Cells[HardFirst], &t.Cells[SoftFirst], &t.Cells[Pairs]
	if rules.Soft17 == blackjack.Soft17Hit {
		hard[11][1] = DoubleHit
		soft[15][4] = DoubleHit
		soft[18][2] = DoubleStand
		soft[19][6] = DoubleStand
	}
	if !rules.DoubleAfterSplit {
		for _, pair := range []int{2, 3} {
			pairs[pair][2], pairs[pair][3] = Hit, Hit
		}
		pairs[4][5], pairs[4][6], pairs[6][2] = Hit, Hit, Hit
	} else if rules.DoubleOn == blackjack.Double10To11 {
		pairs[4][5] = Hit
	}
	t.noPeek(rules)
	t.surrender(rules)
	return t
}

// noPeek plays for the loss of every bet to a Blackjack that was not checked for.
func (t *Table) noPeek(rules *blackjack.Rules) {
	if rules.NoPeekLoss != blackjack.LoseAll {
		return
	}
	careful := func(up int) {
		t.Cells[HardFirst][11][up] = Hit
		t.Cells[Pairs][8][up] = Hit
	}
	if rules.Peek == blackjack.PeekNone {
		careful(1)
		t.Cells[Pairs][1][1] = Hit
	}
	if rules.Peek != blackjack.PeekAceAndTen {
		careful(10)
	}
}

// surrender adds what is given up, late or early.
func (t *Table) surrender(rules *blackjack.Rules) {
	hard, h17 := &t.Cells[HardFirst], rules.Soft17 == blackjack.Soft17Hit
	if rules.Surrender == blackjack.SurrenderOff {
		return
	}
	hard[16][9] = SurrenderHit
	if rules.Surrender == blackjack.SurrenderLate {
		hard[15][10], hard[16][10], hard[16][1] = SurrenderHit, SurrenderHit, SurrenderHit
		if h17 {
			hard[15][1], hard[17][1] = SurrenderHit, SurrenderStand
			t.Cells[Pairs][8][1] = SurrenderSplit
		}
		if rules.Peek == blackjack.PeekNone && rules.NoPeekLoss == blackjack.LoseAll {
			t.Cells[Pairs][8][1] = SurrenderHit
		}
		return
	}
	early := &t.Early
	for total := 14; total <= 16; total++ {
		early[HardFirst][total].Ten = true
	}
	early[Pairs][7].Ten, early[Pairs][8].Ten = true, true
	for _, total := range []int{5, 6, 7, 12, 13, 14, 15, 16, 17} {
		early[HardFirst][total].Ace = true
	}
	for _, pair := range []int{3, 6, 7, 8} {
		early[Pairs][pair].Ace = true
	}
	if h17 {
		early[Pairs][2].Ace = true
	}
}
