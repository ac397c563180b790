package fair

import (
	"encoding/hex"
	"slices"
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/internal/journal"
	"club99/money"
	"club99/shoe"
)

// seat is somebody at the tests' table.
type seat struct {
	number int
	bet    money.Amount
	seed   []byte // none: nothing is committed to
	out    Out    // why the seed is left out
}

// house is a table that plays by the scheme, writes its log the way that the
// real one does, and makes records of its rounds. Its seeds are numbers, so that
// a test gets the same cards each time. What a dishonest house does otherwise
// are its hooks.
type house struct {
	testing.TB
	table string
	rules blackjack.Rules
	seed  uint64 // seeds of shoes are counted from here

	shoe    Shoe
	sealed  *shoe.Sealed
	left    int // cards that have left the shoe
	round   blackjack.Round
	number  uint64 // of the round
	offset  int
	events  []blackjack.Event
	log     Log
	records []journal.Record // of the entry in the making
	pending journal.Record   // the shoe is over, told with the next entry

	deal func(h *house, sealed *shoe.Sealed) // just before the cards come: may lay others into the shoe
	skip int                                 // cards taken away unseen before each round
}

func newHouse(t testing.TB, line string, seed uint64) *house {
	t.Helper()
	rules, err := blackjack.ParseLine(line)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{TB: t, table: "a1", rules: rules, seed: seed}
	h.log = Log{Seq: 1, Before: shoe.LogStart(h.table), After: shoe.LogStart(h.table)}
	h.add(journal.Record{Kind: journal.SeatTaken, Seat: 1, Player: 7, Name: "An"})
	h.entry()
	return h
}

// houseSeed is the house's seed of a shoe.
func (h *house) houseSeed(number uint64) shoe.Seed {
	var seed shoe.Seed
	for i, n := 0, h.seed<<8+number; n > 0; i, n = i+1, n>>8 {
		seed[i] = byte(n)
	}
	return seed
}

func (h *house) add(r journal.Record) { h.records = append(h.records, r) }

// entry writes the records as one entry of the log.
func (h *house) entry() {
	if len(h.records) == 0 {
		return
	}
	text := journal.Public(h.records)
	h.log.After = shoe.Link(h.log.After, h.log.Seq+uint64(len(h.log.Entries)), text)
	h.log.Entries = append(h.log.Entries, string(text))
	h.records = nil
}

// shuffle begins the next shoe, and its log.
func (h *house) shuffle() {
	before := h.log.After
	h.log = Log{Seq: h.log.Seq + uint64(len(h.log.Entries)), Before: before, After: before}
	if h.shoe.Number > 0 && h.pending.Kind != 0 {
		h.add(h.pending)
	}
	n := h.shoe.Number + 1
	h.shoe = Shoe{
		Number: n, Decks: h.rules.Decks, Players: []Player{},
		Commitment: shoe.CommitHouse(h.table, n, h.houseSeed(n)), Next: shoe.CommitHouse(h.table, n+1, h.houseSeed(n+1)),
	}
	h.sealed, h.left = nil, 0
	h.add(journal.Record{Kind: journal.Shuffled, Shoe: n, Decks: h.shoe.Decks, Commitment: h.shoe.Commitment, Next: h.shoe.Next})
}

// play plays a round in which each seat does what choose says, and returns its record.
func (h *house) play(choose func(r *blackjack.Round, legal blackjack.Actions) blackjack.Action, seats ...seat) *Record {
	h.Helper()
	if h.shoe.Number == 0 || len(h.shoe.Seed) > 0 {
		h.shuffle()
	}
	h.number++
	h.left += h.skip
	h.offset, h.round, h.events = h.left, blackjack.Round{}, nil
	h.add(journal.Record{
		Kind: journal.BettingOpened, Round: h.number, Shoe: h.shoe.Number, Offset: h.offset, Rules: h.rules.HashString(), At: 946684815000,
	})
	h.entry()
	for _, s := range seats {
		h.command(blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(s.number), Player: blackjack.PlayerID(s.number), Amount: s.bet, Funds: money.Max})
		if s.seed != nil && h.sealed == nil {
			c := shoe.CommitPlayer(h.table, h.shoe.Number, s.number, s.seed)
			h.shoe.Players = append(h.shoe.Players, Player{Seat: s.number, Commitment: c})
			h.add(journal.Record{Kind: journal.SeedCommitted, Seat: uint8(s.number), Commitment: c})
		}
		h.add(journal.Record{Kind: journal.Confirmed, Player: 7})
		h.entry()
	}
	if h.sealed == nil {
		h.seal(seats)
	}
	h.command(blackjack.Command{Action: blackjack.Deal})
	for h.round.Phase != blackjack.PhaseOver {
		h.entry()
		h.choose(choose)
	}
	h.left = h.offset + int(h.round.Drawn)
	if h.rules.Shuffle == blackjack.ShuffleEveryRound {
		h.over("")
		h.add(h.pending)
		h.pending = journal.Record{}
	}
	h.add(journal.Record{Kind: journal.ResultsUntil, At: 946684817000})
	h.entry()
	return h.record()
}

// seal goes from the bets to a sealed shoe.
func (h *house) seal(seats []seat) {
	terms := h.shoe.terms(h.table)
	h.shoe.Terms = terms.Hash()
	h.add(journal.Record{Kind: journal.TermsFixed, Terms: h.shoe.Terms})
	var reveals []shoe.Reveal
	for i := range h.shoe.Players {
		p := &h.shoe.Players[i]
		s := seats[slices.IndexFunc(seats, func(s seat) bool { return s.number == p.Seat })]
		h.entry()
		if p.Out = s.out; p.Out != "" {
			h.add(journal.Record{Kind: journal.SeedLeftOut, Seat: uint8(p.Seat), Out: journal.Out(p.Out)})
			continue
		}
		p.Seed = s.seed
		reveals = append(reveals, shoe.Reveal{Seat: p.Seat, Seed: s.seed})
		h.add(journal.Record{Kind: journal.SeedRevealed, Seat: uint8(p.Seat), Secret: hex.EncodeToString(s.seed)})
	}
	h.sealed = shoe.Seal(shoe.DeriveKey(h.houseSeed(h.shoe.Number), reveals, h.shoe.Terms), h.shoe.Decks)
	h.shoe.Root = h.sealed.Root()
	if h.deal != nil {
		h.deal(h, h.sealed)
	}
	h.add(journal.Record{Kind: journal.ShoeSealed, Root: h.shoe.Root})
}

// choose has the next seat decide.
func (h *house) choose(choose func(*blackjack.Round, blackjack.Actions) blackjack.Action) {
	for n := 1; n <= h.rules.Seats; n++ {
		legal := blackjack.Legal(&h.rules, &h.round, n, money.Max)
		if legal == 0 {
			continue
		}
		c := blackjack.Command{Action: choose(&h.round, legal), Seat: uint8(n), Funds: money.Max, Turn: h.round.Turn}
		if c.Action == blackjack.Insure {
			c.Amount = h.round.Box(n).Bet / 2
		}
		h.command(c)
		return
	}
	h.Fatalf("nobody can decide: %+v", h.round)
}

func (h *house) command(c blackjack.Command) {
	h.Helper()
	var cards []card.Card
	if h.sealed != nil {
		cards = h.sealed.Order()[h.offset:]
	}
	events, err := blackjack.Decide(nil, &h.rules, &h.round, c, cards)
	if err != nil {
		h.Fatal(err)
	}
	for _, e := range events {
		h.round.Apply(e)
		h.add(journal.Record{Kind: journal.Event, Event: e})
	}
	h.events = append(h.events, events...)
}

// over ends the shoe: the house's seed is shown, and told with the next entry.
func (h *house) over(why Why) {
	seed := h.houseSeed(h.shoe.Number)
	h.shoe.Seed, h.shoe.Abandoned = seed[:], why
	h.pending = journal.Record{Kind: journal.ShoeOver, Shoe: h.shoe.Number, Secret: hex.EncodeToString(seed[:]), Why: journal.Why(why)}
}

// record is the record of the last round, for the caller to change.
func (h *house) record() *Record {
	r := &Record{
		Format: RoundFormat, Version: shoe.Version, Table: h.table, Round: h.number, Shoe: h.shoe, Offset: h.offset,
		Cards: Cards(h.events, h.offset, h.sealed), Rules: Rules{Line: h.rules.String(), Hash: h.rules.Hash()},
		Events: Events(h.events), Results: Results(&h.round), Log: h.log,
	}
	return clone(h.TB, r)
}

// clone goes through the text, so that nothing is shared.
func clone(t testing.TB, r *Record) *Record {
	t.Helper()
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// prefer decides for the first of the actions that is legal.
func prefer(actions ...blackjack.Action) func(*blackjack.Round, blackjack.Actions) blackjack.Action {
	return func(_ *blackjack.Round, legal blackjack.Actions) blackjack.Action {
		for _, a := range actions {
			if legal.Has(a) {
				return a
			}
		}
		panic("none of the actions is legal")
	}
}

// cautious never takes a card.
var cautious = prefer(blackjack.DeclineInsurance, blackjack.DeclineEvenMoney, blackjack.DeclineSurrender, blackjack.Stand)

const usual = "6D S17 DAS LS 3:2 peek-AT charlie-11"

// rechain makes the links of a changed log again.
func rechain(l *Log) {
	l.After = l.Before
	for i, e := range l.Entries {
		l.After = shoe.Link(l.After, l.Seq+uint64(i), []byte(e))
	}
}

// small are rules of one deck, for short records.
const small = "1D S17 DAS LS 3:2 peek-AT seats=2 seats_per_player=2 max_hands=2"
