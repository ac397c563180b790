package gateway_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"club99/internal/gateway"
	"club99/internal/rulebook"
	"club99/internal/wire"
)

func TestSigningInAndOut(t *testing.T) {
	c := open(t)
	if r := c.ask("GET", "/api/me", ""); r.StatusCode != 200 || r.body != "{}" {
		t.Errorf("nobody: %s %s", r.Status, r.body)
	}
	if r := c.ask("GET", "/api/rounds", ""); r.StatusCode != 401 || r.code(t) != wire.SignInRequired {
		t.Errorf("nobody's rounds: %s", r.Status)
	}
	r := c.ask("POST", "/api/guest", `{"name":"Lan"}`)
	cookie := r.Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Secure || cookie.Path != "/" || cookie.MaxAge < 86400 {
		t.Errorf("the cookie over plain HTTP: %+v", cookie)
	}
	header := "Cookie: club99=" + cookie.Value
	if r := c.ask("GET", "/api/me", "", header); r.StatusCode != 200 || !strings.Contains(r.body, `"guest":true},"balance":1000000`) {
		t.Errorf("%s %s", r.Status, r.body)
	}
	for body, code := range map[string]wire.Code{
		`{"login":"x","password":"mật khẩu dài"}`: wire.BadLogin, `{"login":"lan","password":"short"}`: wire.BadPassword,
		`{"login":"lan"}`: wire.BadMessage, `{}`: wire.BadMessage, `[]`: wire.BadMessage, ``: wire.BadMessage,
		`{"login":"lan","password":"` + strings.Repeat("x", 5000) + `"}`: wire.TooLarge,
	} {
		if r := c.ask("POST", "/api/register", body, header); r.StatusCode < 400 || r.StatusCode > 499 || r.code(t) != code {
			t.Errorf("%.60s: %s %s", body, r.Status, r.body)
		}
	}
	r = c.ask("POST", "/api/register", `{"login":"lan","password":"mật khẩu dài"}`, header)
	if r.StatusCode != 200 || !strings.Contains(r.body, `"guest":false`) {
		t.Fatalf("%s %s", r.Status, r.body)
	}
	if old := c.ask("GET", "/api/me", "", header); old.StatusCode != 200 || old.body != "{}" {
		t.Errorf("the session from before registering: %s %s", old.Status, old.body)
	}
	wrong := c.ask("POST", "/api/login", `{"login":"lan","password":"mật khẩu sai"}`)
	nobody := c.ask("POST", "/api/login", `{"login":"nobody","password":"mật khẩu dài"}`)
	if wrong.StatusCode != 401 || wrong.body != nobody.body {
		t.Errorf("a wrong password: %s, a wrong login: %s", wrong.body, nobody.body)
	}
	if r := c.ask("POST", "/api/login", `{"login":"Lan","password":"mật khẩu dài"}`); r.StatusCode != 200 || len(r.Cookies()) != 2 {
		t.Errorf("%s %s", r.Status, r.body)
	}
}

// Behind a proxy the cookie goes over HTTPS alone, and limits are those of the
// address that the proxy names.
func TestBehindAProxy(t *testing.T) {
	c := openWith(t, gateway.Config{Proxied: true})
	r := c.ask("POST", "/api/guest", `{"name":"Lan"}`, "X-Forwarded-Proto: https", "X-Forwarded-For: 10.0.0.1")
	if len(r.Cookies()) != 1 || !r.Cookies()[0].Secure || r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%v", r.Header)
	}
	for range 100 {
		c.ask("POST", "/api/guest", `{"name":""}`, "X-Forwarded-For: 203.0.113.7, 10.0.0.1")
	}
	if r := c.ask("POST", "/api/guest", `{"name":"Lan"}`, "X-Forwarded-For: 10.0.0.1"); r.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the address that asked too often: %s", r.Status)
	}
	if r := c.ask("POST", "/api/guest", `{"name":"Lan"}`, "X-Forwarded-For: 10.0.0.1, 10.0.0.2"); r.StatusCode != 200 {
		t.Errorf("another address: %s", r.Status)
	}
	plain := open(t).ask("POST", "/api/guest", `{"name":"Lan"}`, "X-Forwarded-Proto: https")
	if plain.Cookies()[0].Secure {
		t.Error("a header that any browser can send is believed without a proxy")
	}
}

func TestMessagesComeInTheReadersLanguage(t *testing.T) {
	c := open(t)
	vi, en := wire.SignInRequired.Sentence(wire.Vietnamese), wire.SignInRequired.Sentence(wire.English)
	for _, k := range []struct{ query, accept, want string }{
		{"", "", vi}, {"", "en-US,en;q=0.9,vi;q=0.8", en}, {"", "fr,vi-VN;q=0.9,en;q=0.8", vi}, {"", "fr", vi}, {"?lang=en", "vi", en}, {"?lang=xx", "en", en},
	} {
		r := c.ask("GET", "/api/rounds"+k.query, "", "Accept-Language: "+k.accept)
		var e wire.Error
		if err := json.Unmarshal([]byte(r.body), &e); err != nil || e.Message != k.want {
			t.Errorf("%+v: %s", k, r.body)
		}
	}
}

func TestWhatTheAPIShows(t *testing.T) {
	c := open(t)
	cookie, _ := c.guest("Lan")
	var lobby wire.Lobby
	if r := c.ask("GET", "/api/lobby", ""); json.Unmarshal([]byte(r.body), &lobby) != nil || len(lobby.Tables) != 1 || lobby.Tables[0].ID != "sen" {
		t.Errorf("%s %s", r.Status, r.body)
	}
	var doc rulebook.Document
	if r := c.ask("GET", "/api/tables/sen/rules?lang=en", ""); json.Unmarshal([]byte(r.body), &doc) != nil || len(doc.Sections) < 5 {
		t.Errorf("%s %s", r.Status, r.body)
	}
	if r := c.ask("GET", "/api/tables/nowhere/rules", ""); r.StatusCode != 404 || r.code(t) != wire.NoSuchTable {
		t.Error(r.Status)
	}
	if r := c.ask("GET", "/api/rounds?limit=5", "", cookie); r.StatusCode != 200 || r.body != `{"rounds":[]}` {
		t.Errorf("%s %s", r.Status, r.body)
	}
	for _, query := range []string{"limit=0", "limit=x", "limit=1e9", "before=-1", "after=1", "limit=", "limit=5&limit=6x&x=%00"} {
		r := c.ask("GET", "/api/rounds?"+query, "", cookie)
		if r.StatusCode != 400 || r.code(t) != wire.BadMessage {
			t.Errorf("%s: %s %s", query, r.Status, r.body)
		}
	}
	if r := c.ask("GET", "/api/rounds", ""); r.StatusCode != 401 {
		t.Error(r.Status)
	}
	if r := c.ask("GET", "/api/nothing", ""); r.StatusCode != 404 || r.code(t) != wire.NotFound {
		t.Error(r.Status)
	}
	if r := c.ask("GET", "/api/guest", ""); r.StatusCode != 405 || r.code(t) != wire.MethodNotAllowed || r.Header.Get("Allow") != "POST" {
		t.Error(r.Status, r.Header)
	}
	if r := c.ask("DELETE", "/api/lobby", ""); r.StatusCode != 405 || r.code(t) != wire.MethodNotAllowed {
		t.Error(r.Status)
	}
}

func TestAnAddressMayNotTryForEver(t *testing.T) {
	c := open(t)
	for range 100 {
		r := c.ask("POST", "/api/guest", `{"name":""}`)
		if r.StatusCode == http.StatusTooManyRequests {
			if r.code(t) != wire.RateLimited || r.Header.Get("Retry-After") == "" {
				t.Errorf("%v %s", r.Header, r.body)
			}
			return
		}
	}
	t.Error("a hundred attempts were all looked at")
}

func TestThePageIsStrictAndCached(t *testing.T) {
	c := open(t)
	for _, path := range []string{"/", "/table/sen", "/lobby"} {
		r := c.ask("GET", path, "")
		csp := r.Header.Get("Content-Security-Policy")
		if r.StatusCode != 200 || !strings.Contains(r.body, "CLUB 99") || r.Header.Get("Cache-Control") != "no-cache" ||
			!strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") || strings.Contains(csp, "data:") ||
			r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %s %v", path, r.Status, r.Header)
		}
		if again := c.ask("GET", path, "", "If-None-Match: "+r.Header.Get("ETag")); again.StatusCode != http.StatusNotModified || again.body != "" {
			t.Errorf("%s again: %s", path, again.Status)
		}
	}
	if r := c.ask("GET", "/assets/index-1234.js", ""); !strings.Contains(r.Header.Get("Cache-Control"), "immutable") || r.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("%v", r.Header)
	}
	if r := c.ask("GET", "/", "", "Accept-Encoding: gzip"); r.Header.Get("Content-Encoding") != "gzip" || len(r.body) > 1000 {
		t.Errorf("%v", r.Header)
	}
	for _, path := range []string{"/assets/gone.js", "/favicon.ico", "/connection/nothing"} {
		if r := c.ask("GET", path, ""); r.StatusCode != 404 {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
	if r := c.ask("POST", "/", ""); r.StatusCode != 405 {
		t.Error(r.Status)
	}
	if r := c.ask("HEAD", "/", ""); r.StatusCode != 200 || r.body != "" {
		t.Error(r.Status)
	}
}

func TestBadOriginsInTheSettingsAreRefused(t *testing.T) {
	for _, origin := range []string{"club.example", "ftp://club.example", "https://club.example/x", "https://", "https://a@b"} {
		if _, err := gateway.New(gateway.Config{Origins: []string{origin}, Page: page}); err == nil {
			t.Errorf("%q is accepted", origin)
		}
	}
}

// /emulation is open to strangers: nobody there may ask without end.
func TestAnAddressMayNotSendThroughForEver(t *testing.T) {
	c := open(t)
	for range 20000 {
		switch r := c.ask("POST", "/emulation", `{"session":"x","node":"y","data":"z"}`); r.StatusCode {
		case http.StatusNotFound: // no such session
		case http.StatusTooManyRequests:
			return
		default:
			t.Fatalf("status %d", r.StatusCode)
		}
	}
	t.Error("never refused")
}

// Every answer, a refusal too, tells the browser to be strict.
func TestEveryAnswerIsStrict(t *testing.T) {
	c := openWith(t, gateway.Config{Proxied: true})
	want := map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; " +
			"manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin", "Strict-Transport-Security": "max-age=31536000",
	}
	for _, ask := range []struct{ method, path string }{
		{"GET", "/"}, {"GET", "/assets/index-1234.js"}, {"GET", "/assets/gone.js"}, {"POST", "/"}, {"GET", "/api/me"}, {"GET", "/api/rounds"}, {"DELETE", "/api/me"},
		{"GET", "/api/nothing"}, {"POST", "/api/login"}, {"GET", "/healthz"}, {"GET", "/connection/nothing"}, {"POST", "/emulation"}, {"GET", "/connection/websocket"},
	} {
		r := c.ask(ask.method, ask.path, "", "X-Forwarded-Proto: https")
		for name, value := range want {
			if got := r.Header.Get(name); got != value {
				t.Errorf("%s %s (%s): %s is %q", ask.method, ask.path, r.Status, name, got)
			}
		}
		if p := r.Header.Get("Permissions-Policy"); !strings.Contains(p, "camera=()") || !strings.Contains(p, "geolocation=()") {
			t.Errorf("%s %s: Permissions-Policy is %q", ask.method, ask.path, p)
		}
		if strings.HasPrefix(ask.path, "/api/") && r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s %s: an answer may be kept: %q", ask.method, ask.path, r.Header.Get("Cache-Control"))
		}
	}
	if r := c.ask("GET", "/", "", "X-Forwarded-Proto: http"); r.Header.Get("Strict-Transport-Security") != "" {
		t.Error("a page without encryption promises encryption")
	}
}

// Where the club is served encrypted, a page of the same name that came without
// encryption is not the club's: whoever sits on the line made it.
func TestAPageWithoutEncryptionIsNotTheClubs(t *testing.T) {
	c := openWith(t, gateway.Config{Proxied: true})
	host := strings.TrimPrefix(c.url, "http://")
	for _, path := range []string{"/api/guest", "/connection/http_stream", "/emulation", "/api/logout"} {
		for _, proto := range []string{"https", "wss"} {
			r := c.ask("POST", path, `{"name":"Lan"}`, "X-Forwarded-Proto: "+proto, "Origin: http://"+host)
			if r.StatusCode != 403 || r.code(t) != wire.WrongOrigin {
				t.Errorf("%s over %s: %s %s", path, proto, r.Status, r.body)
			}
		}
	}
	if r := c.ask("GET", "/connection/websocket", "", "X-Forwarded-Proto: https", "Origin: http://"+host); r.StatusCode != 403 {
		t.Errorf("a WebSocket: %s", r.Status)
	}
	if r := c.ask("POST", "/api/guest", `{"name":"Lan"}`, "X-Forwarded-Proto: https", "Origin: https://"+host); r.StatusCode != 200 {
		t.Errorf("the club's own page: %s %s", r.Status, r.body)
	}
}
