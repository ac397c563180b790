package journal

import (
	"fmt"
	"slices"
	"strings"

	"club99/blackjack"
	"club99/card"
	"club99/shoe"
)

// Bounds of what a record may hold.
const (
	maxNameBytes = 200
	maxNumber    = 1<<53 - 1 // rounds, shoes, players, moments
	maxAmount    = 1 << 62
	maxShoe      = blackjack.MaxDecks * card.PerDeck
)

// field is one field of a record or event, as a set.
type field uint32

const (
	fSeat field = 1 << iota
	fHand
	fCard
	fAction
	fBy
	fStatus
	fOutcome
	fOffers
	fPlayer
	fStake
	fAmount
	fName
	fBot
	fWhy
	fRound
	fShoe
	fDecks
	fOffset
	fRules
	fTurn
	fAt
	fStanding
	fCommitment
	fNext
	fTerms
	fRoot
	fSecret
	fOut
)

// use says which fields a kind must have and which it may have; all others are empty.
type use struct{ must, may field }

var tableUse = [kindEnd]use{
	SeatTaken:     {fSeat | fPlayer | fName, fBot},
	SeatLeaving:   {fSeat, 0},
	SeatLeft:      {fSeat | fWhy, 0},
	Shuffled:      {fShoe | fDecks, fCommitment | fNext},
	BettingOpened: {fRound | fShoe | fRules | fAt, fOffset},
	Confirmed:     {fPlayer, 0},
	RoundMissed:   {fSeat, 0},
	Deadline:      {fAt, fTurn},
	ResultsUntil:  {fAt, 0},
	Rested:        {0, 0},
	Checkpoint:    {fStanding, 0},
	SeedCommitted: {fSeat | fCommitment, 0},
	TermsFixed:    {fTerms, 0},
	SeedRevealed:  {fSeat | fSecret, 0},
	SeedLeftOut:   {fSeat | fOut, 0},
	ShoeSealed:    {fRoot, 0},
	ShoeOver:      {fShoe, fSecret | fWhy},
	StakeReturned: {fSeat | fPlayer | fAmount, 0},
	TableClosed:   {fAt, 0},
	TableOpened:   {fAt, 0},
}

var eventUse = map[blackjack.EventKind]use{
	blackjack.BetPlaced:        {fSeat | fPlayer, fStake | fAmount},
	blackjack.BetsClosed:       {0, 0},
	blackjack.CardDealt:        {fSeat | fHand | fCard, 0},
	blackjack.UpCardDealt:      {fCard, 0},
	blackjack.HoleCardDealt:    {0, 0},
	blackjack.OffersMade:       {fSeat | fOffers, 0},
	blackjack.Decided:          {fSeat | fPlayer | fAction, fHand | fBy | fAmount},
	blackjack.Checked:          {0, fStatus},
	blackjack.HandEnded:        {fSeat | fHand | fStatus, 0},
	blackjack.TurnCame:         {fSeat | fHand, 0},
	blackjack.HoleCardOpened:   {fCard, 0},
	blackjack.DealerDrew:       {fCard, 0},
	blackjack.DealerEnded:      {fStatus, 0},
	blackjack.HandSettled:      {fSeat | fHand | fPlayer | fOutcome | fStake, fAmount},
	blackjack.InsuranceSettled: {fSeat | fPlayer | fOutcome | fStake, fAmount},
	blackjack.RoundOver:        {0, 0},
}

// offered are the actions that can be offers.
var offered = blackjack.SetOf(blackjack.Insure, blackjack.TakeEvenMoney, blackjack.Surrender)

// check says what is wrong with a record by itself: a field its kind does not
// use or lacks, or a value out of its range.
func check(r *Record) error {
	if r.Kind >= kindEnd {
		return fmt.Errorf("there is no kind %d", r.Kind)
	}
	u, has := tableUse[r.Kind], has(r)
	if r.Kind == Event {
		var known bool
		if u, known = eventUse[r.Event.Kind]; !known {
			return fmt.Errorf("there is no event %d", r.Event.Kind)
		}
		e := r.Event
		e.Kind = 0
		stray := *r
		stray.Event = blackjack.Event{}
		if stray != (Record{}) {
			return fmt.Errorf("an event has no fields of the table")
		}
	} else if r.Event != (blackjack.Event{}) {
		return fmt.Errorf("a record of the table has no event")
	}
	if lacks := u.must &^ has; lacks != 0 {
		return fmt.Errorf("it lacks %s", lacks)
	}
	if stray := has &^ (u.must | u.may); stray != 0 {
		return fmt.Errorf("it has no use for %s", stray)
	}
	if bad := outOfRange(r); bad != 0 {
		return fmt.Errorf("out of range: %s", bad)
	}
	if r.Kind == ShoeOver && (r.Secret == "") != (r.Why == ByLost) {
		return fmt.Errorf("the house's seed is told, or it is lost")
	}
	if r.Standing != nil {
		return checkStanding(r.Standing)
	}
	return nil
}

// has returns the fields that are not empty.
func has(r *Record) field {
	var f field
	add := func(present bool, bit field) {
		if present {
			f |= bit
		}
	}
	e := &r.Event
	add(r.Seat != 0 || e.Seat != 0, fSeat)
	add(e.Hand != 0, fHand)
	add(e.Card != card.None, fCard)
	add(e.Action != 0, fAction)
	add(e.By != 0, fBy)
	add(e.Status != 0, fStatus)
	add(e.Outcome != 0, fOutcome)
	add(e.Offers != 0, fOffers)
	add(r.Player != 0 || e.Player != 0, fPlayer)
	add(e.Stake != 0, fStake)
	add(e.Amount != 0 || r.Amount != 0, fAmount)
	add(r.Name != "", fName)
	add(r.Bot, fBot)
	add(r.Why != "", fWhy)
	add(r.Round != 0, fRound)
	add(r.Shoe != 0, fShoe)
	add(r.Decks != 0, fDecks)
	add(r.Offset != 0, fOffset)
	add(r.Rules != "", fRules)
	add(r.Turn != 0, fTurn)
	add(r.At != 0, fAt)
	add(r.Standing != nil, fStanding)
	add(r.Commitment != (shoe.Hash{}), fCommitment)
	add(r.Next != (shoe.Hash{}), fNext)
	add(r.Terms != (shoe.Hash{}), fTerms)
	add(r.Root != (shoe.Node{}), fRoot)
	add(r.Secret != "", fSecret)
	add(r.Out != "", fOut)
	return f
}

// outOfRange returns the fields whose value cannot be. Empty fields are fine here.
func outOfRange(r *Record) field {
	var f field
	bad := func(wrong bool, bit field) {
		if wrong {
			f |= bit
		}
	}
	e := &r.Event
	bad(r.Seat > blackjack.MaxSeats || e.Seat > blackjack.MaxSeats, fSeat)
	bad(e.Hand > blackjack.MaxHands, fHand)
	bad(e.Card != card.None && !e.Card.Valid(), fCard)
	bad(e.Action > blackjack.DeclineSurrender, fAction)
	bad(e.By > blackjack.ByClock, fBy)
	bad(e.Status > blackjack.StatusEvenMoney, fStatus)
	bad(e.Outcome > blackjack.OutcomeBust, fOutcome)
	bad(e.Offers&^offered != 0, fOffers)
	bad(outside(r.Player) || outside(e.Player), fPlayer)
	bad(e.Stake < 0 || e.Stake > maxAmount, fStake)
	// Only a bet that is lowered moves less than nothing.
	bad(e.Amount > maxAmount || e.Amount < -maxAmount || e.Amount < 0 && e.Kind != blackjack.BetPlaced, fAmount)
	bad(r.Amount < 0 || r.Amount > maxAmount, fAmount)
	bad(len(r.Name) > maxNameBytes, fName)
	bad(r.Why != "" && !slices.Contains(reasons[r.Kind], r.Why), fWhy)
	bad(outside(r.Round), fRound)
	bad(outside(r.Shoe), fShoe)
	bad(r.Decks < 0 || r.Decks > blackjack.MaxDecks, fDecks)
	bad(r.Offset < 0 || r.Offset > maxShoe, fOffset)
	bad(r.Rules != "" && (len(r.Rules) != 64 || strings.Trim(r.Rules, "0123456789abcdef") != ""), fRules)
	bad(outside(r.At), fAt)
	bad(r.Secret != "" && !isSeed(r.Secret), fSecret)
	bad(r.Out != "" && r.Out != Silent && r.Out != Mismatch, fOut)
	return f
}

// reasons are what Why may say, by kind; it says nothing in all others.
var reasons = map[Kind][]Why{
	SeatLeft: {ByPlayer, ByMissed, ByAway, ByRules, ByClosed},
	ShoeOver: {ByRules, ByVoid, ByLost},
}

// isSeed reports whether the text is a seed in small hexadecimal digits.
func isSeed(text string) bool {
	return len(text)%2 == 0 && len(text) >= 2 && len(text) <= 2*shoe.MaxPlayerSeed && strings.Trim(text, "0123456789abcdef") == ""
}

func outside[T ~int64 | ~uint64](n T) bool { return n < 0 || n > maxNumber }

func checkStanding(s *Standing) error {
	sh := &s.Shoe
	if outside(s.Round) || outside(sh.Number) || sh.Decks < 0 || sh.Decks > blackjack.MaxDecks || sh.Offset < 0 || sh.Offset > sh.Decks*card.PerDeck {
		return fmt.Errorf("out of range: %s", fRound|fShoe|fDecks|fOffset)
	}
	for i := range sh.Seeds {
		p := &sh.Seeds[i]
		if *p == (Seed{}) {
			continue
		}
		if p.Commitment == (shoe.Hash{}) || (p.Out != "") == (p.Seed != "") || p.Seed != "" && !isSeed(p.Seed) || p.Out != "" && p.Out != Silent && p.Out != Mismatch {
			return fmt.Errorf("seat %d: a seed was committed to, and is either revealed or left out", i+1)
		}
	}
	for value, n := range sh.Seen {
		if n < 0 || n > maxShoe || value == 0 && n != 0 {
			return fmt.Errorf("%d cards of value %d were seen", n, value)
		}
	}
	for i := range s.Seats {
		p := &s.Seats[i]
		if (p.Player == 0) != (p.Name == "") || outside(p.Player) || len(p.Name) > maxNameBytes {
			return fmt.Errorf("seat %d: out of range: %s", i+1, fPlayer|fName)
		}
		if p.Player == 0 && *p != (Seat{}) || p.Leaving || p.Confirmed {
			return fmt.Errorf("seat %d is in the middle of a round", i+1)
		}
	}
	return nil
}

var fieldNames = []string{"seat", "hand", "card", "action", "by", "status", "outcome", "offers", "player", "stake", "amount",
	"name", "bot", "why", "round", "shoe", "decks", "offset", "rules", "turn", "at", "seats", "commitment", "next", "terms", "root", "seed", "out"}

// String lists the fields of the set.
func (f field) String() string {
	var names []string
	for i, n := range fieldNames {
		if f>>i&1 != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ", ")
}
