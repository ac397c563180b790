package journal

import (
	"encoding/hex"
	"fmt"

	"club99/blackjack"
	"club99/card"
	"club99/shoe"
)

// Out says why a player's seed has no part in the shoe.
type Out string

// The reasons.
const (
	Silent   Out = "silent"   // it was not revealed in time
	Mismatch Out = "mismatch" // what was revealed was not what the seat had committed to
)

// Seed is the part of one seat in a shoe.
type Seed struct {
	Commitment shoe.Hash // none: the seat gave no seed
	Seed       string    // once it is revealed, in hexadecimal
	Out        Out       // why it is left out
}

// Open reports whether the seed is awaited.
func (s *Seed) Open() bool { return s.Commitment != (shoe.Hash{}) && s.Seed == "" && s.Out == "" }

// Turned is a card that lies open, and its place in the shoe, from 0.
type Turned struct {
	At   int
	Card card.Card
}

// Shoe is what is known of the shoe. A shoe without a commitment was scripted
// by a test: nothing about it can be proved.
type Shoe struct {
	Number uint64 // counts from 1; 0 before the first
	Decks  int
	Offset int     // cards that had left it before the round
	Seen   [11]int // cards of it that were seen face up, by value, 1 for aces to 10

	Commitment shoe.Hash // to the house's seed
	Next       shoe.Hash // to the house's seed of the next shoe
	Terms      shoe.Hash // all commitments, once betting has closed
	Root       shoe.Node // once it is sealed
	Seeds      [blackjack.MaxSeats]Seed
	Secret     string // the house's seed in hexadecimal, once the shoe is over
}

// Proved reports whether the shoe has a commitment, and all that follows from it.
func (s *Shoe) Proved() bool { return s.Commitment != (shoe.Hash{}) }

// Sealed reports whether the order is fixed for good.
func (s *Shoe) Sealed() bool { return s.Root != (shoe.Node{}) }

// Over reports whether the house's seed is revealed: no card is dealt from it any more.
func (s *Shoe) Over() bool { return s.Secret != "" }

// Awaited reports whether a seed that was committed to is neither revealed nor left out.
func (s *Shoe) Awaited() bool {
	for i := range s.Seeds {
		if s.Seeds[i].Open() {
			return true
		}
	}
	return false
}

// TermsOf are the terms of the table's shoe as they stand.
func (s *Shoe) TermsOf(table string) shoe.Terms {
	t := shoe.Terms{Table: table, Shoe: s.Number, Decks: s.Decks, House: s.Commitment, Next: s.Next}
	for i := range s.Seeds {
		if c := s.Seeds[i].Commitment; c != (shoe.Hash{}) {
			t.Players = append(t.Players, shoe.Commitment{Seat: i + 1, Hash: c})
		}
	}
	return t
}

// Reveals are the seeds that were revealed, by seat.
func (s *Shoe) Reveals() []shoe.Reveal {
	var list []shoe.Reveal
	for i := range s.Seeds {
		if text := s.Seeds[i].Seed; text != "" {
			list = append(list, shoe.Reveal{Seat: i + 1, Seed: unhex(text)})
		}
	}
	return list
}

// unhex reads what was checked when it was decoded.
func unhex(text string) []byte {
	raw, _ := hex.DecodeString(text)
	return raw
}

// Unseen counts, by value, the cards of the shoe that nobody has seen face up:
// those still in it, and hole cards that went away unseen.
func (s *Shoe) Unseen() [11]int {
	var counts [11]int
	for v := 1; v <= 9; v++ {
		counts[v] = max(4*s.Decks-s.Seen[v], 0)
	}
	counts[10] = max(16*s.Decks-s.Seen[10], 0)
	return counts
}

// forget drops what was committed to for a shoe that was not sealed then.
func (s *Shoe) forget() {
	if !s.Sealed() {
		s.Seeds = [blackjack.MaxSeats]Seed{}
	}
}

// addShoe adds a record about the shoe. It asks everything that can be asked
// without the house's seed: whoever holds the journal can ask it again.
func (s *State) addShoe(r *Record) error {
	sh := &s.Shoe
	if r.Kind == Shuffled {
		return s.shuffle(r)
	}
	if !sh.Proved() || sh.Over() && r.Why != ByLost {
		return fmt.Errorf("shoe %d has no commitment, or is over", sh.Number)
	}
	switch r.Kind {
	case SeedCommitted:
		if s.Stage != Betting || sh.Terms != (shoe.Hash{}) || s.Round.Box(int(r.Seat)).Bet == 0 {
			return fmt.Errorf("seat %d has no bet, or it is too late to commit to a seed", r.Seat)
		}
		sh.Seeds[r.Seat-1] = Seed{Commitment: r.Commitment}
	case TermsFixed:
		terms := sh.TermsOf(s.Table)
		if s.Stage != Betting || sh.Terms != (shoe.Hash{}) || r.Terms != terms.Hash() {
			return fmt.Errorf("the terms of shoe %d are %s, fixed when its first betting closes", sh.Number, terms.Hash())
		}
		sh.Terms = r.Terms
		if len(terms.Players) > 0 {
			s.Stage, s.Deadline = Sealing, 0
		}
	case SeedRevealed, SeedLeftOut:
		return s.addSeed(r)
	case ShoeSealed:
		if sh.Sealed() || sh.Terms == (shoe.Hash{}) || sh.Awaited() {
			return fmt.Errorf("shoe %d cannot be sealed: its terms are not fixed, or seeds are awaited", sh.Number)
		}
		sh.Root = r.Root
	case ShoeOver:
		if r.Shoe != sh.Number || s.Stage == Sealing || s.Stage == Playing && s.Round.Phase != blackjack.PhaseOver {
			return fmt.Errorf("shoe %d is in use", sh.Number)
		}
		if r.Why == ByLost {
			return s.lose()
		}
		if len(r.Secret) != 2*shoe.SeedSize || shoe.CommitHouse(s.Table, sh.Number, [shoe.SeedSize]byte(unhex(r.Secret))) != sh.Commitment {
			return fmt.Errorf("the seed of shoe %d is not the one that the house committed to", sh.Number)
		}
		sh.Secret = r.Secret
	}
	return nil
}

// lose gives up the shoe, and the next one too, whose seed the same key sealed: what
// was promised of both cannot be kept.
func (s *State) lose() error {
	if s.Stage != Closed {
		return fmt.Errorf("shoe %d cannot be lost at a table that is %s", s.Shoe.Number, s.Stage)
	}
	s.Shoe = Shoe{Number: s.Shoe.Number + 1, Decks: s.Shoe.Decks}
	return nil
}

func (s *State) shuffle(r *Record) error {
	sh := &s.Shoe
	switch {
	case s.Stage == Playing || s.Stage == Sealing:
		return fmt.Errorf("the shoe is in use")
	case sh.Proved() && !sh.Over():
		return fmt.Errorf("the seed of shoe %d is not revealed", sh.Number)
	case (r.Commitment == shoe.Hash{}) != (r.Next == shoe.Hash{}):
		return fmt.Errorf("a commitment to one shoe comes with that to the next")
	case sh.Proved() && r.Commitment != (shoe.Hash{}) && r.Commitment != sh.Next:
		return fmt.Errorf("shoe %d has another commitment than was published with shoe %d", r.Shoe, sh.Number)
	}
	*sh = Shoe{Number: r.Shoe, Decks: r.Decks, Commitment: r.Commitment, Next: r.Next}
	// What lies on the table came from the shoe before.
	if s.Stage != Betting {
		s.Round, s.Turned = blackjack.Round{}, nil
	}
	return nil
}

func (s *State) addSeed(r *Record) error {
	seed := &s.Shoe.Seeds[r.Seat-1]
	if s.Stage != Sealing || !seed.Open() {
		return fmt.Errorf("no seed of seat %d is awaited", r.Seat)
	}
	if r.Kind == SeedLeftOut {
		seed.Out = r.Out
		return nil
	}
	terms := s.Shoe.TermsOf(s.Table)
	if err := terms.Opens(int(r.Seat), unhex(r.Secret)); err != nil {
		return err
	}
	seed.Seed = r.Secret
	return nil
}
