package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"club99/card"
	"club99/internal/jsonout"
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
	case PastRound:
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

func (f *Frame) append(b []byte) []byte {
	b = jsonout.Text(b, `{"table":`, f.Table)
	b = jsonout.Uint(b, `,"seq":`, f.Seq)
	b = jsonout.Int(b, `,"now":`, f.Now)
	b = f.State.append(append(b, `,"state":`...))
	b = jsonout.List(b, `,"events":`, f.Events, (*Event).append)
	return append(b, '}')
}

func (p *PastRound) append(b []byte) []byte {
	b = append(b, '{')
	if p.ID != 0 {
		b = append(jsonout.Uint(b, `"id":`, p.ID), ',')
	}
	b = jsonout.Text(b, `"table":`, p.Table)
	b = jsonout.Uint(b, `,"round":`, p.Round)
	b = jsonout.Int(b, `,"at":`, p.At)
	b = jsonout.Int(b, `,"net":`, p.Net)
	b = jsonout.OptTrue(b, `,"void":`, p.Void)
	b = p.Dealer.append(append(b, `,"dealer":`...))
	b = jsonout.List(b, `,"seats":`, p.Seats, (*Seat).append)
	return append(jsonout.List(b, `,"decisions":`, p.Decisions, (*Event).append), '}')
}

func (d *Dealer) append(b []byte) []byte {
	b = jsonout.Cards(b, `{"cards":`, d.Cards)
	b = jsonout.OptInt(b, `,"total":`, d.Total)
	b = jsonout.OptTrue(b, `,"soft":`, d.Soft)
	return append(jsonout.OptWord(b, `,"status":`, d.Status), '}')
}

func (s *State) append(b []byte) []byte {
	b = jsonout.Text(b, `{"phase":`, s.Phase)
	b = jsonout.Uint(b, `,"round":`, s.Round)
	b = jsonout.OptInt(b, `,"deadline":`, s.Deadline)
	if t := s.Turn; t != nil {
		b = jsonout.Uint(b, `,"turn":{"n":`, t.N)
		b = jsonout.Uint(b, `,"seat":`, t.Seat)
		b = append(jsonout.Uint(b, `,"hand":`, t.Hand), '}')
	}
	b = s.Dealer.append(append(b, `,"dealer":`...))
	b = jsonout.List(b, `,"seats":`, s.Seats, (*Seat).append)
	b = s.Shoe.append(append(b, `,"shoe":`...))
	b = jsonout.Int(b, `,"watching":`, s.Watching)
	return append(jsonout.OptText(b, `,"notice":`, s.Notice), '}')
}

func (s *Seat) append(b []byte) []byte {
	b = jsonout.Int(b, `{"seat":`, s.Seat)
	if p := s.Player; p != nil {
		b = jsonout.Text(b, `,"player":{"name":`, p.Name)
		b = append(jsonout.OptTrue(b, `,"bot":`, p.Bot), '}')
	}
	b = jsonout.OptTrue(b, `,"away":`, s.Away)
	b = jsonout.OptTrue(b, `,"leaving":`, s.Leaving)
	b = jsonout.OptTrue(b, `,"confirmed":`, s.Confirmed)
	b = jsonout.OptInt(b, `,"bet":`, s.Bet)
	if i := s.Insurance; i != nil {
		b = jsonout.Int(b, `,"insurance":{"stake":`, i.Stake)
		b = jsonout.OptWord(b, `,"outcome":`, i.Outcome)
		b = append(jsonout.OptInt(b, `,"paid":`, i.Paid), '}')
	}
	b = jsonout.OptWords(b, `,"offers":`, s.Offers)
	b = jsonout.List(b, `,"hands":`, s.Hands, (*Hand).append)
	if s.Net != nil {
		b = jsonout.Int(b, `,"net":`, *s.Net)
	}
	return append(b, '}')
}

func (h *Hand) append(b []byte) []byte {
	b = jsonout.Cards(b, `{"cards":`, h.Cards)
	b = jsonout.Int(b, `,"total":`, h.Total)
	b = jsonout.OptTrue(b, `,"soft":`, h.Soft)
	b = jsonout.Word(append(b, `,"status":`...), h.Status)
	b = jsonout.Int(b, `,"stake":`, h.Stake)
	b = jsonout.OptWord(b, `,"outcome":`, h.Outcome)
	b = jsonout.OptInt(b, `,"paid":`, h.Paid)
	return append(jsonout.OptTrue(b, `,"split":`, h.Split), '}')
}

func (s *Shoe) append(b []byte) []byte {
	b = jsonout.Int(b, `{"decks":`, s.Decks)
	b = jsonout.Int(b, `,"left":`, s.Left)
	b = jsonout.OptInt(b, `,"cut":`, s.Cut)
	b = jsonout.Uint(b, `,"number":`, s.Number)
	b = jsonout.OptText(b, `,"commitment":`, s.Commitment)
	b = jsonout.OptText(b, `,"next":`, s.Next)
	b = jsonout.OptText(b, `,"terms":`, s.Terms)
	b = jsonout.OptText(b, `,"root":`, s.Root)
	if len(s.Seeds) > 0 {
		b = jsonout.List(b, `,"seeds":`, s.Seeds, (*Seed).append)
	}
	return append(b, '}')
}

func (s *Seed) append(b []byte) []byte {
	b = jsonout.Int(b, `{"seat":`, s.Seat)
	b = jsonout.Text(b, `,"commitment":`, s.Commitment)
	b = jsonout.OptText(b, `,"seed":`, s.Seed)
	return append(jsonout.OptText(b, `,"out":`, s.Out), '}')
}

func (e *Event) append(b []byte) []byte {
	b = jsonout.Text(b, `{"kind":`, e.Kind)
	b = jsonout.OptUint(b, `,"seat":`, e.Seat)
	b = jsonout.OptUint(b, `,"hand":`, e.Hand)
	if e.Card != card.None {
		b = jsonout.Card(append(b, `,"card":`...), e.Card)
	}
	b = jsonout.OptWord(b, `,"action":`, e.Action)
	b = jsonout.OptWord(b, `,"by":`, e.By)
	b = jsonout.OptWord(b, `,"status":`, e.Status)
	b = jsonout.OptWord(b, `,"outcome":`, e.Outcome)
	b = jsonout.OptInt(b, `,"stake":`, e.Stake)
	b = jsonout.OptInt(b, `,"amount":`, e.Amount)
	b = jsonout.OptWords(b, `,"offers":`, e.Offers)
	b = jsonout.OptText(b, `,"name":`, e.Name)
	if e.At != nil {
		b = jsonout.Int(b, `,"at":`, *e.At)
	}
	b = jsonout.OptText(b, `,"proof":`, e.Proof)
	b = jsonout.OptUint(b, `,"shoe":`, e.Shoe)
	b = jsonout.OptText(b, `,"commitment":`, e.Commitment)
	b = jsonout.OptText(b, `,"next":`, e.Next)
	b = jsonout.OptText(b, `,"terms":`, e.Terms)
	b = jsonout.OptText(b, `,"root":`, e.Root)
	b = jsonout.OptText(b, `,"seed":`, e.Seed)
	return append(jsonout.OptText(b, `,"out":`, e.Out), '}')
}

func (y *You) append(b []byte) []byte {
	b = jsonout.Text(b, `{"table":`, y.Table)
	b = jsonout.Uint(b, `,"seq":`, y.Seq)
	b = jsonout.Int(b, `,"balance":`, y.Balance)
	return append(jsonout.List(b, `,"seats":`, y.Seats, (*YourSeat).append), '}')
}

func (s *YourSeat) append(b []byte) []byte {
	b = jsonout.Int(b, `{"seat":`, s.Seat)
	if len(s.Legal) > 0 {
		b = jsonout.List(b, `,"legal":`, s.Legal, (*Legal).append)
	}
	if len(s.Ahead) > 0 {
		b = jsonout.List(b, `,"ahead":`, s.Ahead, (*Legal).append)
	}
	return append(b, '}')
}

func (l *Legal) append(b []byte) []byte {
	b = jsonout.Word(append(b, `{"action":`...), l.Action)
	b = jsonout.OptInt(b, `,"cost":`, l.Cost)
	return append(jsonout.OptInt(b, `,"max":`, l.Max), '}')
}

func (a *Answer) append(b []byte) []byte {
	b = jsonout.Text(b, `{"id":`, a.ID)
	if a.OK {
		b = append(b, `,"ok":true`...)
	} else {
		b = append(b, `,"ok":false`...)
	}
	b = jsonout.OptUint(b, `,"seq":`, a.Seq)
	b = jsonout.OptText(b, `,"code":`, a.Code)
	b = jsonout.OptText(b, `,"message":`, a.Message)
	b = jsonout.OptWords(b, `,"legal":`, a.Legal)
	return append(jsonout.OptInt(b, `,"until":`, a.Until), '}')
}
