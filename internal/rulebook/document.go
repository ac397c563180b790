package rulebook

import (
	"fmt"
	"strconv"
	"strings"

	"club99/blackjack"
	"club99/money"
)

// Lang is a language of the page.
type Lang string

// The languages.
const (
	Vietnamese Lang = "vi"
	English    Lang = "en"
)

// UnmarshalText reads "vi" or "en".
func (l *Lang) UnmarshalText(text []byte) error {
	switch v := Lang(text); v {
	case Vietnamese, English:
		*l = v
		return nil
	}
	return fmt.Errorf("%q is not a language of the rules page: write vi or en", text)
}

// Document is a help page.
type Document struct {
	Title    string    `json:"title"`
	Sections []Section `json:"sections"`
}

// Section is a part of the page. Its ID is the same in every language.
type Section struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Items []Item `json:"items"`
}

// Item is one rule. Where it explains a term, Text begins with the term in the
// page's language and a colon, and Term is the game's English term for it; on
// English pages Term is empty.
type Item struct {
	Text   string `json:"text"`
	Term   string `json:"term,omitempty"`
	Clause string `json:"clause,omitempty"` // clause of the house rules, "R12"
}

// Page writes the page of the given rules, which must be valid. A language that
// there is not is English.
func Page(rules *blackjack.Rules, lang Lang) Document { return PageWith(rules, lang, Facts{}) }

func newPage(rules *blackjack.Rules, lang Lang) *page {
	p := &page{rules: rules, lang: lang, bet: exampleBet(rules)}
	p.doc.Title = p.in("Luật chơi Blackjack của bàn này", "The rules of this Blackjack table")
	return p
}

// write writes all sections.
func (p *page) write(facts Facts) {
	p.table()
	p.cards()
	p.payouts()
	p.actions()
	p.underAnAce()
	p.dealer()
	p.bets()
	p.clocks()
	p.away()
	p.odds(facts)
	p.inOneLine()
}

// page is a document being written.
type page struct {
	rules *blackjack.Rules
	lang  Lang
	bet   money.Amount // the bet that the examples are about
	doc   Document
}

// exampleBet is a hundred times the smallest bet, or as near to it as the table allows.
func exampleBet(r *blackjack.Rules) money.Amount {
	return r.MinBet * min(100, r.MaxBet/r.MinBet)
}

func (p *page) in(vi, en string) string {
	if p.lang == Vietnamese {
		return vi
	}
	return en
}

func (p *page) section(id, vi, en string) {
	p.doc.Sections = append(p.doc.Sections, Section{ID: id, Title: p.in(vi, en)})
}

// sentence is one sentence in both languages. Its verbs name their arguments,
// as in %[1]v, because the languages need them in different order.
type sentence struct {
	vi, en string
	args   []any
}

func say(vi, en string, args ...any) sentence { return sentence{vi, en, args} }

// item adds an item of one or more sentences to the last section.
func (p *page) item(clause, term string, sentences ...sentence) {
	var parts []string
	for _, s := range sentences {
		if s.vi == "" {
			continue
		}
		args := make([]any, len(s.args))
		for i, a := range s.args {
			args[i] = p.show(a)
		}
		parts = append(parts, fmt.Sprintf(p.in(s.vi, s.en), args...))
	}
	if p.lang != Vietnamese {
		term = ""
	}
	last := &p.doc.Sections[len(p.doc.Sections)-1]
	last.Items = append(last.Items, Item{Text: strings.Join(parts, " "), Term: term, Clause: clause})
}

// when returns the sentence if the condition holds, and otherwise none.
func when(condition bool, s sentence) sentence {
	if condition {
		return s
	}
	return sentence{}
}

// count is a number of things; English needs their name to get its plural right.
type count struct {
	n     int
	thing string
}

// list is words joined by commas and an "and" or "or" before the last.
type list struct {
	vi, en         []string
	viLast, enLast string
}

func (l *list) add(condition bool, vi, en string) {
	if condition {
		l.vi, l.en = append(l.vi, vi), append(l.en, en)
	}
}

func join(words []string, last string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
	return strings.Join(words, "")
}

// show writes an argument of a sentence in the page's language. It returns a
// string, or a number that needs no language.
func (p *page) show(a any) any {
	switch v := a.(type) {
	case money.Amount:
		return group(v, p.in(".", ","))
	case percent:
		return p.fixed(100*float64(v)) + "%"
	case decimal:
		return p.fixed(float64(v))
	case blackjack.Seconds:
		return p.show(count{int(v), "second"})
	case count:
		switch {
		case p.lang == Vietnamese && v.thing == "second":
			return strconv.Itoa(v.n) + " giây"
		case p.lang == Vietnamese:
			return v.n
		case v.n == 1:
			return "1 " + v.thing
		}
		return strconv.Itoa(v.n) + " " + v.thing + "s"
	case list:
		if p.lang == Vietnamese {
			return join(v.vi, v.viLast)
		}
		return join(v.en, v.enLast)
	}
	return a
}

// group writes an amount with a mark between thousands.
func group(a money.Amount, mark string) string {
	digits := strconv.FormatInt(int64(a), 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + mark + digits[i:]
	}
	return digits
}

// pays returns what comes back on a stake that wins at the ratio: the stake and the winnings.
func pays(ratio money.Ratio, stake money.Amount) money.Amount {
	won, _ := ratio.Of(stake) // valid rules pay whole units
	return stake + won
}

// mostInsurance is what the engine takes as the full insurance of a bet; 0 if there is none.
func (p *page) mostInsurance(bet money.Amount) money.Amount {
	if !p.rules.Insurance {
		return 0
	}
	var round blackjack.Round
	round.Box(1).Bet = bet
	return blackjack.Price(p.rules, &round, 1, blackjack.Insure)
}

// Words for what the settings mean together.

// checksAll: the dealer checks whenever a Blackjack is possible, so that none can show later.
func (p *page) checksAll() bool { return p.rules.Peek == blackjack.PeekAceAndTen }

func (p *page) splits() bool { return p.rules.MaxHands > 1 }

func (p *page) insures() bool { return p.mostInsurance(p.rules.MaxBet) > 0 }

func (p *page) early() bool { return p.rules.Surrender == blackjack.SurrenderEarly }

func (p *page) late() bool { return p.rules.Surrender == blackjack.SurrenderLate }
