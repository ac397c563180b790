package main

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"club99/card"
	"club99/internal/journal"
	"club99/internal/seal"
	"club99/internal/store/sqlite"
	"club99/shoe"
)

// sendRubbish sends over real-time lines what is no message, no request or no
// command, with somebody's token and password in it.
func (c *busy) sendRubbish(token, password string) {
	c.Helper()
	for _, text := range []string{
		token, `{"id":1,"connect":{"token":"` + token + `","data":{"password":"` + password[:9] + `"}}}`, `{"id":2,"subscribe":{"channel":"` + token + `"}}`,
		`{"id":3,"rpc":{"method":"` + token + `","data":{}}}`, `{"id":4,"rpc":{"method":"command","data":{"table":"one-deck","id":"` + token + `","name":"` + token + `"}}}`,
		`{"id":5,"rpc":{"method":"join","data":{"table":"` + token + `"}}}`, `{"id":6,"publish":{"channel":"lobby","data":"` + token + `"}}`, `{"id":7,"refresh":{"token":"` + token + `"}}`,
	} {
		for _, header := range []http.Header{nil, {"Origin": {"https://" + token + ".example"}}, {"Cookie": {"club99=" + token}}} {
			line, resp, err := websocket.DefaultDialer.DialContext(c.Context(), strings.Replace(c.url, "http", "ws", 1)+"/connection/websocket", header)
			if resp != nil {
				resp.Body.Close()
			}
			if err != nil {
				continue // refused, as another site's page must be
			}
			if !strings.Contains(text, `"connect"`) {
				_ = line.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"connect":{}}`)) // the answer says what became of it
			}
			_ = line.WriteMessage(websocket.TextMessage, []byte(text))
			_ = line.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
			for err == nil {
				_, _, err = line.ReadMessage()
			}
			line.Close()
		}
	}
}

// known is everything that must not be found.
type known struct {
	secrets []secret
	hidden  []hiddenCard
	counts  map[string]int
}

type secret struct {
	kind, name string
	forms      [][]byte
	public     bool // by now: it may stand in the books
}

// hiddenCard is a card at a table of one deck that is not turned up, and what the
// table's journal says since that deck was shuffled.
type hiddenCard struct {
	table   string
	card    card.Card
	journal string
}

func (k *known) add(kind, name string, public bool, forms [][]byte) {
	k.counts[kind]++
	k.secrets = append(k.secrets, secret{kind, name, forms, public})
}

// everySecret reads the books with the key.
func (c *busy) everySecret() *known {
	c.Helper()
	k := &known{counts: map[string]int{}}
	for token := range c.tokens {
		k.add("token", token[:4]+"…", false, textForms(token))
	}
	for _, p := range c.passwords {
		k.add("password", p, false, textForms(p))
	}
	path := filepath.Join(c.folder, seal.KeyFile)
	text, err := os.ReadFile(path)
	if err != nil {
		c.Fatal(err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		c.Fatal(err)
	}
	k.add("sealing key", "", false, byteForms(key))
	sealer, err := seal.FromFile(path)
	if err != nil {
		c.Fatal(err)
	}
	books, err := sqlite.OpenToRead(c.Context(), c.folder)
	if err != nil {
		c.Fatal(err)
	}
	defer books.Close()
	for _, table := range busyTables {
		t := &tableSecrets{busy: c, known: k, books: books, sealer: sealer, table: table.id, orders: map[uint64]*shoe.Sealed{}}
		t.walk()
	}
	return k
}

// tableSecrets walks through one table's journal and makes its shoes again.
type tableSecrets struct {
	*busy
	known  *known
	books  *sqlite.Store
	sealer *seal.Sealer
	table  string
	orders map[uint64]*shoe.Sealed
	since  strings.Builder // the journal since the shoe in use was shuffled
}

func (t *tableSecrets) seed(number uint64) shoe.Seed {
	t.Helper()
	box, err := t.books.SealedShoe(t.Context(), t.table, number)
	if err != nil {
		t.Fatal(err)
	}
	seed, err := t.sealer.Open(t.table, number, box)
	if err != nil {
		t.Fatal(err)
	}
	return seed
}

func (t *tableSecrets) walk() {
	t.Helper()
	s := journal.New(t.table)
	err := t.books.Entries(t.Context(), t.table, 0, func(_ uint64, _ time.Time, entry []byte) error {
		records, err := journal.Decode(entry)
		if err != nil {
			return err
		}
		before := s.Shoe.Number
		if err := s.Apply(records); err != nil {
			return err
		}
		if s.Shoe.Number != before {
			t.since.Reset()
		}
		t.since.Write(entry)
		t.since.WriteByte('\n')
		if s.Shoe.Sealed() && t.orders[s.Shoe.Number] == nil {
			t.sealed(&s)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := uint64(1); n <= s.Shoe.Number+1; n++ {
		over := n < s.Shoe.Number || n == s.Shoe.Number && s.Shoe.Over()
		seed := t.seed(n)
		t.known.add("seed", fmt.Sprintf("of shoe %d of %s", n, t.table), over, byteForms(seed[:]))
	}
	if in := t.orders[s.Shoe.Number]; in != nil && !s.Shoe.Over() {
		t.unseen(&s, in)
	}
}

// sealed makes a shoe again at the moment when its order was fixed.
func (t *tableSecrets) sealed(s *journal.State) {
	t.Helper()
	terms := s.Shoe.TermsOf(t.table)
	key := shoe.DeriveKey(t.seed(s.Shoe.Number), s.Shoe.Reveals(), terms.Hash())
	in := shoe.Seal(key, s.Shoe.Decks)
	if in.Root() != s.Shoe.Root {
		t.Fatalf("shoe %d of %s comes out as another one: its secrets are not known", s.Shoe.Number, t.table)
	}
	t.orders[s.Shoe.Number] = in
	name := fmt.Sprintf("of shoe %d of %s", s.Shoe.Number, t.table)
	t.known.add("key", name, true, byteForms(key[:])) // follows from what is public once the shoe is over; until then see unseen
	for i, run := range runs(in.Order()) {
		t.known.add("cards", fmt.Sprintf("%d %s", i*cardRun, name), true, cardForms(run))
	}
}

// unseen adds what nobody may find of the shoe in use, wherever it is.
func (t *tableSecrets) unseen(s *journal.State, in *shoe.Sealed) {
	name := fmt.Sprintf("of the shoe in use of %s", t.table)
	order := in.Order()
	next := min(s.Shoe.Offset+int(s.Round.Drawn), len(order))
	for i, run := range runs(order[next:]) {
		t.known.add("hidden cards", fmt.Sprintf("%d %s", next+i*cardRun, name), false, cardForms(run))
	}
	terms := s.Shoe.TermsOf(t.table)
	key := shoe.DeriveKey(t.seed(s.Shoe.Number), s.Shoe.Reveals(), terms.Hash())
	t.known.add("key in use", name, false, byteForms(key[:]))
	hidden := slices.Clone(order[next:])
	places := []int{}
	for at := next; at < len(order); at++ {
		places = append(places, at)
	}
	if s.Round.HoleAt != 0 && s.Round.Hole == card.None {
		at := s.Shoe.Offset + int(s.Round.HoleAt) - 1
		hidden, places = append(hidden, order[at]), append(places, at)
		t.known.counts["hole card"]++
	}
	for _, at := range places {
		salt := in.Salt(at)
		t.known.add("salt", fmt.Sprintf("%d %s", at, name), false, byteForms(salt[:]))
	}
	if s.Shoe.Decks == 1 {
		for _, k := range hidden {
			t.known.hidden = append(t.known.hidden, hiddenCard{t.table, k, t.since.String()})
		}
	}
}

// check is for the test itself: what is not known cannot be missed.
func (k *known) check(t *testing.T) {
	t.Helper()
	for kind, least := range map[string]int{"token": 12, "password": 10, "sealing key": 1, "seed": 15, "key": 8, "cards": 100, "hidden cards": 20, "key in use": 2, "salt": 200} {
		if k.counts[kind] < least {
			t.Errorf("the test looks for %d of kind %q, which is fewer than %d: the club was not busy", k.counts[kind], kind, least)
		}
	}
	if len(k.hidden) == 0 {
		t.Error("no table of one deck was in play")
	}
	for _, h := range k.hidden {
		if regexp.MustCompile(`"` + h.card.String() + `"`).MatchString(h.journal) {
			t.Errorf("table %s: the journal holds %v, which is not turned up", h.table, h.card)
		}
	}
	t.Logf("looking for %v", k.counts)
}

// lookIn looks for every secret in something that was written.
func (k *known) lookIn(t *testing.T, w written) {
	t.Helper()
	found := map[string]int{}
	for _, s := range k.secrets {
		if s.public && w.public {
			continue
		}
		for _, form := range s.forms {
			if w.has(form) {
				if found[s.kind]++; found[s.kind] <= 2 {
					t.Errorf("%s (%d bytes) holds the %s %s: %.60q", w.name, len(w.data), s.kind, s.name, form)
				}
			}
		}
	}
}
