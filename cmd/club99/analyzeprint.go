package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/chart"
	"club99/internal/rulebook"
	"club99/internal/study"
	"club99/strategy"
)

// in picks the words of the language that is asked for.
func (q *question) in(vi, en string) string {
	if q.Lang == rulebook.Vietnamese {
		return vi
	}
	return en
}

// line is a line of the summary: a name, and what is said about it.
func (q *question) line(vi, en, format string, args ...any) string {
	const names = 17
	name := q.in(vi, en)
	return name + strings.Repeat(" ", max(1, names-len([]rune(name)))) + fmt.Sprintf(format, args...)
}

// print writes for people.
func (q *question) print(w io.Writer) error {
	lines := q.summary()
	switch {
	case q.Vary:
		lines = append(lines, q.variationLines()...)
	case q.Hand != "":
		lines = append(lines, q.choiceLines()...)
	case q.Table:
		lines = append(lines, q.tableLines()...)
	default:
		return q.printChart(w, lines)
	}
	return writeLines(w, lines)
}

func writeLines(w io.Writer, lines []string) error {
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// printChart writes the summary, the chart and what belongs to it, and then,
// since they take longer, the outcomes.
func (q *question) printChart(w io.Writer, lines []string) error {
	if err := writeLines(w, append(lines, "")); err != nil {
		return err
	}
	g := q.sheet(q.Values).Grid()
	if err := g.WriteText(w, width(), colored(w)); err != nil {
		return err
	}
	lines = q.exceptionLines(false)
	if q.given != nil {
		lines = q.costLines()
	}
	if len(lines) > 0 {
		if err := writeLines(w, append([]string{""}, lines...)); err != nil {
			return err
		}
	}
	if err := q.spread(); err != nil {
		return err
	}
	return writeLines(w, q.outcomeLines())
}

// sheet is the chart to draw.
func (q *question) sheet(values bool) *study.Sheet {
	return &study.Sheet{Rules: &q.rules, Table: q.chart, Game: q.total, Values: values, Lang: q.Lang}
}

// percent4 writes a part of the first bet in percent.
func percent4(v float64) string { return fmt.Sprintf("%.4f%%", 100*v) }

// summary is what the game is worth.
func (q *question) summary() []string {
	g := q.game
	lines := []string{q.line("luật", "rules", "%s", q.rules.String())}
	if q.shoe != q.analyzer.Full() {
		lines = append(lines, q.line("hộp bài", "shoe", "%s", shoeText(q.shoe)))
	}
	edge := q.in("%s tiền cược đầu; nhận về %s", "%s of the first bet; %s comes back")
	if g.Value > 0 {
		edge = q.in("%s tiền cược đầu: người chơi có lợi; nhận về %s", "%s of the first bet: the player has the edge; %s comes back")
	}
	lines = append(lines, q.line("lợi thế nhà cái", "house edge", edge, percent4(g.Edge()), percent4(1-g.Edge())))
	lines = append(lines, q.line("trên tổng đặt", "element of risk", q.in("%s mọi khoản đã đặt, trung bình %.4f lần cược một ván", "%s of everything staked, %.4f bets a round on average"), percent4(-g.PerUnitStaked()), g.Staked))
	lines = append(lines, q.played()...)
	return append(lines, q.method()...)
}

// classWords are the classes in words.
func (q *question) classWords() string {
	switch q.Class {
	case "td":
		return q.in("chỉ theo tổng điểm (td)", "by total alone (td)")
	case "cdp1":
		return q.in("theo từng lá bài; sau khi tách, tốt nhất cho tay đầu (cdp1)", "by every card; after a split, best for its first hand (cdp1)")
	case "cdp":
		return q.in("theo từng lá bài và số lá của đôi đã ra (cdp)", "by every card, and by how many of the pair have come (cdp)")
	}
	return q.in("theo từng lá bài; sau khi tách chơi như không tách (cdz-)", "by every card; after a split, as without one (cdz-)")
}

// played says how the hands are played.
func (q *question) played() []string {
	if q.given == nil {
		return []string{q.line("cách chơi", "best play", "%s", q.classWords())}
	}
	return []string{
		q.line("cách chơi", "played", "%s", q.name),
		q.line("tốt nhất", "best play", q.in("lợi thế nhà cái %s, %s", "house edge %s, %s"), percent4(q.best.Edge()), q.classWords()),
		q.line("mất thêm", "it costs", q.in("%s tiền cược đầu", "%s of the first bet"), percent4(q.best.Value-q.game.Value)),
	}
}

// method says how it was found, and what is not exact.
func (q *question) method() []string {
	how := q.in("xét mọi cách chia %d lá bài; chính xác", "every way the %d cards can come is counted; exact")
	rough := q.rough(false)
	if len(rough) > 0 {
		how = q.in("xét mọi cách chia %d lá bài; gần đúng:", "every way the %d cards can come is counted; not exact:")
	}
	lines := append([]string{q.line("phương pháp", "method", how, q.shoe.Cards())}, rough...)
	if q.rules.Shuffle == blackjack.ShuffleAtCutCard {
		lines = append(lines, q.line("", "", "%s", q.in("hộp bài vừa xáo; những lá đã ra làm thay đổi lợi thế", "from a fresh shoe; the cards that come move the edge")))
	}
	return lines
}

// rough says what is not exact, about the outcomes or about everything else.
func (q *question) rough(outcomes bool) []string {
	var lines []string
	for _, a := range q.game.Approximate {
		if strings.HasPrefix(a, "outcomes:") == outcomes {
			lines = append(lines, indented(chart.Wrap(a, width()-2))...)
		}
	}
	return lines
}

func indented(lines []string) []string {
	for i := range lines {
		lines[i] = "  " + lines[i]
	}
	return lines
}

// headLines are the lines below the title of a picture.
func (q *question) headLines() []string {
	lines := []string{q.rules.String()}
	if q.shoe != q.analyzer.Full() {
		lines = append(lines, q.in("Hộp bài: ", "Shoe: ")+shoeText(q.shoe))
	}
	game, how := q.total, q.in("theo chiến lược này", "played by this chart")
	if q.given != nil {
		how = q.name
	}
	edge := q.in("Lợi thế của nhà cái %.3f%%, %s.", "House edge %.3f%%, %s.")
	if game.Value > 0 {
		edge = q.in("Lợi thế của người chơi %.3f%%, %s.", "Player's edge %.3f%%, %s.")
	}
	lines = append(lines, fmt.Sprintf(edge, 100*math.Abs(game.Value), how), q.in("Hàng: bài của bạn. Cột: lá mở của nhà cái.", "Rows: your hand. Columns: the dealer's up card."))
	if q.Values {
		lines = append(lines, q.in("Số bên cạnh: giá trị trung bình của tay bài, tính theo tiền cược đầu.", "Beside each play: what the hand is worth on average, in first bets."))
	}
	return lines
}

// shoeText lists what is left, as in A20 2:24.
func shoeText(s analyze.Shoe) string {
	var parts []string
	for v := 1; v <= 10; v++ {
		parts = append(parts, fmt.Sprintf("%s=%d", strategy.ValueName(v), s[v]))
	}
	return strings.Join(parts, " ")
}

// outcomeLines are the results of a round with their probabilities.
func (q *question) outcomeLines() []string {
	if len(q.game.Outcomes) == 0 {
		return nil
	}
	const least, longest = 0.00001, 32
	var won, pushed, lost, most, rare float64
	for _, o := range q.game.Outcomes {
		most = max(most, o.Probability)
		switch {
		case o.Net > 0:
			won += o.Probability
		case o.Net < 0:
			lost += o.Probability
		default:
			pushed += o.Probability
		}
	}
	lines := []string{"",
		q.line("một ván", "a round is", q.in("thắng %.2f%%, hòa %.2f%%, thua %.2f%%", "won %.2f%%, pushed %.2f%%, lost %.2f%%"), 100*won, 100*pushed, 100*lost),
		q.line("độ lệch chuẩn", "deviation", q.in("%.4f lần cược một ván", "%.4f bets a round"), q.game.StdDev),
		"", q.in("số lần cược được hay mất trong một ván", "bets won or lost in a round"),
	}
	for _, o := range q.game.Outcomes {
		if o.Probability < least {
			rare += o.Probability
			continue
		}
		net := fmt.Sprintf("%+.4g", o.Net)
		if o.Net == 0 {
			net = "0"
		}
		bar := strings.Repeat("▒", int(math.Round(longest*o.Probability/most)))
		lines = append(lines, strings.TrimRight(fmt.Sprintf("  %8s %9.4f%%  %s", net, 100*o.Probability, bar), " "))
	}
	if rare > 0 {
		lines = append(lines, fmt.Sprintf("  %8s %9.4f%%", q.in("hiếm hơn", "rarer"), 100*rare))
	}
	if rough := q.rough(true); len(rough) > 0 {
		lines = append(append(lines, "", q.in("không chính xác hẳn:", "not exact:")), rough...)
	}
	return lines
}

// exceptionLines lists hands that are better played by their cards; only those
// of two cards if brief.
func (q *question) exceptionLines(brief bool) []string {
	if len(q.exceptions) == 0 {
		return nil
	}
	gain := q.best.Value - q.total.Value
	lines := chart.Wrap(fmt.Sprintf(q.in("Ngoại lệ theo lá bài (xét từng lá, tổng cộng lợi thêm %.4f%%):", "Exceptions by cards (looking at every card gains %.4f%% in all):"), 100*gain), width())
	var three []study.Exception
	for _, e := range q.exceptions {
		if e.Hand.Count() > 2 {
			three = append(three, e)
			continue
		}
		total, _ := e.Hand.Total()
		lines = append(lines, fmt.Sprintf("  %-11s %s %s  %s", fmt.Sprintf(q.in("%d gồm %s", "%d of %s"), total, study.HandName(e.Hand)), q.in("gặp", "against"), strategy.ValueName(e.Up),
			fmt.Sprintf(q.in("%s thay vì %s (lợi %.4f)", "%s, not %s (worth %.4f)"), study.ActionName(e.Best, q.Lang), study.ActionName(e.Table, q.Lang), e.Worth)))
	}
	if brief {
		return lines
	}
	return append(lines, q.threeLines(three)...)
}

// threeLines puts hands of three cards together that have the same total and exception.
func (q *question) threeLines(list []study.Exception) []string {
	type group struct {
		total, up int
		soft      bool
		best      blackjack.Action
	}
	hands, worth := map[group][]string{}, map[group]float64{}
	var order []group
	for _, e := range list {
		total, soft := e.Hand.Total()
		g := group{total, e.Up, soft, e.Best}
		if hands[g] == nil {
			order = append(order, g)
		}
		hands[g] = append(hands[g], study.HandName(e.Hand))
		worth[g] = max(worth[g], e.Worth)
	}
	slices.SortStableFunc(order, func(x, y group) int { return y.total - x.total })
	var lines []string
	for _, g := range order {
		name := fmt.Sprint(g.total)
		if g.soft {
			name = "soft " + name
		}
		lines = append(lines, chart.Wrap(fmt.Sprintf(q.in("%s gặp %s: %s với %s (lợi đến %.4f)", "%s against %s: %s with %s (worth up to %.4f)"),
			name, strategy.ValueName(g.up), study.ActionName(g.best, q.Lang), strings.Join(hands[g], " "), worth[g]), width()-2)...)
	}
	return indented(lines)
}

// costLines say what the given way of playing costs, hand by hand.
func (q *question) costLines() []string {
	const most = 20
	costs := study.Costs(q.game, q.best)
	if len(costs) == 0 {
		return []string{q.in("Không tốn gì: mọi tay bài đều được chơi tốt nhất.", "It costs nothing: every hand is played best.")}
	}
	lines := []string{q.in("Tốn ở đâu, so với cách chơi tốt nhất", "Where it costs, against the best play"),
		q.in("  bài    gặp  đã chơi          tốt nhất              mỗi lần  trên mọi ván", "  hand    up  played           best                each time   of all bets")}
	rest := 0.0
	for i, c := range costs {
		if i >= most {
			rest += c.Total()
			continue
		}
		best := study.ActionName(c.Best, q.Lang)
		if c.Best == c.Yours {
			best += q.in(" (sau đó khác)", " (differs later)")
		}
		lines = append(lines, fmt.Sprintf("  %-7s %2s  %s %s %9.4f %12.5f%%", dealName(c.Hand, c.Paired, &q.rules), strategy.ValueName(c.Up),
			wide(study.ActionName(c.Yours, q.Lang), 16), wide(best, 20), c.Each, 100*c.Total()))
	}
	if len(costs) > most {
		lines = append(lines, fmt.Sprintf(q.in("  và %d tay bài khác, cộng lại %.5f%%", "  and %d more deals, together %.5f%%"), len(costs)-most, 100*rest))
	}
	return lines
}

// wide fills a text to a number of characters.
func wide(s string, n int) string { return s + strings.Repeat(" ", max(0, n-len([]rune(s)))) }

// dealName names a deal; ten-values that do not pair are written as two ranks.
func dealName(h strategy.Hand, paired bool, rules *blackjack.Rules) string {
	if h.Pair() == 10 && !paired && rules.MaxHands > 1 {
		return "T,J"
	}
	return study.HandName(h)
}
