package fair

import (
	"errors"
	"fmt"

	"club99/blackjack"
	"club99/card"
	"club99/money"
	"club99/shoe"
)

// Event is an event of the rules, spelled as the table's log spells it: fields
// that a kind does not use are left out, and so are zeros.
type Event struct {
	Is      string       `json:"is"` // name of the kind
	Seat    uint8        `json:"seat,omitzero"`
	Hand    uint8        `json:"hand,omitzero"`
	Card    card.Card    `json:"card,omitzero"`
	Action  string       `json:"action,omitzero"`
	By      string       `json:"by,omitzero"` // "clock", where it decided
	Status  string       `json:"status,omitzero"`
	Outcome string       `json:"outcome,omitzero"`
	Offers  []string     `json:"offers,omitempty"`
	Player  int64        `json:"player,omitzero"` // the seat's number stands for its player
	Stake   money.Amount `json:"stake,omitzero"`
	Amount  money.Amount `json:"amount,omitzero"`
}

// Events writes events for a record.
func Events(events []blackjack.Event) []Event {
	lines := make([]Event, len(events))
	for i, e := range events {
		l := Event{
			Is: e.Kind.String(), Seat: e.Seat, Hand: e.Hand, Card: e.Card, Player: int64(e.Player),
			Action: e.Action.String(), Status: e.Status.String(), Outcome: e.Outcome.String(),
			Stake: e.Stake, Amount: e.Amount,
		}
		if e.By != blackjack.ByPlayer {
			l.By = e.By.String()
		}
		for _, a := range e.Offers.List() {
			l.Offers = append(l.Offers, a.String())
		}
		lines[i] = l
	}
	return lines
}

// event reads a line; the error says what about it cannot be.
func (l *Event) event() (blackjack.Event, error) {
	e := blackjack.Event{Seat: l.Seat, Hand: l.Hand, Card: l.Card, Player: blackjack.PlayerID(l.Player), Stake: l.Stake, Amount: l.Amount}
	err := e.Kind.UnmarshalText([]byte(l.Is))
	read := func(word string, to interface{ UnmarshalText([]byte) error }) {
		if err == nil && word != "" {
			err = to.UnmarshalText([]byte(word))
		}
	}
	read(l.Action, &e.Action)
	read(l.By, &e.By)
	read(l.Status, &e.Status)
	read(l.Outcome, &e.Outcome)
	last := blackjack.Action(0)
	for _, word := range l.Offers {
		var a blackjack.Action
		read(word, &a)
		if err == nil && a <= last {
			err = fmt.Errorf("the offer %q is out of order", word)
		}
		last = a
		e.Offers |= blackjack.SetOf(a)
	}
	if err != nil {
		return e, err
	}
	for _, n := range []int64{l.Player, int64(l.Stake), int64(l.Amount)} {
		if n < -maxNumber || n > maxNumber {
			return e, fmt.Errorf("%d is out of range", n)
		}
	}
	switch {
	case l.By != "" && e.By == blackjack.ByPlayer:
		return e, errors.New("a decision by the player says nothing of the clock")
	case l.Player != 0 && l.Player != int64(l.Seat):
		return e, fmt.Errorf("player %d at seat %d: a seat's number stands for its player", l.Player, l.Seat)
	case showsCard(e.Kind) != (e.Card != card.None):
		return e, fmt.Errorf("%s shows a card where there is none, or none where there is one", l.Is)
	}
	return e, nil
}

// showsCard reports whether events of the kind turn up a card.
func showsCard(kind blackjack.EventKind) bool {
	switch kind {
	case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.HoleCardOpened, blackjack.DealerDrew:
		return true
	}
	return false
}

func eventsOf(lines []Event) []blackjack.Event {
	events := make([]blackjack.Event, len(lines))
	for i := range lines {
		events[i], _ = lines[i].event() // the record was checked when it was read or is found wrong by its own step
	}
	return events
}

// turned is a card that a round turned up, and where it was put.
type turned struct {
	at   int
	card card.Card
	to   string // "hand 2.1" or "the dealer"
}

// turnedUp lists the cards that the events turn up, by place.
func turnedUp(events []blackjack.Event, offset int) []turned {
	var list []turned
	place, hole := offset, -1
	for _, e := range events {
		c := turned{place, e.Card, "the dealer"}
		switch e.Kind {
		case blackjack.CardDealt:
			c.to = fmt.Sprintf("hand %d.%d", e.Seat, e.Hand)
		case blackjack.UpCardDealt, blackjack.DealerDrew:
		case blackjack.HoleCardDealt:
			if hole < 0 {
				hole = len(list) // its line goes here, if it is opened
			}
			c.card = card.None
		case blackjack.HoleCardOpened:
			if hole >= 0 && hole < len(list) && list[hole].card == card.None {
				list[hole].card = e.Card
				continue
			}
		default:
			continue
		}
		list = append(list, c)
		place++
	}
	if hole >= 0 && list[hole].card == card.None {
		list = append(list[:hole], list[hole+1:]...)
	}
	return list
}

// Cards are the cards that a round turned up, with their proofs, for its record.
func Cards(events []blackjack.Event, offset int, sealed *shoe.Sealed) []Card {
	cards := []Card{}
	for _, c := range turnedUp(events, offset) {
		cards = append(cards, Card{At: c.at, Card: c.card, Proof: sealed.Proof(c.at)})
	}
	return cards
}

// Results are the results of a round that is over, for its record.
func Results(r *blackjack.Round) []Result {
	list := []Result{}
	for seat := 1; seat <= blackjack.MaxSeats; seat++ {
		if b := r.Box(seat); b.Bet != 0 && r.Phase == blackjack.PhaseOver {
			list = append(list, Result{seat, b.Net()})
		}
	}
	return list
}
