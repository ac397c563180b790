package blackjack

import (
	"club99/card"
	"club99/money"
)

// Phase is the part of a round that is being played.
type Phase uint8

// The phases. Dealing and dealer are passed through within one decision, so
// nobody meets them between two commands.
const (
	PhaseBetting Phase = iota
	PhaseDealing
	PhaseOffers
	PhasePlayers
	PhaseDealer
	PhaseOver
	phaseEnd
)

// Round is the state of one round: the fold of its events. The zero Round is
// ready for bets. Rounds are plain values and can be compared with ==.
type Round struct {
	Phase   Phase
	Turn    uint16    // counts the decisions awaited so far; the one a command must name
	Seat    uint8     // whose turn it is in PhasePlayers, from 1
	Hand    uint8     // which hand, from 1
	Drawn   uint16    // cards that have left the shoe, the hole card included
	Checked bool      // the dealer has looked and has no Blackjack, or the round is ending with it (R16)
	HoleAt  uint16    // place of the hole card in the shoe, from 1; 0 before it is dealt
	Hole    card.Card // None until it is opened
	Dealer  Dealer
	Boxes   [MaxSeats]Box // by seat, from seat 1
}

// Dealer is the dealer's hand as anyone may see it: without the hole card until it is opened.
type Dealer struct {
	cardList
	Status Status
}

// Box is what lies in front of one seat.
type Box struct {
	Player    PlayerID
	Bet       money.Amount // the first bet; 0 is no bet
	Insurance money.Amount
	Offered   Actions // offers made: Insure, TakeEvenMoney, Surrender
	Open      Actions // offers not yet answered
	HandCount uint8

	InsuranceOutcome Outcome
	InsurancePaid    money.Amount

	hands [MaxHands]Hand
}

// Hand is one hand of a seat.
type Hand struct {
	cardList
	Status   Status
	Outcome  Outcome
	Split    bool // came from a split
	SplitAce bool // came from splitting aces
	Stake    money.Amount
	Paid     money.Amount // what went to the player at settlement, the stake included
}

// cardList is cards in the order dealt, with their running sum.
type cardList struct {
	cards  [MaxCards + 1]card.Card
	count  uint8
	points uint8 // aces as 1
	ace    bool
}

// Cards returns the cards in the order dealt. The slice is the round's own: read it only.
func (l *cardList) Cards() []card.Card { return l.cards[:l.count] }

func (l *cardList) add(c card.Card) {
	l.cards[l.count] = c
	l.count++
	l.points += uint8(c.Value())
	l.ace = l.ace || c.IsAce()
}

// Total returns the best total, and whether it is soft: whether an ace in it
// still counts 11 (R03). A total over 21 is a bust and never soft.
func (l *cardList) Total() (total int, soft bool) {
	if l.ace && l.points <= 11 {
		return int(l.points) + 10, true
	}
	return int(l.points), false
}

// best is the best total alone.
func (l *cardList) best() uint8 {
	if l.ace && l.points <= 11 {
		return l.points + 10
	}
	return l.points
}

// twoCard21 reports an ace with a ten-value card, the first two cards (R04).
func (l *cardList) twoCard21() bool { return l.count == 2 && l.ace && l.points == 11 }

// Box returns what lies in front of a seat, 1 to MaxSeats.
func (r *Round) Box(seat int) *Box { return &r.Boxes[seat-1] }

// Hands returns the seat's hands, left to right. The slice is the round's own: read it only.
func (b *Box) Hands() []Hand { return b.hands[:b.HandCount] }

// Net returns what the seat earned in the round so far: what was paid to it for
// settled stakes less those stakes, insurance included.
func (b *Box) Net() money.Amount {
	var net money.Amount
	for i := range b.Hands() {
		if h := &b.hands[i]; h.Settled() {
			net += h.Paid - h.Stake
		}
	}
	if b.InsuranceOutcome != OutcomeNone {
		net += b.InsurancePaid - b.Insurance
	}
	return net
}

// Settled reports whether the hand's stake is over.
func (h *Hand) Settled() bool { return h.Outcome != OutcomeNone }

// UpCard returns the dealer's face-up first card; None before the deal (R02).
func (r *Round) UpCard() card.Card { return r.Dealer.cards[0] }
