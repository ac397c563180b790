package scenario

import (
	"fmt"
	"strings"

	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// Scenario is one parsed scenario file.
type Scenario struct {
	name  string // the file's name, for messages
	setup rulesLine
	bets  []bet // in the order of the file
	shoe  []card.Card
	dealt int // line of the last shoe card
	steps []step
}

// rulesLine is the rules as the file names them, and what they amount to.
type rulesLine struct {
	line     int
	preset   string
	settings []setting
	rules    blackjack.Rules
}

type setting struct{ name, value string }

type bet struct {
	line    int
	seat    int
	amount  money.Amount
	balance *money.Amount // what the player has left after the bets; nil is plenty
	player  string        // "" is a player of this seat alone
}

// step is one line after the set-up: a decision or a check.
type step interface {
	String() string
	run(t *table) error // a Failure, or nil
}

// play is a decision, or one that must be refused.
type play struct {
	line    int
	seat    int
	action  blackjack.Action
	amount  *money.Amount // of insure; nil is the full half
	refusal blackjack.Refusal
}

// check is what must be so at this point. All the values that it expects are
// words of want, in the one spelling that the table's state has too.
type check struct {
	line int
	kind checkKind
	seat int
	hand int
	want string
}

// checkKind says which part of the table a check looks at.
type checkKind uint8

const (
	checkHand checkKind = iota
	checkDealer
	checkLegal
	checkTurn
	checkPhase
	checkResult
	checkInsurance
	checkNet
	checkHole
	checkDrawn
)

// String prints the scenario without its comments, so that Parse reads the same
// scenario back.
func (s *Scenario) String() string {
	var b strings.Builder
	b.WriteString("rules " + s.setup.preset)
	for _, v := range s.setup.settings {
		fmt.Fprintf(&b, " %s=%s", v.name, v.value)
	}
	b.WriteByte('\n')
	for _, v := range s.bets {
		b.WriteString(v.String() + "\n")
	}
	b.WriteString("shoe")
	for _, c := range s.shoe {
		b.WriteString(" " + c.String())
	}
	b.WriteByte('\n')
	for _, st := range s.steps {
		b.WriteString(st.String() + "\n")
	}
	return b.String()
}

func (v bet) String() string {
	text := fmt.Sprintf("bet %d %d", v.seat, v.amount)
	if v.balance != nil {
		text += fmt.Sprintf(" balance=%d", *v.balance)
	}
	if v.player != "" {
		text += " player=" + v.player
	}
	return text
}

// String prints the decision as Parse reads it.
func (p *play) String() string {
	text := p.decision()
	if p.refusal != 0 {
		text += " ! " + p.refusal.String()
	}
	return text
}

func (p *play) decision() string {
	text := fmt.Sprintf("%d %s", p.seat, p.action)
	if p.amount != nil {
		text += fmt.Sprintf(" %d", *p.amount)
	}
	return text
}

// String prints the check as Parse reads it.
func (c *check) String() string { return "= " + c.want }
