package strategy

// Mimic plays as the dealer does: it hits to 16, a soft 17 too if the dealer
// does, and never doubles, splits, insures or gives up.
func Mimic(hitSoft17 bool) *Table {
	return simple("Mimic the dealer", func(total int, soft bool) bool {
		return total < 17 || total == 17 && soft && hitSoft17
	})
}

// NeverBust hits only hands that one card cannot bust, soft ones to 17; it
// never doubles, splits, insures or gives up.
func NeverBust() *Table {
	return simple("Never bust", func(total int, soft bool) bool {
		return total < 12 || soft && total < 18
	})
}

// simple returns the table that hits or stands by the total alone.
func simple(name string, hits func(total int, soft bool) bool) *Table {
	t := &Table{Name: name}
	for s := range sections {
		for row := rows[s].from; row <= rows[s].to; row++ {
			total, soft := row, s == SoftFirst || s == SoftLater
			if s == Pairs {
				total = 2 * row
				if row == 1 {
					total, soft = 12, true
				}
			}
			cell := Stand
			if hits(total, soft) {
				cell = Hit
			}
			for _, up := range columns {
				t.Cells[s][row][up] = cell
			}
		}
	}
	return t
}
