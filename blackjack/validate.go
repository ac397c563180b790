package blackjack

import (
	"errors"
	"fmt"

	"club99/card"
	"club99/money"
)

// Validate returns nil, or every problem of the rules joined: each a
// [*SettingError] on one line. Settings that other settings make idle are no
// problem: no_peek_loss where the dealer always checks, resplit_aces where
// nothing can be split twice.
func (r *Rules) Validate() error {
	p := problems{rules: r, wrong: map[string]bool{}}
	p.values()
	p.contradictions()
	p.bets()
	p.payouts()
	p.shoe()
	return errors.Join(p.list...)
}

// problems collects what is wrong. A check is made only where all settings
// that it compares are right by themselves.
type problems struct {
	rules *Rules
	list  []error
	wrong map[string]bool
}

func (p *problems) add(setting, format string, args ...any) {
	p.list = append(p.list, &SettingError{setting, fmt.Sprintf(format, args...)})
	p.wrong[setting] = true
}

func (p *problems) right(settings ...string) bool {
	for _, s := range settings {
		if p.wrong[s] {
			return false
		}
	}
	return true
}

// values checks each setting by itself: a value is right if its text would be accepted and stays as it is.
func (p *problems) values() {
	var other Rules
	for _, s := range settings {
		text := s.get(p.rules)
		if err := s.set(&other, text); err != nil {
			p.add(s.name, "%v", err)
		} else if back := s.get(&other); back != text {
			p.add(s.name, "%q is not in lowest terms: write %s", text, back)
		}
	}
}

func (p *problems) contradictions() {
	r := p.rules
	if p.right("seats", "seats_per_player") && r.SeatsPerPlayer > r.Seats {
		p.add("seats_per_player", "%d is more than the %d seats of the table", r.SeatsPerPlayer, r.Seats)
	}
	if p.right("charlie", "max_cards") && r.Charlie != 0 && (r.Charlie < 3 || r.Charlie > r.MaxCards) {
		p.add("charlie", "%d is not allowed: write 0 for off, or 3 to the %d cards of max_cards", r.Charlie, r.MaxCards)
	}
	if !p.right("decks", "shuffle", "cut_card") {
		return
	}
	cards := r.Decks * card.PerDeck
	switch {
	case r.Shuffle == ShuffleEveryRound && r.CutCard != 0:
		p.add("cut_card", "%d, but the shoe is shuffled every round: write 0, or shuffle cut-card", r.CutCard)
	case r.Shuffle == ShuffleAtCutCard && (r.CutCard < 1 || r.CutCard >= cards):
		p.add("cut_card", "%d is not within the shoe: write 1 to %d", r.CutCard, cards-1)
	}
}

func (p *problems) bets() {
	r := p.rules
	if p.right("min_bet", "max_bet") && r.MinBet > r.MaxBet {
		p.add("min_bet", "%d is more than max_bet %d", r.MinBet, r.MaxBet)
	}
	if !p.right("bet_step") {
		return
	}
	for _, b := range []struct {
		setting string
		amount  money.Amount
	}{{"min_bet", r.MinBet}, {"max_bet", r.MaxBet}} {
		if p.right(b.setting) && b.amount%r.BetStep != 0 {
			p.add(b.setting, "%d is not a multiple of bet_step %d", b.amount, r.BetStep)
		}
	}
}

// payouts checks that nothing that can be paid falls between units or out of range (R23).
func (p *problems) payouts() {
	r := p.rules
	if !p.right("bet_step") {
		return
	}
	odd := r.BetStep%2 != 0
	if r.Surrender != SurrenderOff && odd && p.right("surrender") {
		p.add("surrender", "half of bet_step %d falls between units: make bet_step even, or write surrender off", r.BetStep)
	}
	var most money.Amount = 1 // the largest payout on one unit, rounded up
	for _, pay := range []struct {
		setting string
		ratio   money.Ratio
		used    bool
		stake   money.Amount
	}{
		{"win_pays", r.WinPays, true, r.BetStep},
		{"blackjack_pays", r.BlackjackPays, true, r.BetStep},
		{"insurance_pays", r.InsurancePays, r.Insurance, r.BetStep / 2},
		{"even_money_pays", r.EvenMoneyPays, r.EvenMoney, r.BetStep},
		{"charlie_pays", r.CharliePays, r.Charlie != 0, r.BetStep},
	} {
		if !p.right(pay.setting) || !pay.used {
			continue
		}
		most = max(most, money.Amount(pay.ratio.Num/pay.ratio.Den)+1)
		_, whole := pay.ratio.Of(pay.stake)
		if pay.setting == "insurance_pays" {
			// Half of an odd bet insures for the whole units below it; with a ratio such as 2:1 every stake pays whole units.
			whole = pay.ratio.Den == 1 || whole && !odd
		}
		if !whole {
			p.add(pay.setting, "%v of a stake of %d falls between units: change bet_step %d or the payout", pay.ratio, pay.stake, r.BetStep)
		}
	}
	if !p.right("max_bet", "max_hands", "seats") {
		return
	}
	// Every hand of every seat doubled and paid at the best odds, stakes included.
	units := money.Amount(2*r.MaxHands*r.Seats) * (most + 1)
	if r.MaxBet > money.Max/units {
		p.add("max_bet", "%d with these payouts could make a round that is out of range: write at most %d", r.MaxBet, money.Max/units)
	}
}

// shoe checks that one round can never need more cards than a fresh shoe has (R01).
func (p *problems) shoe() {
	r := p.rules
	if !p.right("decks", "seats", "max_hands", "max_cards", "charlie") {
		return
	}
	if need, have := MostCards(r, r.Seats, fullShoe(r.Decks)), r.Decks*card.PerDeck; need > have {
		p.add("decks", "a round of %d seats with up to %d hands each could take %d cards, the shoe has %d: write more decks, fewer seats or a lower max_hands",
			r.Seats, r.MaxHands, need, have)
	}
}
