package fair

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"club99/money"
	"club99/shoe"
)

// logRecord is what the check reads of a record in the table's log. Records
// have other fields too, and other kinds are passed over.
type logRecord struct {
	Is         string       `json:"is"`
	Round      uint64       `json:"round"`
	Shoe       uint64       `json:"shoe"`
	Offset     int          `json:"offset"`
	Rules      string       `json:"rules"`
	Decks      int          `json:"decks"`
	Commitment shoe.Hash    `json:"commitment"`
	Next       shoe.Hash    `json:"next"`
	Seat       int          `json:"seat"`
	Stake      money.Amount `json:"stake"`
	Seed       Hex          `json:"seed"`
	Out        Out          `json:"out"`
	Why        Why          `json:"why"`
	Terms      shoe.Hash    `json:"terms"`
	Root       shoe.Node    `json:"root"`
}

// log checks the links, and that the entries tell the shoe and the round that
// the record tells, in the order in which a fair house lets them happen.
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
	w := logWalk{verifier: v, bets: map[int]bool{}, given: map[int]shoe.Hash{}, told: map[int]bool{}}
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
	case !w.ours:
		return wrong("log", "no entry opens the betting of round %d", v.Round)
	case w.next < len(v.Events):
		return wrong("log", "event %d, %s, is in no entry", w.next+1, words(&v.events[w.next]))
	}
	return right("log", "entries %d to %d are linked and tell shoe %d up to the end of this round", v.Log.Seq, v.lastEntry(), v.Shoe.Number)
}

func (v *verifier) lastEntry() uint64 { return v.Log.Seq + uint64(len(v.Log.Entries)) - 1 }

// readLogRecord reads a record of the log. Everybody must read the same in it:
// a field that is named twice, or in a way that some readers take for another,
// is refused.
func readLogRecord(raw json.RawMessage) (l logRecord, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return l, fmt.Errorf("%.80q is no record", raw)
	}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return l, err
		}
		name, _ := t.(string)
		if seen[name] || !smallLetters(name) {
			return l, fmt.Errorf("%.80q names a field twice, or not in small letters", raw)
		}
		seen[name] = true
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return l, err
		}
	}
	if err := json.Unmarshal(raw, &l); err != nil {
		return l, fmt.Errorf("a record cannot be read: %w", err)
	}
	if l.Is == "" {
		return l, errors.New("a record does not say what it is")
	}
	return l, nil
}

func smallLetters(name string) bool {
	for _, c := range []byte(name) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return name != ""
}
