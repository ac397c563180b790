package view

import (
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/internal/wire"
	"club99/money"
)

// Table is what is known about a table besides its round.
type Table struct {
	ID       string
	Rules    *blackjack.Rules
	Seq      uint64
	Now      time.Time
	Closed   bool      // nothing is played until it is opened again
	Waiting  bool      // nobody plays: no betting is open
	Sealing  bool      // bets are closed, players' seeds are awaited
	Round    uint64    // counts from 1
	Deadline time.Time // zero: no clock runs
	Seats    []Seat    // by seat, from seat 1; as many as the rules have
	Left     int       // cards left in the shoe
	Watching int
	Notice   wire.Notice
	Shuffle  Shuffle
	Proofs   []wire.CardProof // of the cards that lie open; for a snapshot
}

// Shuffle is what is published about the shoe's shuffle; see [wire.Shoe].
type Shuffle struct {
	Number                        uint64
	Commitment, Next, Terms, Root string
	Seeds                         []wire.Seed
}

// Seat is who holds a seat. The zero Seat is free.
type Seat struct {
	Player    blackjack.PlayerID
	Name      string
	Bot       bool
	Away      bool
	Leaving   bool
	Confirmed bool
}

// Frame is one step of the table as everyone may see it. The events become part
// of the frame.
func Frame(t *Table, r *blackjack.Round, events []wire.Event) wire.Frame {
	if events == nil {
		events = []wire.Event{}
	}
	return wire.Frame{Table: t.ID, Seq: t.Seq, Now: wire.At(t.Now), State: State(t, r), Events: events}
}

// State is everything there is to see at the table.
func State(t *Table, r *blackjack.Round) wire.State {
	s := wire.State{
		Phase:    Phase(t.Closed, t.Waiting, t.Sealing, r),
		Round:    t.Round,
		Deadline: wire.At(t.Deadline),
		Dealer:   Dealer(r),
		Seats:    make([]wire.Seat, len(t.Seats)),
		Shoe: wire.Shoe{Decks: t.Rules.Decks, Left: t.Left, Cut: t.Rules.CutCard,
			Number: t.Shuffle.Number, Commitment: t.Shuffle.Commitment, Next: t.Shuffle.Next, Terms: t.Shuffle.Terms,
			Root: t.Shuffle.Root, Seeds: t.Shuffle.Seeds},
		Watching: t.Watching, Notice: t.Notice,
	}
	if r.Phase == blackjack.PhaseOffers || r.Phase == blackjack.PhasePlayers {
		s.Turn = &wire.Turn{N: r.Turn, Seat: r.Seat, Hand: r.Hand}
	}
	for i := range t.Seats {
		s.Seats[i] = seat(t, r, i+1)
	}
	return s
}

// Phase is the word for what the table is doing; waiting says that nobody
// plays, sealing that players' seeds are awaited.
func Phase(closed, waiting, sealing bool, r *blackjack.Round) wire.Phase {
	switch {
	case closed:
		return wire.PhaseClosed
	case waiting:
		return wire.PhaseWaiting
	case sealing:
		return wire.PhaseSealing
	case r.Phase == blackjack.PhaseBetting:
		return wire.PhaseBetting
	case r.Phase == blackjack.PhaseOffers:
		return wire.PhaseOffers
	case r.Phase == blackjack.PhaseOver:
		return wire.PhaseOver
	}
	return wire.PhasePlayers
}

// Dealer is the dealer's hand as it lies on the table (R16, R17).
func Dealer(r *blackjack.Round) wire.Dealer {
	d := wire.Dealer{Cards: cards(r.Dealer.Cards()), Status: r.Dealer.Status}
	switch {
	case r.HoleAt != 0 && r.Hole == card.None:
		d.Cards = append(d.Cards, card.None)
	case len(d.Cards) > 0:
		d.Total, d.Soft = total(r.Dealer.Total())
	}
	return d
}

// cards copies a hand's cards, with room for one more.
func cards(list []card.Card) []card.Card {
	return append(make([]card.Card, 0, len(list)+1), list...)
}

// total calls 21 neither soft nor hard: it stands by itself either way.
func total(n int, soft bool) (int, bool) { return n, soft && n < 21 }

func seat(t *Table, r *blackjack.Round, n int) wire.Seat {
	who, b := &t.Seats[n-1], r.Box(n)
	s := wire.Seat{
		Seat: n, Away: who.Away, Leaving: who.Leaving, Confirmed: who.Confirmed,
		Bet: b.Bet, Offers: b.Open.List(), Hands: hands(b),
	}
	if who.Player != 0 {
		s.Player = &wire.Player{Name: who.Name, Bot: who.Bot}
	}
	if b.Insurance > 0 {
		s.Insurance = &wire.Insurance{Stake: b.Insurance, Outcome: b.InsuranceOutcome, Paid: b.InsurancePaid}
	}
	if r.Phase == blackjack.PhaseOver && b.Bet > 0 {
		net := b.Net()
		s.Net = &net
	}
	return s
}

func hands(b *blackjack.Box) []wire.Hand {
	list := make([]wire.Hand, len(b.Hands()))
	for i := range list {
		h := &b.Hands()[i]
		w := wire.Hand{
			Cards: cards(h.Cards()), Status: h.Status, Stake: h.Stake,
			Outcome: h.Outcome, Paid: h.Paid, Split: h.Split,
		}
		w.Total, w.Soft = total(h.Total())
		list[i] = w
	}
	return list
}

// Events appends what happened in the round, as everyone may hear it.
func Events(dst []wire.Event, events ...blackjack.Event) []wire.Event {
	for i := range events {
		dst = append(dst, event(&events[i]))
	}
	return dst
}

func event(e *blackjack.Event) wire.Event {
	return wire.Event{
		Kind: wire.Kind(e.Kind.String()), Seat: e.Seat, Hand: e.Hand, Card: e.Card,
		Action: e.Action, By: e.By, Status: e.Status, Outcome: e.Outcome,
		Stake: e.Stake, Amount: e.Amount, Offers: e.Offers.List(),
	}
}

// You is what one player alone is told: the balance, the own seats and what may
// be done with them, now and when their turn comes.
func You(t *Table, r *blackjack.Round, player blackjack.PlayerID, balance money.Amount) wire.You {
	y := wire.You{Table: t.ID, Seq: t.Seq, Balance: balance, Seats: []wire.YourSeat{}}
	for i := range t.Seats {
		if player != 0 && t.Seats[i].Player == player {
			y.Seats = append(y.Seats, wire.YourSeat{Seat: i + 1, Legal: legal(t, r, i+1, balance), Ahead: ahead(t, r, i+1, balance)})
		}
	}
	return y
}

func legal(t *Table, r *blackjack.Round, seat int, balance money.Amount) []wire.Legal {
	if t.Closed || t.Waiting || t.Seats[seat-1].Leaving {
		return nil
	}
	var list []wire.Legal
	for _, a := range blackjack.Legal(t.Rules, r, seat, balance).List() {
		l := wire.Legal{Action: a, Cost: blackjack.Price(t.Rules, r, seat, a)}
		if a == blackjack.Insure {
			unit := money.Amount(t.Rules.InsurancePays.Den)
			l.Max = min(l.Cost, balance/unit*unit)
		}
		list = append(list, l)
	}
	return list
}

// ahead is what may be done with a seat once its turn comes.
func ahead(t *Table, r *blackjack.Round, seat int, balance money.Amount) []wire.Legal {
	then, waits := blackjack.Ahead(r, seat)
	if !waits {
		return nil
	}
	return legal(t, &then, seat, balance)
}

// Snapshot is what a player or a watcher (player 0) is shown on joining.
func Snapshot(t *Table, r *blackjack.Round, player blackjack.PlayerID, balance money.Amount) wire.Snapshot {
	return wire.Snapshot{Frame: Frame(t, r, nil), You: You(t, r, player, balance), Cards: append([]wire.CardProof{}, t.Proofs...)}
}

// Past is a finished round for one player's history: the own seats, every
// decision on them, and the dealer's hand as it lay on the table. events are
// those of the whole round.
func Past(t *Table, r *blackjack.Round, player blackjack.PlayerID, events []blackjack.Event) wire.PastRound {
	p := wire.PastRound{
		Table: t.ID, Round: t.Round, At: wire.At(t.Now), Dealer: Dealer(r),
		Seats: []wire.Seat{}, Decisions: []wire.Event{},
	}
	for i := range t.Seats {
		if b := r.Box(i + 1); b.Bet > 0 && b.Player == player {
			p.Net += b.Net()
			p.Seats = append(p.Seats, seat(t, r, i+1))
		}
	}
	for i := range events {
		if e := &events[i]; e.Kind == blackjack.Decided && e.Player == player {
			p.Decisions = append(p.Decisions, event(e))
		}
	}
	return p
}
