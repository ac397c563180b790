package audit

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"club99/internal/journal"
	"club99/internal/ledger"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/table"
	"club99/internal/wire"
	"club99/preset"
)

// closedEvening is an evening after which table a1 was closed in the middle of a round.
func closedEvening(t *testing.T) store.Store {
	t.Helper()
	st := evening(t, wire.PhasePlayers) // with stakes on the table
	synctest.Test(t, func(t *testing.T) {
		s, err := seal.FromHex(strings.Repeat("00", 32))
		if err != nil {
			t.Fatal(err)
		}
		rules, err := preset.Load("club99")
		if err != nil {
			t.Fatal(err)
		}
		tb := table.New(table.Config{ID: "a1", Rules: rules, Store: st, Sealer: s, Publisher: deaf{}, Purses: table.NewPurses(), Log: slog.New(slog.DiscardHandler)})
		if err := tb.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := tb.Shut(t.Context()); err != nil {
			t.Fatal(err)
		}
		if was, err := table.Reopen(t.Context(), st, "a1", store.Lease{}, time.Now()); !was || err != nil {
			t.Fatal(was, err)
		}
	})
	return st
}

// What a closed table gave back is checked like all other money.
func TestForgedClosing(t *testing.T) {
	st := closedEvening(t)
	if r, err := Books(t.Context(), st); err != nil || len(r.Faults) > 0 {
		t.Fatalf("as it is: %v %v", r.Faults, err)
	}
	returned := 0
	for name, c := range map[string]struct {
		change func(p *store.Posting) bool
		want   string
	}{
		"a stake kept back": {func(p *store.Posting) bool { p.Transfers = p.Transfers[1:]; return true }, "is missing"},
		"more given back":   {func(p *store.Posting) bool { p.Transfers[0].Amount++; return true }, "should be"},
		"to somebody else":  {func(p *store.Posting) bool { p.Transfers[0].To = ledger.Player(99); return true }, "should be"},
		"given twice": {func(p *store.Posting) bool {
			p.Transfers = append(p.Transfers, p.Transfers[0])
			return true
		}, "no event explains"},
		"an entry of its own": {func(p *store.Posting) bool {
			records, err := journal.Decode(p.Entry)
			if err != nil {
				t.Fatal(err)
			}
			for i := range records {
				if records[i].Kind == journal.StakeReturned {
					records[i].Amount++
					break
				}
			}
			p.Entry, _ = journal.Encode(records)
			p.Transfers[0].Amount++
			return true
		}, "does not fit the table"},
	} {
		f := &forged{Store: st, posting: func(p *store.Posting) bool {
			if !bytes.Contains(p.Entry, []byte("stake-returned")) {
				return true
			}
			returned++
			p.Transfers = append([]ledger.Transfer(nil), p.Transfers...)
			return c.change(p)
		}}
		r, err := Books(t.Context(), f)
		if err != nil || !strings.Contains(strings.Join(r.Faults, "\n"), c.want) {
			t.Errorf("%s: %v %v", name, r.Faults, err)
		}
	}
	if returned == 0 {
		t.Error("nothing was at stake when the table was closed")
	}
}
