package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"club99/blackjack"
	"club99/internal/clubtest"
	"club99/internal/journal"
	"club99/internal/load"
	"club99/internal/store"
	"club99/internal/store/sqlite"
)

// TestNothingWrittenHoldsASecret runs a busy club as an operator would, looks into
// everything that it wrote, and finds no secret in it.
//
// The club is the program itself, with SQLite, at debug level, with metrics and
// profiles; tables of one deck and of several, shuffled each round and dealt to a
// cut card, with players of package load, who give seeds, and the house's bots.
// Between them and the club stands a proxy, which keeps every session's token that
// passes. Meanwhile people register, log in, mistype passwords and send what is no
// message, with tokens and passwords in it. In the middle of the rounds metrics and
// profiles are read, and then the program is made to crash with a dump of all it does.
//
// After that the test plays the operator who has everything, the key too: it opens
// the sealed seeds, makes every shoe again, and has a list of all secrets. It looks
// for each, in all the forms of this package's byteForms, textForms and cardForms, in
//
//   - the log and the crash dump, the metrics, the profiles: every house's seed, key
//     and salt of every shoe that there ever was, every order of cards, every token,
//     every password, the sealing key; and the log has no card at all, open or not;
//   - the files of the data folder, byte by byte and row by row: the same, but for
//     what is public once a shoe is over; of the shoes in use the cards that are not
//     turned up, those at tables of one deck each by itself.
//
// The folder's key file is left out: it is what the operator must guard.
func TestNothingWrittenHoldsASecret(t *testing.T) {
	c := openBusy(t)
	c.people()
	c.playUntilBusy()
	c.readAll()
	c.crash()
	c.readFolder()
	known := c.everySecret()
	known.check(t)
	for _, h := range c.written {
		known.lookIn(t, h)
	}
	c.noCardIn("log")
}

// busy is a club that runs as a process of its own.
type busy struct {
	*testing.T
	folder           string
	club             *exec.Cmd
	log, out         lockedBuffer
	url              string // of the proxy
	metrics, profile string
	ended            chan struct{}
	written          []written

	mu        sync.Mutex
	tokens    map[string]bool // every value of a cookie that passed
	passwords []string
}

// written is something that the club wrote.
type written struct {
	hay
	public bool // what is public once a shoe is over may stand in it
}

const busyConfig = `
log_level = "debug"
log_format = "json"
proxied = true
guests_per_hour = 1000
requests_per_second = 1000
`

// busyTables are the ids and rules of the tables.
var busyTables = []struct{ id, rules, bots string }{
	{"one-deck", "single-deck", ""}, {"bots", "single-deck", `"An", "Bình"`}, {"six-decks", "club99", ""}, {"cut-card", "vegas-strip", `"Chi"`}, {"open-hole", "european", ""},
}

func openBusy(t *testing.T) *busy {
	t.Helper()
	c := &busy{T: t, folder: filepath.Join(t.TempDir(), "data"), tokens: map[string]bool{}, ended: make(chan struct{})}
	config := busyConfig
	for _, table := range busyTables {
		config += fmt.Sprintf("[[tables]]\nid = %q\nrules = %q\nname = { vi = \"Bàn\", en = \"Table\" }\nbots = [%s]\nsettings = { bet_time = \"2s\", act_time = \"30s\", result_time = \"1s\" }\n",
			table.id, table.rules, table.bots)
	}
	file := filepath.Join(t.TempDir(), "club99.toml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	c.metrics, c.profile = clubtest.UnusedAddress(t), clubtest.UnusedAddress(t)
	c.club = program(t, "serve", "--config", file, "--data", c.folder, "--address", "127.0.0.1:0", "--metrics", c.metrics, "--profile", c.profile)
	c.club.Env = append(os.Environ(), "GOTRACEBACK=all")
	c.club.Stdout, c.club.Stderr = &c.out, &c.log
	if err := c.club.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = c.club.Wait(); close(c.ended) }() // how it ends is for crash to say
	t.Cleanup(func() { _ = c.club.Process.Kill(); <-c.ended })
	c.until("it is open", func() bool { return strings.Contains(c.out.String(), "is open at ") })
	address := strings.Fields(c.out.String()[strings.Index(c.out.String(), "http"):])[0]
	c.proxy(address)
	return c
}

func (c *busy) until(what string, ok func() bool) {
	c.Helper()
	for end := time.Now().Add(2 * time.Minute); !ok(); time.Sleep(20 * time.Millisecond) {
		select {
		case <-c.ended:
			c.Fatalf("the club ended before %s:\n%s", what, c.log.String())
		default:
		}
		if time.Now().After(end) {
			c.Fatalf("never: %s\n%s", what, c.log.String())
		}
	}
}

// proxy stands before the club and keeps the tokens.
func (c *busy) proxy(address string) {
	to, err := url.Parse(address)
	if err != nil {
		c.Fatal(err)
	}
	server := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
		},
		ModifyResponse: func(r *http.Response) error {
			c.mu.Lock()
			defer c.mu.Unlock()
			for _, cookie := range r.Cookies() {
				if cookie.Value != "" {
					c.tokens[cookie.Value] = true
				}
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }, // it crashed, as it was told to
	})
	c.url = server.URL
	c.Cleanup(func() { server.CloseClientConnections(); server.Close() })
}

// ask asks the club as somebody with that session, and returns the new one, if any.
func (c *busy) ask(method, path, body, cookie string) (token string) {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	if cookie != "" {
		r.Header.Set("Cookie", "club99="+cookie)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer resp.Body.Close()
	for _, set := range resp.Cookies() {
		if set.Name == "club99" {
			token = set.Value
		}
	}
	return token
}

// people come in, register, log in, and make every mistake with a password.
func (c *busy) people() {
	c.Helper()
	for n := range 2 {
		secret := func(kind string) string {
			p := fmt.Sprintf("mật khẩu %s %d!\"&", kind, n)
			c.passwords = append(c.passwords, p)
			return strings.ReplaceAll(p, `"`, `\"`)
		}
		guest := c.ask("POST", "/api/guest", `{"name":"Lan"}`, "")
		right := secret("right")
		registered := c.ask("POST", "/api/register", fmt.Sprintf(`{"login":"lan-%d","password":"%s"}`, n, right), guest)
		own := c.ask("POST", "/api/login", fmt.Sprintf(`{"login":"lan-%d","password":"%s"}`, n, right), registered)
		if guest == "" || registered == "" || own == "" {
			c.Fatal("nobody gets in")
		}
		for _, body := range []string{
			fmt.Sprintf(`{"login":"lan-%d","password":"%s"}`, n, secret("wrong")), fmt.Sprintf(`{"login":"nobody","password":"%s"}`, secret("of nobody")),
			fmt.Sprintf(`{"login":"%s","password":"short"}`, secret("in the login")), fmt.Sprintf(`{"login":"x","password":"%s"`, secret("cut off")), fmt.Sprintf(`{"%s":1}`, secret("as a field")),
		} {
			for _, path := range []string{"/api/login", "/api/register", "/emulation", "/connection/http_stream"} {
				c.ask("POST", path, body, own)
			}
		}
		for _, path := range []string{"/api/me?token=" + own, "/" + own, "/api/rounds?" + own + "=1", "/connection/websocket?token=" + own} {
			c.ask("GET", path, "", own)
		}
		if n == 0 {
			c.sendRubbish(own, c.passwords[len(c.passwords)-1])
		}
	}
}

// playUntilBusy has players play until every table has got far.
func (c *busy) playUntilBusy() {
	c.Helper()
	ctx, cancel := context.WithCancel(c.Context())
	gone := make(chan struct{})
	wild := bots{Strategy: "wild"}
	go func() {
		defer close(gone)
		_, err := load.Run(ctx, load.Config{URL: c.url, Players: 11, For: time.Hour, Strategy: wild.strategy, Proxied: true})
		if ctx.Err() == nil {
			c.Errorf("nobody plays: %v", err)
		}
	}()
	c.Cleanup(func() { cancel(); <-gone })
	c.until("every table has got far", func() bool {
		books, err := sqlite.OpenToRead(c.Context(), c.folder)
		if err != nil {
			return false // the club is busy with its books
		}
		defer books.Close()
		far := 0
		for _, table := range busyTables {
			_, _, err := books.Mark(c.Context(), table.id, store.MarkRound, 3)
			if err == nil {
				far++
			} else if !errors.Is(err, store.ErrNotFound) {
				return false
			}
		}
		return far == len(busyTables)
	})
}

// readAll reads what the club tells its operator while it runs.
func (c *busy) readAll() {
	c.Helper()
	pages := map[string]string{"metrics": "http://" + c.metrics + "/metrics"}
	for _, name := range []string{"", "goroutine?debug=1", "goroutine?debug=2", "heap?debug=1", "heap", "allocs", "block?debug=1", "mutex?debug=1", "threadcreate?debug=1", "trace?seconds=0.2"} {
		pages["profile "+name] = "http://" + c.profile + "/debug/pprof/" + name
	}
	for name, address := range pages {
		r, err := http.Get(address)
		if err != nil {
			c.Fatal(err)
		}
		data, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != 200 || len(data) == 0 {
			c.Fatalf("%s: %s, %v", address, r.Status, err)
		}
		if z, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
			if data, err = io.ReadAll(z); err != nil {
				c.Fatal(err)
			}
		}
		c.written = append(c.written, written{newHay(name, data), false})
	}
}

// signal is sent to the club.
func (c *busy) signal(s syscall.Signal) {
	c.Helper()
	if err := c.club.Process.Signal(s); err != nil {
		c.Fatal(err)
	}
}

// stopInPlay has the club stand still at a moment when a round is in play, with
// cards face down, at a table of one deck.
func (c *busy) stopInPlay() {
	c.Helper()
	c.until("a round at a table of one deck", func() bool {
		c.signal(syscall.SIGSTOP)
		books, err := sqlite.OpenToRead(c.Context(), c.folder)
		if err == nil {
			defer books.Close()
			var s journal.State
			if s, err = journal.Replay(c.Context(), books, "one-deck"); err == nil && s.Stage == journal.Playing && s.Round.Phase == blackjack.PhasePlayers {
				return true
			}
		}
		c.signal(syscall.SIGCONT)
		return false
	})
}

// crash ends the club with a dump of everything it was doing.
func (c *busy) crash() {
	c.Helper()
	c.stopInPlay()
	c.signal(syscall.SIGQUIT)
	c.signal(syscall.SIGCONT)
	select {
	case <-c.ended:
	case <-time.After(2 * time.Minute):
		c.Fatal("the club did not crash")
	}
	said := c.log.String()
	lines, dump, ok := strings.Cut(said, "SIGQUIT: quit")
	if !ok || strings.Count(dump, "\ngoroutine ") < 20 || strings.Count(lines, `"level":"DEBUG"`) == 0 {
		c.Fatalf("the log has no debug lines, or no dump of a crash with all goroutines:\n%s", said)
	}
	c.written = append(c.written, written{newHay("log", []byte(lines)), false}, written{newHay("crash dump", []byte(dump)), false}, written{newHay("output", []byte(c.out.String())), false})
}

// readFolder reads the data folder: its files as they are, and every row, since a
// row may lie in pages that are apart.
func (c *busy) readFolder() {
	c.Helper()
	files, err := os.ReadDir(c.folder)
	if err != nil {
		c.Fatal(err)
	}
	names := ""
	for _, f := range files {
		names += f.Name() + " "
		if f.Name() == "seal.key" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(c.folder, f.Name()))
		if err != nil {
			c.Fatal(err)
		}
		c.written = append(c.written, written{newHay("file "+f.Name(), data), true})
	}
	if !strings.Contains(names, ".db ") || !strings.Contains(names, "-wal ") {
		c.Errorf("the folder holds %s: where are the books and what was written last?", names)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(c.folder, "club99.db"))
	if err != nil {
		c.Fatal(err)
	}
	defer db.Close()
	var all bytes.Buffer
	for _, table := range c.column(db, `SELECT name FROM sqlite_schema WHERE type = 'table'`) {
		for _, row := range c.column(db, `SELECT * FROM `+table) {
			all.WriteString(row + "\n")
		}
	}
	c.written = append(c.written, written{newHay("rows of the books", all.Bytes()), true})
}

// column reads rows, their columns one after the other.
func (c *busy) column(db *sql.DB, query string) []string {
	c.Helper()
	rows, err := db.QueryContext(c.Context(), query)
	if err != nil {
		c.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		c.Fatal(err)
	}
	var list []string
	for rows.Next() {
		values, to := make([]sql.RawBytes, len(names)), make([]any, len(names))
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			c.Fatal(err)
		}
		list = append(list, string(bytes.Join(byteSlices(values), []byte("\t"))))
	}
	if err := rows.Err(); err != nil {
		c.Fatal(err)
	}
	return list
}

func byteSlices(values []sql.RawBytes) [][]byte {
	list := make([][]byte, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}

// aCard is a card as the program writes it, by itself.
var aCard = regexp.MustCompile(`(?:^|[^A-Za-z0-9_-])((?:[2-9TJQKA]|10)[shdc])(?:[^A-Za-z0-9_-]|$)`)

// noCardIn checks that something has no card in it, open or not.
func (c *busy) noCardIn(name string) {
	c.Helper()
	for _, w := range c.written {
		if w.name == name {
			if found := aCard.FindAll(w.data, 5); found != nil {
				c.Errorf("the %s holds cards: %q", name, found)
			}
			return
		}
	}
	c.Errorf("there is no %s", name)
}
