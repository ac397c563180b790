package journal

import (
	"encoding/hex"
	"encoding/json"

	"club99/blackjack"
	"club99/card"
	"club99/internal/jsonout"
	"club99/shoe"
)

// appendRecords writes records as JSON, as the standard encoder writes their
// lines; for everybody to read, if public is set.
func appendRecords(b []byte, records []Record, public bool) []byte {
	b = append(b, '[')
	for i := range records {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRecord(b, &records[i], public)
	}
	return append(b, ']')
}

func appendRecord(b []byte, r *Record, public bool) []byte {
	switch {
	case r.Kind == Event:
		return appendEvent(b, &r.Event, public)
	case r.Standing != nil:
		return appendStanding(b, r, public)
	}
	b = jsonout.Text(b, `{"is":`, r.Kind.String())
	b = jsonout.OptUint(b, `,"seat":`, r.Seat)
	if !public {
		b = jsonout.OptInt(b, `,"player":`, int64(r.Player))
	}
	b = jsonout.OptInt(b, `,"amount":`, r.Amount)
	if !public {
		b = jsonout.OptText(b, `,"name":`, r.Name)
	}
	b = jsonout.OptTrue(b, `,"bot":`, r.Bot)
	b = jsonout.OptText(b, `,"why":`, r.Why)
	b = jsonout.OptUint(b, `,"round":`, r.Round)
	b = jsonout.OptUint(b, `,"shoe":`, r.Shoe)
	b = jsonout.OptInt(b, `,"decks":`, r.Decks)
	b = jsonout.OptInt(b, `,"offset":`, r.Offset)
	b = jsonout.OptText(b, `,"rules":`, r.Rules)
	b = jsonout.OptUint(b, `,"turn":`, r.Turn)
	b = jsonout.OptInt(b, `,"at":`, r.At)
	b = optHash(b, `,"commitment":`, &r.Commitment)
	b = optHash(b, `,"next":`, &r.Next)
	b = optHash(b, `,"terms":`, &r.Terms)
	if r.Root != (shoe.Node{}) {
		b = appendHex(append(b, `,"root":`...), r.Root[:])
	}
	b = jsonout.OptText(b, `,"seed":`, r.Secret)
	return append(jsonout.OptText(b, `,"out":`, r.Out), '}')
}

func appendEvent(b []byte, e *blackjack.Event, public bool) []byte {
	b = jsonout.Text(b, `{"is":`, e.Kind.String())
	b = jsonout.OptUint(b, `,"seat":`, e.Seat)
	b = jsonout.OptUint(b, `,"hand":`, e.Hand)
	if e.Card != card.None {
		b = jsonout.Card(append(b, `,"card":`...), e.Card)
	}
	b = jsonout.OptWord(b, `,"action":`, e.Action)
	b = jsonout.OptWord(b, `,"by":`, e.By)
	b = jsonout.OptWord(b, `,"status":`, e.Status)
	b = jsonout.OptWord(b, `,"outcome":`, e.Outcome)
	b = jsonout.OptWords(b, `,"offers":`, e.Offers.List())
	player := int64(e.Player)
	if public && player != 0 {
		player = int64(e.Seat)
	}
	b = jsonout.OptInt(b, `,"player":`, player)
	b = jsonout.OptInt(b, `,"stake":`, e.Stake)
	return append(jsonout.OptInt(b, `,"amount":`, e.Amount), '}')
}

// appendStanding writes a checkpoint. They are few: the standard encoder does.
func appendStanding(b []byte, r *Record, public bool) []byte {
	l := toLine(r)
	if public {
		l.Name, l.Standing, l.Player = "", nil, 0
	}
	text, err := json.Marshal(l)
	if err != nil {
		panic("journal: " + err.Error()) // every line can be written
	}
	return append(b, text...)
}

func optHash(b []byte, name string, h *shoe.Hash) []byte {
	if *h == (shoe.Hash{}) {
		return b
	}
	return appendHex(append(b, name...), h[:])
}

func appendHex(b, raw []byte) []byte {
	return append(hex.AppendEncode(append(b, '"'), raw), '"')
}
