package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// The functions here spell the state of a table as a check does.

// words returns what the table has where c looks, in the spelling of c.want.
func (c *check) words(t *table) string {
	r := &t.round
	switch c.kind {
	case checkHand:
		return handWords(r, c.seat, c.hand)
	case checkDealer:
		return dealerWords(r)
	case checkLegal:
		return legalWords(c.seat, blackjack.Legal(t.rules, r, c.seat, t.fundsOf(c.seat)))
	case checkTurn:
		if r.Phase == blackjack.PhasePlayers {
			return turnWords(int(r.Seat), int(r.Hand))
		}
		return "phase " + r.Phase.String()
	case checkPhase:
		return "phase " + r.Phase.String()
	case checkResult:
		hands := r.Box(c.seat).Hands()
		if c.hand > len(hands) {
			return noHand(c.seat, c.hand)
		}
		h := &hands[c.hand-1]
		if !h.Settled() {
			return fmt.Sprintf("result %d.%d not settled yet", c.seat, c.hand)
		}
		return resultWords(c.seat, c.hand, h.Outcome, h.Paid-h.Stake)
	case checkInsurance:
		b := r.Box(c.seat)
		if b.Insurance != 0 && b.InsuranceOutcome == blackjack.OutcomeNone {
			return fmt.Sprintf("insurance %d not settled yet", c.seat)
		}
		return seatAmountWords("insurance", c.seat, b.InsurancePaid-b.Insurance)
	case checkNet:
		return seatAmountWords("net", c.seat, r.Box(c.seat).Net())
	case checkHole:
		if t.holeShown {
			return "hole shown"
		}
		return "hole hidden"
	default: // checkDrawn
		return "drawn " + strconv.Itoa(int(r.Drawn))
	}
}

func noHand(seat, hand int) string { return fmt.Sprintf("no hand %d.%d", seat, hand) }

func handWords(r *blackjack.Round, seat, hand int) string {
	hands := r.Box(seat).Hands()
	if hand > len(hands) {
		return noHand(seat, hand)
	}
	h := &hands[hand-1]
	total, soft := h.Total()
	return fmt.Sprintf("%d.%d %s %s %s", seat, hand, cardWords(h.Cards()), totalWords(total, soft), h.Status)
}

func dealerWords(r *blackjack.Round) string {
	cards := "dealer " + cardWords(r.Dealer.Cards())
	if r.Hole == card.None {
		return cards + " " + hidden
	}
	total, soft := r.Dealer.Total()
	words := cards + " " + totalWords(total, soft)
	if r.Dealer.Status != blackjack.StatusNone {
		words += " " + r.Dealer.Status.String()
	}
	return words
}

func cardWords(cards []card.Card) string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = c.String()
	}
	return strings.Join(list, " ")
}

func totalWords(total int, soft bool) string {
	if soft && total != 21 {
		return "soft " + strconv.Itoa(total)
	}
	return strconv.Itoa(total)
}

func legalWords(seat int, set blackjack.Actions) string {
	words := fmt.Sprintf("legal %d", seat)
	if set == 0 {
		return words + " none"
	}
	for _, a := range set.List() {
		words += " " + a.String()
	}
	return words
}

func turnWords(seat, hand int) string { return fmt.Sprintf("turn %d.%d", seat, hand) }

func resultWords(seat, hand int, o blackjack.Outcome, amount money.Amount) string {
	return fmt.Sprintf("result %d.%d %s %d", seat, hand, o, amount)
}

func seatAmountWords(word string, seat int, amount money.Amount) string {
	return fmt.Sprintf("%s %d %d", word, seat, amount)
}
