package blackjack

import (
	"errors"

	"club99/card"
	"club99/money"
)

// ErrShoeShort says that the given shoe ran out before the decision was
// complete. Nothing has happened then. A table never meets it: it shuffles
// before a round that could need more cards than are left (R01).
var ErrShoeShort = errors.New("the shoe ran out in the middle of a round")

// Decide answers a command with everything that follows from it, up to the next
// decision that somebody has to make: the events are appended to dst, and the
// round itself is left as it is. The error is a [Refusal], with no events, or
// [ErrShoeShort]. Rules must be valid.
//
// shoe holds the cards in the order in which they leave it, the first card of
// this round at 0. Decide reads the hole card from it to answer the dealer's
// check and to open it, and puts no card into an event that stays face down.
//
// Decide does not allocate unless dst has to grow.
func Decide(dst []Event, rules *Rules, r *Round, c Command, shoe []card.Card) ([]Event, error) {
	if why := check(rules, r, &c); why != 0 {
		return dst, why
	}
	var d decision
	d.Round, d.rules, d.shoe, d.out = *r, rules, shoe, dst
	switch {
	case c.Action == PlaceBet:
		b := &d.Boxes[c.Seat-1]
		d.emit(Event{Kind: BetPlaced, Seat: c.Seat, Player: c.Player, Stake: c.Amount, Amount: c.Amount - b.Bet})
	case c.Action == Deal:
		d.deal()
	case r.Phase == PhaseOffers:
		d.answer(&c)
	default:
		d.play(&c)
	}
	if d.short {
		return dst, ErrShoeShort
	}
	return d.out, nil
}

// decision is one decision in the making: a scratch copy of the round, to which
// each event is applied as soon as it is decided, so that what follows is
// decided from the state after it.
type decision struct {
	Round
	rules *Rules
	shoe  []card.Card
	out   []Event
	short bool // the shoe ran out
}

func (d *decision) emit(e Event) {
	d.Round.apply(&e)
	d.out = append(d.out, e)
}

// next reads the card that leaves the shoe next.
func (d *decision) next() card.Card {
	if int(d.Drawn) >= len(d.shoe) {
		d.short = true
		return card.New(card.Ten, card.Spades) // ends every loop; the decision is thrown away
	}
	return d.shoe[d.Drawn]
}

// deal is R02: one card to each betting seat clockwise, the dealer's up card, a
// second card to each seat, the hole card.
func (d *decision) deal() {
	d.emit(Event{Kind: BetsClosed})
	d.dealPass()
	d.emit(Event{Kind: UpCardDealt, Card: d.next()})
	d.dealPass()
	if d.next(); d.short {
		return
	}
	d.emit(Event{Kind: HoleCardDealt})
	for i := range d.Boxes {
		if h := &d.Boxes[i].hands[0]; d.Boxes[i].HandCount > 0 && h.twoCard21() {
			d.emit(Event{Kind: HandEnded, Seat: uint8(i + 1), Hand: 1, Status: StatusBlackjack})
		}
	}
	if !d.makeOffers() {
		d.check()
	}
}

func (d *decision) dealPass() {
	for i := range d.Boxes {
		if d.Boxes[i].Bet != 0 {
			d.emit(Event{Kind: CardDealt, Seat: uint8(i + 1), Hand: 1, Card: d.next()})
		}
	}
}

// pays returns stake and winnings together. Valid rules leave no fraction.
func pays(ratio money.Ratio, stake money.Amount) money.Amount {
	win, ok := ratio.Of(stake)
	if !ok {
		panic("blackjack: " + ratio.String() + " does not pay whole units; the rules were not validated")
	}
	return stake + win
}
