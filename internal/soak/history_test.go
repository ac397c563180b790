//go:build unix

package soak

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"

	"club99/client"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
)

// history is what players asked for, were answered and saw, and when, by one clock.
type history struct {
	began time.Time

	mu    sync.Mutex
	deeds map[string]*deed            // by command id, which no two clients share
	seen  map[string]map[uint64]int64 // table, sequence: when somebody first saw that frame
	told  map[int64][]reading         // by player
}

// deed is one command.
type deed struct {
	player   int64
	command  client.Command
	asked    int64
	answered int64 // never: nobody knows what became of it
	answer   client.Answer
}

// reading is what a player was told to have after an entry.
type reading struct {
	table   string
	seq     uint64
	at      int64
	balance money.Amount
}

const never = math.MaxInt64

func newHistory() *history {
	return &history{began: time.Now(), deeds: map[string]*deed{}, seen: map[string]map[uint64]int64{}, told: map[int64][]reading{}}
}

func (h *history) asked(player int64, c client.Command) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.deeds[c.ID] = &deed{player: player, command: c, asked: int64(time.Since(h.began)), answered: never}
}

// answer notes an answer that is one: by some nobody knows whether it was done.
func (h *history) answer(a client.Answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d := h.deeds[a.ID]; d != nil && a.Code != wire.Busy && a.Code != wire.StoreUnavailable {
		d.answer, d.answered = a, int64(time.Since(h.began))
	}
}

func (h *history) frame(f *client.Frame) {
	h.mu.Lock()
	defer h.mu.Unlock()
	at := h.seen[f.Table]
	if at == nil {
		at = map[uint64]int64{}
		h.seen[f.Table] = at
	}
	if _, before := at[f.Seq]; !before {
		at[f.Seq] = int64(time.Since(h.began))
	}
}

func (h *history) own(player int64, at time.Time, y *client.You) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told[player] = append(h.told[player], reading{y.Table, y.Seq, int64(at.Sub(h.began)), y.Balance})
}

// written is an entry as the books have it in the end.
type written struct {
	table string
	seq   uint64
	id    string                 // of the command that it answers; "": the clock's or the house's
	bets  map[int64]money.Amount // what it took from players as bets, by player
	moves map[int64]money.Amount // everything else that it moved
}

// wholeBooks are the books in the end.
type wholeBooks struct {
	entries  []written // ordered by table and sequence
	balances map[int64]money.Amount
}

// readWhole reads the books; ids are the commands' by table and sequence.
func readWhole(ctx context.Context, s store.Store, ids map[claim]string) (w wholeBooks, err error) {
	w.balances = map[int64]money.Amount{}
	err = s.Audit(ctx, func(b store.Books) error {
		err := b.Accounts(ctx, func(a ledger.Account, amount money.Amount) error {
			if id, ok := a.PlayerID(); ok {
				w.balances[id] = amount
			}
			return nil
		})
		if err != nil {
			return err
		}
		return b.Postings(ctx, func(p store.Posting) error {
			if p.Table == ledger.GrantTable {
				return nil
			}
			e := written{p.Table, p.Seq, ids[claim{p.Table, p.Seq}], map[int64]money.Amount{}, map[int64]money.Amount{}}
			for _, tr := range p.Transfers {
				by := e.moves
				if tr.Reason == ledger.ReasonBet || tr.Reason == ledger.ReasonBetBack {
					by = e.bets
				}
				if id, ok := tr.From.PlayerID(); ok {
					by[id] -= tr.Amount
				}
				if id, ok := tr.To.PlayerID(); ok {
					by[id] += tr.Amount
				}
			}
			w.entries = append(w.entries, e)
			return nil
		})
	})
	return w, err
}

// A table is a counter: every entry of its journal adds one, and whoever is answered is
// told the number. The entries nobody asked for (the clock's) are operations of unknown
// time, so that a number which is missing, doubled or told out of order has no place.
// What was asked for and not answered is in the books or had no effect.
var tableModel = porcupine.Model{
	Init: func() any { return uint64(0) },
	Step: func(state, input, output any) (bool, any) {
		at, seq := state.(uint64), output.(uint64)
		if input.(tableOp).reads {
			return seq == at, at
		}
		return seq == at+1, seq
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%s: %d", input.(tableOp).what, output) },
}

type tableOp struct {
	what  string
	reads bool // it found what it asked for done already, and wrote nothing
}

// A purse is a balance that moves are added to, in the order of the entries that make
// them, and that never falls below nothing. Whoever is told a balance after an entry is
// told one that has this entry's move in it. Players of these clubs sit at one table each.
var purseModel = porcupine.Model{
	Init: func() any { return purseState{has: granted} },
	Step: func(state, input, output any) (bool, any) {
		s, op := state.(purseState), input.(purseOp)
		if op.reads {
			return output.(money.Amount) == s.has && s.seq >= op.seq, s
		}
		next := purseState{s.has + op.moves, op.seq}
		return next.has >= 0 && next.seq > s.seq, next
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v: %v", input, output) },
}

type purseState struct {
	has money.Amount
	seq uint64 // of the last entry that moved something
}

type purseOp struct {
	seq   uint64 // of the entry; of a reading: of the last move that must be in it
	reads bool
	moves money.Amount
}

// granted is what every player of these clubs begins with.
const granted = 10_000_000

// span is when an entry was written, as far as anybody saw.
type span struct{ from, to int64 }

// spans bounds the entries of a table, which are its journal from 1 on: each came after
// it was asked for, and all before it were; it was there when its answer came, or a
// frame that shows it or a later one.
func (h *history) spans(table string, entries []written) []span {
	list := make([]span, len(entries))
	to := int64(never)
	for i := len(entries) - 1; i >= 0; i-- {
		if at, ok := h.seen[table][entries[i].seq]; ok {
			to = min(to, at)
		}
		list[i].to = to
	}
	from := int64(0)
	for i, e := range entries {
		if d := h.deeds[e.id]; d != nil {
			list[i].from, list[i].to = d.asked, min(d.answered, list[i].to)
			from = max(from, d.asked)
			continue
		}
		// What came before its own end alone: if something was asked for later that has
		// an earlier place, no order exists, and this one is not to hide it.
		list[i].from = min(from, list[i].to)
	}
	return list
}

// operations are the history of every table and every purse, for porcupine.
func (h *history) operations(w *wholeBooks) (byTable map[string][]porcupine.Operation, byPurse map[int64][]porcupine.Operation) {
	h.mu.Lock()
	defer h.mu.Unlock()
	byTable, byPurse = map[string][]porcupine.Operation{}, map[int64][]porcupine.Operation{}
	when := map[claim]span{}
	in := map[string]claim{} // the entry of each command that is in the books
	for rest := w.entries; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(e written) bool { return e.table != rest[0].table })
		if n < 0 {
			n = len(rest)
		}
		for i, s := range h.spans(rest[0].table, rest[:n]) {
			e := &rest[i]
			when[claim{e.table, e.seq}], in[e.id] = s, claim{e.table, e.seq}
			byTable[e.table] = append(byTable[e.table], porcupine.Operation{Input: tableOp{what: "entry " + e.id}, Output: e.seq, Call: s.from, Return: s.to})
			h.moves(byPurse, e, s)
		}
		rest = rest[n:]
	}
	for id, d := range h.deeds {
		place, there := in[id]
		op := porcupine.Operation{Input: tableOp{what: id}, Output: d.answer.Seq, Call: d.asked, Return: d.answered}
		switch {
		case d.answered == never || there && d.answer.OK && place == claim{d.command.Table, d.answer.Seq}:
			continue // the entry is that operation, or it never was
		case !there && !d.answer.OK:
			continue // refused: nothing happened
		case !there && (d.command.Name == wire.Sit || d.command.Name == wire.Leave):
			op.Input = tableOp{what: id, reads: true}
		}
		// Told to be done, and not in the books or elsewhere; or told to be refused, and done.
		byTable[d.command.Table] = append(byTable[d.command.Table], op)
	}
	h.readings(byPurse, when, w)
	for _, ops := range byTable {
		slices.SortFunc(ops, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
	}
	return byTable, byPurse
}

// moves adds what an entry moved. What a bet took is what its player asked for, not what
// the books say.
func (h *history) moves(byPurse map[int64][]porcupine.Operation, e *written, s span) {
	moves := map[int64]money.Amount{}
	for id, amount := range e.moves {
		moves[id] += amount
	}
	d := h.deeds[e.id]
	for id, amount := range e.bets {
		if d == nil || d.command.Name != wire.Place || d.player != id {
			moves[id] += amount
		}
	}
	if d != nil && d.command.Name == wire.Place {
		for _, b := range d.command.Bets {
			moves[d.player] -= b.Amount
		}
	}
	for id, amount := range moves {
		if amount != 0 {
			byPurse[id] = append(byPurse[id], porcupine.Operation{Input: purseOp{seq: e.seq, moves: amount}, Output: money.Amount(0), Call: s.from, Return: s.to})
		}
	}
}

// readings adds what players were told to have, and what the books say in the end.
func (h *history) readings(byPurse map[int64][]porcupine.Operation, when map[claim]span, w *wholeBooks) {
	end := int64(time.Since(h.began))
	for id, list := range h.told {
		moves := byPurse[id] // in the order of the entries
		for _, r := range list {
			from, after := min(when[claim{r.table, r.seq}].from, r.at), uint64(0)
			if n, _ := slices.BinarySearchFunc(moves, r.seq+1, func(op porcupine.Operation, seq uint64) int { return cmp.Compare(op.Input.(purseOp).seq, seq) }); n > 0 {
				after = moves[n-1].Input.(purseOp).seq
			}
			byPurse[id] = append(byPurse[id], porcupine.Operation{Input: purseOp{seq: after, reads: true}, Output: r.balance, Call: from, Return: r.at})
		}
		for i := range byPurse[id] {
			byPurse[id][i].Return = min(byPurse[id][i].Return, end) // the books were read after everything
		}
		byPurse[id] = append(byPurse[id], porcupine.Operation{Input: purseOp{reads: true}, Output: w.balances[id], Call: end + 1, Return: end + 1})
	}
}

// checkTime bounds the search for an order that explains one history.
const checkTime = time.Minute

// disorder says which tables and purses have a history that no order of its operations
// explains, and how many operations there are.
func (h *history) disorder(w *wholeBooks) (bad []string, operations int) {
	byTable, byPurse := h.operations(w)
	for id, ops := range byTable {
		operations += len(ops)
		if r := porcupine.CheckOperationsTimeout(tableModel, ops, checkTime); r != porcupine.Ok {
			bad = append(bad, fmt.Sprintf("table %s: no order explains its %d operations (%s)", id, len(ops), r))
		}
	}
	for id, ops := range byPurse {
		operations += len(ops)
		if r := porcupine.CheckOperationsTimeout(purseModel, ops, checkTime); r != porcupine.Ok {
			bad = append(bad, fmt.Sprintf("player %d's purse: no order explains its %d operations (%s)", id, len(ops), r))
		}
	}
	slices.Sort(bad)
	return bad, operations
}
