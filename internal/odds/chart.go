package odds

import (
	"strconv"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/wire"
	"club99/strategy"
)

// upCards are the dealer's cards by value, in the order of a chart.
var upCards = [...]int{2, 3, 4, 5, 6, 7, 8, 9, 10, 1}

// chart writes down how a game is best played by total.
func chart(rules *blackjack.Rules, play *strategy.Table) wire.Chart {
	c := wire.Chart{
		Class: analyze.TotalDependent.String(), Pairs: []wire.ChartRow{},
		Hard: rowsOf(play, strategy.HardFirst), HardLater: rowsOf(play, strategy.HardLater),
		Soft: rowsOf(play, strategy.SoftFirst), SoftLater: rowsOf(play, strategy.SoftLater),
		Insurance: answer(rules.Insurance, play.Insurance), EvenMoney: answer(rules.EvenMoney, play.EvenMoney),
	}
	for _, up := range upCards {
		c.Up = append(c.Up, strategy.ValueName(up))
	}
	if rules.MaxHands > 1 {
		c.Pairs = rowsOf(play, strategy.Pairs)
	}
	if rules.Surrender == blackjack.SurrenderEarly {
		c.Early = earlyRows(play)
	}
	return c
}

// answer is what to answer to an offer; "off" where it is not made.
func answer(offered, yes bool) string {
	switch {
	case !offered:
		return "off"
	case yes:
		return "yes"
	}
	return "no"
}

func rowsOf(play *strategy.Table, s strategy.Section) []wire.ChartRow {
	var list []wire.ChartRow
	first, last := s.Rows()
	for n := first; n <= last; n++ {
		row := wire.ChartRow{Total: n}
		if s == strategy.Pairs {
			row = wire.ChartRow{Pair: strategy.ValueName(n)}
		}
		for _, up := range upCards {
			row.Cells = append(row.Cells, play.Cells[s][n][up].String())
		}
		list = append(list, row)
	}
	return list
}

// earlyRows lists the hands that are given up before the check.
func earlyRows(play *strategy.Table) []wire.EarlyRow {
	var list []wire.EarlyRow
	for _, part := range []struct {
		section strategy.Section
		name    string
	}{{strategy.HardFirst, "hard"}, {strategy.SoftFirst, "soft"}, {strategy.Pairs, "pair"}} {
		first, last := part.section.Rows()
		for n := first; n <= last; n++ {
			row, name := play.Early[part.section][n], strconv.Itoa(n)
			if part.section == strategy.Pairs {
				name = strategy.ValueName(n)
			}
			if row.Ten || row.Ace {
				list = append(list, wire.EarlyRow{Hand: part.name + " " + name, Ten: row.Ten, Ace: row.Ace})
			}
		}
	}
	return list
}
