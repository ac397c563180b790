package journal

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/money"
	"club99/preset"
	"club99/shoe"
)

// session is a journal in memory, written the way a table writes one.
type session struct {
	entries [][]byte
	state   State
}

func (s *session) Head(context.Context, string) (uint64, error) { return uint64(len(s.entries)), nil }

func (s *session) Entries(_ context.Context, _ string, after uint64, fn func(uint64, time.Time, []byte) error) error {
	for i := after; i < uint64(len(s.entries)); i++ {
		if err := fn(i+1, time.Time{}, s.entries[i]); err != nil {
			return err
		}
	}
	return nil
}

// fataler is what testing.TB and rapid.T share.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

func (s *session) commit(t fataler, d *Draft) {
	t.Helper()
	entry, err := Encode(d.Records)
	if err != nil {
		t.Fatal(err)
	}
	s.entries = append(s.entries, entry)
	s.state = d.After()
}

func add(t fataler, d *Draft, records ...Record) {
	t.Helper()
	if err := d.Add(records...); err != nil {
		t.Fatal(err)
	}
}

// play writes random rounds of two players under the given preset, until the
// journal has at least that many entries.
func play(t fataler, name string, seed uint64, entries int) *session {
	t.Helper()
	rules, err := preset.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	s, r := &session{state: New("a1")}, rand.New(rand.NewPCG(seed, 1))
	d := s.state.Draft()
	add(t, d, Record{Kind: SeatTaken, Seat: 1, Player: 11, Name: "An"})
	s.commit(t, d)
	d = s.state.Draft()
	add(t, d, Record{Kind: SeatTaken, Seat: 2, Player: 12, Name: "<Bình> & \"bot\"", Bot: true})
	s.commit(t, d)
	for len(s.entries) < entries {
		s.round(t, &rules, r)
	}
	return s
}

func (s *session) round(t fataler, rules *blackjack.Rules, r *rand.Rand) {
	d := s.state.Draft()
	number := d.Shoe.Number + 1
	add(t, d, Record{Kind: Shuffled, Shoe: number, Decks: rules.Decks,
		Commitment: shoe.CommitHouse("a1", number, houseSeed(number)), Next: shoe.CommitHouse("a1", number+1, houseSeed(number+1))})
	if d.SinceCheckpoint >= CheckpointEvery {
		add(t, d, Record{Kind: Checkpoint, Standing: d.Standing()})
	}
	add(t, d, Record{Kind: BettingOpened, Round: d.Number + 1, Shoe: d.Shoe.Number, Rules: strings.Repeat("0f", 32), At: 1700000000000 + r.Int64N(1e9)})
	s.commit(t, d)
	var sealed *shoe.Sealed
	decide := func(c blackjack.Command, more ...Record) bool {
		d := s.state.Draft()
		var cards []card.Card
		if c.Action == blackjack.Deal {
			sealed = s.seal(t, d, r)
		}
		if sealed != nil {
			cards = sealed.Order()
		}
		events, err := blackjack.Decide(nil, rules, &d.Round, c, cards)
		if err != nil {
			return false
		}
		add(t, d, Of(nil, events...)...)
		add(t, d, more...)
		if d.Round.Phase == blackjack.PhaseOver {
			seed := houseSeed(number)
			add(t, d, Record{Kind: ShoeOver, Shoe: number, Secret: hex.EncodeToString(seed[:])})
			add(t, d, Record{Kind: ResultsUntil, At: 1800000000000})
		}
		s.commit(t, d)
		return true
	}
	for n := range 2 {
		amount := rules.MinBet * money.Amount(2*(1+r.IntN(5)))
		player := blackjack.PlayerID(11 + n)
		commitment := shoe.CommitPlayer("a1", number, 1+n, playerSeed(1+n))
		decide(blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(1 + n), Player: player, Amount: amount, Funds: 1 << 50},
			Record{Kind: SeedCommitted, Seat: uint8(1 + n), Commitment: commitment}, Record{Kind: Confirmed, Player: player})
	}
	decide(blackjack.Command{Action: blackjack.Deal}, Record{Kind: RoundMissed, Seat: 1}, Record{Kind: Deadline, Turn: 1, At: 1700000000000})
	for s.state.Round.Phase == blackjack.PhaseOffers || s.state.Round.Phase == blackjack.PhasePlayers {
		a := blackjack.Hit + blackjack.Action(r.IntN(int(blackjack.Timeout)))
		decide(blackjack.Command{Action: a, Seat: uint8(1 + r.IntN(2)), Turn: s.state.Round.Turn, Funds: 1 << 50})
	}
	if s.state.Stage != Showing {
		t.Fatal(fmt.Sprintf("the round ended in stage %v, phase %v", s.state.Stage, s.state.Round.Phase))
	}
}

// houseSeed and playerSeed are the seeds that the session uses.
func houseSeed(number uint64) (seed shoe.Seed) {
	binary.BigEndian.PutUint64(seed[:], number)
	return seed
}

func playerSeed(seat int) []byte { return []byte{byte(seat), 7} }

// seal closes the betting: the terms in an entry of their own, then in the draft
// what came of the seeds, and the root.
func (s *session) seal(t fataler, d *Draft, r *rand.Rand) *shoe.Sealed {
	t.Helper()
	terms := d.Shoe.TermsOf("a1")
	fixed := s.state.Draft()
	add(t, fixed, Record{Kind: TermsFixed, Terms: terms.Hash()}, Record{Kind: Deadline, At: 1700000000000})
	s.commit(t, fixed)
	*d = *s.state.Draft()
	for n := range 2 {
		switch one := d.Shoe.Seeds[n]; {
		case !one.Open():
		case r.IntN(3) == 0:
			add(t, d, Record{Kind: SeedLeftOut, Seat: uint8(1 + n), Out: Silent})
		default:
			add(t, d, Record{Kind: SeedRevealed, Seat: uint8(1 + n), Secret: hex.EncodeToString(playerSeed(1 + n))})
		}
	}
	sealed := shoe.Seal(shoe.DeriveKey(houseSeed(d.Shoe.Number), d.Shoe.Reveals(), terms.Hash()), d.Shoe.Decks)
	add(t, d, Record{Kind: ShoeSealed, Root: sealed.Root()})
	return sealed
}

var presets = []string{"club99", "european", "downtown-h17", "charlie-6"}

var _ fataler = (*testing.T)(nil)
