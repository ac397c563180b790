package fair

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"club99/blackjack"
	"club99/shoe"
)

// logRecord is what the check reads of a record in the table's log. Records
// have other fields too, and other kinds are passed over.
type logRecord struct {
	Is         string    `json:"is"`
	Round      uint64    `json:"round"`
	Shoe       uint64    `json:"shoe"`
	Offset     int       `json:"offset"`
	Rules      string    `json:"rules"`
	Decks      int       `json:"decks"`
	Commitment shoe.Hash `json:"commitment"`
	Next       shoe.Hash `json:"next"`
	Seat       int       `json:"seat"`
	Seed       Hex       `json:"seed"`
	Out        Out       `json:"out"`
	Terms      shoe.Hash `json:"terms"`
	Root       shoe.Node `json:"root"`
}

// log checks the links, and that the entries tell the round that the record tells.
func (v *verifier) log() Step {
	link := v.Log.Before
	for i, entry := range v.Log.Entries {
		link = shoe.Link(link, v.Log.Seq+uint64(i), []byte(entry))
	}
	if link != v.Log.After {
		return wrong("log", "entries %d to %d after %s give the link %s, not %s", v.Log.Seq, v.lastEntry(), v.Log.Before, link, v.Log.After)
	}
	if v.Log.Seq == 1 && v.Log.Before != shoe.LogStart(v.Table) {
		return wrong("log", "the log of table %s does not start from %s", v.Table, v.Log.Before)
	}
	w := logWalk{verifier: v}
	for i, entry := range v.Log.Entries {
		var records []json.RawMessage
		if err := json.Unmarshal([]byte(entry), &records); err != nil {
			return wrong("log", "entry %d cannot be read: %v", v.Log.Seq+uint64(i), err)
		}
		for _, raw := range records {
			if err := w.record(raw); err != nil {
				return wrong("log", "entry %d: %v", v.Log.Seq+uint64(i), err)
			}
		}
	}
	switch {
	case !w.opened:
		return wrong("log", "no entry opens the betting of round %d", v.Round)
	case w.next < len(v.Events):
		return wrong("log", "event %d, %s, is in no entry", w.next+1, words(&v.events[w.next]))
	}
	return right("log", "entries %d to %d are linked and tell this round", v.Log.Seq, v.lastEntry())
}

func (v *verifier) lastEntry() uint64 { return v.Log.Seq + uint64(len(v.Log.Entries)) - 1 }

// logWalk goes through the records of the entries.
type logWalk struct {
	*verifier
	opened  bool // the betting of the round
	shoe    uint64
	offset  int
	sealed  bool // the shoe, in these entries
	settled int  // seeds that were revealed or left out
	next    int  // the event that should come next
	ended   bool
}

// shoeRecords are the records about a shoe.
var shoeRecords = []string{"shoe-shuffled", "terms-fixed", "seed-revealed", "seed-left-out", "shoe-sealed", "shoe-over"}

func (w *logWalk) record(raw json.RawMessage) error {
	var l logRecord
	if err := json.Unmarshal(raw, &l); err != nil {
		return fmt.Errorf("a record cannot be read: %w", err)
	}
	var kind blackjack.EventKind
	switch {
	case w.ended:
		return nil // the round is told; what follows in the entry is the next one's
	case l.Is == "betting-opened":
		if w.opened {
			return fmt.Errorf("betting opens again, for round %d", l.Round)
		}
		if l.Round != w.Round {
			return nil
		}
		if l.Rules != w.Rules.Hash.String() {
			return fmt.Errorf("round %d is opened under other rules, %s", l.Round, l.Rules)
		}
		w.opened, w.shoe, w.offset = true, l.Shoe, l.Offset
	case slices.Contains(shoeRecords, l.Is):
		return w.shoeRecord(&l)
	case !w.opened || kind.UnmarshalText([]byte(l.Is)) != nil:
		return nil
	default:
		return w.event(raw, kind)
	}
	return nil
}

// shoeRecord compares what the log says of the shoe with the record. The terms
// stand for the commitments of the house and of the players.
func (w *logWalk) shoeRecord(l *logRecord) error {
	s := &w.Shoe
	if l.Is == "shoe-shuffled" {
		w.shoe, w.offset = l.Shoe, 0
	}
	if w.shoe != 0 && w.shoe != s.Number || l.Is == "shoe-over" && l.Shoe != s.Number {
		return nil
	}
	right := true
	switch l.Is {
	case "shoe-shuffled":
		right = l.Decks == s.Decks && l.Commitment == s.Commitment && l.Next == s.Next
	case "terms-fixed":
		right = l.Terms == s.Terms
		w.settled = 0
	case "seed-revealed", "seed-left-out":
		p := w.player(l.Seat)
		right = p != nil && bytes.Equal(p.Seed, l.Seed) && p.Out == l.Out
		w.settled++
	case "shoe-sealed":
		right = l.Root == s.Root && w.settled == len(s.Players)
		w.sealed = true
	case "shoe-over":
		right = bytes.Equal(l.Seed, s.Seed)
	}
	if !right {
		return fmt.Errorf("shoe %d is another in the log, at %s: decks, commitments, seeds, terms and root must be the record's", s.Number, l.Is)
	}
	return nil
}

func (w *logWalk) player(seat int) *Player {
	for i := range w.Shoe.Players {
		if w.Shoe.Players[i].Seat == seat {
			return &w.Shoe.Players[i]
		}
	}
	return nil
}

func (w *logWalk) event(raw json.RawMessage, kind blackjack.EventKind) error {
	if w.next >= len(w.Events) {
		return fmt.Errorf("the record lacks %s", raw)
	}
	line, err := encode(&w.Events[w.next])
	if err != nil {
		return err
	}
	if !bytes.Equal(raw, line) {
		return fmt.Errorf("the log says %s, the record %s", raw, line)
	}
	w.next++
	switch kind {
	case blackjack.BetsClosed:
		if w.shoe != w.Shoe.Number || w.offset != w.Offset {
			return fmt.Errorf("the round is dealt from place %d of shoe %d, the record says place %d of shoe %d", w.offset, w.shoe, w.Offset, w.Shoe.Number)
		}
		if w.Offset == 0 && !w.sealed {
			return fmt.Errorf("the first card is dealt before shoe %d is sealed", w.shoe)
		}
	case blackjack.RoundOver:
		w.ended = true
	}
	return nil
}
