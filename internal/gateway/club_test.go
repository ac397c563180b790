package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/prometheus/client_golang/prometheus"

	"club99/blackjack"
	"club99/card"
	"club99/internal/account"
	"club99/internal/gateway"
	"club99/internal/history"
	"club99/internal/odds"
	"club99/internal/pit"
	"club99/internal/seal"
	"club99/internal/store/memory"
	"club99/internal/warden"
	"club99/internal/wire"
	"club99/preset"
)

// club is a whole club in this process: a store in memory, one table "sen" with
// the club's rules and listed cards, and a real server.
type club struct {
	testing.TB
	url   string
	store *memory.Store
	gate  *gateway.Gateway
	hub   *gateway.Hub
	book  *odds.Book
	floor *pit.Pit
	ward  *warden.Warden
	rules blackjack.Rules
	ids   int
}

// page is a web client as far as the server minds it.
var page = fstest.MapFS{
	"index.html":           {Data: []byte("<!doctype html><title>CLUB 99</title>" + strings.Repeat("<p>felt</p>", 300))},
	"assets/index-1234.js": {Data: []byte("export {}")},
	"icon.svg":             {Data: []byte("<svg/>")},
}

// open opens the club; each of rounds lists the cards of one round.
func open(t testing.TB, rounds ...string) *club {
	t.Helper()
	return openWith(t, gateway.Config{Origins: []string{"https://friend.example"}}, rounds...)
}

// openWith opens the club with what is set in the config.
func openWith(t testing.TB, config gateway.Config, rounds ...string) *club {
	t.Helper()
	return openClub(t, config, false, rounds...)
}

func openClub(t testing.TB, config gateway.Config, dumb bool, rounds ...string) *club {
	t.Helper()
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	rules.ResultTime = 1
	var script [][]card.Card
	for _, text := range rounds {
		var cards []card.Card
		for _, word := range strings.Fields(text) {
			c, err := card.Parse(word)
			if err != nil {
				t.Fatal(err)
			}
			cards = append(cards, c)
		}
		script = append(script, cards)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	c := &club{TB: t, store: memory.New()}
	if c.hub, err = gateway.NewHub(quiet, prometheus.NewRegistry()); err != nil {
		t.Fatal(err)
	}
	sealer, err := seal.New(make([]byte, seal.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	c.book = odds.Open(c.store, quiet)
	c.ward = warden.Open(c.store, time.Now, quiet)
	floor, err := pit.Open(t.Context(), pit.Config{
		Guard: c.ward, Odds: c.book.Lobby, Store: c.store, Sealer: sealer, Publisher: c.hub, Log: quiet, Test: true,
		Tables: []pit.Table{{ID: "sen", Name: wire.Text{Vi: "Phòng Sen", En: "Lotus Room"}, Preset: "club99", Rules: rules, Hints: !dumb, Script: script}},
	})
	if err != nil {
		t.Fatal(err)
	}
	c.floor, c.rules = floor, rules
	config.Hub, config.Pit, config.Accounts, config.History, config.Odds = c.hub, floor, account.New(c.store, time.Now, account.Grant), &history.History{Store: c.store, Theory: c.book.Theory}, c.book
	config.Warden = c.ward
	config.Page, config.Log, config.Now = page, quiet, time.Now
	c.gate, err = gateway.New(config)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(c.gate)
	c.url = server.URL
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		if err := c.hub.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		server.CloseClientConnections()
		server.Close()
		floor.Close()
		c.ward.Close()
		c.book.Close()
		c.store.Close()
	})
	return c
}

// reply is an HTTP answer, read.
type reply struct {
	*http.Response
	body string
}

func (r reply) code(t testing.TB) wire.Code {
	t.Helper()
	var e wire.Error
	if err := json.Unmarshal([]byte(r.body), &e); err != nil || e.Message == "" {
		t.Errorf("%s: the body %q has no code and message (%v)", r.Status, r.body, err)
	}
	return e.Code
}

// ask sends a request with extra headers, as in "Origin: https://x".
func (c *club) ask(method, path, body string, headers ...string) reply {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		c.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		c.Fatal(err)
	}
	return reply{resp, string(data)}
}

// guest lets a new guest in and returns the cookie header.
func (c *club) guest(name string) (cookie string, me wire.Me) {
	c.Helper()
	r := c.ask("POST", "/api/guest", string(wire.Encode(map[string]string{"name": name})))
	if err := json.Unmarshal([]byte(r.body), &me); err != nil || r.StatusCode != 200 || len(r.Cookies()) != 1 {
		c.Fatalf("%s %s %v", r.Status, r.body, err)
	}
	return "Cookie: " + r.Cookies()[0].Name + "=" + r.Cookies()[0].Value, me
}

// person is somebody with a real-time connection and everything that came over it.
type person struct {
	club   *club
	client *centrifuge.Client
	sub    *centrifuge.Subscription
	me     wire.Me
	cookie string

	mu         sync.Mutex
	conns      []net.Conn
	offline    bool
	frames     []wire.Frame
	yours      []wire.You
	subscribed []centrifuge.SubscribedEvent
	ended      []string
}

// connect connects with a cookie header; "" is nobody.
func (c *club) connect(cookie string) *person { return c.connectFrom(cookie, "127.0.0.1") }

// connectFrom connects from an address, if the club believes a proxy.
func (c *club) connectFrom(cookie, address string) *person {
	c.Helper()
	p := &person{club: c}
	header := http.Header{"Accept-Language": {"en"}, "X-Forwarded-For": {address}}
	if cookie != "" {
		header.Set("Cookie", strings.TrimPrefix(cookie, "Cookie: "))
	}
	p.client = centrifuge.NewJsonClient(strings.Replace(c.url, "http", "ws", 1)+"/connection/websocket", centrifuge.Config{
		Header: header, MinReconnectDelay: 20 * time.Millisecond, MaxReconnectDelay: 50 * time.Millisecond, NetDialContext: p.dial,
	})
	p.client.OnPublication(func(e centrifuge.ServerPublicationEvent) {
		var y wire.You
		p.decode(e.Data, &y)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.yours = append(p.yours, y)
	})
	p.client.OnDisconnected(func(e centrifuge.DisconnectedEvent) { p.end(e.Reason) })
	p.client.OnConnecting(func(e centrifuge.ConnectingEvent) { p.end(e.Reason) })
	c.Cleanup(p.client.Close)
	if err := p.client.Connect(); err != nil {
		c.Fatal(err)
	}
	return p
}

func (p *person) end(reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = append(p.ended, reason)
}

// comeIn comes in as a new guest and listens to the table.
func (c *club) comeIn(name string) *person {
	c.Helper()
	cookie, me := c.guest(name)
	p := c.connect(cookie)
	p.me, p.cookie = me, cookie
	p.listen()
	return p
}

func (p *person) listen() {
	p.club.Helper()
	var err error
	p.sub, err = p.client.NewSubscription("table:sen", centrifuge.SubscriptionConfig{Recoverable: true, Positioned: true})
	if err != nil {
		p.club.Fatal(err)
	}
	p.sub.OnPublication(func(e centrifuge.PublicationEvent) {
		var f wire.Frame
		p.decode(e.Data, &f)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.frames = append(p.frames, f)
	})
	p.sub.OnSubscribed(func(e centrifuge.SubscribedEvent) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.subscribed = append(p.subscribed, e)
	})
	if err := p.sub.Subscribe(); err != nil {
		p.club.Fatal(err)
	}
	p.until("subscribed", func() bool { return len(p.subscribed) > 0 })
}

// dial is how the client reaches the server: it can be cut, and refused.
func (p *person) dial(ctx context.Context, network, address string) (net.Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.offline {
		return nil, &net.OpError{Op: "dial", Net: network, Err: io.ErrClosedPipe}
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err == nil {
		p.conns = append(p.conns, conn)
	}
	return conn, err
}

// cut drops the connection and keeps it from coming back until restored.
func (p *person) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.offline = true
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

func (p *person) restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.offline = false
}

func (p *person) decode(data []byte, to any) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		p.club.Errorf("%s: %v", data, err)
	}
}

// until waits for a condition, which is asked under the person's lock.
func (p *person) until(what string, ok func() bool) {
	p.club.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		p.mu.Lock()
		now := ok()
		p.mu.Unlock()
		if now {
			return
		}
		if time.Now().After(end) {
			p.club.Fatalf("never came: %s", what)
		}
	}
}

// last is the newest frame.
func (p *person) last() wire.Frame {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.frames) == 0 {
		return wire.Frame{}
	}
	return p.frames[len(p.frames)-1]
}

func (p *person) phase(phase wire.Phase) {
	p.club.Helper()
	p.until(string(phase), func() bool { return len(p.frames) > 0 && p.frames[len(p.frames)-1].State.Phase == phase })
}

// rpc sends a request and decodes what comes back into answer.
func (p *person) rpc(method, data string, answer any) error {
	ctx, cancel := context.WithTimeout(p.club.Context(), 10*time.Second)
	defer cancel()
	result, err := p.client.RPC(ctx, method, []byte(data))
	if err == nil {
		p.decode(result.Data, answer)
	}
	return err
}

// raw sends a command as text.
func (p *person) raw(text string) wire.Answer {
	p.club.Helper()
	var a wire.Answer
	if err := p.rpc("command", text, &a); err != nil {
		p.club.Fatalf("%s: %v", text, err)
	}
	return a
}

// send sends a command with a new id, unless it has one.
func (p *person) send(w wire.Command) wire.Answer {
	p.club.Helper()
	if w.ID == "" {
		p.club.ids++
		w.ID = "c" + string(rune('a'+p.club.ids%26)) + time.Now().Format("150405.000000")
	}
	w.Table = "sen"
	return p.raw(string(wire.Encode(w)))
}

func (p *person) must(w wire.Command) wire.Answer {
	p.club.Helper()
	a := p.send(w)
	if !a.OK {
		p.club.Fatalf("%+v: %+v", w, a)
	}
	return a
}

func (p *person) join() wire.Snapshot {
	p.club.Helper()
	var s wire.Snapshot
	if err := p.rpc("join", `{"table":"sen"}`, &s); err != nil {
		p.club.Fatal(err)
	}
	return s
}
