package strategy

// Table reads a composition that plays every hand of a total alike as the table
// that it is: hard and soft hands of two cards, of more, and pairs. Of one that
// does not, a table has what it does with one hand of each total.
func (c *Composition) Table(name string) *Table {
	t := &Table{Name: name, Insurance: c.Insure(TotalOfTwo(20, false)), EvenMoney: c.TakeEvenMoney()}
	for s := range sections {
		for row := rows[s].from; row <= rows[s].to; row++ {
			h := s.Example(row)
			for _, up := range columns {
				t.Cells[s][row][up] = c.cell(s, h, up)
			}
			if s == Pairs || h.Count() == 2 && h.Pair() == 0 {
				t.Early[s][row] = EarlyRow{Ten: c.SurrenderEarly(h, 10), Ace: c.SurrenderEarly(h, 1)}
			}
		}
	}
	return t
}

// cell is the preference of a hand as a section may write it.
func (c *Composition) cell(s Section, h Hand, up int) Cell {
	p := c.Preferences[up][h]
	switch s {
	case HardLater, SoftLater:
		p &= PreferStand
	case HardFirst, SoftFirst:
		p &^= PreferSplit
	}
	stand := p&PreferStand != 0
	switch {
	case p&PreferSurrender != 0 && p&PreferSplit != 0:
		return SurrenderSplit
	case p&PreferSurrender != 0 && stand:
		return SurrenderStand
	case p&PreferSurrender != 0:
		return SurrenderHit
	case p&PreferSplit != 0:
		return Split
	case p&PreferDouble != 0 && stand:
		return DoubleStand
	case p&PreferDouble != 0:
		return DoubleHit
	case stand:
		return Stand
	}
	return Hit
}

// Rows returns the first and the last row of a section: totals, or the values of
// one card of a pair.
func (s Section) Rows() (first, last int) { return rows[s].from, rows[s].to }

// Example returns a hand of a row: no pair where one of the total is none.
func (s Section) Example(row int) Hand {
	switch s {
	case HardFirst:
		return TotalOfTwo(row, false)
	case SoftFirst:
		return TotalOfTwo(row, true)
	case SoftLater:
		return Of(1, 1, row-12)
	case HardLater:
		// No ace, so that the total is hard: the highest first, so that it is likely.
		high := min(10, row-4)
		middle := min(10, row-high-2)
		return Of(high, middle, row-high-middle)
	}
	return Of(row, row)
}

// TotalOfTwo returns a hand of two cards with that total, no pair where there
// is one that is none.
func TotalOfTwo(total int, soft bool) Hand {
	if soft {
		return Of(1, total-11)
	}
	high := min(10, total-2)
	if low := total - high; high == low || total%2 == 0 && high < low {
		return Of(total/2, total/2)
	}
	return Of(high, total-high)
}
