package audit

import (
	"context"
	"fmt"
	"slices"

	"club99/blackjack"
	"club99/internal/cashier"
	"club99/internal/journal"
	"club99/internal/ledger"
	"club99/internal/store"
)

// Report is what an audit found.
type Report struct {
	Entries   int      `json:"entries"`
	Rounds    int      `json:"rounds"` // played again, those in progress included
	Transfers int      `json:"transfers"`
	Faults    []string `json:"faults"` // one sentence each, none if all is right
}

// Books audits everything in the store. The error says that something could not
// be read; what is wrong is in the report.
func Books(ctx context.Context, s store.Store) (Report, error) {
	a := auditor{ctx: ctx, store: s, rules: map[string]*blackjack.Rules{}, tables: map[string]*ledgerTable{}}
	faults, err := store.Verify(ctx, s, a.posting)
	if err != nil {
		return Report{}, err
	}
	for _, id := range a.order {
		faults = append(faults, a.replay(id)...) // rounds still in progress
	}
	a.report.Faults = append([]string{}, faults...)
	return a.report, nil
}

type auditor struct {
	ctx    context.Context
	store  store.Store
	rules  map[string]*blackjack.Rules // by hash
	tables map[string]*ledgerTable
	order  []string
	report Report
}

// ledgerTable is a table as far as its journal has been read.
type ledgerTable struct {
	state  journal.State
	lost   bool              // an entry could not be read: what follows is not judged
	events []blackjack.Event // of the round
}

// posting is one entry with its transfers.
func (a *auditor) posting(p store.Posting) []string {
	a.report.Transfers += len(p.Transfers)
	if p.Entry == nil {
		return nil
	}
	a.report.Entries++
	t := a.tables[p.Table]
	if t == nil {
		t = &ledgerTable{}
		a.tables[p.Table] = t
		a.order = append(a.order, p.Table)
	}
	if t.lost {
		return nil
	}
	records, err := journal.Decode(p.Entry)
	if err != nil {
		t.lost = true
		return []string{fmt.Sprintf("table %s: entry %d cannot be read: %v", p.Table, p.Seq, err)}
	}
	faults := moved(&p, journal.Events(records))
	for i := range records {
		switch records[i].Kind {
		case journal.BettingOpened:
			faults = append(faults, a.replay(p.Table)...)
		case journal.Event:
			t.events = append(t.events, records[i].Event)
		}
	}
	if err := t.state.Apply(records); err != nil {
		t.lost = true
		return append(faults, fmt.Sprintf("table %s: entry %d does not follow from what was before: %v", p.Table, p.Seq, err))
	}
	return faults
}

// moved compares an entry's transfers with what its events say.
func moved(p *store.Posting, events []blackjack.Event) []string {
	want := cashier.Transfers(nil, p.Table, p.Seq, events)
	if slices.Equal(want, p.Transfers) {
		return nil
	}
	for i := range max(len(want), len(p.Transfers)) {
		switch {
		case i >= len(want):
			return []string{fmt.Sprintf("table %s: entry %d moves %s, which its events do not say", p.Table, p.Seq, say(p.Transfers[i]))}
		case i >= len(p.Transfers):
			return []string{fmt.Sprintf("table %s: entry %d should move %s, and does not", p.Table, p.Seq, say(want[i]))}
		case want[i] != p.Transfers[i]:
			return []string{fmt.Sprintf("table %s: entry %d should move %s, and moves %s", p.Table, p.Seq, say(want[i]), say(p.Transfers[i]))}
		}
	}
	return nil
}

func say(t ledger.Transfer) string {
	return fmt.Sprintf("%d from %s to %s (%s)", t.Amount, t.From, t.To, t.Reason)
}

// replay plays the table's round again as far as it came, and forgets it.
func (a *auditor) replay(id string) []string {
	t := a.tables[id]
	events := t.events
	t.events = nil
	if len(events) == 0 || t.lost {
		return nil
	}
	a.report.Rounds++
	rules, err := a.rulesOf(t.state.Rules)
	if err == nil {
		err = Round(rules, events)
	}
	if err != nil {
		return []string{fmt.Sprintf("table %s: round %d: %v", id, t.state.Number, err)}
	}
	return nil
}

func (a *auditor) rulesOf(hash string) (*blackjack.Rules, error) {
	if r := a.rules[hash]; r != nil {
		return r, nil
	}
	text, err := a.store.Rules(a.ctx, hash)
	if err != nil {
		return nil, fmt.Errorf("its rules %.8s cannot be read: %w", hash, err)
	}
	r, err := blackjack.ParseLine(text)
	if err != nil {
		return nil, fmt.Errorf("its rules %.8s cannot be read: %w", hash, err)
	}
	if r.HashString() != hash {
		return nil, fmt.Errorf("its rules %.8s are kept as %q, which is not what they were", hash, text)
	}
	a.rules[hash] = &r
	return &r, nil
}
