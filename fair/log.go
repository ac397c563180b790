package fair

import (
	"bytes"
	"encoding/json"
	"fmt"

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
	Players    []Player  `json:"players"`
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
	opened bool // the betting of the round
	shoe   uint64
	offset int
	sealed bool // the shoe, in these entries
	next   int  // the event that should come next
	ended  bool
}

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
	case l.Is == "shoe-shuffled":
		w.shoe, w.offset = l.Shoe, 0
		return w.shuffled(&l)
	case !w.opened || kind.UnmarshalText([]byte(l.Is)) != nil:
		return nil
	default:
		return w.event(raw, kind)
	}
	return nil
}

// shuffled compares what the log says of the shoe when it was sealed.
func (w *logWalk) shuffled(l *logRecord) error {
	s := &w.Shoe
	if l.Shoe != s.Number {
		return nil
	}
	theirs, err := encode(l.Players)
	if err != nil {
		return err
	}
	ours, err := encode(s.Players)
	if err != nil {
		return err
	}
	if l.Decks != s.Decks || l.Commitment != s.Commitment || l.Next != s.Next || l.Terms != s.Terms || l.Root != s.Root || !bytes.Equal(theirs, ours) {
		return fmt.Errorf("shoe %d was sealed otherwise: decks, commitments, seeds, terms and root must be the record's", l.Shoe)
	}
	w.sealed = true
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
