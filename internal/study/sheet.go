package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/chart"
	"club99/internal/rulebook"
	"club99/strategy"
)

// Sheet is a strategy chart in a language.
type Sheet struct {
	Rules  *blackjack.Rules
	Table  *strategy.Table
	Game   *analyze.Game // of playing the table; says which hands there are, and their values
	Values bool          // cells have what the hand is worth, in initial bets
	Lang   rulebook.Lang
}

// Grid returns the chart: what is done with two cards, and in notes what
// else there is to know. Title and lines are left to the caller.
func (s *Sheet) Grid() chart.Grid {
	g := chart.Grid{Corner: in(s.Lang, "bài", "hand")}
	for _, up := range UpCards {
		g.Columns = append(g.Columns, strategy.ValueName(up))
	}
	worth := s.worth()
	for _, p := range []struct {
		section strategy.Section
		vi, en  string
	}{
		{strategy.HardFirst, "Bài cứng", "Hard hands"},
		{strategy.SoftFirst, "Bài mềm (soft)", "Soft hands"},
		{strategy.Pairs, "Đôi", "Pairs"},
	} {
		part := chart.Part{Title: in(s.Lang, p.vi, p.en), Rows: s.rows(p.section, worth)}
		if len(part.Rows) > 0 {
			g.Parts = append(g.Parts, part)
		}
	}
	g.Keys = s.keys(&g)
	g.Notes = s.notes()
	return g
}

// cellAt is a place of the table.
type cellAt struct {
	section strategy.Section
	row, up int
}

// place is where the table has a deal.
func place(h *analyze.Hand) cellAt {
	total, soft := h.Hand.Total()
	switch {
	case h.Paired:
		return cellAt{strategy.Pairs, h.Hand.Pair(), h.Up}
	case soft:
		return cellAt{strategy.SoftFirst, total, h.Up}
	}
	return cellAt{strategy.HardFirst, total, h.Up}
}

// worth is what hands are worth at their turn, averaged over those of each place.
// A place that it does not have is never reached.
func (s *Sheet) worth() map[cellAt]float64 {
	sum, chance := map[cellAt]float64{}, map[cellAt]float64{}
	for i := range s.Game.Hands {
		if h := &s.Game.Hands[i]; h.Legal != 0 {
			at := place(h)
			sum[at] += h.Probability * h.EV[h.Play]
			chance[at] += h.Probability
		}
	}
	for at := range sum {
		sum[at] /= chance[at]
	}
	return sum
}

// kinds are the colors of cells.
var kinds = map[strategy.Cell]chart.Kind{
	strategy.Stand: chart.Stand, strategy.Hit: chart.Hit, strategy.DoubleHit: chart.Double, strategy.DoubleStand: chart.Double,
	strategy.Split: chart.Split, strategy.SurrenderHit: chart.Surrender, strategy.SurrenderStand: chart.Surrender, strategy.SurrenderSplit: chart.Surrender,
}

// rows are those that can be reached; neighbors that are alike are one row.
func (s *Sheet) rows(section strategy.Section, worth map[cellAt]float64) []chart.GridRow {
	var rows []chart.GridRow
	first, last := section.Rows()
	from := 0 // of the row before
	for n := first; n <= last; n++ {
		row := n
		if section == strategy.Pairs {
			row = n%10 + 1 // aces last
		}
		var cells []chart.GridCell
		reached := false
		for _, up := range UpCards {
			at := cellAt{section, row, up}
			c := s.Table.Cells[section][row][up]
			cell := chart.GridCell{Word: c.String(), Kind: kinds[c]}
			ev, ok := worth[at]
			reached = reached || ok
			if s.Values && ok {
				cell.Value = short(ev)
			}
			cells = append(cells, cell)
		}
		if !reached {
			continue
		}
		if len(rows) > 0 && !s.Values && section != strategy.Pairs && slices.Equal(rows[len(rows)-1].Cells, cells) {
			rows[len(rows)-1].Name = rowName(section, from) + "-" + rowName(section, row)
			continue
		}
		from = row
		rows = append(rows, chart.GridRow{Name: rowName(section, row), Cells: cells})
	}
	return rows
}

// short writes a value to two decimals with its sign, as in -.54 and +1.12.
func short(v float64) string {
	text := fmt.Sprintf("%+.2f", v)
	if text == "-0.00" {
		text = "+0.00"
	}
	return strings.Replace(text, "0.", ".", 1)
}

func rowName(s strategy.Section, row int) string {
	switch s {
	case strategy.SoftFirst:
		return "A," + strategy.ValueName(row-11)
	case strategy.Pairs:
		return strategy.ValueName(row) + "," + strategy.ValueName(row)
	}
	return strconv.Itoa(row)
}

// keys explain the words that are on the chart.
func (s *Sheet) keys(g *chart.Grid) []chart.Key {
	used := map[string]bool{}
	for _, p := range g.Parts {
		for _, r := range p.Rows {
			for _, c := range r.Cells {
				used[c.Word] = true
			}
		}
	}
	var keys []chart.Key
	for _, k := range []struct {
		cell   strategy.Cell
		vi, en string
	}{
		{strategy.Stand, "dừng", "stand"},
		{strategy.Hit, "rút", "hit"},
		{strategy.DoubleHit, "gấp đôi, không được thì rút", "double, else hit"},
		{strategy.DoubleStand, "gấp đôi, không được thì dừng", "double, else stand"},
		{strategy.Split, "tách", "split"},
		{strategy.SurrenderHit, "bỏ cuộc, không được thì rút", "surrender, else hit"},
		{strategy.SurrenderStand, "bỏ cuộc, không được thì dừng", "surrender, else stand"},
		{strategy.SurrenderSplit, "bỏ cuộc, không được thì tách", "surrender, else split"},
	} {
		if used[k.cell.String()] {
			keys = append(keys, chart.Key{Word: k.cell.String(), Meaning: in(s.Lang, k.vi, k.en), Kind: kinds[k.cell]})
		}
	}
	return keys
}

// notes say what the parts have no place for.
func (s *Sheet) notes() []string {
	var notes []string
	if later := s.later(); len(later) > 0 {
		notes = append(notes, in(s.Lang, "Từ ba lá trở lên: ", "With three cards or more: ")+strings.Join(later, "; ")+".")
	}
	if s.Rules.Surrender == blackjack.SurrenderEarly {
		for _, up := range []int{10, 1} {
			if list := s.early(up); list != "" {
				notes = append(notes, fmt.Sprintf(in(s.Lang, "Bỏ cuộc trước khi nhà cái kiểm tra, gặp %s: %s.", "Surrender before the dealer checks, against %s: %s."), strategy.ValueName(up), list))
			}
		}
	}
	answers := map[bool]string{true: in(s.Lang, "có", "yes"), false: in(s.Lang, "không", "no")}
	var offers []string
	if s.Rules.Insurance {
		offers = append(offers, in(s.Lang, "Bảo hiểm: ", "Insurance: ")+answers[s.Table.Insurance]+".")
	}
	if s.Rules.EvenMoney {
		offers = append(offers, "Even money: "+answers[s.Table.EvenMoney]+".")
	}
	if len(offers) > 0 {
		notes = append(notes, strings.Join(offers, " "))
	}
	return notes
}

// fallback is what a cell says where only hit and stand are left.
var fallback = map[strategy.Cell]strategy.Cell{
	strategy.DoubleHit: strategy.Hit, strategy.DoubleStand: strategy.Stand,
	strategy.SurrenderHit: strategy.Hit, strategy.SurrenderStand: strategy.Stand,
}

// later lists where hands of more than two cards are played in another way than
// the chart says for two.
func (s *Sheet) later() []string {
	var list []string
	for _, p := range []struct {
		first, later strategy.Section
		vi, en       string
	}{{strategy.HardFirst, strategy.HardLater, "%d gặp %s thì %s", "%d against %s %s"}, {strategy.SoftFirst, strategy.SoftLater, "soft %d gặp %s thì %s", "soft %d against %s %s"}} {
		first, last := p.later.Rows()
		for row := first; row <= last; row++ {
			ups := map[strategy.Cell][]string{}
			for _, up := range UpCards {
				two, more := s.Table.Cells[p.first][row][up], s.Table.Cells[p.later][row][up]
				if plain, ok := fallback[two]; ok {
					two = plain
				}
				if two != more {
					ups[more] = append(ups[more], strategy.ValueName(up))
				}
			}
			for _, action := range []blackjack.Action{blackjack.Hit, blackjack.Stand} {
				cell := map[blackjack.Action]strategy.Cell{blackjack.Hit: strategy.Hit, blackjack.Stand: strategy.Stand}[action]
				if len(ups[cell]) > 0 {
					list = append(list, fmt.Sprintf(in(s.Lang, p.vi, p.en), row, strings.Join(ups[cell], " "), ActionName(action, s.Lang)))
				}
			}
		}
	}
	return list
}

// early lists the hands that are given up before the check.
func (s *Sheet) early(up int) string {
	var list []string
	for _, section := range []strategy.Section{strategy.HardFirst, strategy.SoftFirst, strategy.Pairs} {
		first, last := section.Rows()
		for row := first; row <= last; row++ {
			e := s.Table.Early[section][row]
			if up == 1 && e.Ace || up == 10 && e.Ten {
				list = append(list, rowName(section, row))
			}
		}
	}
	return strings.Join(list, " ")
}
