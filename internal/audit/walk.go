package audit

import (
	"fmt"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/internal/cashier"
	"club99/internal/journal"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// walker goes through one table's journal.
type walker struct {
	*auditor
	table   string
	seq     uint64 // of the last entry
	state   journal.State
	records []journal.Record // of the entry in hand
	lost    bool             // an entry could not be read: the state is not known any more
	held    money.Amount     // on the round's account
	round   played
	cards   map[card.Card]int // seen face up in this shoe
	dealt   []dealt           // from this shoe
}

func (w *walker) say(seq uint64, format string, args ...any) {
	w.auditor.say("table %s, entry %d: %s", w.table, seq, fmt.Sprintf(format, args...))
}

func (w *walker) posting(p *store.Posting) {
	if p.Entry == nil {
		w.say(p.Seq, "there are %d transfers and no entry that explains them", len(p.Transfers))
		return
	}
	if p.Seq != w.seq+1 {
		w.say(p.Seq, "it follows entry %d; what was between is gone", w.seq)
		w.lost = true
	}
	w.seq = p.Seq
	records, err := journal.Decode(p.Entry)
	if err != nil {
		w.say(p.Seq, "it cannot be read: %v", err)
		w.lost = true
		return
	}
	w.records = records
	w.transfers(p, records)
	if w.lost {
		return
	}
	before := w.state
	if err := w.state.Apply(records); err != nil {
		w.say(p.Seq, "it does not fit the table: %v", err)
		w.lost = true
		return
	}
	w.rounds(p.Seq, &before, records)
	w.shoes(p.Seq, &before, records)
	if risk := atRisk(&w.state); risk != w.held {
		w.say(p.Seq, "the round's account holds %d, at risk is %d", w.held, risk)
		w.held = risk // once is enough
	}
}

// transfers compares what was booked with what the cashier makes of the events.
func (w *walker) transfers(p *store.Posting, records []journal.Record) {
	round := ledger.Round(w.table)
	for _, t := range p.Transfers {
		if t.To == round {
			w.held += t.Amount
		}
		if t.From == round {
			w.held -= t.Amount
		}
	}
	want := cashier.Transfers(nil, w.table, p.Seq, journal.Events(records))
	for _, back := range journal.AppendReturned(nil, records) {
		want = cashier.Void(want, w.table, p.Seq, back.Player, back.Amount)
	}
	for i := range max(len(want), len(p.Transfers)) {
		switch {
		case i >= len(p.Transfers):
			w.say(p.Seq, "the transfer %s is missing", sentence(&want[i]))
		case i >= len(want):
			w.say(p.Seq, "no event explains the transfer %s", sentence(&p.Transfers[i]))
		case want[i] != p.Transfers[i]:
			w.say(p.Seq, "the transfer %s should be %s", sentence(&p.Transfers[i]), sentence(&want[i]))
		}
	}
}

// rounds collects the events of each round and has it decided again when it is
// over; it watches that each card leaves the shoe once.
func (w *walker) rounds(seq uint64, before *journal.State, records []journal.Record) {
	offset := before.Shoe.Offset + int(before.Round.Drawn)
	for i := range records {
		switch r := &records[i]; r.Kind {
		case journal.Shuffled:
			offset, w.cards = 0, map[card.Card]int{}
			if r.Shoe != before.Shoe.Number+1 {
				w.say(seq, "shoe %d follows shoe %d", r.Shoe, before.Shoe.Number)
			}
		case journal.Checkpoint:
			if want := before.Standing().Round; r.Standing.Round != want {
				w.say(seq, "the checkpoint speaks of round %d, it was round %d", r.Standing.Round, want)
			}
		case journal.BettingOpened:
			if r.Offset != offset {
				w.say(seq, "round %d begins %d cards into the shoe, %d had left it", r.Round, r.Offset, offset)
			}
			if r.Round != before.Number+1 {
				w.say(seq, "round %d follows round %d", r.Round, before.Number)
			}
			if len(w.round.events) > 0 { // all bets were taken back
				w.decideAgain()
			}
			w.round = played{number: r.Round, rules: r.Rules}
		case journal.Event:
			w.round.add(seq, r.Event)
			w.count(seq, r.Event.Card)
			if r.Event.Kind == blackjack.RoundOver {
				w.report.Rounds++
				w.foundRound(&w.state)
				w.decideAgain()
			}
		case journal.TableClosed:
			if len(w.round.events) > 0 { // it is given up: what was played of it is by the rules all the same
				w.decideAgain()
			}
		}
	}
}

// count watches that no card comes more often than there are decks. A shoe
// without a sealed seed was scripted by a test and is not counted.
func (w *walker) count(seq uint64, c card.Card) {
	if c == card.None || w.cards == nil {
		return
	}
	w.cards[c]++
	if w.cards[c] != w.state.Shoe.Decks+1 {
		return
	}
	if _, err := w.store.SealedShoe(w.ctx, w.table, w.state.Shoe.Number); err == nil {
		w.say(seq, "%v came %d times out of a shoe of %d decks", c, w.cards[c], w.state.Shoe.Decks)
	}
}

func (w *walker) decideAgain() {
	rules := w.rulesOf(w.round.rules)
	if rules == nil {
		return
	}
	if seq, wrong := w.round.decideAgain(rules); wrong != "" {
		w.say(seq, "round %d: %s", w.round.number, wrong)
	}
	w.round.events = nil
}

// end checks a round in progress, and where the journal ends.
func (w *walker) end(head store.Head) {
	if w.lost {
		return
	}
	if len(w.round.events) > 0 {
		w.decideAgain()
	}
	if head.Seq != w.seq {
		w.say(w.seq, "the journal should end with entry %d", head.Seq)
	}
	var deadline time.Time
	if w.state.Deadline != 0 {
		deadline = time.UnixMilli(w.state.Deadline)
	}
	if !deadline.Equal(head.Deadline) {
		w.say(w.seq, "the next deadline is kept as %s, the journal says %s", moment(head.Deadline), moment(deadline))
	}
}

// atRisk is the sum of the stakes of a round that are not settled.
func atRisk(s *journal.State) money.Amount {
	var sum money.Amount
	for n := 1; n <= blackjack.MaxSeats; n++ {
		sum += s.AtStake(n)
	}
	return sum
}

func sentence(t *ledger.Transfer) string {
	return fmt.Sprintf("%d of %d from %s to %s (%s)", t.ID.Index, t.Amount, t.From, t.To, t.Reason)
}
