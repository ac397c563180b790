package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/websocket"

	"club99/internal/gateway"
	"club99/internal/wire"
)

// watch remembers what happens at the door.
type watch struct {
	mu   sync.Mutex
	said []string
}

func (w *watch) say(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, what)
}

func (w *watch) Refused(code wire.Code) { w.say("refused " + string(code)) }
func (w *watch) CameIn()                { w.say("came in") }
func (w *watch) Resumed(whole bool)     { w.say(fmt.Sprint("resumed ", whole)) }
func (w *watch) SentAway(reason string) { w.say("sent away " + reason) }

func (w *watch) times(what string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.said {
		if s == what {
			n++
		}
	}
	return n
}

// Everything that is refused is told with its code, over HTTP and over a connection.
func TestRefusalsAreTold(t *testing.T) {
	w := &watch{}
	c := openWith(t, gateway.Config{Watch: w})
	c.ask("POST", "/api/guest", `{"name":""}`)
	c.ask("GET", "/api/nothing", "")
	lan := c.comeIn("Lan")
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	lan.send(wire.Command{Name: wire.Sit, Seat: 9})
	lan.send(wire.Command{Name: wire.Place, Round: 99, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}})
	if err := lan.rpc("join", `{"table":"nowhere"}`, nil); err == nil {
		t.Error("there is a table nowhere")
	}
	if err := lan.rpc("join", `{}`, nil); err == nil {
		t.Error("joined no table at all")
	}
	want := []string{"refused bad-name", "refused not-found", "refused bad-message", "refused wrong-round", "refused no-such-table", "refused bad-message"}
	w.mu.Lock()
	defer w.mu.Unlock()
	told := slices.DeleteFunc(slices.Clone(w.said), func(s string) bool { return !strings.HasPrefix(s, "refused") })
	if !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

// Who comes, comes back and is sent away is told.
func TestConnectionsAreTold(t *testing.T) {
	w := &watch{}
	c := openWith(t, gateway.Config{Watch: w})
	lan := c.comeIn("Lan")
	if n, players := c.hub.Connected(); n != 1 || players != 1 {
		t.Errorf("%d connections of %d players", n, players)
	}
	stranger := dialRaw(t, c)
	lan.until("a stranger is connected", func() bool { n, players := c.hub.Connected(); return n == 2 && players == 1 })
	lan.cut()
	lan.until("gone", func() bool { n, players := c.hub.Connected(); return n == 1 && players == 0 })
	lan.restore()
	lan.until("back", func() bool { return w.times("resumed true") == 1 })
	for range 2000 { // far more than anybody may say
		if stranger.WriteMessage(websocket.TextMessage, []byte(`{"id":3,"rpc":{"method":"lobby","data":{}}}`)) != nil {
			break
		}
	}
	lan.until("sent away", func() bool { return w.times("sent away too many requests") == 1 })
	if n := w.times("came in"); n != 3 {
		t.Errorf("%d connections came in, want 3", n)
	}
	if n := w.times("sent away connection closed"); n != 0 {
		t.Error("who left by itself was sent away")
	}
}

// The public is told whether to come, and not why not.
func TestReadinessAtTheDoor(t *testing.T) {
	var why error
	c := openWith(t, gateway.Config{Ready: func(context.Context) error { return why }})
	if r := c.ask("GET", "/readyz", ""); r.StatusCode != 200 || r.body != "ready\n" || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s %q", r.Status, r.body)
	}
	why = errors.New("the disk /var/lib/club99 is full")
	if r := c.ask("GET", "/readyz", ""); r.StatusCode != 503 || r.body != "not ready\n" {
		t.Errorf("%s %q", r.Status, r.body)
	}
	if r := c.ask("GET", "/healthz", ""); r.StatusCode != 200 {
		t.Errorf("a club that cannot write lives all the same: %s", r.Status)
	}
}
