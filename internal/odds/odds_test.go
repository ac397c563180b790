package odds

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/preset"
)

func rulesOf(t testing.TB, name string, settings ...string) blackjack.Rules {
	t.Helper()
	r, err := preset.Load(name)
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		if err == nil {
			err = r.Set(name, value)
		}
	}
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func openBook(t testing.TB, st store.Store) *Book {
	t.Helper()
	b := Open(st, quiet())
	t.Cleanup(b.Close)
	return b
}

// await begins a book and waits until it knows everything.
func await(t testing.TB, b *Book, rules ...blackjack.Rules) (told []string) {
	t.Helper()
	hashes := make(chan string, len(rules))
	b.Begin(rules, func(hash string) { hashes <- hash })
	for end := time.Now().Add(time.Minute); !b.Ready(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the book is never ready")
		}
	}
	close(hashes)
	for h := range hashes {
		told = append(told, h)
	}
	return told
}

// Odds are found once, kept, and read by the next book; those of an older
// version are found again.
func TestOddsAreFoundOnceAndKept(t *testing.T) {
	st, rules := memory.New(), rulesOf(t, "single-deck", "max_hands=1")
	hash := rules.HashString()
	b := openBook(t, st)
	if _, ok := b.Summary(&rules); ok || b.Lobby(hash) != nil || b.Ready() {
		t.Error("a new book knows something")
	}
	if told := await(t, b, rules, rules); len(told) != 1 || told[0] != hash {
		t.Errorf("told of %v", told)
	}
	s, ok := b.Summary(&rules)
	if !ok || math.Abs(s.Edge-0.0052) > 0.0003 || s.Return != 1-s.Edge || math.Abs(s.SD-1.13) > 0.02 || s.Cards != 52 || s.Class != "cdz" || s.Method != "exact" {
		t.Errorf("summary: %+v", s)
	}
	if s.PerUnitStaked >= s.Edge || s.PerUnitStaked <= 0 {
		t.Errorf("of everything staked the house earns %v, of the first bets %v", s.PerUnitStaked, s.Edge)
	}
	if o := b.Lobby(hash); o == nil || o.Edge != s.Edge || o.Return != s.Return {
		t.Errorf("the lobby has %+v", o)
	}

	// Kept: a book over other odds under the same version believes them.
	version, body, err := st.Odds(t.Context(), hash)
	if err != nil || version != Version {
		t.Fatalf("kept under version %d, %v", version, err)
	}
	marked := strings.Replace(string(body), `"cards":52`, `"cards":53`, 1)
	put := func(version int, body string) {
		if err := st.PutOdds(t.Context(), hash, version, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	put(Version, marked)
	second := openBook(t, st)
	await(t, second, rules)
	if got, _ := second.Summary(&rules); got.Cards != 53 {
		t.Errorf("what is kept was not read: %+v", got)
	}
	for name, write := range map[string]func(){
		"of an older version": func() { put(Version-1, marked) },
		"damaged":             func() { put(Version, "{") },
	} {
		write()
		again := openBook(t, st)
		await(t, again, rules)
		if got, _ := again.Summary(&rules); got.Cards != 52 {
			t.Errorf("%s: they were believed", name)
		}
		if version, _, err := st.Odds(t.Context(), hash); version != Version || err != nil {
			t.Errorf("%s: kept under %d, %v", name, version, err)
		}
	}
}

// The chart has every row with ten cells that mean something, and plays what
// everybody knows.
// Tables that differ in seats, limits and times alone play one game: each has the
// odds that it would have by itself.
func TestTablesOfOneGame(t *testing.T) {
	a := rulesOf(t, "single-deck", "max_hands=1")
	b := rulesOf(t, "single-deck", "max_hands=1", "seats=3", "seats_per_player=1", "act_time=7s", "bet_time=9s", "result_time=3s")
	c := rulesOf(t, "single-deck", "max_hands=1", "soft17=stand")
	book := openBook(t, memory.New())
	if told := await(t, book, a, b, c); len(told) != 3 {
		t.Errorf("told of %d tables, want 3", len(told))
	}
	for _, rules := range []blackjack.Rules{a, b, c} {
		alone := openBook(t, memory.New())
		await(t, alone, rules)
		want, _ := alone.Summary(&rules)
		if got, known := book.Summary(&rules); !known || !cmp.Equal(got, want) {
			t.Errorf("%v: %+v, alone %+v", rules.String(), got, want)
		}
		wantChart, _ := alone.Chart(&rules)
		if got, _ := book.Chart(&rules); !cmp.Equal(got, wantChart) {
			t.Errorf("%v: another chart than alone", rules.String())
		}
	}
	one, _ := book.Summary(&a)
	if other, _ := book.Summary(&c); one.Edge == other.Edge {
		t.Error("another rule for soft 17 has the same edge")
	}
}

func TestChart(t *testing.T) {
	rules := rulesOf(t, "club99")
	f, err := Find(&rules)
	if err != nil {
		t.Fatal(err)
	}
	c := f.Chart
	if strings.Join(c.Up, "") != "23456789TA" || c.Insurance != "no" || c.EvenMoney != "no" || len(c.Early) != 0 || c.Class != "total-dependent" {
		t.Errorf("%+v", c)
	}
	rows := map[string]string{}
	for _, r := range c.Hard {
		rows["hard "+itoa(r.Total)] = strings.Join(r.Cells, " ")
	}
	for _, r := range c.Soft {
		rows["soft "+itoa(r.Total)] = strings.Join(r.Cells, " ")
	}
	for _, r := range c.Pairs {
		rows["pair "+r.Pair] = strings.Join(r.Cells, " ")
	}
	for _, r := range c.HardLater {
		rows["later "+itoa(r.Total)] = strings.Join(r.Cells, " ")
	}
	for row, want := range map[string]string{
		"hard 10":  "D D D D D D D D H H",
		"hard 12":  "H H S S S H H H H H",
		"hard 16":  "S S S S S H H Rh Rh Rh",
		"hard 17":  "S S S S S S S S S S",
		"soft 18":  "S Ds Ds Ds Ds S S H H H",
		"soft 17":  "H D D D D H H H H H",
		"pair 8":   "P P P P P P P P P P",
		"pair 5":   "D D D D D D D D H H",
		"pair T":   "S S S S S S S S S S",
		"later 16": "S S S S S H H H S H",
	} {
		if rows[row] != want {
			t.Errorf("%s: %s, want %s", row, rows[row], want)
		}
	}
	for row, cells := range rows {
		if words := strings.Fields(cells); len(words) != 10 {
			t.Errorf("%s has %d cells", row, len(words))
		}
	}
	if len(rows) != 17+9+10+15 {
		t.Errorf("%d rows", len(rows))
	}
}

func itoa(n int) string { data, _ := json.Marshal(n); return string(data) }

// What the rules do not have is not in the chart, and what they offer early is.
func TestChartOfOtherRules(t *testing.T) {
	rules := rulesOf(t, "single-deck", "max_hands=1", "insurance=false", "even_money=false", "surrender=early")
	f, err := Find(&rules)
	if err != nil {
		t.Fatal(err)
	}
	c := f.Chart
	if len(c.Pairs) != 0 || c.Insurance != "off" || c.EvenMoney != "off" {
		t.Errorf("%+v", c)
	}
	early := map[string]bool{}
	for _, row := range c.Early {
		early[row.Hand] = row.Ten && row.Ace
	}
	if !early["hard 16"] || !early["hard 15"] || early["hard 11"] || early["soft 18"] {
		t.Errorf("given up early: %+v", c.Early)
	}
}

// The report, written out by hand.
func TestHouses(t *testing.T) {
	st := memory.New()
	rules := rulesOf(t, "single-deck")
	other := rulesOf(t, "single-deck", "max_hands=1")
	body := func(edge, sd float64) []byte {
		data, err := json.Marshal(Findings{Summary: Summary{Edge: edge, SD: sd}})
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, r := range []*blackjack.Rules{&rules, &other} {
		if err := st.PutRules(t.Context(), r.HashString(), r.String()); err != nil {
			t.Fatal(err)
		}
	}
	commit := func(table string, seq uint64, r *blackjack.Rules, tally ledger.Tally) {
		_, err := st.Commit(t.Context(), store.Commit{Table: table, Expect: seq, At: time.Now(), Entry: []byte("x"),
			Round: &store.Round{Number: seq + 1, Rules: r.HashString(), Tally: tally}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(st.PutOdds(t.Context(), rules.HashString(), Version, body(0.01, 2)),
		st.PutOdds(t.Context(), other.HashString(), Version, body(-0.02, 1))); err != nil {
		t.Fatal(err)
	}
	commit("a1", 0, &rules, ledger.Tally{Rounds: 1, Seats: 1, Bets: 1000, Staked: 2000, Net: 6011, Squares: 1e6})
	commit("a1", 1, &other, ledger.Tally{Rounds: 1, Seats: 1, Bets: 500, Staked: 500, Net: -500, Squares: 250000})
	commit("b2", 0, &rules, ledger.Tally{Rounds: 1, Seats: 2, Bets: 200, Staked: 200, Net: 200, Squares: 20000, Crossed: 20000})
	list, err := Houses(t.Context(), st, nil)
	if err != nil || len(list) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	byHash := map[string]House{}
	for _, h := range list {
		byHash[h.Table+h.Rules] = h
	}
	want := House{Table: "a1", Rules: rules.HashString(), Line: rules.String(), First: 1, Rounds: 1, Bets: 1000, Staked: 2000,
		Result: 6011, Edge: 0.01, Expected: 10, Deviation: 2000, Score: 6001.0 / 2000, Outside: true}
	if diff := cmp.Diff(want, byHash["a1"+rules.HashString()]); diff != "" {
		t.Error(diff)
	}
	if h := byHash["b2"+rules.HashString()]; math.Abs(h.Deviation-2*math.Sqrt(20000*1.37)) > 1e-9 || h.Outside {
		t.Errorf("two seats in a round: %+v", h)
	}
	sums := Tables(list)
	a1 := House{Table: "a1", Rounds: 2, Bets: 1500, Staked: 2500, Result: 5511, Expected: 0, Deviation: math.Hypot(2000, 500)}
	a1.Score = 5511 / a1.Deviation
	if diff := cmp.Diff(a1, sums[0]); diff != "" || len(sums) != 2 {
		t.Errorf("%d tables, %s", len(sums), diff)
	}

	// Without odds: left out, or computed.
	if err := st.PutOdds(t.Context(), other.HashString(), Version-1, body(0, 0)); err != nil {
		t.Fatal(err)
	}
	if list, err := Houses(t.Context(), st, nil); err != nil || len(list) != 2 {
		t.Errorf("%d lines, %v", len(list), err)
	}
	var computed []string
	list, err = Houses(t.Context(), st, func(line string) { computed = append(computed, line) })
	if err != nil || len(list) != 3 || len(computed) != 1 || computed[0] != other.String() {
		t.Fatalf("%d lines, %v; computed: %v", len(list), err, computed)
	}
	for _, h := range list {
		if h.Rules == other.HashString() && (h.Edge < 0.005 || h.Edge > 0.006 || h.Deviation < 500 || h.Deviation > 700) {
			t.Errorf("computed: %+v", h)
		}
	}
}

// When too many wait, whoever comes is told at once; a closed book lets nobody wait.
func TestFullDeskIsBusy(t *testing.T) {
	b := &Book{store: memory.New(), log: quiet(), known: map[string]*Findings{}, jobs: make(chan *job, 1)}
	b.ended, b.end = context.WithCancel(context.Background())
	rules := rulesOf(t, "club99")
	first := make(chan error)
	go func() { first <- b.ask(t.Context(), &rules, nil) }()
	for len(b.jobs) == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := b.ask(t.Context(), &rules, nil); !errors.Is(err, ErrBusy) {
		t.Errorf("a full desk says %v", err)
	}
	b.Close()
	if err := <-first; !errors.Is(err, errClosed) {
		t.Errorf("a closed book says %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	late := openBook(t, memory.New())
	if err := late.ask(gone, &rules, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone is told %v", err)
	}
}

// What goes wrong with the odds of one table is said, and costs nobody else anything.
func TestOddsThatCannotBeComputed(t *testing.T) {
	var log strings.Builder
	b := Open(memory.New(), slog.New(slog.NewTextHandler(&log, nil)))
	defer b.Close()
	good := rulesOf(t, "single-deck", "max_hands=1")
	await(t, b, blackjack.Rules{}, good)
	if _, ok := b.Summary(&good); !ok || !strings.Contains(log.String(), "cannot be computed") {
		t.Errorf("found %v; the log: %s", ok, log.String())
	}
	b.step("aa", func() error { panic("the analyzer is broken") })
	if !strings.Contains(log.String(), "ended in a panic") {
		t.Errorf("the log: %s", log.String())
	}
}
