package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Report is what an audit found.
type Report struct {
	Tables    int      `json:"tables"`
	Entries   int      `json:"entries"`
	Shoes     int      `json:"shoes"`  // over, and made again from their seeds
	Rounds    int      `json:"rounds"` // over; one in progress is checked as far as it got
	Transfers int      `json:"transfers"`
	Accounts  int      `json:"accounts"`
	Faults    []string `json:"faults"` // one sentence each; none: the books are right
}

// MaxFaults is how many faults are listed before the audit only counts on.
const MaxFaults = 200

// Books checks everything in the store. The error says why it could not be
// read; what is wrong with it is in the report.
func Books(ctx context.Context, st store.Store) (Report, error) { return Watched(ctx, st, nil) }

// Watched is [Books] for somebody who waits: progress is called after each
// entry with how many were checked so far.
func Watched(ctx context.Context, st store.Store, progress func(entries int)) (Report, error) {
	a := auditor{ctx: ctx, store: st, rules: map[string]*blackjack.Rules{}, heads: map[string]store.Head{}, progress: progress}
	err := st.Audit(ctx, a.books)
	if err != nil {
		return Report{}, err
	}
	if more := a.found - len(a.report.Faults); more > 0 {
		a.report.Faults = append(a.report.Faults, fmt.Sprintf("and %d more faults", more))
	}
	return a.report, nil
}

type auditor struct {
	ctx      context.Context
	store    store.Store
	rules    map[string]*blackjack.Rules // by hash; nil: not to be had, and said so
	heads    map[string]store.Head
	trial    ledger.Trial
	at       *walker // the table that is being walked
	report   Report
	found    int
	progress func(int)
	sums     map[sumsKey]sums
	counted  map[string]uint64 // by table: the first round that its sums have
}

func (a *auditor) say(format string, args ...any) {
	a.found++
	if len(a.report.Faults) < MaxFaults {
		a.report.Faults = append(a.report.Faults, fmt.Sprintf(format, args...))
	}
}

func (a *auditor) books(b store.Books) error {
	err := b.Heads(a.ctx, func(h store.Head) error {
		a.heads[h.Table] = h
		return nil
	})
	if err != nil {
		return err
	}
	if err := a.keptSums(a.ctx, b); err != nil {
		return err
	}
	if err := b.Postings(a.ctx, a.posting); err != nil {
		return err
	}
	a.endTable()
	a.compareSums()
	for _, h := range a.heads {
		a.say("table %s: its journal should have %d entries, none was found", h.Table, h.Seq)
	}
	err = b.Accounts(a.ctx, func(name ledger.Account, balance money.Amount) error {
		a.report.Accounts++
		a.trial.Kept(name, balance)
		return nil
	})
	for _, finding := range a.trial.Findings() {
		a.say("%s", finding)
	}
	return err
}

func (a *auditor) posting(p store.Posting) error {
	for _, t := range p.Transfers {
		a.report.Transfers++
		a.trial.Post(t)
	}
	if p.Table == ledger.GrantTable {
		a.grant(&p)
		return nil
	}
	if a.at == nil || a.at.table != p.Table {
		a.endTable()
		a.report.Tables++
		a.at = &walker{auditor: a, table: p.Table, state: journal.New(p.Table)}
	}
	a.at.posting(&p)
	a.report.Entries++
	if a.progress != nil {
		a.progress(a.report.Entries)
	}
	return nil
}

// grant checks that a grant is one transfer of chips to the player it is numbered after.
func (a *auditor) grant(p *store.Posting) {
	for _, t := range p.Transfers {
		if want := ledger.NewGrant(int64(p.Seq), t.Amount); t != want {
			a.say("transfer %v: it is not a grant to player %d", t.ID, p.Seq)
		}
	}
}

func (a *auditor) endTable() {
	if w := a.at; w != nil {
		head := a.heads[w.table]
		delete(a.heads, w.table)
		w.end(head)
		a.at = nil
	}
}

// rulesOf returns the rules with that hash, or nil after having said why not.
func (a *auditor) rulesOf(hash string) *blackjack.Rules {
	if r, known := a.rules[hash]; known {
		return r
	}
	a.rules[hash] = nil
	text, err := a.store.Rules(a.ctx, hash)
	if errors.Is(err, store.ErrNotFound) {
		a.say("rules %.12s…: they were played by and are not kept", hash)
		return nil
	}
	if err != nil {
		a.say("rules %.12s…: %v", hash, err)
		return nil
	}
	rules, err := blackjack.ParseLine(text)
	if err != nil || rules.HashString() != hash {
		a.say("rules %.12s…: what is kept under this hash is other rules: %s", hash, text)
		return nil
	}
	a.rules[hash] = &rules
	return &rules
}

// moment writes a time for a sentence.
func moment(t time.Time) string {
	if t.IsZero() {
		return "none"
	}
	return t.UTC().Format("2006-01-02 15:04:05.000")
}
