package strategy

import (
	"slices"

	"club99/blackjack"
)

// Cell is what a table prefers for a hand under an up card.
type Cell uint8

// The cells, each with its word in a file.
const (
	Stand          Cell = 1 + iota // S
	Hit                            // H
	DoubleHit                      // D: double, else hit
	DoubleStand                    // Ds: double, else stand
	Split                          // P: split, else as the total says
	SurrenderHit                   // Rh: surrender, else hit
	SurrenderStand                 // Rs: surrender, else stand
	SurrenderSplit                 // Rp: surrender, else split
	cellEnd
)

var cellNames = [cellEnd]string{"?", "S", "H", "D", "Ds", "P", "Rh", "Rs", "Rp"}

// String returns the cell's word.
func (c Cell) String() string {
	if c >= cellEnd {
		c = 0
	}
	return cellNames[c]
}

// Row is one row of a table: a cell for each value of the up card, 1 for an
// ace to 10. Index 0 is not used.
type Row [11]Cell

// Section is a part of a table.
type Section uint8

// The sections. First is a hand's first two cards, later any hand of more.
const (
	HardFirst Section = iota
	HardLater
	SoftFirst
	SoftLater
	Pairs // by the value of one card; a hand that may be split
	sections
)

// Table is a strategy that depends on the total only, on whether it is soft, of
// a pair or of two cards.
type Table struct {
	Name      string
	Cells     [sections][22]Row // by section and total, at 21 always stand; pairs by the value of one card
	Early     [sections][22]EarlyRow
	Insurance bool
	EvenMoney bool
	Index     []Play // plays that depend on the true count, in order; later ones win
}

// EarlyRow says whether a hand is given up before the check under a ten-value
// card and under an ace. It is used in sections HardFirst, SoftFirst and Pairs.
type EarlyRow struct{ Ten, Ace bool }

// Play is a change of the table from a true count on, or below one.
type Play struct {
	Section Section // not used by insurance
	Row     int     // a total, or the value of one card of a pair; 0 is insurance
	Up      int     // value of the up card, 1 to 10
	At      int     // the true count
	Below   bool    // the play holds below At, else from At on
	Cell    Cell    // what is played; for insurance Hit is yes and Stand no
}

// rows are the rows that each section has.
var rows = [sections]struct{ from, to int }{
	HardFirst: {4, 20}, HardLater: {6, 20}, SoftFirst: {12, 20}, SoftLater: {13, 20}, Pairs: {1, 10},
}

var _ Strategy = (*Table)(nil)

// Play answers for the plain table, without its index plays.
func (t *Table) Play(s Situation) blackjack.Action {
	total, soft := s.Hand.Total()
	section := HardFirst
	if soft {
		section = SoftFirst
	}
	if s.Hand.Count() != 2 {
		section++
	} else if s.Legal.Has(blackjack.Split) {
		return resolve(t.Cells[Pairs][s.Hand.Pair()][s.Up], s.Legal)
	}
	return resolve(t.Cells[section][total][s.Up], s.Legal)
}

// resolve is the first action of the preference that is legal; stand always is.
func resolve(c Cell, legal blackjack.Actions) blackjack.Action {
	first, second := blackjack.Stand, blackjack.Stand
	switch c {
	case Hit:
		first = blackjack.Hit
	case DoubleHit:
		first, second = blackjack.Double, blackjack.Hit
	case DoubleStand:
		first = blackjack.Double
	case Split:
		first = blackjack.Split
	case SurrenderHit:
		first, second = blackjack.Surrender, blackjack.Hit
	case SurrenderStand:
		first = blackjack.Surrender
	case SurrenderSplit:
		first, second = blackjack.Surrender, blackjack.Split
	}
	switch {
	case legal.Has(first):
		return first
	case legal.Has(second):
		return second
	}
	return blackjack.Stand
}

// Insure answers for the plain table: every hand or none.
func (t *Table) Insure(Hand) bool { return t.Insurance }

// TakeEvenMoney answers for every Blackjack.
func (t *Table) TakeEvenMoney() bool { return t.EvenMoney }

// SurrenderEarly answers by total, pairs by their own rows.
func (t *Table) SurrenderEarly(h Hand, up int) bool {
	total, soft := h.Total()
	section, row := HardFirst, total
	switch pair := h.Pair(); {
	case pair != 0:
		section, row = Pairs, pair
	case soft:
		section = SoftFirst
	}
	if up == 1 {
		return t.Early[section][row].Ace
	}
	return t.Early[section][row].Ten
}

// Counts returns the true counts at which the table changes, ascending and each
// once: below the first the table is At(first-1), from each on it is At(count).
func (t *Table) Counts() []int {
	var at []int
	for _, p := range t.Index {
		at = append(at, p.At)
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// At returns the plain table that is played at a true count.
func (t *Table) At(trueCount int) *Table {
	plain := *t
	plain.Index = nil
	for _, p := range t.Index {
		if (trueCount < p.At) != p.Below {
			continue
		}
		if p.Row == 0 {
			plain.Insurance = p.Cell == Hit
			plain.EvenMoney = plain.Insurance
		} else {
			plain.Cells[p.Section][p.Row][p.Up] = p.Cell
		}
	}
	return &plain
}
