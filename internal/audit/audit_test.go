package audit

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"club99/internal/journal"
	"club99/internal/ledger"
	"club99/internal/pit"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/table"
	"club99/internal/wire"
	"club99/money"
	"club99/preset"
	"club99/shoe"
)

type deaf struct{}

func (deaf) Publish(string, *wire.Frame)     {}
func (deaf) PublishPrivate(int64, *wire.You) {}
func (deaf) PublishLobby(*wire.LobbyTable)   {}

// evening returns a store after bots have played for a while at two tables, with
// somebody who sits down, takes a bet back and is timed out in between. The
// rounds that are open at the end stay open. Table a1 is in the last phase then; "":
// whichever it is.
func evening(t *testing.T, last wire.Phase) store.Store {
	t.Helper()
	st := memory.New()
	synctest.Test(t, func(t *testing.T) {
		s, err := seal.FromHex(strings.Repeat("00", 32))
		if err != nil {
			t.Fatal(err)
		}
		cfg := pit.Config{Store: st, Sealer: s, Publisher: deaf{}, Log: slog.New(slog.DiscardHandler)}
		for id, name := range map[string]string{"a1": "club99", "b2": "vegas-strip", "c3": "european"} {
			rules, err := preset.Load(name)
			if err != nil {
				t.Fatal(err)
			}
			cfg.Tables = append(cfg.Tables, pit.Table{ID: id, Name: wire.Text{Vi: id, En: id}, Rules: rules, Bots: []string{"1", "2", "3"}})
		}
		id, err := st.CreatePlayer(t.Context(), store.NewPlayer{Name: "An", At: time.Now(), Grant: 1000000})
		if err != nil {
			t.Fatal(err)
		}
		p, err := pit.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		for _, tb := range p.Tables() {
			tb.Arrive(id)
		}
		time.Sleep(5 * time.Minute)
		tb, _ := p.Table("a1")
		send := func(w wire.Command) {
			if _, err := tb.Do(t.Context(), table.Command{Command: w, Player: id, PlayerName: "An"}); err != nil {
				t.Fatal(err)
			}
		}
		send(wire.Command{ID: "1", Name: wire.Sit, Seat: 7})
		for tb.Row().Phase != wire.PhaseBetting {
			time.Sleep(time.Second / 2)
		}
		snap, err := tb.Snapshot(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		round := snap.Frame.State.Round
		send(wire.Command{ID: "2", Name: wire.Place, Round: round, Bets: []wire.Bet{{Seat: 7, Amount: 50000}}})
		send(wire.Command{ID: "3", Name: wire.Place, Round: round, Bets: []wire.Bet{{Seat: 7, Amount: 20000}}})
		time.Sleep(3*time.Minute + 7*time.Second)
		for last != "" && tb.Row().Phase != last {
			time.Sleep(time.Second / 10)
		}
	})
	return st
}

// shared is one evening for all tests; they change what is read of it, not itself.
var shared struct {
	sync.Once
	store.Store
}

func anEvening(t *testing.T) store.Store {
	shared.Do(func() { shared.Store = evening(t, "") })
	if shared.Store == nil {
		t.Fatal("the evening could not be played")
	}
	return shared.Store
}

// forged is a store whose books were changed behind the club's back.
type forged struct {
	store.Store
	posting func(*store.Posting) bool // false: it is gone
	balance func(ledger.Account, money.Amount) money.Amount
	head    func(*store.Head)
	tally   func(*store.Tally)
	norules bool
	relink  bool // the links are made anew, so that they fit what was forged
	links   map[string][32]byte
}

// Mark answers as a forger would have it who makes all links anew.
func (f *forged) Mark(ctx context.Context, table string, kind store.MarkKind, number uint64) (uint64, store.Mark, error) {
	seq, m, err := f.Store.Mark(ctx, table, kind, number)
	if link, ok := f.links[fmt.Sprint(table, seq)]; ok && f.relink {
		m.Link = link
	}
	return seq, m, err
}

// note remembers the link before each entry as it was forged.
func (f *forged) note(s map[string]*journal.State, p *store.Posting) {
	state := s[p.Table]
	if state == nil {
		first := journal.New(p.Table)
		state = &first
		s[p.Table] = state
	}
	f.links[fmt.Sprint(p.Table, p.Seq)] = state.Link
	if records, err := journal.Decode(p.Entry); err == nil {
		for i := range records {
			if s := records[i].Standing; s != nil && f.relink {
				s.Link = state.Link
				p.Entry, _ = journal.Encode(records)
			}
		}
		state.Link = shoe.Link(state.Link, p.Seq, journal.Public(records))
	}
}

func (f *forged) Rules(ctx context.Context, hash string) (string, error) {
	if f.norules {
		return "", store.ErrNotFound
	}
	return f.Store.Rules(ctx, hash)
}

func (f *forged) Audit(ctx context.Context, fn func(store.Books) error) error {
	return f.Store.Audit(ctx, func(b store.Books) error { return fn(forgedBooks{b, f}) })
}

type forgedBooks struct {
	store.Books
	f *forged
}

func (b forgedBooks) Heads(ctx context.Context, fn func(store.Head) error) error {
	return b.Books.Heads(ctx, func(h store.Head) error {
		if b.f.head != nil {
			b.f.head(&h)
		}
		return fn(h)
	})
}

func (b forgedBooks) Tallies(ctx context.Context, fn func(store.Tally) error) error {
	return b.Books.Tallies(ctx, func(t store.Tally) error {
		if b.f.tally != nil {
			b.f.tally(&t)
		}
		return fn(t)
	})
}

func (b forgedBooks) Accounts(ctx context.Context, fn func(ledger.Account, money.Amount) error) error {
	return b.Books.Accounts(ctx, func(a ledger.Account, m money.Amount) error {
		if b.f.balance != nil {
			m = b.f.balance(a, m)
		}
		return fn(a, m)
	})
}

func (b forgedBooks) Postings(ctx context.Context, fn func(store.Posting) error) error {
	states := map[string]*journal.State{}
	b.f.links = map[string][32]byte{}
	return b.Books.Postings(ctx, func(p store.Posting) error {
		if b.f.posting != nil && !b.f.posting(&p) {
			return nil
		}
		if p.Table != ledger.GrantTable {
			b.f.note(states, &p)
		}
		return fn(p)
	})
}

func TestHonestBooks(t *testing.T) {
	steps := 0
	r, err := Watched(t.Context(), anEvening(t), func(n int) { steps = n })
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) > 0 {
		t.Fatalf("findings:\n%s", strings.Join(r.Faults, "\n"))
	}
	if r.Tables != 3 || r.Rounds < 30 || r.Entries < 250 || r.Entries != steps || r.Transfers < r.Rounds || r.Accounts < 12 {
		t.Errorf("report: %+v, %d steps", r, steps)
	}
	empty, err := Books(t.Context(), memory.New())
	if err != nil || len(empty.Faults) > 0 {
		t.Errorf("an empty store: %+v, %v", empty, err)
	}
}

// once changes the first posting for which change returns true.
func once(change func(*store.Posting) bool) func(*store.Posting) bool {
	done := false
	return func(p *store.Posting) bool {
		if !done && p.Table == "a1" && p.Seq > 20 {
			done = change(p)
		}
		return true
	}
}

// spell replaces text in an entry.
func spell(old, with string) func(*store.Posting) bool {
	return func(p *store.Posting) bool {
		if !bytes.Contains(p.Entry, []byte(old)) {
			return false
		}
		p.Entry = bytes.Replace(p.Entry, []byte(old), []byte(with), 1)
		return true
	}
}

// turnDigit changes the first digit of a value in the record of that kind.
func turnDigit(record, field string) func(*store.Posting) bool {
	return func(p *store.Posting) bool {
		i := bytes.Index(p.Entry, []byte(record))
		if i < 0 {
			return false
		}
		at := i + bytes.Index(p.Entry[i:], []byte(field)) + len(field)
		p.Entry = bytes.Clone(p.Entry)
		p.Entry[at] = '0' + (p.Entry[at]+1)%2
		return true
	}
}

// forgeries are ways to change the books, and what must be said about each.
var forgeries = []struct {
	name  string
	forge forged
	want  []string
}{
	{"a transfer of another amount", forged{posting: once(func(p *store.Posting) bool {
		if len(p.Transfers) == 0 {
			return false
		}
		p.Transfers[0].Amount++
		return true
	})}, []string{"table a1, entry", "the transfer 0 of", "should be 0 of", "add up to"}},
	{"a transfer less", forged{posting: once(func(p *store.Posting) bool {
		if len(p.Transfers) == 0 {
			return false
		}
		p.Transfers = p.Transfers[1:]
		return true
	})}, []string{"table a1, entry", "is missing"}},
	{"a transfer more", forged{posting: once(func(p *store.Posting) bool {
		id := ledger.TransferID{Table: p.Table, Seq: p.Seq, Index: len(p.Transfers)}
		p.Transfers = append(p.Transfers, ledger.Transfer{ID: id, From: ledger.House("a1"), To: ledger.Player(1), Amount: 5, Reason: "win"})
		return true
	})}, []string{"no event explains the transfer", "from house/a1 to player/1 (win)"}},
	{"transfers without an entry", forged{posting: once(func(p *store.Posting) bool {
		p.Entry = nil
		return true
	})}, []string{"no entry that explains them"}},
	{"an entry gone", forged{posting: func(p *store.Posting) bool { return p.Table != "a1" || p.Seq != 30 }},
		[]string{"table a1, entry 31: it follows entry 29"}},
	{"a journal gone", forged{posting: func(p *store.Posting) bool { return p.Table != "b2" }},
		[]string{"table b2: its journal should have"}},
	{"a journal cut short", forged{posting: func(p *store.Posting) bool { return p.Table != "b2" || p.Seq < 99 }},
		[]string{"table b2, entry 98: the journal should end with entry"}},
	{"an entry that is none", forged{posting: once(func(p *store.Posting) bool {
		p.Entry = []byte("[]x")
		return true
	})}, []string{"it cannot be read"}},
	{"another card", forged{posting: once(func(p *store.Posting) bool {
		return spell(`"is":"dealer-drew","card":"2`, `"is":"dealer-drew","card":"3`)(p) || spell(`"is":"dealer-drew","card":"T`, `"is":"dealer-drew","card":"4`)(p)
	})}, []string{"table a1, entry", "the seeds put another card there"}},
	{"another result", forged{posting: once(spell(`"outcome":"lose"`, `"outcome":"push"`))}, []string{"table a1, entry", `the journal says "hand-settled"`, "the rules say", "lose"}},
	{"a decision out of nothing", forged{posting: once(spell(`{"is":"turn-came"`, `{"is":"round-over"},{"is":"turn-came"`))}, []string{"table a1, entry"}},
	{"another balance", forged{balance: func(a ledger.Account, m money.Amount) money.Amount {
		if a == ledger.Player(1) {
			m += 7
		}
		return m
	}}, []string{"player/1: the balance kept is"}},
	{"a grant to somebody else", forged{posting: func(p *store.Posting) bool {
		if p.Table == ledger.GrantTable && p.Seq == 2 {
			p.Transfers[0].To = ledger.Player(3)
		}
		return true
	}}, []string{"it is not a grant to player 2"}},
	{"another deadline", forged{head: func(h *store.Head) { h.Deadline = h.Deadline.Add(time.Hour) }}, []string{"the next deadline is kept as"}},
	{"another result of the house", forged{tally: func(t *store.Tally) { t.Net += 1000 }}, []string{"table b2: by rules", "the sums kept are"}},
	{"bets less even", forged{tally: func(t *store.Tally) { t.Squares *= 1.001 }}, []string{"the sums kept are"}},
	{"rules that nobody played", forged{tally: func(t *store.Tally) { t.Rules = "other" }}, []string{"by rules other…", "the rounds come to {Rounds:0"}},
	{"an edit that changes nothing else", forged{posting: once(spell(`"at":9`, `"at":8`))}, []string{"entries before it were changed"}},
	{"a card that was dealt, with all links made anew", forged{relink: true, posting: once(func(p *store.Posting) bool {
		return spell(`"is":"dealer-drew","card":"2`, `"is":"dealer-drew","card":"3`)(p) || spell(`"is":"dealer-drew","card":"T`, `"is":"dealer-drew","card":"4`)(p)
	})}, []string{"the seeds put another card there"}},
	{"another root", forged{posting: once(spell(`"root":"`, `"root":"0`))}, []string{"it cannot be read"}},
	{"another seed of the house", forged{posting: once(turnDigit(`"is":"shoe-over"`, `"seed":"`))}, []string{"is not the one that the house committed to"}},
	{"another root", forged{posting: once(turnDigit(`"is":"shoe-sealed"`, `"root":"`))}, []string{"give the root"}},
	{"a shoe withheld", forged{posting: once(func(p *store.Posting) bool {
		i := bytes.Index(p.Entry, []byte(`{"is":"shoe-over"`))
		if i < 0 {
			return false
		}
		end := i + bytes.IndexByte(p.Entry[i:], '}') + 2
		p.Entry = append(bytes.Clone(p.Entry[:i]), p.Entry[end:]...)
		return true
	})}, []string{"is not revealed"}},
	{"rules gone", forged{norules: true}, []string{"were played by and are not kept"}},
	{"cards passed over", forged{posting: func(p *store.Posting) bool {
		if p.Table == "b2" && bytes.Contains(p.Entry, []byte(`"offset":`)) {
			p.Entry = bytes.Replace(p.Entry, []byte(`"offset":`), []byte(`"offset":1`), 1)
		}
		return true
	}}, []string{"cards into the shoe"}},
}

// Every forgery is found, and a sentence says where and what.
func TestForgeries(t *testing.T) {
	st := anEvening(t)
	for _, c := range forgeries {
		f := c.forge
		f.Store = st
		r, err := Books(t.Context(), &f)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		all := strings.Join(r.Faults, "\n")
		for _, want := range c.want {
			if !strings.Contains(all, want) {
				t.Errorf("%s: no finding says %q:\n%s", c.name, want, all)
			}
		}
	}
}

// A forger who pays one hand too much and books it everywhere is found all the
// same: the rules are asked again.
func TestConsistentForgery(t *testing.T) {
	f := forged{Store: anEvening(t), relink: true}
	var player ledger.Account
	f.posting = once(func(p *store.Posting) bool {
		for i := range p.Transfers {
			tr := &p.Transfers[i]
			if _, ok := tr.To.PlayerID(); !ok || tr.Reason != ledger.ReasonWin {
				continue
			}
			stake := p.Transfers[i-1].Amount
			paid, more := stake+tr.Amount, stake+tr.Amount+1000
			if !spell(amount(paid), amount(more))(p) {
				return false
			}
			tr.Amount += 1000
			player = tr.To
			return true
		}
		return false
	})
	f.balance = func(a ledger.Account, m money.Amount) money.Amount {
		switch a {
		case player:
			return m + 1000
		case ledger.House("a1"):
			return m - 1000
		}
		return m
	}
	f.tally = func(tally *store.Tally) {
		if tally.Table == "a1" {
			tally.Net -= 1000
		}
	}
	r, err := Books(t.Context(), &f)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) != 1 || !strings.Contains(r.Faults[0], "the rules say") {
		t.Errorf("findings: %s", strings.Join(r.Faults, "\n"))
	}
}

func amount(a money.Amount) string { return fmt.Sprintf(`"amount":%d}`, a) }
