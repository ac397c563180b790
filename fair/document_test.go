package fair_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
	"club99/fair"
	"club99/internal/journal"
	"club99/internal/rulegen"
	"club99/money"
	"club99/shoe"
)

// The page of the scheme, its golden values, and the record that it shows whole.
const (
	page        = "../docs/fairness.md"
	vectorsFile = "../shoe/testdata/fairness-vectors.json"
	recordFile  = "testdata/example.json"
)

// exampleTable keeps a journal as a table does.
type exampleTable struct {
	*testing.T
	rules  blackjack.Rules
	state  journal.State
	sealed *shoe.Sealed
	log    fair.Log
	events []blackjack.Event
}

// entry writes an entry of records, and of what the rules answer to commands. From
// the one in which betting opens, entries are part of the round's record.
func (x *exampleTable) entry(parts ...any) {
	x.Helper()
	d, before := x.state.Draft(), x.state.Link
	for _, p := range parts {
		var records []journal.Record
		switch p := p.(type) {
		case journal.Record:
			records = append(records, p)
		case blackjack.Command:
			var cards []card.Card
			if x.sealed != nil {
				cards = x.sealed.Order()
			}
			p.Funds, p.Turn = 1_000_000, d.Round.Turn
			events, err := blackjack.Decide(nil, &x.rules, &d.Round, p, cards)
			if err != nil {
				x.Fatalf("%+v: %v", p, err)
			}
			records = journal.Of(nil, events...)
		}
		if err := d.Add(records...); err != nil {
			x.Fatal(err)
		}
	}
	x.state = d.After()
	if x.state.Number == 0 {
		return
	}
	if len(x.log.Entries) == 0 {
		x.log.Seq, x.log.Before = x.state.Seq, before
	}
	x.log.Entries, x.log.After = append(x.log.Entries, string(journal.Public(d.Records))), x.state.Link
	for _, e := range journal.Events(d.Records) {
		if e.Player != 0 {
			e.Player = blackjack.PlayerID(e.Seat)
		}
		x.events = append(x.events, e)
	}
}

// exampleShoe is the first shoe of the golden values: seat 2 reveals its seed, seat 5 does not.
func exampleShoe() fair.Shoe {
	var house, next shoe.Seed
	for i := range house {
		house[i], next[i] = byte(i), byte(i+shoe.SeedSize)
	}
	lucky, silent := []byte("lucky"), bytes.Repeat([]byte{0xff}, 32)
	return fair.Shoe{
		Number: 1, Decks: 1, Seed: house[:], Commitment: shoe.CommitHouse("example", 1, house), Next: shoe.CommitHouse("example", 2, next),
		Players: []fair.Player{
			{Seat: 2, Seed: lucky, Commitment: shoe.CommitPlayer("example", 1, 2, lucky)},
			{Seat: 5, Out: fair.Silent, Commitment: shoe.CommitPlayer("example", 1, 5, silent)},
		},
	}
}

// exampleRecord is a round from that shoe: seat 2 takes a card and stands, for seat 5 the clock decides.
func exampleRecord(t *testing.T) *fair.Record {
	t.Helper()
	rules, err := blackjack.ParseLine("1D S17 DAS LS 3:2 peek-AT seats=5 max_hands=2")
	if err != nil {
		t.Fatal(err)
	}
	x, s := exampleTable{T: t, rules: rules, state: journal.New("example")}, exampleShoe()
	at := func(k journal.Kind, turn uint16, seconds int64) journal.Record {
		return journal.Record{Kind: k, Turn: turn, At: 1_800_000_000_000 + 1000*seconds}
	}
	seats := []journal.Record{{Kind: journal.SeatTaken, Seat: 2, Player: 1042, Name: "An"}, {Kind: journal.SeatTaken, Seat: 5, Player: 1007, Name: "Bình"}}
	x.entry(seats[0])
	opened := at(journal.BettingOpened, 0, 15)
	opened.Round, opened.Shoe, opened.Rules = 1, 1, rules.HashString()
	x.entry(journal.Record{Kind: journal.Shuffled, Shoe: 1, Decks: 1, Commitment: s.Commitment, Next: s.Next}, opened)
	x.entry(seats[1])
	for i, p := range s.Players {
		x.entry(blackjack.Command{Action: blackjack.PlaceBet, Seat: seats[i].Seat, Player: seats[i].Player, Amount: 5000 * money.Amount(i+1)},
			journal.Record{Kind: journal.SeedCommitted, Seat: seats[i].Seat, Commitment: p.Commitment}, journal.Record{Kind: journal.Confirmed, Player: seats[i].Player})
	}
	terms := x.state.Shoe.TermsOf("example")
	s.Terms = terms.Hash()
	x.entry(journal.Record{Kind: journal.TermsFixed, Terms: s.Terms}, at(journal.Deadline, 0, 12))
	x.entry(journal.Record{Kind: journal.SeedRevealed, Seat: 2, Secret: "6c75636b79"})
	x.sealed = s.Sealed("example")
	s.Root = x.sealed.Root()
	x.entry(journal.Record{Kind: journal.SeedLeftOut, Seat: 5, Out: journal.Silent}, journal.Record{Kind: journal.ShoeSealed, Root: s.Root},
		blackjack.Command{Action: blackjack.Deal}, at(journal.Deadline, 1, 27))
	x.entry(blackjack.Command{Action: blackjack.Hit, Seat: 2}, at(journal.Deadline, 2, 30))
	x.entry(blackjack.Command{Action: blackjack.Stand, Seat: 2}, at(journal.Deadline, 3, 33))
	x.entry(blackjack.Command{Action: blackjack.Timeout, Seat: 5},
		journal.Record{Kind: journal.ShoeOver, Shoe: 1, Secret: hexOf(s.Seed)}, at(journal.ResultsUntil, 0, 53))
	r := &fair.Record{
		Format: fair.RoundFormat, Version: shoe.Version, Table: "example", Round: 1, Shoe: s, Cards: fair.Cards(x.events, 0, x.sealed),
		Rules: fair.Rules{Line: rules.String(), Hash: rules.Hash()}, Events: fair.Events(x.events), Results: fair.Results(&x.state.Round), Log: x.log,
	}
	return r
}

func hexOf(h fair.Hex) string {
	text, _ := h.MarshalText()
	return string(text)
}

// The record that docs/fairness.md shows. CLUB99_UPDATE=1 rewrites the file, not the page.
func TestRecordOfThePage(t *testing.T) {
	r := exampleRecord(t)
	if report := fair.Verify(r); report.Verdict != fair.Verified {
		t.Errorf("%+v", report)
	}
	text, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("CLUB99_UPDATE") != "" {
		if err := os.WriteFile(recordFile, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := read(t, recordFile); string(text) != want {
		t.Errorf("%s is another: %s", recordFile, text)
	}
	_, shown, _ := strings.Cut(read(t, page), "```json\n")
	shown, _, _ = strings.Cut(shown, "```\n")
	var plain bytes.Buffer
	if err := json.Compact(&plain, []byte(shown)); err != nil {
		t.Fatalf("the record on the page: %v", err)
	}
	if plain.String() != string(text) {
		t.Error("the page shows another record")
	}
}

// Every string is printable ASCII, so that every JSON writer spells it alike.
func TestStringsArePlain(t *testing.T) {
	for _, text := range []string{"đ", "\u2028", "\t", "\x7f", "\xff", "\x00"} {
		for name, put := range map[string]func(*fair.Record){
			"line":  func(r *fair.Record) { r.Rules.Line += text },
			"entry": func(r *fair.Record) { r.Log.Entries[1] += text },
			"table": func(r *fair.Record) { r.Table += text },
		} {
			r := exampleRecord(t)
			put(r)
			if _, err := r.Encode(); err == nil {
				t.Errorf("%q in the %s is taken", text, name)
			}
		}
	}
}

var (
	hexBlock = regexp.MustCompile("(?ms)^```hex\n(.*?)^```$")
	hexWord  = regexp.MustCompile(`\b[0-9a-f]{20,}\b`)
)

// Every value on the page is a golden one: in a block of bytes the first words of all
// lines together, and elsewhere each word of hexadecimal digits.
func TestValuesOfThePage(t *testing.T) {
	text, golden := read(t, page), read(t, vectorsFile)+read(t, recordFile)
	values := hexWord.FindAllString(hexBlock.ReplaceAllString(text, ""), -1)
	for _, block := range hexBlock.FindAllStringSubmatch(text, -1) {
		all := ""
		for line := range strings.Lines(block[1]) {
			first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			all += first
		}
		values = append(values, all)
	}
	if len(values) < 40 {
		t.Errorf("%d values on the page", len(values))
	}
	for _, v := range values {
		if !strings.Contains(golden, v) {
			t.Errorf("%s is no golden value", v)
		}
	}
}

// pageRules is what the page says about the line of the rules.
type pageRules struct {
	words [][3]string // setting, value or "N ...", word
	names []string
	unset map[string]string // defaults
}

func readPageRules(t *testing.T) (p pageRules) {
	t.Helper()
	text := read(t, page)
	_, text, _ = strings.Cut(text, "| setting | value | word |\n")
	words, text, _ := strings.Cut(text, "| setting | default | values |\n")
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| `?([^`|]*?)`? \\| `([^`]+)` \\|$").FindAllStringSubmatch(words, -1) {
		p.words = append(p.words, [3]string(row[1:]))
	}
	settings, _, _ := strings.Cut(text, "\n\n")
	p.unset = map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (?:`([^`]+)` )?\\|").FindAllStringSubmatch(settings, -1) {
		p.names, p.unset[row[1]] = append(p.names, row[1]), row[2]
	}
	return p
}

// hash reads a line and hashes the settings, as the page says.
func (p *pageRules) hash(t *testing.T, line string) [32]byte {
	t.Helper()
	values := maps.Clone(p.unset)
	for token := range strings.SplitSeq(line, " ") {
		name, value, ok := strings.Cut(token, "=")
		for _, w := range p.words {
			pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(w[2]), "N", "([0-9]+)") + "$"
			if !strings.HasPrefix(w[1], "N") {
				pattern = "^" + regexp.QuoteMeta(w[2]) + "$"
			}
			if found := regexp.MustCompile(pattern).FindStringSubmatch(token); found != nil {
				name, value, ok = w[0], w[1], true
				if len(found) > 1 {
					value = strings.Join(found[1:], ":")
				}
			}
		}
		if !ok {
			t.Fatalf("%q in %q is neither a word nor name=value", token, line)
		}
		values[name] = value
		if name == "cut_card" {
			values["shuffle"] = "cut-card"
		}
	}
	text := "club99 rules 1\n"
	for _, name := range p.names {
		text += name + "=" + values[name] + "\n"
	}
	return sha256.Sum256([]byte(text))
}

// Whoever has the page alone reads any line of rules as the engine does.
func TestRulesOfThePage(t *testing.T) {
	p := readPageRules(t)
	if diff := cmp.Diff(blackjack.SettingNames(), p.names); diff != "" || len(p.words) != 19 {
		t.Fatalf("%d words; (-engine +page) %s", len(p.words), diff)
	}
	rapid.Check(t, func(r *rapid.T) {
		rules := rulegen.Rules().Draw(r, "rules")
		if p.hash(t, rules.String()) != rules.Hash() {
			r.Fatalf("%s has the hash %s", rules.String(), rules.HashString())
		}
	})
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
