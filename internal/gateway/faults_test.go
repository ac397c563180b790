package gateway_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"club99/blackjack"
	"club99/internal/gateway"
	"club99/internal/wire"
)

// patient has clubs that are opened in this test wait for seconds where they wait
// for many. The transport counts pings in whole seconds.
func patient(t *testing.T, first time.Duration) {
	t.Helper()
	t.Cleanup(gateway.Patience(first, 2*time.Second, 1500*time.Millisecond))
}

// eventually waits for something that must come to be.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never came: %s", what)
		}
	}
}

// dialAt opens a WebSocket by hand, from an address behind a proxy. The status is
// the answer's, if there is one.
func dialAt(t *testing.T, c *club, address string) (conn *websocket.Conn, status int, err error) {
	t.Helper()
	conn, resp, err := websocket.DefaultDialer.DialContext(t.Context(), strings.Replace(c.url, "http", "ws", 1)+"/connection/websocket",
		http.Header{"X-Forwarded-For": {address}})
	if resp != nil {
		resp.Body.Close()
		status = resp.StatusCode
	}
	if err == nil {
		t.Cleanup(func() { conn.Close() })
	}
	return conn, status, err
}

// A peer that vanished without a word, a cable pulled out, answers no ping: its
// connection ends, and everybody sees that its player is away.
func TestAHalfOpenConnectionIsEndedByPings(t *testing.T) {
	patient(t, 10*time.Second)
	c := open(t)
	lan := c.comeIn("Lan")
	cookie, _ := c.guest("Minh")
	minh := c.connect(cookie)
	minh.must(wire.Command{Name: wire.Sit, Seat: 2})
	minh.client.Close()
	// Minh again, on a line that nobody reads and nobody closes.
	conn, resp, err := websocket.DefaultDialer.DialContext(t.Context(), strings.Replace(c.url, "http", "ws", 1)+"/connection/websocket",
		http.Header{"Cookie": {strings.TrimPrefix(cookie, "Cookie: ")}})
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	defer conn.Close()
	for _, text := range []string{`{"id":1,"connect":{}}`, `{"id":2,"subscribe":{"channel":"table:sen"}}`} {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	away := func(want bool) func() bool {
		return func() bool {
			n := len(lan.frames)
			return n > 0 && lan.frames[n-1].State.Seats[1].Player != nil && lan.frames[n-1].State.Seats[1].Away == want
		}
	}
	lan.until("Minh is here", away(false))
	lan.until("Minh is away", away(true))
	eventually(t, "the half-open connection is closed", func() bool { n, _ := c.gate.OpenConnections(); return n == 1 })
	lan.must(wire.Command{Name: wire.Sit, Seat: 1}) // who answers is still here
}

// So it is with a stream, where answers take another way.
func TestAHalfOpenStreamIsEndedByPings(t *testing.T) {
	patient(t, 10*time.Second)
	c := open(t)
	for _, path := range []string{"/connection/http_stream", "/connection/sse"} {
		r, err := http.NewRequestWithContext(t.Context(), "POST", c.url+path, strings.NewReader(`{"id":1,"connect":{}}`))
		if path == "/connection/sse" {
			r, err = http.NewRequestWithContext(t.Context(), "GET", c.url+path+`?cf_connect={"id":1,"connect":{}}`, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		lines, text := bufio.NewScanner(resp.Body), ""
		for lines.Scan() {
			text += lines.Text()
		}
		resp.Body.Close()
		if !strings.Contains(text, "3012") { // no pong
			t.Errorf("%s ended after %q, %v", path, text, lines.Err())
		}
	}
	eventually(t, "the streams are closed", func() bool { n, _ := c.gate.OpenConnections(); return n == 0 })
}

// Whoever takes a stream and does not read it is sent away, as over a WebSocket
// (TestASlowReaderIsSentAway), and holds nothing of the club's.
func TestASlowStreamIsSentAway(t *testing.T) {
	c := open(t)
	lan := c.comeIn("Lan")
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	hello := `{"id":1,"connect":{}}`
	if _, err := fmt.Fprintf(conn, "POST /connection/http_stream HTTP/1.1\r\nHost: club\r\nContent-Length: %d\r\n\r\n%s", len(hello), hello); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var told struct {
		Connect struct{ Session, Node string }
	}
	if err := json.NewDecoder(resp.Body).Decode(&told); err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"session":%q,"node":%q,"data":%q}`, told.Connect.Session, told.Connect.Node, `{"id":2,"subscribe":{"channel":"table:sen"}}`)
	if r := c.ask("POST", "/emulation", body); r.StatusCode != http.StatusNoContent {
		t.Fatalf("%s %s", r.Status, r.body)
	}
	lan.until("the slow reader is watching", func() bool {
		return len(lan.frames) > 0 && lan.frames[len(lan.frames)-1].State.Watching == 2
	})
	f := lan.join().Frame
	f.Events = []wire.Event{{Kind: "filler", Name: strings.Repeat("x", 20000)}}
	for i := 0; i < 20000; i++ { // far more than the network can hold for a reader who does not read
		if n, _ := c.gate.OpenConnections(); n == 1 {
			break
		}
		c.hub.Publish("sen", &f)
		lan.until("Lan reads along", func() bool { return len(lan.frames) >= i-5 })
		lan.mu.Lock()
		for j := range lan.frames {
			lan.frames[j].Events = nil
		}
		lan.mu.Unlock()
	}
	eventually(t, "all that is left is Lan", func() bool { n, _ := c.gate.OpenConnections(); return n == 1 })
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
}

// Hundreds of connections that say nothing, or half a word, or only who they are
// not: each is ended in its time, and nothing of them is left.
func TestConnectionsThatSayNothingAreEnded(t *testing.T) {
	patient(t, 300*time.Millisecond)
	c := openWith(t, gateway.Config{Proxied: true})
	const many = 300
	for i := range many {
		conn, _, err := dialAt(t, c, fmt.Sprintf("10.1.%d.%d", i/250, i%250))
		if err != nil {
			t.Fatal(err)
		}
		switch i % 3 {
		case 1: // half a frame: a header that announces more than comes
			if _, err := conn.NetConn().Write([]byte{0x81, 0xfe, 0x10}); err != nil {
				t.Fatal(err)
			}
		case 2: // who never answers a ping
			if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"connect":{}}`)); err != nil {
				t.Fatal(err)
			}
		}
	}
	c.comeIn("Lan").must(wire.Command{Name: wire.Sit})
	eventually(t, "all that are left is Lan", func() bool { n, addresses := c.gate.OpenConnections(); return n == 1 && addresses == 1 })
}

// An address has only so many connections at a time, of whatever kind; others are
// not touched, and one that ends makes room for another.
func TestAnAddressHasOnlySoManyConnections(t *testing.T) {
	patient(t, 20*time.Second)
	c := openWith(t, gateway.Config{Proxied: true, Open: 3})
	var first *websocket.Conn
	for i := range 3 {
		conn, _, err := dialAt(t, c, "10.1.1.1")
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = conn
		}
	}
	for range 2 { // also who is refused takes no place
		if _, status, err := dialAt(t, c, "10.1.1.1"); err == nil || status != http.StatusTooManyRequests {
			t.Fatalf("a fourth connection: %v", err)
		}
		if r := c.ask("POST", "/connection/http_stream", `{"id":1,"connect":{}}`, "X-Forwarded-For: 10.1.1.1"); r.code(t) != wire.RateLimited || r.Header.Get("Retry-After") == "" {
			t.Fatalf("a stream: %s", r.Status)
		}
	}
	if _, _, err := dialAt(t, c, "10.1.1.2"); err != nil {
		t.Errorf("another address: %v", err)
	}
	if r := c.ask("GET", "/connection/websocket", "", "X-Forwarded-For: 10.1.1.3"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("no WebSocket at all: %s", r.Status)
	}
	first.Close()
	eventually(t, "room for another", func() bool {
		_, _, err := dialAt(t, c, "10.1.1.1")
		return err == nil
	})
	if n, addresses := c.gate.OpenConnections(); n != 4 || addresses != 2 {
		t.Errorf("%d connections of %d addresses are open", n, addresses)
	}
}

// Everybody is cut off at once, and comes back at once: all go on where they
// stopped, without a gap, however many come from one address.
func TestReconnectStorm(t *testing.T) {
	for name, proxied := range map[string]bool{"many addresses": true, "one address": false} {
		t.Run(name, func(t *testing.T) {
			c := openWith(t, gateway.Config{Proxied: proxied})
			lan := c.comeIn("Lan")
			crowd := make([]*person, 80)
			for i := range crowd {
				crowd[i] = c.connectFrom("", fmt.Sprintf("10.2.0.%d", i))
				crowd[i].listen()
			}
			lan.must(wire.Command{Name: wire.Sit, Seat: 1})
			for _, p := range crowd {
				p.until("the first frame", func() bool { return len(p.frames) > 0 })
				p.cut()
			}
			for range 6 { // frames that they miss
				lan.must(wire.Command{Name: wire.Sit, Seat: 2})
				lan.must(wire.Command{Name: wire.Leave, Seat: 2})
			}
			head := lan.last().Seq
			var all sync.WaitGroup
			for _, p := range crowd {
				all.Go(p.restore)
			}
			all.Wait()
			for i, p := range crowd {
				p.until("subscribed again", func() bool { return len(p.subscribed) > 1 })
				p.until("the newest frame", func() bool { return p.frames[len(p.frames)-1].Seq >= head })
				if e := p.subscribed[1]; !e.WasRecovering || !e.Recovered {
					t.Errorf("client %d came back without what it missed: %+v", i, e)
				}
				if gap := p.gap(); gap != "" {
					t.Errorf("client %d: %s", i, gap)
				}
			}
		})
	}
}

// Whoever was away for more than is kept is told so, and joins again.
func TestReconnectAfterTooLongJoinsAgain(t *testing.T) {
	c := openWith(t, gateway.Config{Requests: 1000})
	lan, minh := c.comeIn("Lan"), c.comeIn("Minh")
	minh.must(wire.Command{Name: wire.Sit, Seat: 1})
	minh.until("a frame", func() bool { return len(minh.frames) > 0 })
	minh.cut()
	for range 20 {
		lan.must(wire.Command{Name: wire.Sit, Seat: 2})
		lan.must(wire.Command{Name: wire.Leave, Seat: 2})
	}
	minh.restore()
	minh.until("subscribed again", func() bool { return len(minh.subscribed) > 1 })
	if e := minh.subscribed[1]; e.Recovered {
		t.Errorf("forty frames were kept: %+v", e)
	}
	if s := minh.join(); s.Frame.Seq < 40 || len(s.You.Seats) != 1 {
		t.Errorf("joined again: %+v", s)
	}
}

// gap says where a frame is missing.
func (p *person) gap() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := 1; i < len(p.frames); i++ {
		if a, b := p.frames[i-1].Seq, p.frames[i].Seq; b != a && b != a+1 {
			return fmt.Sprintf("frame %d follows frame %d", b, a)
		}
	}
	return ""
}

// Commands that come several times at once over several connections, that come in
// the wrong order, and that come again much later: each has one effect at most, and
// whoever repeats it gets the first answer.
func TestDuplicatedReorderedAndReplayedCommands(t *testing.T) {
	// Two rounds: seat 1 draws to 13 and stands; the dealer is bust.
	round := "2h 6d 3d Td 8h Kc"
	c := openWith(t, gateway.Config{Requests: 1000}, round, round)
	cookie, me := c.guest("Lan")
	tabs := []*person{c.connect(cookie), c.connect(cookie), c.connect(cookie)}
	for _, p := range tabs {
		p.me = me
		p.listen()
	}
	var sent []wire.Command
	var answers []wire.Answer
	many := func(w wire.Command) wire.Answer { // nine times at once, over three connections
		t.Helper()
		w.ID = fmt.Sprintf("w%d", len(sent))
		got := make([]wire.Answer, 9)
		var all sync.WaitGroup
		for i := range got {
			all.Go(func() { got[i] = tabs[i%len(tabs)].send(w) })
		}
		all.Wait()
		for i := range got {
			if fmt.Sprint(got[i]) != fmt.Sprint(got[0]) {
				t.Errorf("%s: one was answered %+v, another %+v", w.Name, got[0], got[i])
			}
		}
		sent, answers = append(sent, w), append(answers, got[0])
		return got[0]
	}
	carriedOut := func(w wire.Command) {
		t.Helper()
		before := c.head()
		if a := many(w); !a.OK || a.Seq != before+1 {
			t.Fatalf("%s after entry %d: %+v", w.Name, before, a)
		}
	}
	refused := func(w wire.Command, code wire.Code) {
		t.Helper()
		if a := many(w); a.Code != code {
			t.Fatalf("%s: %+v, want %s", w.Name, a, code)
		}
	}
	carriedOut(wire.Command{Name: wire.Sit, Seat: 1})
	for n := uint64(1); n <= 2; n++ {
		tabs[0].until("the betting", func() bool {
			s := tabs[0].frames[len(tabs[0].frames)-1].State
			return s.Phase == wire.PhaseBetting && s.Round == n
		})
		act := func(turn uint16, a blackjack.Action) wire.Command {
			return wire.Command{Name: wire.Act, Round: n, Seat: 1, Turn: turn, Action: a}
		}
		refused(act(1, blackjack.Hit), "wrong-phase") // ahead of the bet
		carriedOut(wire.Command{Name: wire.Place, Round: n, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}})
		turn := tabs[0].join().Frame.State.Turn.N
		refused(act(turn+1, blackjack.Stand), "stale-turn") // ahead of the card that it answers
		carriedOut(act(turn, blackjack.Hit))
		refused(act(turn, blackjack.Hit), "stale-turn") // once more, under another id
		carriedOut(act(turn+1, blackjack.Stand))
		refused(wire.Command{Name: wire.Place, Round: n, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}}, "wrong-phase")
	}
	if b := tabs[0].join().You.Balance; b != 1200000 {
		t.Fatalf("two rounds were won, and Lan has %d", b)
	}
	tabs[0].until("the third betting", func() bool { return tabs[0].frames[len(tabs[0].frames)-1].State.Round == 3 })
	before := c.head()
	for range 3 {
		for _, i := range rand.Perm(len(sent)) {
			if a := tabs[rand.N(len(tabs))].send(sent[i]); fmt.Sprint(a) != fmt.Sprint(answers[i]) {
				t.Errorf("%s again: %+v, at first %+v", sent[i].Name, a, answers[i])
			}
		}
	}
	if b := tabs[0].join().You.Balance; b != 1200000 || c.head() != before {
		t.Errorf("old commands did something: entry %d, then %d, and Lan has %d", before, c.head(), b)
	}
}

// head is the table's last entry.
func (c *club) head() uint64 {
	c.Helper()
	seq, err := c.store.Head(c.Context(), "sen")
	if err != nil {
		c.Fatal(err)
	}
	return seq
}
