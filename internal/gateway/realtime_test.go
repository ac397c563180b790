package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/gorilla/websocket"

	"club99/blackjack"
	"club99/internal/gateway"
	"club99/internal/wire"
)

// Two people at a table, one round: what each is told, and what is kept.
func TestARoundOverTheLine(t *testing.T) {
	// Seats 1 and 2, dealer 6 and a hidden ten; seat 1 draws a five to 20, seat 2 stands; the dealer draws a nine: 25.
	c := open(t, "Th 9s 6d 5c 8h Td 5h 9c")
	lan, minh := c.comeIn("Lan"), c.comeIn("Minh")
	if s := lan.join(); s.Frame.State.Phase != wire.PhaseWaiting || s.You.Balance != 1000000 || len(s.You.Seats) != 0 {
		t.Fatalf("joined: %+v", s)
	}
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	minh.must(wire.Command{Name: wire.Sit, Seat: 2})
	lan.phase(wire.PhaseBetting)
	if a := lan.send(wire.Command{Name: wire.Sit, Seat: 2}); a.Code != wire.SeatTaken || a.Message != "That seat is taken." {
		t.Errorf("a seat that is taken: %+v", a)
	}
	lan.must(wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}})
	minh.must(wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 2, Amount: 50000}}})
	lan.phase(wire.PhasePlayers)
	f := lan.last()
	if len(f.State.Dealer.Cards) != 2 || f.State.Dealer.Cards[1].String() != "??" || f.State.Dealer.Total != 0 {
		t.Errorf("the dealer shows %+v", f.State.Dealer)
	}
	lan.until("what Lan may do", func() bool {
		y := lan.yours
		return len(y) > 0 && len(y[len(y)-1].Seats) == 1 && len(y[len(y)-1].Seats[0].Legal) > 0
	})
	if a := minh.send(wire.Command{Name: wire.Act, Round: 1, Seat: 2, Turn: f.State.Turn.N, Action: blackjack.Hit}); a.Code != "not-your-turn" {
		t.Errorf("out of turn: %+v", a)
	}
	lan.must(wire.Command{Name: wire.Act, Round: 1, Seat: 1, Turn: f.State.Turn.N, Action: blackjack.Hit})
	lan.until("Lan's next decision", func() bool { return lan.frames[len(lan.frames)-1].State.Turn.N > f.State.Turn.N })
	lan.must(wire.Command{Name: wire.Act, Round: 1, Seat: 1, Turn: lan.last().State.Turn.N, Action: blackjack.Stand})
	minh.until("Minh's turn", func() bool { return minh.frames[len(minh.frames)-1].State.Turn.Seat == 2 })
	minh.must(wire.Command{Name: wire.Act, Round: 1, Seat: 2, Turn: minh.last().State.Turn.N, Action: blackjack.Stand})
	lan.phase(wire.PhaseOver)
	over := lan.last().State
	if *over.Seats[0].Net != 100000 || *over.Seats[1].Net != 50000 || over.Dealer.Total != 25 || over.Dealer.Status != blackjack.StatusBust {
		t.Errorf("the round ended as %+v", over)
	}
	if b := lan.join().You.Balance; b != 1100000 {
		t.Errorf("Lan has %d", b)
	}
	var page wire.Rounds
	if err := lan.rpc("rounds", `{"limit":5}`, &page); err != nil || len(page.Rounds) != 1 || page.Rounds[0].Net != 100000 || len(page.Rounds[0].Decisions) != 2 {
		t.Errorf("Lan's history: %+v, %v", page, err)
	}
	for _, p := range []*person{lan, minh} {
		for _, y := range p.yours {
			for _, s := range y.Seats {
				if (s.Seat == 1) != (p == lan) {
					t.Errorf("%s was told about seat %d", p.me.Player.Name, s.Seat)
				}
			}
		}
	}
}

// BR-053: cut in mid-hand and back: the missed frames come, the clock has not been extended.
func TestALostConnectionGoesOnWhereItStopped(t *testing.T) {
	c := open(t, "Th 9s 6d 5c 8h Td 5h 9c")
	lan, minh := c.comeIn("Lan"), c.comeIn("Minh")
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	minh.must(wire.Command{Name: wire.Sit, Seat: 2})
	lan.must(wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}})
	minh.must(wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 2, Amount: 50000}}})
	minh.phase(wire.PhasePlayers)
	minh.cut()
	lan.until("Minh is away", func() bool { return lan.frames[len(lan.frames)-1].State.Seats[1].Away })
	f := lan.last()
	lan.must(wire.Command{Name: wire.Act, Round: 1, Seat: 1, Turn: f.State.Turn.N, Action: blackjack.Stand})
	lan.until("Minh's turn", func() bool { return lan.frames[len(lan.frames)-1].State.Turn.Seat == 2 })
	deadline := lan.last().State.Deadline
	minh.restore()
	minh.until("subscribed again", func() bool { return len(minh.subscribed) > 1 })
	if e := minh.subscribed[1]; !e.WasRecovering || !e.Recovered {
		t.Errorf("came back without what was missed: %+v", e)
	}
	minh.until("the missed frames", func() bool {
		s := minh.frames[len(minh.frames)-1].State
		return s.Turn != nil && s.Turn.Seat == 2
	})
	for i := 1; i < len(minh.frames); i++ {
		if a, b := minh.frames[i-1].Seq, minh.frames[i].Seq; b != a && b != a+1 {
			t.Errorf("frame %d follows %d", b, a)
		}
	}
	s := minh.join()
	if s.Frame.State.Deadline != deadline || len(s.You.Seats) != 1 || len(s.You.Seats[0].Legal) == 0 {
		t.Errorf("the deadline was %d, now %+v", deadline, s)
	}
	lan.until("Minh is here", func() bool { return !lan.frames[len(lan.frames)-1].State.Seats[1].Away })
}

// BR-045: five times the same message is one bet.
func TestTheSameCommandAgainGetsTheFirstAnswer(t *testing.T) {
	c := open(t, "Th 6d 8h Td")
	lan := c.comeIn("Lan")
	c.comeIn("Minh").must(wire.Command{Name: wire.Sit, Seat: 2}) // so that the cards are not dealt at once
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	bet := wire.Command{Name: wire.Place, ID: "bet-1", Round: 1, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}}
	first := lan.must(bet)
	for range 4 {
		if a := lan.send(bet); fmt.Sprint(a) != fmt.Sprint(first) {
			t.Errorf("the same again: %+v, first %+v", a, first)
		}
	}
	if b := lan.join().You.Balance; b != 900000 {
		t.Errorf("after five times the same bet Lan has %d", b)
	}
	bet.ID = "bet-2"
	lan.must(bet)
	if b := lan.join().You.Balance; b != 900000 {
		t.Errorf("the same bet under another id added up: Lan has %d", b)
	}
}

// BR-041: every bad bet has a code, and a good one afterwards still works.
func TestBadMessagesGetACode(t *testing.T) {
	c := open(t, "Th 6d 8h Td")
	lan := c.comeIn("Lan")
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	const bet = `{"table":"sen","id":"x%d","name":"bet","round":1,"bets":[{"seat":1,"amount":%s}]}`
	for i, amount := range []string{`0`, `-1`, `999`, `5000001`, `1.5`, `"1e3"`, `9223372036854775808`, `""`, `null`, `1500`} {
		a := lan.raw(fmt.Sprintf(bet, i, amount))
		if a.OK || a.Code != wire.BadAmount && a.Code != wire.BadMessage || a.Message == "" || a.ID != fmt.Sprintf("x%d", i) {
			t.Errorf("a bet of %s: %+v", amount, a)
		}
	}
	for text, code := range map[string]wire.Code{
		`[]`: wire.BadMessage, `"sit"`: wire.BadMessage, `{"table":"sen","id":"y","name":"rob"}`: wire.BadMessage,
		`{"table":"nowhere","id":"y","name":"sit"}`:                                                     wire.NoSuchTable,
		`{"table":"sen","id":"` + strings.Repeat("x", wire.MaxCommandBytes) + `","name":"sit"}`:         wire.TooLarge,
		`{"table":"sen","id":"z","name":"bet","round":9,"bets":[{"seat":1,"amount":1000}]}`:             wire.WrongRound,
		`{"table":"sen","id":"w","name":"bet","round":1,"bets":[{"seat":5,"amount":1000}]}`:             wire.NotSeated,
		`{"table":"sen","id":"v","name":"bet","round":1,"bets":[{"seat":1,"amount":9000000000000000}]}`: wire.BadAmount,
	} {
		if a := lan.raw(text); a.OK || a.Code != code || a.Message == "" {
			t.Errorf("%.80s: %+v, want %s", text, a, code)
		}
	}
	if b := lan.join().You.Balance; b != 1000000 {
		t.Errorf("bad bets moved money: Lan has %d", b)
	}
	lan.must(wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 1, Amount: 1000}}})
	for method, data := range map[string]string{"join": `{"table":"nowhere"}`, "rounds": `{"limit":0}`, "steal": `{}`} {
		var e *centrifuge.Error
		if err := lan.rpc(method, data, &struct{}{}); !errors.As(err, &e) || e.Message == "" {
			t.Errorf("%s %s: %v", method, data, err)
		}
	}
	if len(lan.ended) != 1 {
		t.Errorf("the connection ended: %v", lan.ended)
	}
}

func TestTooManyRequestsAreRefusedAndAFloodEndsTheConnection(t *testing.T) {
	c := open(t)
	lan := c.comeIn("Lan")
	limited := 0
	for range 60 {
		if a := lan.raw(`{"table":"nowhere","id":"x","name":"sit"}`); a.Code == wire.RateLimited && a.ID == "x" {
			limited++
		}
	}
	if limited == 0 {
		t.Error("sixty requests at once were all served")
	}
	if len(lan.ended) != 1 {
		t.Errorf("the connection ended: %v", lan.ended)
	}
	conn := dialRaw(t, c)
	for i := range 400 {
		if err := conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"id":%d,"rpc":{"method":"lobby","data":{}}}`, i+2)); err != nil {
			break
		}
	}
	if code := closeCode(t, conn); code != 3013 {
		t.Errorf("a flood ended with %d", code)
	}
}

// dialFrom opens a WebSocket by hand as a page of that origin would.
func dialFrom(t *testing.T, c *club, origin string) (*websocket.Conn, error) {
	t.Helper()
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	conn, resp, err := websocket.DefaultDialer.DialContext(t.Context(), strings.Replace(c.url, "http", "ws", 1)+"/connection/websocket", header)
	if resp != nil {
		resp.Body.Close()
	}
	if err == nil {
		t.Cleanup(func() { conn.Close() })
	}
	return conn, err
}

// dialRaw opens a WebSocket by hand and says hello.
func dialRaw(t *testing.T, c *club) *websocket.Conn {
	t.Helper()
	conn, err := dialFrom(t, c, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"connect":{}}`)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// closeCode reads until the server closes, and returns its code.
func closeCode(t *testing.T, conn *websocket.Conn) int {
	t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	for {
		_, _, err := conn.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			return closed.Code
		}
		if err != nil {
			t.Fatalf("ended without a code: %v", err)
		}
	}
}

func TestWhatIsNoMessageEndsTheConnectionWithACode(t *testing.T) {
	c := open(t)
	for text, want := range map[string]int{
		`{"id":2,"rpc":{"method":"command","data":{"id":NaN}}}`: 3501,
		`hello`:                    3501,
		`{"id":2}`:                 3501,
		strings.Repeat(" ", 20000): websocket.CloseMessageTooBig,
	} {
		conn := dialRaw(t, c)
		if err := conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if code := closeCode(t, conn); code != want {
			t.Errorf("%.40q ended with %d, want %d", text, code, want)
		}
	}
	if r := c.ask("GET", "/healthz", ""); r.body != "ok\n" {
		t.Errorf("after all that the server says %q", r.body)
	}
}

// Where WebSockets do not get through, a stream and single requests do the same.
func TestWithoutWebSockets(t *testing.T) {
	c := open(t)
	cookie, _ := c.guest("Lan")
	r, err := http.NewRequestWithContext(t.Context(), "POST", c.url+"/connection/http_stream", strings.NewReader(`{"id":1,"connect":{}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", strings.TrimPrefix(cookie, "Cookie: "))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	stream := json.NewDecoder(resp.Body)
	var hello struct {
		Connect struct{ Session, Node string }
	}
	if err := stream.Decode(&hello); err != nil || hello.Connect.Session == "" {
		t.Fatalf("%s %+v %v", resp.Status, hello, err)
	}
	command := `{"id":2,"rpc":{"method":"command","data":{"table":"sen","id":"s1","name":"sit","seat":3}}}`
	body := fmt.Sprintf(`{"session":%q,"node":%q,"data":%q}`, hello.Connect.Session, hello.Connect.Node, command)
	if r := c.ask("POST", "/emulation", body); r.StatusCode != 204 {
		t.Fatalf("%s %s", r.Status, r.body)
	}
	for {
		var m struct {
			ID  int
			RPC struct{ Data wire.Answer }
		}
		if err := stream.Decode(&m); err != nil {
			t.Fatal(err)
		}
		if m.ID == 2 {
			if !m.RPC.Data.OK || m.RPC.Data.ID != "s1" {
				t.Errorf("%+v", m)
			}
			return
		}
	}
}

func TestOnlyTheClubsOwnPagesConnect(t *testing.T) {
	c := open(t)
	for _, origin := range []string{c.url, "https://friend.example"} {
		if _, err := dialFrom(t, c, origin); err != nil {
			t.Errorf("%s: %v", origin, err)
		}
	}
	for _, origin := range []string{"https://evil.example", "null", "https://friend.example.evil", c.url + "1"} {
		if _, err := dialFrom(t, c, origin); !errors.Is(err, websocket.ErrBadHandshake) {
			t.Errorf("%s: %v", origin, err)
		}
		for _, path := range []string{"/connection/http_stream", "/emulation", "/api/guest"} {
			if r := c.ask("POST", path, `{}`, "Origin: "+origin); r.StatusCode != 403 || r.code(t) != wire.WrongOrigin {
				t.Errorf("%s %s: %s", origin, path, r.Status)
			}
		}
	}
	if r := c.ask("POST", "/api/guest", `{"name":"x"}`, "Sec-Fetch-Site: cross-site"); r.StatusCode != 403 {
		t.Errorf("cross-site without an origin: %s", r.Status)
	}
}

func TestWhoIsNotSignedInWatches(t *testing.T) {
	c := open(t)
	lan := c.comeIn("Lan")
	nobody := c.connect("")
	nobody.listen()
	if s := nobody.join(); s.You.Balance != 0 || len(s.You.Seats) != 0 || len(s.Frame.State.Seats) != 7 {
		t.Errorf("a watcher sees %+v", s)
	}
	if a := nobody.send(wire.Command{Name: wire.Sit}); a.Code != wire.SignInRequired {
		t.Errorf("a watcher sits down: %+v", a)
	}
	if err := nobody.rpc("rounds", `{}`, &wire.Rounds{}); err == nil || !strings.Contains(err.Error(), string(wire.SignInRequired)) {
		t.Errorf("a watcher's history: %v", err)
	}
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	nobody.phase(wire.PhaseBetting)
	lan.until("one is watching", func() bool { return len(lan.frames) > 0 && lan.frames[len(lan.frames)-1].State.Watching == 1 })
	stranger := c.connect("Cookie: club99=" + strings.Repeat("A", 43))
	if a := stranger.send(wire.Command{Name: wire.Sit}); a.Code != wire.SignInRequired {
		t.Errorf("a token nobody gave out: %+v", a)
	}
}

// What is for one player alone cannot be listened to by another.
func TestNobodyListensToSomebodyElse(t *testing.T) {
	c := open(t)
	lan := c.comeIn("Lan")
	spy := c.comeIn("Spy")
	for _, channel := range []string{fmt.Sprintf("player#%d", lan.me.Player.ID), "table:", "table:nowhere", "table:sen ", "player#", "#lobby", "admin"} {
		sub, err := spy.client.NewSubscription(channel)
		if err != nil {
			t.Fatal(err)
		}
		refused := make(chan centrifuge.UnsubscribedEvent, 1)
		sub.OnUnsubscribed(func(e centrifuge.UnsubscribedEvent) { refused <- e })
		sub.OnSubscribed(func(centrifuge.SubscribedEvent) { t.Errorf("listens to %q", channel) })
		if err := sub.Subscribe(); err != nil {
			t.Fatal(err)
		}
		select {
		case e := <-refused:
			if e.Code != 404 {
				t.Errorf("%q: %+v", channel, e)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%q: no answer", channel)
		}
	}
	ctx := t.Context()
	if _, err := spy.client.Publish(ctx, "table:sen", []byte(`{}`)); err == nil {
		t.Error("a player published a frame")
	}
	if _, err := spy.client.History(ctx, "table:sen"); err == nil {
		t.Error("a player read a channel's history")
	}
	if _, err := spy.client.Presence(ctx, "table:sen"); err == nil {
		t.Error("a player read who is there")
	}
}

func TestTheLobbyTellsWhatChanged(t *testing.T) {
	c := open(t)
	lan := c.comeIn("Lan")
	var lobby wire.Lobby
	if err := lan.rpc("lobby", `{}`, &lobby); err != nil || len(lobby.Tables) != 1 || lobby.Tables[0].Rules == "" {
		t.Fatalf("%+v, %v", lobby, err)
	}
	rows := make(chan wire.Lobby, 16)
	sub, err := lan.client.NewSubscription("lobby")
	if err != nil {
		t.Fatal(err)
	}
	sub.OnPublication(func(e centrifuge.PublicationEvent) {
		var l wire.Lobby
		lan.decode(e.Data, &l)
		rows <- l
	})
	if err := sub.Subscribe(); err != nil {
		t.Fatal(err)
	}
	lan.must(wire.Command{Name: wire.Sit})
	for {
		select {
		case l := <-rows:
			if l.Tables[0].Taken == 1 {
				return
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the lobby never heard that a seat was taken")
		}
	}
}

// A player whose session ends is a watcher from then on.
func TestLoggingOutEndsTheConnection(t *testing.T) {
	c := open(t)
	cookie, _ := c.guest("Lan")
	p := c.connect(cookie)
	p.listen()
	p.must(wire.Command{Name: wire.Sit})
	if r := c.ask("POST", "/api/logout", "", cookie); r.StatusCode != 204 || len(r.Cookies()) != 1 || r.Cookies()[0].MaxAge >= 0 {
		t.Fatalf("%s %v", r.Status, r.Cookies())
	}
	p.until("connected again", func() bool { return len(p.subscribed) > 1 })
	if a := p.send(wire.Command{Name: wire.Leave}); a.Code != wire.SignInRequired {
		t.Errorf("after logging out: %+v", a)
	}
}

func TestClosingTellsEverybody(t *testing.T) {
	c := open(t)
	conn := dialRaw(t, c)
	if _, _, err := conn.ReadMessage(); err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() { closed <- c.hub.Shutdown(context.WithoutCancel(t.Context())) }()
	if code := closeCode(t, conn); code != 3001 {
		t.Errorf("ended with %d", code)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// Whoever does not read what is sent is sent away; the others notice nothing.
func TestASlowReaderIsSentAway(t *testing.T) {
	w := &watch{}
	c := openWith(t, gateway.Config{Watch: w})
	lan := c.comeIn("Lan")
	slow := dialRaw(t, c)
	if err := slow.WriteMessage(websocket.TextMessage, []byte(`{"id":2,"subscribe":{"channel":"table:sen"}}`)); err != nil {
		t.Fatal(err)
	}
	lan.until("the slow reader is watching", func() bool {
		return len(lan.frames) > 0 && lan.frames[len(lan.frames)-1].State.Watching == 2
	})
	f := lan.join().Frame
	f.Events = []wire.Event{{Kind: "filler", Name: strings.Repeat("x", 20000)}}
	looked, gone := 0, false
	for i := 0; i < 20000 && !gone; i++ { // far more than the network can hold for a reader who does not read
		c.hub.Publish("sen", &f)
		lan.until("Lan reads along", func() bool { return len(lan.frames) >= i-5 })
		lan.mu.Lock()
		for ; looked < len(lan.frames); looked++ {
			gone = gone || i > 0 && lan.frames[looked].State.Watching == 1
			lan.frames[looked].Events = nil
		}
		lan.mu.Unlock()
	}
	if !gone {
		t.Error("the slow reader was never sent away")
	}
	// Too much waited for it, or a write took too long: whichever came first.
	lan.until("it is told why", func() bool { return w.times("sent away slow")+w.times("sent away write error") == 1 })
	if len(lan.ended) != 1 {
		t.Errorf("who reads was sent away too: %v", lan.ended)
	}
}
