package gateway_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/gorilla/websocket"

	"club99/blackjack"
	"club99/internal/gateway"
	"club99/internal/wire"
)

// browser is somebody's cookies, as a browser keeps them, behind a proxy.
type browser struct {
	*club
	cookies map[string]string
	address string
	proto   string
}

func (c *club) browser(proto, address string) *browser {
	return &browser{c, map[string]string{}, address, proto}
}

// ask asks as the browser would, and takes the cookies that come back.
func (b *browser) ask(method, path, body string) reply {
	b.Helper()
	headers := []string{"X-Forwarded-Proto: " + b.proto, "X-Forwarded-For: " + b.address}
	if len(b.cookies) > 0 {
		headers = append(headers, b.header())
	}
	r := b.club.ask(method, path, body, headers...)
	for _, c := range r.Cookies() {
		switch strict := c.HttpOnly && c.SameSite == http.SameSiteStrictMode && c.Path == "/" && c.Domain == ""; {
		case !strict || c.Secure != (b.proto == "https") || strings.HasPrefix(c.Name, "__Host-") != (b.proto == "https"):
			b.Errorf("%s %s over %s: the cookie %v", method, path, b.proto, c)
		case c.MaxAge < 0:
			delete(b.cookies, c.Name)
		default:
			b.cookies[c.Name] = c.Value
		}
	}
	return r
}

func (b *browser) header() string {
	var list []string
	for name, value := range b.cookies {
		list = append(list, name+"="+value)
	}
	return "Cookie: " + strings.Join(list, "; ")
}

// signedIn reports whether a session's token opens anything.
func (b *browser) signedIn(name, token string) bool {
	b.Helper()
	r := b.club.ask("GET", "/api/me", "", "X-Forwarded-Proto: "+b.proto, "Cookie: "+name+"="+token)
	return r.StatusCode == http.StatusOK && r.body != "{}"
}

// Every way of signing in makes a new token and ends the one shown before; over
// HTTPS its name keeps everybody but this host from setting it.
func TestEverySignInMakesANewToken(t *testing.T) {
	c := openWith(t, gateway.Config{Proxied: true})
	for proto, name := range map[string]string{"http": "club99", "https": "__Host-club99"} {
		b := c.browser(proto, "203.0.113.1")
		before := ""
		for _, step := range []struct{ path, body string }{
			{"/api/guest", `{"name":"Lan"}`}, {"/api/guest", `{"name":"Lan Anh"}`}, {"/api/register", `{"login":"lan-` + proto + `","password":"mật khẩu dài"}`},
			{"/api/login", `{"login":"lan-` + proto + `","password":"mật khẩu dài"}`},
		} {
			if r := b.ask("POST", step.path, step.body); r.StatusCode != 200 {
				t.Fatalf("%s: %s %s", step.path, r.Status, r.body)
			}
			token := b.cookies[name]
			if token == "" || token == before || !b.signedIn(name, token) {
				t.Errorf("%s over %s: the token %q after %q", step.path, proto, token, before)
			}
			if before != "" && b.signedIn(name, before) {
				t.Errorf("%s over %s: the token shown before still opens the club", step.path, proto)
			}
			before = token
		}
		if proto == "https" && b.signedIn("club99", before) {
			t.Error("a cookie that any neighbour can set is taken over HTTPS")
		}
		if r := b.ask("POST", "/api/logout", ""); r.StatusCode != 204 || b.cookies[name] != "" || b.signedIn(name, before) {
			t.Errorf("after logging out: %s, cookies %v", r.Status, b.cookies)
		}
	}
}

// Whoever held a connection by an old session is sent away when it ends.
func TestANewSessionEndsTheConnectionsOfTheOld(t *testing.T) {
	c := open(t)
	cookie, _ := c.guest("Lan")
	thief := c.connect(cookie)
	thief.listen()
	r := c.ask("POST", "/api/register", `{"login":"lan","password":"mật khẩu dài"}`, cookie)
	if r.StatusCode != 200 {
		t.Fatal(r.Status, r.body)
	}
	thief.until("sent away", func() bool { return len(thief.ended) > 1 && len(thief.subscribed) > 1 })
	if a := thief.send(wire.Command{Name: wire.Sit, Seat: 1}); a.Code != wire.SignInRequired {
		t.Errorf("the connection of a session that ended sits down: %+v", a)
	}
}

// Who tries passwords waits, and is told for how long; the answer is the same
// where there is no such login, and nobody else waits.
func TestWhoTriesPasswordsWaits(t *testing.T) {
	c := openWith(t, gateway.Config{Proxied: true})
	own := c.browser("https", "203.0.113.1")
	own.ask("POST", "/api/guest", `{"name":"Lan"}`)
	own.ask("POST", "/api/register", `{"login":"lan","password":"mật khẩu dài"}`)
	own.ask("POST", "/api/logout", "")
	thief := c.browser("https", "203.0.113.2")
	answers := map[string][]string{}
	for _, login := range []string{"lan", "nobody"} {
		for range 7 {
			r := thief.ask("POST", "/api/login", `{"login":"`+login+`","password":"mật khẩu sai"}`)
			answers[login] = append(answers[login], r.Status+" "+r.body)
		}
	}
	if lan, nobody := strings.Join(answers["lan"], "\n"), strings.Join(answers["nobody"], "\n"); lan != nobody {
		t.Errorf("a login that exists:\n%s\none that does not:\n%s", lan, nobody)
	}
	r := thief.ask("POST", "/api/login", `{"login":"lan","password":"mật khẩu dài"}`)
	if wait, err := strconv.Atoi(r.Header.Get("Retry-After")); r.StatusCode != 429 || r.code(t) != wire.LoginWait || err != nil || wait < 30 || wait > 60 {
		t.Errorf("the right password while one has to wait: %s %s, Retry-After %s", r.Status, r.body, r.Header.Get("Retry-After"))
	}
	own.address = thief.address // the same café
	if r := own.ask("POST", "/api/login", `{"login":"lan","password":"mật khẩu dài"}`); r.StatusCode != 200 {
		t.Errorf("the owner's browser: %s %s", r.Status, r.body)
	}
	if r := c.browser("https", "203.0.113.3").ask("POST", "/api/login", `{"login":"lan","password":"mật khẩu dài"}`); r.StatusCode != 200 {
		t.Errorf("the owner from elsewhere: %s %s", r.Status, r.body)
	}
}

// One network brings so many guests in an hour; mistyped names are no guests, and
// addresses of one household's IPv6 network count together.
func TestANetworkBringsSoManyGuests(t *testing.T) {
	c := openWith(t, gateway.Config{Proxied: true, Guests: 3})
	for network, addresses := range map[string][]string{
		"IPv4": {"203.0.113.1"}, "IPv6": {"2001:db8::1", "2001:db8::2", "2001:db8::ffff:1"},
	} {
		come := func(n int, name string) reply {
			return c.browser("https", addresses[n%len(addresses)]).ask("POST", "/api/guest", `{"name":"`+name+`"}`)
		}
		for n := range 3 {
			if r := come(n, ""); r.StatusCode != 400 {
				t.Errorf("%s: a guest without a name: %s", network, r.Status)
			}
			if r := come(n, "Lan"); r.StatusCode != 200 {
				t.Errorf("%s, guest %d: %s %s", network, n+1, r.Status, r.body)
			}
		}
		r := come(3, "Lan")
		if wait, err := strconv.Atoi(r.Header.Get("Retry-After")); r.StatusCode != 429 || r.code(t) != wire.TooManyGuests || err != nil || wait != 1200 {
			t.Errorf("%s, one guest too many: %s %s, Retry-After %s", network, r.Status, r.body, r.Header.Get("Retry-After"))
		}
	}
	for _, other := range []string{"203.0.113.2", "2001:db8:0:1::1"} {
		if r := c.browser("https", other).ask("POST", "/api/guest", `{"name":"Lan"}`); r.StatusCode != 200 {
			t.Errorf("%s, who brought nobody: %s", other, r.Status)
		}
	}
}

// Whatever belongs to somebody else is answered exactly as what does not exist:
// nobody finds out who is here, or what they did.
func TestWhatIsNotYoursDoesNotExist(t *testing.T) {
	c := open(t, "Ks 9d Td 8c")
	lan := c.comeIn("Lan")
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	lan.phase(wire.PhaseBetting)
	lan.must(wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}})
	lan.phase(wire.PhasePlayers)
	lan.must(wire.Command{Name: wire.Act, Round: 1, Seat: 1, Turn: lan.last().State.Turn.N, Action: blackjack.Stand})
	lan.phase(wire.PhaseOver)

	cookie, me := c.guest("Mai")
	mai := c.connect(cookie)
	same := func(what string, ask func(theirs bool) string) {
		t.Helper()
		if theirs, none := ask(true), ask(false); theirs != none {
			t.Errorf("%s: of somebody else %q, of nobody %q", what, theirs, none)
		}
	}
	pick := func(theirs bool, a, b string) string {
		if theirs {
			return a
		}
		return b
	}
	same("grades", func(theirs bool) string {
		r := c.ask("GET", "/api/rounds/sen/"+pick(theirs, "1", "77")+"/grades", "", cookie)
		return r.Status + r.body
	})
	same("a replay", func(theirs bool) string {
		r := c.ask("GET", "/api/rounds/sen/"+pick(theirs, "1", "77")+"/replay", "", cookie)
		return r.Status + r.body
	})
	same("the channel of a player", func(theirs bool) string {
		sub, err := mai.client.NewSubscription("player#" + pick(theirs, strconv.FormatInt(lan.me.Player.ID, 10), strconv.FormatInt(me.Player.ID+1000, 10)))
		if err != nil {
			t.Fatal(err)
		}
		refused := make(chan string, 1)
		sub.OnUnsubscribed(func(e centrifuge.UnsubscribedEvent) { refused <- e.Reason })
		if err := sub.Subscribe(); err != nil {
			t.Fatal(err)
		}
		select {
		case why := <-refused:
			return why
		case <-time.After(time.Minute):
			return "no answer"
		}
	})
	same("a hint", func(theirs bool) string {
		var h wire.Hint
		err := mai.rpc("hint", `{"table":"sen","seat":`+pick(theirs, "1", "2")+`}`, &h)
		if err == nil {
			return "a hint"
		}
		return err.Error()
	})
	if r := c.ask("GET", "/api/rounds", "", cookie); r.body != `{"rounds":[]}` {
		t.Errorf("a new guest's rounds: %s", r.body)
	}
	for _, path := range []string{"/api/players", "/api/players/1", "/api/me/1", "/api/rounds?player=1"} {
		if r := c.ask("GET", path, "", cookie); r.StatusCode != 404 && r.StatusCode != 400 {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

// One player has so many connections, and one address makes so many in a time.
func TestConnectionsAreBounded(t *testing.T) {
	c := open(t)
	cookie, _ := c.guest("Lan")
	header := http.Header{"Cookie": {strings.TrimPrefix(cookie, "Cookie: ")}}
	const most = 12
	for n := range most + 1 {
		line, resp, err := websocket.DefaultDialer.DialContext(t.Context(), strings.Replace(c.url, "http", "ws", 1)+"/connection/websocket", header)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		t.Cleanup(func() { line.Close() })
		if err := line.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"connect":{}}`)); err != nil {
			t.Fatal(err)
		}
		if n == most {
			if code := closeCode(t, line); code != 3504 {
				t.Errorf("connection %d of one player ended with %d", n+1, code)
			}
		} else if _, _, err := line.ReadMessage(); err != nil {
			t.Errorf("connection %d of one player: %v", n+1, err)
		}
	}
	for range 2000 {
		if r := c.ask("GET", "/connection/websocket", ""); r.StatusCode == http.StatusTooManyRequests {
			if r.code(t) != wire.RateLimited || r.Header.Get("Retry-After") == "" {
				t.Errorf("%v %s", r.Header, r.body)
			}
			return
		}
	}
	t.Error("one address may connect for ever")
}
