package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/chart"
	"club99/internal/study"
	"club99/strategy"
)

// variationLines say what each change of the rules would do.
func (q *question) variationLines() []string {
	const least = 5e-7 // less is printed as nothing
	lines := []string{"", q.in("Đổi một luật: người chơi được lợi (+) hay thiệt (-) bao nhiêu phần trăm tiền cược đầu", "One rule changed: what the player gains (+) or loses (-), in percent of the first bet"), "",
		q.in("  người chơi   lợi thế nhà   thay đổi", "  player     house edge   change")}
	var idle, rough []string
	said := false
	for _, v := range q.variations {
		text := v.Text(q.Lang)
		if len(v.Approximate) > 0 {
			text += " *"
			rough = append(rough, v.Approximate...)
		}
		if math.Abs(v.Gain) < least {
			idle = append(idle, text)
			continue
		}
		if v.Gain < 0 && !said {
			said = true
			lines = append(lines, q.variationLine(0, q.game.Edge(), q.in("(luật của bàn này)", "(the table's own rules)")))
		}
		lines = append(lines, q.variationLine(v.Gain, v.Edge, text))
	}
	if len(idle) > 0 {
		lines = append(lines, "", q.in("Không làm thay đổi số nào ở trên: ", "No effect in four decimals: ")+strings.Join(idle, "; "))
	}
	slices.Sort(rough)
	for _, r := range slices.Compact(rough) {
		lines = append(lines, "* "+r)
	}
	return lines
}

func (q *question) variationLine(gain, edge float64, text string) string {
	sign := fmt.Sprintf("%+9.4f%%", 100*gain)
	if gain == 0 {
		sign = strings.Repeat(" ", 9) + "-"
	}
	return fmt.Sprintf("%s  %9.4f%%   %s", sign, 100*edge, text)
}

// tableLines are all hands of two cards against every up card, or against one.
func (q *question) tableLines() []string {
	lines := []string{""}
	for _, up := range study.UpCards {
		if q.up != 0 && up != q.up {
			continue
		}
		head := fmt.Sprintf(q.in("gặp %s", "up %s"), strategy.ValueName(up))
		lines = append(lines, wide(head, 9)+wide(q.in("    dừng     rút gấp đôi    tách    bỏ cuộc  chơi", "   stand     hit  double   split  surrender  play"), 63)+q.in(" cả ván      cơ hội", "  round      chance"))
		for i := range q.game.Hands {
			if h := &q.game.Hands[i]; h.Up == up {
				lines = append(lines, q.tableLine(h))
			}
		}
		lines = append(lines, "")
	}
	return append(lines, chart.Wrap(q.in(
		"Giá trị tính theo tiền cược đầu, khi đến lượt tay bài: nhà cái đã kiểm tra thì không có Blackjack. \"Cả ván\" tính cả Blackjack của nhà cái.",
		"Values are in first bets, at the hand's turn: where the dealer has checked, there is no Blackjack. \"Round\" is the whole round from this deal, a dealer's Blackjack included."), width())...)
}

func (q *question) tableLine(h *analyze.Hand) string {
	var b strings.Builder
	b.WriteString(wide("  "+dealName(h.Hand, h.Paired, &q.rules), 9))
	for _, a := range []blackjack.Action{blackjack.Stand, blackjack.Hit, blackjack.Double, blackjack.Split, blackjack.Surrender} {
		if h.Legal.Has(a) {
			fmt.Fprintf(&b, " %+.4f", h.EV[a])
		} else {
			b.WriteString("       -")
		}
	}
	fmt.Fprintf(&b, "     %s %+.4f  %9.5f%%", wide(q.playName(h), 17), h.Value, 100*h.Probability)
	return b.String()
}

// playName is how a deal is played: what it answers, and does.
func (q *question) playName(h *analyze.Hand) string {
	answer := study.Answer(h)
	switch {
	case h.Play == 0 && answer == 0:
		return "Blackjack"
	case h.Play == 0, answer == blackjack.Surrender:
		return study.ActionName(answer, q.Lang)
	case answer == blackjack.Insure:
		return study.ActionName(answer, q.Lang) + ", " + study.ActionName(h.Play, q.Lang)
	}
	return study.ActionName(h.Play, q.Lang)
}

// choiceLines say what one hand is worth.
func (q *question) choiceLines() []string {
	var lines []string
	for _, d := range q.choices {
		name := study.HandName(d.hand)
		lines = append(lines, "", fmt.Sprintf(q.in("%s gặp %s", "%s against %s"), name, strategy.ValueName(d.up)))
		for i, c := range d.choices {
			less := q.in("tốt nhất", "best")
			if i > 0 {
				less = fmt.Sprintf("%+.6f", c.EV-d.choices[0].EV)
			}
			lines = append(lines, fmt.Sprintf("  %s %+.6f  %s", wide(study.ActionName(c.Action, q.Lang), 16), c.EV, less))
		}
		if d.deal != nil {
			lines = append(lines, q.dealLines(d.deal)...)
		}
		if q.rules.Peek.Checks(d.up) && len(d.choices) > 0 {
			lines = append(lines, "  "+q.in("khi nhà cái đã kiểm tra và không có Blackjack", "once the dealer has looked and has no Blackjack"))
		}
	}
	return lines
}

// dealLines say what else there is to a deal: offers, the whole round, how often.
func (q *question) dealLines(h *analyze.Hand) []string {
	var lines []string
	add := func(vi, en string, args ...any) { lines = append(lines, "  "+fmt.Sprintf(q.in(vi, en), args...)) }
	if h.Offers.Has(blackjack.Insure) {
		add("bảo hiểm đủ nửa tiền cược: %+.6f", "a full insurance by itself: %+.6f", h.EV[blackjack.Insure])
	}
	if h.Offers.Has(blackjack.TakeEvenMoney) {
		add("nhận even money: %+.6f", "even money: %+.6f", h.EV[blackjack.TakeEvenMoney])
	}
	if h.Offers.Has(blackjack.Surrender) {
		add("bỏ cuộc trước khi kiểm tra: %+.6f", "surrender before the check: %+.6f", h.EV[blackjack.Surrender])
	}
	add("cả ván: %+.6f (%s); gặp một lần trong %.0f ván", "the whole round: %+.6f (%s); dealt once in %.0f rounds", h.Value, q.playName(h), 1/h.Probability)
	return lines
}
