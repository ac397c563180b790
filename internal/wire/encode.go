package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"unicode/utf8"

	"club99/blackjack"
	"club99/card"
)

// Encode writes a message of this package as JSON. Those that every action makes
// are written by the functions below, several times faster than by reflection; the
// text is the same, byte for byte.
func Encode(message any) []byte {
	buffer := buffers.Get().(*[]byte)
	b := (*buffer)[:0]
	switch m := message.(type) {
	case *Frame:
		b = m.append(b)
	case *You:
		b = m.append(b)
	case Answer:
		b = m.append(b)
	case *Answer:
		b = m.append(b)
	default:
		buffers.Put(buffer)
		return reflected(message)
	}
	data := bytes.Clone(b)
	*buffer = b
	buffers.Put(buffer)
	return data
}

func reflected(message any) []byte {
	data, err := json.Marshal(message)
	if err != nil {
		// Only a value that no message of this package can hold gets here.
		panic(fmt.Sprintf("wire: %T cannot be written as JSON: %v", message, err))
	}
	return data
}

// buffers are for messages while they are written, before their length is known.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// The pieces. A name is written with its comma and colon, as in `,"seq":`; what
// may be left out is left out by the opt functions.

func appendInt[T ~int | ~int64](b []byte, name string, v T) []byte {
	return strconv.AppendInt(append(b, name...), int64(v), 10)
}

func appendUint[T ~uint8 | ~uint16 | ~uint64](b []byte, name string, v T) []byte {
	return strconv.AppendUint(append(b, name...), uint64(v), 10)
}

func optInt[T ~int | ~int64](b []byte, name string, v T) []byte {
	if v == 0 {
		return b
	}
	return appendInt(b, name, v)
}

func optUint[T ~uint8 | ~uint16 | ~uint64](b []byte, name string, v T) []byte {
	if v == 0 {
		return b
	}
	return appendUint(b, name, v)
}

func optTrue(b []byte, name string, v bool) []byte {
	if !v {
		return b
	}
	return append(append(b, name...), "true"...)
}

func appendText[T ~string](b []byte, name string, v T) []byte {
	return appendQuoted(append(b, name...), string(v))
}

func optText[T ~string](b []byte, name string, v T) []byte {
	if v == "" {
		return b
	}
	return appendText(b, name, v)
}

// appendQuoted writes a string. What is not plain is left to the standard encoder.
func appendQuoted(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c >= utf8.RuneSelf {
			return append(b, reflected(s)...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// word is one of the rules' own words. None has a letter that needs escaping.
type word interface {
	blackjack.Action | blackjack.Status | blackjack.Outcome | blackjack.By
	String() string
}

func optWord[T word](b []byte, name string, v T) []byte {
	var none T
	if v == none {
		return b
	}
	return appendWord(append(b, name...), v)
}

func appendWord[T word](b []byte, v T) []byte {
	b = append(b, '"')
	b = append(b, v.String()...)
	return append(b, '"')
}

func optWords[T word](b []byte, name string, list []T) []byte {
	if len(list) == 0 {
		return b
	}
	b = append(append(b, name...), '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendWord(b, v)
	}
	return append(b, ']')
}

func appendCard(b []byte, c card.Card) []byte {
	b = append(b, '"')
	b = append(b, c.String()...)
	return append(b, '"')
}

func appendCards(b []byte, name string, list []card.Card) []byte {
	if list == nil {
		return append(append(b, name...), "null"...)
	}
	b = append(append(b, name...), '[')
	for i, c := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCard(b, c)
	}
	return append(b, ']')
}

// appendList writes a list of messages.
func appendList[T any](b []byte, name string, list []T, one func(*T, []byte) []byte) []byte {
	b = append(b, name...)
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(&list[i], b)
	}
	return append(b, ']')
}

func (f *Frame) append(b []byte) []byte {
	b = appendText(b, `{"table":`, f.Table)
	b = appendUint(b, `,"seq":`, f.Seq)
	b = appendInt(b, `,"now":`, f.Now)
	b = f.State.append(append(b, `,"state":`...))
	b = appendList(b, `,"events":`, f.Events, (*Event).append)
	return append(b, '}')
}

func (s *State) append(b []byte) []byte {
	b = appendText(b, `{"phase":`, s.Phase)
	b = appendUint(b, `,"round":`, s.Round)
	b = optInt(b, `,"deadline":`, s.Deadline)
	if t := s.Turn; t != nil {
		b = appendUint(b, `,"turn":{"n":`, t.N)
		b = appendUint(b, `,"seat":`, t.Seat)
		b = append(appendUint(b, `,"hand":`, t.Hand), '}')
	}
	b = appendCards(b, `,"dealer":{"cards":`, s.Dealer.Cards)
	b = optInt(b, `,"total":`, s.Dealer.Total)
	b = optTrue(b, `,"soft":`, s.Dealer.Soft)
	b = append(optWord(b, `,"status":`, s.Dealer.Status), '}')
	b = appendList(b, `,"seats":`, s.Seats, (*Seat).append)
	b = s.Shoe.append(append(b, `,"shoe":`...))
	return append(appendInt(b, `,"watching":`, s.Watching), '}')
}

func (s *Seat) append(b []byte) []byte {
	b = appendInt(b, `{"seat":`, s.Seat)
	if p := s.Player; p != nil {
		b = appendText(b, `,"player":{"name":`, p.Name)
		b = append(optTrue(b, `,"bot":`, p.Bot), '}')
	}
	b = optTrue(b, `,"away":`, s.Away)
	b = optTrue(b, `,"leaving":`, s.Leaving)
	b = optTrue(b, `,"confirmed":`, s.Confirmed)
	b = optInt(b, `,"bet":`, s.Bet)
	if i := s.Insurance; i != nil {
		b = appendInt(b, `,"insurance":{"stake":`, i.Stake)
		b = optWord(b, `,"outcome":`, i.Outcome)
		b = append(optInt(b, `,"paid":`, i.Paid), '}')
	}
	b = optWords(b, `,"offers":`, s.Offers)
	b = appendList(b, `,"hands":`, s.Hands, (*Hand).append)
	if s.Net != nil {
		b = appendInt(b, `,"net":`, *s.Net)
	}
	return append(b, '}')
}

func (h *Hand) append(b []byte) []byte {
	b = appendCards(b, `{"cards":`, h.Cards)
	b = appendInt(b, `,"total":`, h.Total)
	b = optTrue(b, `,"soft":`, h.Soft)
	b = appendWord(append(b, `,"status":`...), h.Status)
	b = appendInt(b, `,"stake":`, h.Stake)
	b = optWord(b, `,"outcome":`, h.Outcome)
	b = optInt(b, `,"paid":`, h.Paid)
	return append(optTrue(b, `,"split":`, h.Split), '}')
}

func (s *Shoe) append(b []byte) []byte {
	b = appendInt(b, `{"decks":`, s.Decks)
	b = appendInt(b, `,"left":`, s.Left)
	b = optInt(b, `,"cut":`, s.Cut)
	b = appendUint(b, `,"number":`, s.Number)
	b = optText(b, `,"commitment":`, s.Commitment)
	b = optText(b, `,"next":`, s.Next)
	b = optText(b, `,"terms":`, s.Terms)
	b = optText(b, `,"root":`, s.Root)
	if len(s.Seeds) > 0 {
		b = appendList(b, `,"seeds":`, s.Seeds, (*Seed).append)
	}
	return append(b, '}')
}

func (s *Seed) append(b []byte) []byte {
	b = appendInt(b, `{"seat":`, s.Seat)
	b = appendText(b, `,"commitment":`, s.Commitment)
	b = optText(b, `,"seed":`, s.Seed)
	return append(optText(b, `,"out":`, s.Out), '}')
}

func (e *Event) append(b []byte) []byte {
	b = appendText(b, `{"kind":`, e.Kind)
	b = optUint(b, `,"seat":`, e.Seat)
	b = optUint(b, `,"hand":`, e.Hand)
	if e.Card != card.None {
		b = appendCard(append(b, `,"card":`...), e.Card)
	}
	b = optWord(b, `,"action":`, e.Action)
	b = optWord(b, `,"by":`, e.By)
	b = optWord(b, `,"status":`, e.Status)
	b = optWord(b, `,"outcome":`, e.Outcome)
	b = optInt(b, `,"stake":`, e.Stake)
	b = optInt(b, `,"amount":`, e.Amount)
	b = optWords(b, `,"offers":`, e.Offers)
	b = optText(b, `,"name":`, e.Name)
	if e.At != nil {
		b = appendInt(b, `,"at":`, *e.At)
	}
	b = optText(b, `,"proof":`, e.Proof)
	b = optUint(b, `,"shoe":`, e.Shoe)
	b = optText(b, `,"commitment":`, e.Commitment)
	b = optText(b, `,"next":`, e.Next)
	b = optText(b, `,"terms":`, e.Terms)
	b = optText(b, `,"root":`, e.Root)
	b = optText(b, `,"seed":`, e.Seed)
	return append(optText(b, `,"out":`, e.Out), '}')
}

func (y *You) append(b []byte) []byte {
	b = appendText(b, `{"table":`, y.Table)
	b = appendUint(b, `,"seq":`, y.Seq)
	b = appendInt(b, `,"balance":`, y.Balance)
	return append(appendList(b, `,"seats":`, y.Seats, (*YourSeat).append), '}')
}

func (s *YourSeat) append(b []byte) []byte {
	b = appendInt(b, `{"seat":`, s.Seat)
	if len(s.Legal) > 0 {
		b = appendList(b, `,"legal":`, s.Legal, (*Legal).append)
	}
	return append(b, '}')
}

func (l *Legal) append(b []byte) []byte {
	b = appendWord(append(b, `{"action":`...), l.Action)
	b = optInt(b, `,"cost":`, l.Cost)
	return append(optInt(b, `,"max":`, l.Max), '}')
}

func (a *Answer) append(b []byte) []byte {
	b = appendText(b, `{"id":`, a.ID)
	if a.OK {
		b = append(b, `,"ok":true`...)
	} else {
		b = append(b, `,"ok":false`...)
	}
	b = optUint(b, `,"seq":`, a.Seq)
	b = optText(b, `,"code":`, a.Code)
	b = optText(b, `,"message":`, a.Message)
	return append(optWords(b, `,"legal":`, a.Legal), '}')
}
