package strategy

import "testing"

// Every row has a hand that belongs there.
func TestExamplesAreOfTheirRow(t *testing.T) {
	for s := range sections {
		for row := rows[s].from; row <= rows[s].to; row++ {
			h := s.Example(row)
			total, soft := h.Total()
			switch {
			case h == Bust, h.Count() < 2:
				t.Errorf("%v %d: no hand", s, row)
			case s == Pairs:
				if h.Pair() != row {
					t.Errorf("pair %d: %v", row, h)
				}
			case total != row || soft != (s == SoftFirst || s == SoftLater):
				t.Errorf("%v %d: %v is %d", s, row, h, total)
			case (h.Count() == 2) != (s == HardFirst || s == SoftFirst):
				t.Errorf("%v %d: %v", s, row, h)
			}
			if h.Pair() != 0 && s == HardFirst && row != 4 && row != 20 {
				t.Errorf("hard %d: the pair %v, where there are others", row, h)
			}
		}
	}
}

// A table, compiled hand by hand, is read back as it was.
func TestTableOfTotals(t *testing.T) {
	for _, want := range []*Table{basicOf(t), Mimic(true), NeverBust()} {
		c := &Composition{}
		for up := 1; up <= 10; up++ {
			for h := range Bust {
				c.Preferences[up][h] = preferenceOf(want, h, up)
			}
		}
		if got := c.Table(want.Name); got.String() != want.String() {
			t.Errorf("%s becomes\n%s\nnot\n%s", want.Name, got, want)
		}
	}
}

func basicOf(t *testing.T) *Table {
	t.Helper()
	table, err := Parse(basicText)
	if err != nil {
		t.Fatal(err)
	}
	table.Name = "basic"
	table.Cells[Pairs][8][1] = SurrenderSplit
	table.Cells[HardFirst][16][10], table.Cells[HardFirst][17][1] = SurrenderHit, SurrenderStand
	table.Early[HardFirst][16], table.Early[Pairs][7] = EarlyRow{Ten: true}, EarlyRow{Ace: true}
	table.Insurance, table.EvenMoney = true, true
	return table
}

// preferenceOf is what a table says about a hand, as a composition says it.
func preferenceOf(t *Table, h Hand, up int) Preference {
	total, soft := h.Total()
	section, row := HardFirst, total
	if soft {
		section = SoftFirst
	}
	if h.Count() != 2 {
		section++
	}
	var p Preference
	if h.Pair() != 0 {
		p |= wishes(t.Cells[HardFirst][max(total, 4)][up])
		if soft {
			p = wishes(t.Cells[SoftFirst][12][up])
		}
		cell := t.Cells[Pairs][h.Pair()][up]
		switch cell {
		case Split:
			p = p&^PreferSurrender | PreferSplit
		case SurrenderSplit:
			p |= PreferSplit | PreferSurrender
		default:
			p = wishes(cell)
		}
	} else if h.Count() > 1 {
		p = wishes(t.Cells[section][row][up])
	}
	if h.Count() == 2 {
		if t.SurrenderEarly(h, up) && (up == 1 || up == 10) {
			p |= AcceptSurrender
		}
		if up == 1 {
			p |= AcceptInsurance & -yes(t.Insurance)
			p |= AcceptEvenMoney & -yes(t.EvenMoney)
		}
	}
	return p
}

func yes(b bool) Preference {
	if b {
		return 1
	}
	return 0
}

func wishes(c Cell) Preference {
	return [cellEnd]Preference{Stand: PreferStand, DoubleHit: PreferDouble, DoubleStand: PreferDouble | PreferStand, Split: PreferSplit,
		SurrenderHit: PreferSurrender, SurrenderStand: PreferSurrender | PreferStand, SurrenderSplit: PreferSurrender | PreferSplit}[c]
}
