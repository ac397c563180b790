package wire

import (
	"encoding"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// ReadFrame reads a frame, as clients do, several times faster than the standard
// decoder. Fields that it does not know are passed over.
func ReadFrame(data []byte) (*Frame, error) {
	f := new(Frame)
	return f, read(data, f.read)
}

// ReadYou reads what a player alone is told.
func ReadYou(data []byte) (*You, error) {
	y := new(You)
	return y, read(data, y.read)
}

func read(data []byte, message func(*scanner)) error {
	if !utf8.Valid(data) || !json.Valid(data) {
		return fmt.Errorf("the message is not JSON")
	}
	s := scanner{data: data}
	message(&s)
	return s.err
}

// fail remembers the first thing that is wrong.
func (s *scanner) fail(name string, raw []byte) {
	if s.err == nil {
		s.err = fmt.Errorf("%q cannot be %.40q", name, raw)
	}
}

// object reads an object: field reads the value of each of its fields and answers
// true, or leaves it alone. null and everything else is nothing.
func (s *scanner) object(field func(name []byte) bool) {
	if s.space(); s.data[s.at] != '{' {
		s.value()
		return
	}
	for s.at++; s.more(); {
		raw := s.value()
		s.space()
		if !field(raw[1 : len(raw)-1]) {
			s.value()
		}
	}
	s.at++
}

// list reads a list, each item by one. It reports whether there is one, be it empty.
func (s *scanner) list(one func()) bool {
	if s.space(); s.data[s.at] != '[' {
		s.value()
		return false
	}
	for s.at++; s.more(); {
		one()
	}
	s.at++
	return true
}

// readList reads a list of messages.
func readList[T any](s *scanner, to *[]T, room int, one func(*T, *scanner)) bool {
	list := make([]T, 0, room)
	if s.list(func() {
		var item T
		list = append(list, item)
		one(&list[len(list)-1], s)
	}) {
		*to = list
	}
	return true
}

func readNumber[T ~int | ~int64 | ~uint8 | ~uint16 | ~uint64](s *scanner, to *T) bool {
	raw := s.value()
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if *to = T(n); err != nil || int64(*to) != n {
		s.fail("number", raw)
	}
	return true
}

func readFlag(s *scanner, to *bool) bool {
	*to = string(s.value()) == "true"
	return true
}

func readTextOf[T ~string](s *scanner, to *T) bool {
	raw := s.value()
	var text string
	if err := readString(json.RawMessage(raw), "", &text); err != nil {
		s.fail("text", raw)
	}
	*to = T(text)
	return true
}

// known are the words of frames that come again and again; they are not made anew.
var known = func() map[string]string {
	words := map[string]string{}
	for k := blackjack.BetPlaced; k <= blackjack.RoundOver; k++ {
		words[k.String()] = k.String()
	}
	for _, k := range []Kind{SeatIsTaken, SeatIsLeft, BettingOpened, ShoeShuffled, SeedCommitted, TermsFixed, SeedRevealed, SeedLeftOut, ShoeSealed, ShoeOver, RoundMissed, StakeReturned, TableIsClosed} {
		words[string(k)] = string(k)
	}
	for _, p := range []Phase{PhaseWaiting, PhaseBetting, PhaseSealing, PhaseOffers, PhasePlayers, PhaseOver, PhaseClosed} {
		words[string(p)] = string(p)
	}
	return words
}()

func readKnown[T ~string](s *scanner, to *T) bool {
	if s.data[s.at] == '"' {
		begun := *s
		raw := s.value()
		if w, ok := known[string(raw[1:len(raw)-1])]; ok {
			*to = T(w)
			return true
		}
		*s = begun
	}
	return readTextOf(s, to)
}

func readWord(s *scanner, to encoding.TextUnmarshaler) bool {
	raw := s.value()
	if len(raw) < 2 || raw[0] != '"' || to.UnmarshalText(raw[1:len(raw)-1]) != nil {
		s.fail("word", raw)
	}
	return true
}

func readActions(s *scanner, to *[]blackjack.Action) bool {
	return readList(s, to, 4, func(a *blackjack.Action, s *scanner) { readWord(s, a) })
}

func readCards(s *scanner, to *[]card.Card) bool {
	return readList(s, to, 6, func(c *card.Card, s *scanner) { readWord(s, c) })
}

func (f *Frame) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "table":
			return readTextOf(s, &f.Table)
		case "seq":
			return readNumber(s, &f.Seq)
		case "now":
			return readNumber(s, &f.Now)
		case "state":
			f.State.read(s)
			return true
		case "events":
			return readList(s, &f.Events, 4, (*Event).read)
		}
		return false
	})
}

func (t *State) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "phase":
			return readKnown(s, &t.Phase)
		case "round":
			return readNumber(s, &t.Round)
		case "deadline":
			return readNumber(s, &t.Deadline)
		case "turn":
			t.Turn = new(Turn)
			t.Turn.read(s)
			return true
		case "dealer":
			t.Dealer.read(s)
			return true
		case "seats":
			return readList(s, &t.Seats, blackjack.MaxSeats, (*Seat).read)
		case "shoe":
			t.Shoe.read(s)
			return true
		case "watching":
			return readNumber(s, &t.Watching)
		case "notice":
			return readTextOf(s, &t.Notice)
		}
		return false
	})
}

func (t *Turn) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "n":
			return readNumber(s, &t.N)
		case "seat":
			return readNumber(s, &t.Seat)
		case "hand":
			return readNumber(s, &t.Hand)
		}
		return false
	})
}

func (d *Dealer) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "cards":
			return readCards(s, &d.Cards)
		case "total":
			return readNumber(s, &d.Total)
		case "soft":
			return readFlag(s, &d.Soft)
		case "status":
			return readWord(s, &d.Status)
		}
		return false
	})
}

func (t *Seat) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "seat":
			return readNumber(s, &t.Seat)
		case "player":
			t.Player = new(Player)
			t.Player.read(s)
			return true
		case "away":
			return readFlag(s, &t.Away)
		case "leaving":
			return readFlag(s, &t.Leaving)
		case "confirmed":
			return readFlag(s, &t.Confirmed)
		case "bet":
			return readNumber(s, &t.Bet)
		case "insurance":
			t.Insurance = new(Insurance)
			t.Insurance.read(s)
			return true
		case "offers":
			return readActions(s, &t.Offers)
		case "hands":
			return readList(s, &t.Hands, 1, (*Hand).read)
		case "net":
			t.Net = new(money.Amount)
			return readNumber(s, t.Net)
		}
		return false
	})
}

func (p *Player) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "name":
			return readTextOf(s, &p.Name)
		case "bot":
			return readFlag(s, &p.Bot)
		}
		return false
	})
}

func (i *Insurance) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "stake":
			return readNumber(s, &i.Stake)
		case "outcome":
			return readWord(s, &i.Outcome)
		case "paid":
			return readNumber(s, &i.Paid)
		}
		return false
	})
}

func (h *Hand) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "cards":
			return readCards(s, &h.Cards)
		case "total":
			return readNumber(s, &h.Total)
		case "soft":
			return readFlag(s, &h.Soft)
		case "status":
			return readWord(s, &h.Status)
		case "stake":
			return readNumber(s, &h.Stake)
		case "outcome":
			return readWord(s, &h.Outcome)
		case "paid":
			return readNumber(s, &h.Paid)
		case "split":
			return readFlag(s, &h.Split)
		}
		return false
	})
}

func (t *Shoe) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "decks":
			return readNumber(s, &t.Decks)
		case "left":
			return readNumber(s, &t.Left)
		case "cut":
			return readNumber(s, &t.Cut)
		case "number":
			return readNumber(s, &t.Number)
		case "commitment":
			return readTextOf(s, &t.Commitment)
		case "next":
			return readTextOf(s, &t.Next)
		case "terms":
			return readTextOf(s, &t.Terms)
		case "root":
			return readTextOf(s, &t.Root)
		case "seeds":
			return readList(s, &t.Seeds, blackjack.MaxSeats, (*Seed).read)
		}
		return false
	})
}

func (t *Seed) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "seat":
			return readNumber(s, &t.Seat)
		case "commitment":
			return readTextOf(s, &t.Commitment)
		case "seed":
			return readTextOf(s, &t.Seed)
		case "out":
			return readTextOf(s, &t.Out)
		}
		return false
	})
}

func (e *Event) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "kind":
			return readKnown(s, &e.Kind)
		case "seat":
			return readNumber(s, &e.Seat)
		case "hand":
			return readNumber(s, &e.Hand)
		case "card":
			return readWord(s, &e.Card)
		case "action":
			return readWord(s, &e.Action)
		case "by":
			return readWord(s, &e.By)
		case "status":
			return readWord(s, &e.Status)
		case "outcome":
			return readWord(s, &e.Outcome)
		case "stake":
			return readNumber(s, &e.Stake)
		case "amount":
			return readNumber(s, &e.Amount)
		case "offers":
			return readActions(s, &e.Offers)
		case "at":
			e.At = new(int)
			return readNumber(s, e.At)
		}
		return e.readText(s, name)
	})
}

func (e *Event) readText(s *scanner, name []byte) bool {
	switch string(name) {
	case "name":
		return readTextOf(s, &e.Name)
	case "proof":
		return readTextOf(s, &e.Proof)
	case "shoe":
		return readNumber(s, &e.Shoe)
	case "commitment":
		return readTextOf(s, &e.Commitment)
	case "next":
		return readTextOf(s, &e.Next)
	case "terms":
		return readTextOf(s, &e.Terms)
	case "root":
		return readTextOf(s, &e.Root)
	case "seed":
		return readTextOf(s, &e.Seed)
	case "out":
		return readTextOf(s, &e.Out)
	}
	return false
}

func (y *You) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "table":
			return readTextOf(s, &y.Table)
		case "seq":
			return readNumber(s, &y.Seq)
		case "balance":
			return readNumber(s, &y.Balance)
		case "seats":
			return readList(s, &y.Seats, 1, (*YourSeat).read)
		}
		return false
	})
}

func (t *YourSeat) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "seat":
			return readNumber(s, &t.Seat)
		case "legal":
			return readList(s, &t.Legal, 6, (*Legal).read)
		}
		return false
	})
}

func (l *Legal) read(s *scanner) {
	s.object(func(name []byte) bool {
		switch string(name) {
		case "action":
			return readWord(s, &l.Action)
		case "cost":
			return readNumber(s, &l.Cost)
		case "max":
			return readNumber(s, &l.Max)
		}
		return false
	})
}
