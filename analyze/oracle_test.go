package analyze

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"club99/blackjack"
	"club99/strategy"
)

// The figures in testdata are from independent programs; each file's head says
// which, and under which assumptions.

// rows reads a file of testdata, without its comments.
func rows(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list [][]string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), "#") {
			list = append(list, strings.Fields(lines.Text()))
		}
	}
	return list
}

func number64(t *testing.T, s string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// basicRules are six decks, S17, any two cards doubled, also after splits, late surrender, split by value to four hands.
func basicRules() blackjack.Rules {
	return blackjack.Rules{
		Decks: 6, WinPays: ratio(1), BlackjackPays: ratio(1.5), InsurancePays: ratio(2), EvenMoneyPays: ratio(1), CharliePays: ratio(1),
		Soft17: blackjack.Soft17Stand, Peek: blackjack.PeekAceAndTen, NoPeekLoss: blackjack.LoseAll, Surrender: blackjack.SurrenderLate,
		DoubleOn: blackjack.DoubleAny, DoubleAfterSplit: true, SplitOn: blackjack.SplitSameValue, MaxHands: 4, MaxCards: 21,
	}
}

// rulesOf reads the rules that a row begins with.
func rulesOf(t *testing.T, row []string) *blackjack.Rules {
	t.Helper()
	r := basicRules()
	r.Decks = int(number64(t, row[0]))
	if row[1] == "H17" {
		r.Soft17 = blackjack.Soft17Hit
	}
	switch row[2] {
	case "D9-11":
		r.DoubleOn = blackjack.Double9To11
	case "D10-11":
		r.DoubleOn = blackjack.Double10To11
	}
	r.DoubleAfterSplit = row[3] == "DAS"
	r.MaxHands = int(number64(t, row[4]))
	r.ResplitAces = row[5] == "RSA"
	if row[6] != "LS" {
		r.Surrender = blackjack.SurrenderOff
	}
	return &r
}

// near fails unless two figures agree.
func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %.12f, the figure is %.12f: %.2g apart", what, got, want, got-want)
	}
}

var classOf = map[string]Class{"cdz": CDZ, "cdp1": CDP1, "cdp": CDP}

// play analyzes a row's game; class tdi is the basic strategy by totals of endless decks.
func play(t *testing.T, dealers *Dealers, rules *blackjack.Rules, class string) *Game {
	t.Helper()
	a := newAnalyzer(rules, dealers)
	var g *Game
	var err error
	if class == "tdi" {
		g = a.game(a.Full(), Given, a.compile(strategy.Basic(rules)))
	} else {
		g, err = a.Table(a.Full(), classOf[class])
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestOverallValues(t *testing.T) {
	dealers := NewDealers()
	for i, row := range rows(t, "overall.txt") {
		if !share(i, map[string]int{"cdz": 6, "tdi": 3, "cdp1": 17, "cdp": 37}[row[8]]) {
			continue
		}
		rules := rulesOf(t, row)
		rules.BlackjackPays = ratio(number64(t, row[7]))
		g := play(t, dealers, rules, row[8])
		what := strings.Join(row[:9], " ")
		near(t, what, g.Value, number64(t, row[9]), 1e-12)
		for up := 1; up <= 10; up++ {
			near(t, what+" up "+strconv.Itoa(up), g.ByUp[up], number64(t, row[9+up]), 1e-12)
		}
	}
}

func TestEveryHand(t *testing.T) {
	dealers := NewDealers()
	all := rows(t, "hands.txt")
	for table := 0; table*551 < len(all); table++ {
		if !share(table, 4) {
			continue
		}
		head := all[table*551][1:]
		g := play(t, dealers, rulesOf(t, append(head, "-")), "cdz")
		byHand := map[[2]int]*Hand{}
		for i := range g.Hands {
			h := &g.Hands[i]
			byHand[[2]int{int(h.Hand), h.Up}] = h
		}
		line := table * 551
		for a := 1; a <= 10; a++ {
			for b := a; b <= 10; b++ {
				for up := 1; up <= 10; up++ {
					line++
					h := byHand[[2]int{int(strategy.Of(a, b)), up}]
					if h.Legal == 0 {
						continue // a Blackjack has no decision here
					}
					for i, text := range all[line] {
						action := [...]blackjack.Action{blackjack.Stand, blackjack.Hit, blackjack.Double, blackjack.Split}[i]
						if text != "-" {
							near(t, strings.Join(head, " ")+" "+h.Hand.String()+" against "+strconv.Itoa(up)+" "+action.String(), h.EV[action], number64(t, text)*1e-12, 1e-11) // printed with 12 digits
						}
					}
				}
			}
		}
	}
}

func TestDealersEnds(t *testing.T) {
	for _, row := range rows(t, "dealer.txt") {
		rules := rulesOf(t, []string{row[0], row[1], "DOA", "DAS", "4", "-", "-"})
		a := newAnalyzer(rules, NewDealers())
		up := strings.Index("?A23456789T", row[2])
		a.table.shoe = a.Full()
		a.table.class, a.table.play = Given, new(strategy.Composition)
		a.table.begin(up)
		a.table.expectAll()
		ends := &a.table.ends.ends[0]
		a.table.dealers.put(a.table.ends, []strategy.Hand{0}, dealer17)
		for i := range dealerBust {
			near(t, strings.Join(row[:3], " "), ends[i]-ends[i+1], number64(t, row[3+i]), 1e-14)
		}
		near(t, strings.Join(row[:3], " ")+" Blackjack", float64(a.table.dealersBlackjack(0)), number64(t, row[8]), 1e-14)
		near(t, strings.Join(row[:3], " ")+" bust", 1-ends[0]-float64(a.table.dealersBlackjack(0)), number64(t, row[9]), 1e-14)
	}
}

func TestEffectsOfRemoval(t *testing.T) {
	for i, row := range rows(t, "removal.txt") {
		if !share(i, 8) {
			continue
		}
		rules := rulesOf(t, row)
		a := newAnalyzer(rules, NewDealers())
		full, err := a.Table(a.Full(), CDZ)
		if err != nil {
			t.Fatal(err)
		}
		near(t, strings.Join(row[:7], " "), full.Value, number64(t, row[7]), 1e-12)
		for v := 1; v <= 10; v++ {
			shoe := a.Full()
			if err := shoe.Remove(v); err != nil {
				t.Fatal(err)
			}
			g, err := a.Table(shoe, CDZ)
			if err != nil {
				t.Fatal(err)
			}
			near(t, strings.Join(row[:7], " ")+" without "+strconv.Itoa(v), g.Value-full.Value, number64(t, row[7+v]), 1e-12)
		}
	}
}

// The distributions in the file are those of one split at most, of which nothing is approximate.
func TestOutcomesWithOneSplit(t *testing.T) {
	dealers := NewDealers()
	for i, row := range rows(t, "outcomes.txt") {
		if !share(i, 14) {
			continue
		}
		rules := rulesOf(t, row)
		rules.BlackjackPays = ratio(number64(t, row[7]))
		a := newAnalyzer(rules, dealers)
		var g *Game
		if row[8] == "tdi" {
			g, _ = a.Follow(a.Full(), strategy.Basic(rules))
		} else {
			g, _ = a.Game(a.Full(), classOf[row[8]])
		}
		what := strings.Join(row[:9], " ")
		near(t, what+" deviation", g.StdDev, number64(t, row[9]), 1e-9)
		if len(g.Approximate) > 0 {
			t.Errorf("%s: %v", what, g.Approximate)
		}
		found := map[float64]float64{}
		for _, o := range g.Outcomes {
			found[o.Net] = o.Probability
		}
		for _, pair := range row[10:] {
			net, p, _ := strings.Cut(pair, ":")
			near(t, what+" "+net, found[number64(t, net)], number64(t, p), 1e-12)
		}
	}
}
