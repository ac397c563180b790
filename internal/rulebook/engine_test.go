package rulebook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
	"club99/internal/rulebook"
	"club99/internal/rulegen"
	"club99/money"
)

// seatOne plays a round on seat 1 through the engine: the bet, the deal, then the
// actions as far as the engine takes them.
type seatOne struct {
	t     *rapid.T
	rules *blackjack.Rules
	round blackjack.Round
	shoe  []card.Card
}

func deal(t *rapid.T, rules *blackjack.Rules, bet money.Amount, cards string) *seatOne {
	s := &seatOne{t: t, rules: rules}
	for name := range strings.FieldsSeq(cards) {
		c, err := card.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		s.shoe = append(s.shoe, c)
	}
	s.must(blackjack.Command{Action: blackjack.PlaceBet, Player: 1, Amount: bet})
	s.must(blackjack.Command{Action: blackjack.Deal})
	return s
}

func (s *seatOne) try(c blackjack.Command) error {
	c.Seat, c.Funds, c.Turn = 1, 1<<60, s.round.Turn
	events, err := blackjack.Decide(nil, s.rules, &s.round, c, s.shoe)
	for _, e := range events {
		s.round.Apply(e)
	}
	return err
}

func (s *seatOne) must(c blackjack.Command) {
	if err := s.try(c); err != nil {
		s.t.Fatalf("%s: %v: %v", s.rules, c.Action, err)
	}
}

// then does the actions that are legal and leaves out the others, so that one
// list serves tables that ask and tables that do not.
func (s *seatOne) then(actions ...blackjack.Action) *seatOne {
	for _, a := range actions {
		if s.may(a) {
			s.must(blackjack.Command{Action: a, Amount: blackjack.Price(s.rules, &s.round, 1, a)})
		}
	}
	return s
}

func (s *seatOne) may(a blackjack.Action) bool {
	return blackjack.Legal(s.rules, &s.round, 1, 1<<60).Has(a)
}

// back is what came back to the player.
func (s *seatOne) back() money.Amount {
	if s.round.Phase != blackjack.PhaseOver {
		s.t.Fatalf("%s: the round of %v is not over", s.rules, s.shoe)
	}
	box := s.round.Box(1)
	total := box.InsurancePaid
	for _, h := range box.Hands() {
		total += h.Paid
	}
	return total
}

// no declines every offer.
var no = []blackjack.Action{blackjack.DeclineInsurance, blackjack.DeclineEvenMoney, blackjack.DeclineSurrender}

// The amounts of the odds table are what the engine pays.
func TestPagePaysWhatTheEnginePays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		bet := rules.MinBet * min(100, rules.MaxBet/rules.MinBet)
		odds := map[string]string{}
		for _, section := range rulebook.Page(&rules, rulebook.English).Sections {
			if section.ID == "payouts" {
				for _, item := range section.Items {
					head, text, _ := strings.Cut(item.Text, ": ")
					odds[head] = text
				}
			}
		}
		want := func(name, cards string, first ...blackjack.Action) {
			text, there := odds[name]
			delete(odds, name)
			if !there {
				return
			}
			back := deal(t, &rules, bet, cards).then(first...).then(no...).then(blackjack.Stand).back()
			if !strings.Contains(text, "back "+thousands(back)) && !strings.Contains(text, thousands(back)+", the bet") {
				t.Fatalf("%s\n%s: %s\nthe engine gave back %d on %d", &rules, name, text, back, bet)
			}
		}
		want("Win", "Ts 9d 9c 8d")
		want("Blackjack", "As 9d Kc 8d")
		want("Push", "Ts 9d 9c Td")
		want("Even money", "As Ad Kc 9d", blackjack.TakeEvenMoney)
		want("Insurance", "Ts Ad 9c Kd", blackjack.Insure)
		want("Surrender", "Ts 9d 6c 8d", blackjack.Surrender)
		if n := rules.Charlie; n > 0 && n < blackjack.MaxCards {
			want("Charlie", charlie(n, "9d", "8d"), slices.Repeat([]blackjack.Action{blackjack.Hit}, n)...)
		}
		delete(odds, "Charlie")
		if len(odds) != 0 {
			t.Fatalf("odds that were not tried: %v", odds)
		}
	})
}

// charlie lists a shoe in which a hand reaches n cards, at most 20, without a
// bust and without 21 before: aces, with a two that jumps over the soft 21.
func charlie(n int, up, hole string) string {
	cards := slices.Repeat([]string{"As"}, n)
	if n > 10 {
		cards[10] = "2s"
	}
	return strings.Join(slices.Concat(cards[:1], []string{up}, cards[1:2], []string{hole}, cards[2:]), " ")
}

func thousands(a money.Amount) string {
	if a < 1000 {
		return fmt.Sprint(int64(a))
	}
	return fmt.Sprintf("%s,%03d", thousands(a/1000), int64(a%1000))
}

// fact is a sentence of the English page that must stand there if and only if
// the engine plays so. play is not asked where the fact is not applicable.
type fact struct {
	sentence string
	applies  bool
	play     func() bool
}

// The page's sentences are true of the engine, in both directions.
func TestPageSaysWhatTheEnginePlays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		text := pageText(rulebook.Page(&rules, rulebook.English))
		bet := rules.MinBet
		dealt := func(cards string) *seatOne { return deal(t, &rules, bet, cards) }
		for _, f := range append(dealerFacts(&rules, bet, dealt), playerFacts(&rules, dealt)...) {
			if !f.applies {
				continue
			}
			if says, plays := strings.Contains(text, f.sentence), f.play(); says != plays {
				t.Fatalf("%s\n%q: on the page %v, in play %v", &rules, f.sentence, says, plays)
			}
		}
	})
}

func playerFacts(rules *blackjack.Rules, dealt func(string) *seatOne) []fact {
	after := func(cards string, actions ...blackjack.Action) *seatOne {
		return dealt(cards).then(no...).then(actions...)
	}
	splits := rules.MaxHands > 1
	return []fact{
		{"whatever they make", true, func() bool { return after("Ts 9d 3c 8d").may(blackjack.Double) }},
		{"two cards that make 9, 10 or 11", true, func() bool {
			return after("6s 9d 3c 8d").may(blackjack.Double) && !after("Ts 9d 3c 8d").may(blackjack.Double)
		}},
		{"two cards that make 10 or 11", true, func() bool {
			return after("6s 9d 4c 8d").may(blackjack.Double) && !after("6s 9d 3c 8d").may(blackjack.Double)
		}},
		{"Not on split hands", splits, func() bool { return !after("8s 9d 8c 8d 2c Tc", blackjack.Split).may(blackjack.Double) }},
		{"but not split aces", splits && rules.DoubleAfterSplit && rules.DoubleOn == blackjack.DoubleAny, func() bool {
			return !after("As 9d Ac 8d 9c 9c", blackjack.Split).may(blackjack.Double)
		}},
		{"Split: not at this table", true, func() bool { return !after("8s 9d 8c 8d").may(blackjack.Split) }},
		{"(not 10-K)", splits, func() bool { return !after("Ts 9d Kc 8d").may(blackjack.Split) }},
		{"Each seat may split once", splits, func() bool {
			return !after("8s 9d 8c 8d 8h Tc", blackjack.Split).may(blackjack.Split)
		}},
		{"Aces may be split once only", rules.MaxHands > 2, func() bool {
			return !after("As 9d Ac 8d Ah Ad", blackjack.Split).may(blackjack.Split)
		}},
		{"Split aces may take more cards", splits, func() bool {
			return after("As 9d Ac 8d 9h 9c", blackjack.Split).may(blackjack.Hit)
		}},
		{"Surrender: not at this table", true, func() bool { return !after("Ts 9d 6c 8d").may(blackjack.Surrender) }},
		{"right after the deal, before anyone knows", true, func() bool {
			s := dealt("Ts Kd 6c 8d")
			return s.round.Phase == blackjack.PhaseOffers && s.may(blackjack.Surrender)
		}},
	}
}

func dealerFacts(rules *blackjack.Rules, bet money.Amount, dealt func(string) *seatOne) []fact {
	after := func(cards string, actions ...blackjack.Action) *seatOne {
		return dealt(cards).then(no...).then(actions...)
	}
	stand := func(cards string) *seatOne { return after(cards, blackjack.Stand) }
	kept := func(s *seatOne) bool { return s.back() > 0 }
	unchecked := rules.Peek != blackjack.PeekAceAndTen
	hits := slices.Repeat([]blackjack.Action{blackjack.Hit}, rules.Charlie)
	reachable := rules.Charlie > 0 && rules.Charlie < blackjack.MaxCards
	return []fact{
		{"in a 17 the dealer draws", true, func() bool { return stand("Ts Ad 9c 6d Td Td").round.Drawn > 4 }},
		{"in a 17 the dealer stands", true, func() bool { return stand("Ts Ad 9c 6d Td Td").round.Drawn == 4 }},
		{"with an ace or a ten-value card face up, the dealer looks", true, func() bool { return after("Ts Kd 6c Ad").round.Phase == blackjack.PhaseOver }},
		{"with an ace face up, the dealer looks", true, func() bool {
			return after("Ts Ad 6c Kd").round.Phase == blackjack.PhaseOver && after("Ts Kd 6c Ad").round.Phase != blackjack.PhaseOver
		}},
		{"never looks at the hole card beforehand", true, func() bool { return after("Ts Ad 6c Kd").round.Phase != blackjack.PhaseOver }},
		{"no more than its first bet", unchecked && rules.Charlie != 3, func() bool { return kept(after("6s Kd 5c Ad 9h", blackjack.Double)) }},
		{"loses its whole bet all the same", rules.Surrender == blackjack.SurrenderLate, func() bool {
			s := after("Ts Kd 6c Ad", blackjack.Surrender)
			return !s.round.Checked && !kept(s)
		}},
		{"Blackjack included", reachable, func() bool { return unchecked && kept(after(charlie(rules.Charlie, "Kd", "Ad"), hits...)) }},
		{"only a dealer's Blackjack beats it", reachable, func() bool { return unchecked && !kept(after(charlie(rules.Charlie, "Kd", "Ad"), hits...)) }},
		{"Insurance: not at this table", bet > 1, func() bool { return !dealt("Ts Ad 6c Kd").may(blackjack.Insure) }},
		{"Such a seat is not asked about insurance", bet > 1 && rules.Insurance, func() bool { return !dealt("As Ad Kc 9d").may(blackjack.Insure) }},
		{"Even money: not at this table", true, func() bool { return !dealt("As Ad Kc 9d").may(blackjack.TakeEvenMoney) }},
	}
}
