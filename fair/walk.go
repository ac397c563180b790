package fair

import (
	"bytes"
	"encoding/json"
	"fmt"

	"club99/blackjack"
	"club99/shoe"
)

// stage is how far the log has come with the shoe of the record.
type stage uint8

const (
	elsewhere stage = iota // it has not been shuffled
	between                // no betting is open
	betting
	closed // its terms are fixed: no bet changes, no seed is committed to
	playing
	ended // the record's round is told; what follows is of no concern
)

// logWalk goes through the records of the entries, from where the shoe was
// shuffled, over the rounds before, to the end of the record's round.
type logWalk struct {
	*verifier
	stage  stage
	round  uint64            // whose betting opened last
	ours   bool              // it is the record's
	place  int               // cards that have left the shoe
	bets   map[int]bool      // seats with a bet
	given  map[int]shoe.Hash // what seats have committed to
	told   map[int]bool      // seats whose seed was revealed or left out
	sealed bool
	next   int // the event of the record that should come next
}

func (w *logWalk) record(raw json.RawMessage) error {
	l, err := readLogRecord(raw)
	if err != nil {
		return err
	}
	switch {
	case l.Is == "shoe-over":
		return w.shoeOver(&l)
	case w.stage == ended:
		return nil
	case l.Is == "shoe-shuffled":
		return w.shuffled(&l)
	case l.Is == "betting-opened":
		return w.opened(&l)
	case w.stage == elsewhere:
		return nil
	}
	switch l.Is {
	case "rested":
		if w.stage > betting {
			return fmt.Errorf("the table rests in the middle of round %d", w.round)
		}
		w.stage = between
		return nil
	case "seat-left":
		if w.stage == betting && !w.sealed {
			delete(w.given, l.Seat)
		}
		return nil
	case "seed-committed", "terms-fixed", "seed-revealed", "seed-left-out", "shoe-sealed":
		if !w.seed(&l) {
			return fmt.Errorf("shoe %d is another in the log, at %s: commitments, terms, seeds and root must be the record's, each once and in its time", w.Shoe.Number, l.Is)
		}
		return nil
	}
	var kind blackjack.EventKind
	if kind.UnmarshalText([]byte(l.Is)) != nil {
		return nil
	}
	return w.event(raw, &l, kind)
}

// shuffled begins the shoe. No other is shuffled before the round is over.
func (w *logWalk) shuffled(l *logRecord) error {
	s := &w.Shoe
	switch {
	case w.stage == elsewhere && l.Shoe != s.Number:
		return nil
	case w.stage != elsewhere:
		return fmt.Errorf("shoe %d is shuffled while shoe %d is in use", l.Shoe, s.Number)
	case l.Decks != s.Decks || l.Commitment != s.Commitment || l.Next != s.Next:
		return fmt.Errorf("shoe %d has other decks or commitments in the log", s.Number)
	}
	w.stage = between
	return nil
}

// opened begins the betting of a round of the shoe.
func (w *logWalk) opened(l *logRecord) error {
	s := &w.Shoe
	switch {
	case w.stage == elsewhere && l.Round == w.Round:
		return fmt.Errorf("round %d is opened, and the log does not reach back to where shoe %d was shuffled", l.Round, s.Number)
	case w.stage == elsewhere:
		return nil
	case w.stage > betting || w.ours:
		return fmt.Errorf("round %d is opened before round %d is over", l.Round, w.round)
	case w.round != 0 && l.Round != w.round+1 || l.Round > w.Round:
		return fmt.Errorf("round %d is opened after round %d", l.Round, w.round)
	case l.Shoe != s.Number || l.Offset != w.place:
		return fmt.Errorf("round %d is opened at place %d of shoe %d, where place %d of shoe %d comes next", l.Round, l.Offset, l.Shoe, w.place, s.Number)
	}
	w.stage, w.round, w.ours = betting, l.Round, l.Round == w.Round
	clear(w.bets)
	clear(w.given)
	switch {
	case w.ours && l.Rules != w.Rules.Hash.String():
		return fmt.Errorf("round %d is opened under other rules, %s", l.Round, l.Rules)
	case w.ours && l.Offset != w.Offset:
		return fmt.Errorf("round %d is dealt from place %d, the record says place %d", l.Round, l.Offset, w.Offset)
	}
	return nil
}

// seed is a step on the way from the bets to a sealed shoe: it reports whether
// it is its time, and the record says the same.
func (w *logWalk) seed(l *logRecord) bool {
	s := &w.Shoe
	switch l.Is {
	case "seed-committed":
		w.given[l.Seat] = l.Commitment
		return w.stage == betting && !w.sealed && w.bets[l.Seat]
	case "terms-fixed":
		right := w.stage == betting && !w.sealed && l.Terms == s.Terms && len(w.given) == len(s.Players)
		for _, p := range s.Players {
			right = right && w.given[p.Seat] == p.Commitment && w.bets[p.Seat]
		}
		w.stage = closed
		return right
	case "shoe-sealed":
		right := w.stage == closed && !w.sealed && l.Root == s.Root && len(w.told) == len(s.Players)
		w.sealed = true
		return right
	}
	for _, p := range s.Players {
		if p.Seat == l.Seat {
			right := w.stage == closed && !w.sealed && !w.told[p.Seat] && bytes.Equal(p.Seed, l.Seed) && p.Out == l.Out
			w.told[p.Seat] = true
			return right
		}
	}
	return false
}

// shoeOver is where the house reveals its seed: not while cards are still dealt.
func (w *logWalk) shoeOver(l *logRecord) error {
	s := &w.Shoe
	switch {
	case l.Shoe != s.Number:
		return nil
	case w.stage != ended && s.Abandoned == "":
		return fmt.Errorf("the seed of shoe %d is told before the round is over", s.Number)
	case !bytes.Equal(l.Seed, s.Seed) || l.Why != s.Abandoned:
		return fmt.Errorf("shoe %d ends with another seed in the log, or for another reason", s.Number)
	}
	w.stage = ended
	return nil
}

// event follows an event of any round; those of the record's round must be the record's.
func (w *logWalk) event(raw json.RawMessage, l *logRecord, kind blackjack.EventKind) error {
	timely := w.stage == playing
	switch kind {
	case blackjack.BetPlaced:
		timely = w.stage == betting
		w.bets[l.Seat] = l.Stake != 0
		if l.Stake == 0 && !w.sealed {
			delete(w.given, l.Seat)
		}
	case blackjack.BetsClosed:
		timely = w.sealed && (w.stage == betting || w.stage == closed)
	case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.HoleCardDealt, blackjack.DealerDrew:
		w.place++
	}
	if !timely {
		return fmt.Errorf("%s is out of its time: bets are placed before the terms are fixed, cards are dealt from a sealed shoe", l.Is)
	}
	switch kind {
	case blackjack.BetsClosed:
		w.stage = playing
	case blackjack.RoundOver:
		w.stage = between
	}
	if !w.ours {
		return nil
	}
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
	if kind == blackjack.RoundOver {
		w.stage = ended
	}
	return nil
}
