package gateway_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	centrifuge "github.com/centrifugal/centrifuge-go"

	"club99/internal/gateway"
	"club99/internal/wire"
)

// flushed is an answer of which nobody waits for the end.
type flushed struct{ *httptest.ResponseRecorder }

// FuzzHTTP has any request come to the door, as it stands on the line. It is
// answered: never with "our fault", always with the strict headers, and a refusal
// by the club with a code.
func FuzzHTTP(f *testing.F) {
	c := openWith(f, gateway.Config{Proxied: true, Guests: 1 << 30})
	cookie, _ := c.guest("Lan")
	for _, line := range []string{
		"GET / HTTP/1.1", "GET /assets/index-1234.js HTTP/1.1", "GET /api/me HTTP/1.1", "GET /api/rounds?before=1&limit=2&lang=en HTTP/1.1", "HEAD /table/%2e%2e/x HTTP/1.1",
		"GET /api/rounds/sen/1/grades HTTP/1.1", "GET /api/rounds/sen/1/replay HTTP/1.1", "GET /api/rounds/statistics?zone=Asia/Ho_Chi_Minh&from=2026-11-30 HTTP/1.1",
		"GET /api/rounds/export.csv?result=won&table=sen HTTP/1.1", "GET /api/tables/sen/rules?lang=vi HTTP/1.1", "GET /api/tables/sen/chart?class=td HTTP/1.1", "GET /api/tables/sen/rounds/1 HTTP/1.1",
		"GET /api/tables/sen/shoes?before=9007199254740992 HTTP/1.1", "DELETE /api/lobby HTTP/1.1", "GET /connection/websocket HTTP/1.1", "OPTIONS * HTTP/1.1",
	} {
		f.Add([]byte(line + "\r\nHost: club.example\r\n" + cookie + "\r\nX-Forwarded-For: 10.1.2.3, x\r\n\r\n"))
	}
	for _, post := range []string{
		"/api/guest\n{\"name\":\"Mai\"}", "/api/register\n{\"login\":\"lan\",\"password\":\"12345678\"}", "/api/login\n{\"login\":\"lan\",\"password\":\"12345678\"}", "/api/logout\n",
		"/emulation\n{\"session\":\"a\",\"node\":\"b\",\"data\":\"c\"}", "/connection/sse\n{}", "/connection/http_stream\n{\"id\":1,\"connect\":{}}",
	} {
		path, body, _ := strings.Cut(post, "\n")
		f.Add([]byte("POST " + path + " HTTP/1.1\r\nHost: club.example\r\nOrigin: https://club.example\r\nTransfer-Encoding: chunked\r\n\r\n" +
			"5\r\n" + (body + "     ")[:5] + "\r\n0\r\n\r\n"))
		f.Add([]byte("POST " + path + " HTTP/1.0\r\nHost: club.example\r\nX-Forwarded-Proto: https\r\nContent-Length: 40\r\n\r\n" + (body + strings.Repeat(" ", 40))[:40]))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(data)))
		if err != nil {
			return // the server's own library refuses it
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if strings.HasPrefix(r.URL.Path, "/connection/") {
			ctx, cancel = context.WithTimeout(ctx, 20*time.Millisecond) // a stream would go on
			defer cancel()
		}
		r.RemoteAddr = "192.0.2.1:1"
		w := flushed{httptest.NewRecorder()}
		c.gate.ServeHTTP(w, r.WithContext(ctx))
		if w.Code == http.StatusInternalServerError && !strings.HasPrefix(r.URL.Path, "/connection/websocket") { // which needs a real line
			t.Fatalf("%q is answered %d %s", data, w.Code, w.Body)
		}
		if csp := w.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Fatalf("%q is answered without the strict headers: %v", data, w.Header())
		}
		var e wire.Error
		if strings.HasPrefix(r.URL.Path, "/api/") && w.Code >= 400 && (json.Unmarshal(w.Body.Bytes(), &e) != nil || e.Code == "" || e.Code == wire.Internal) {
			t.Fatalf("%q is answered %d %s", data, w.Code, w.Body)
		}
	})
}

// FuzzRPC has a signed-in player ask anything over the line: every request is
// answered, and the next one too.
func FuzzRPC(f *testing.F) {
	c := openWith(f, gateway.Config{Proxied: true, Guests: 1 << 30, Requests: 1 << 20})
	cookie, _ := c.guest("Lan")
	seated := c.connect(cookie)
	seated.listen()
	seated.must(wire.Command{Name: wire.Sit, Seat: 1})
	// The binary form of the transport takes any bytes: the club's readers see them all.
	lan := centrifuge.NewProtobufClient(strings.Replace(c.url, "http", "ws", 1)+"/connection/websocket",
		centrifuge.Config{Header: http.Header{"Cookie": {strings.TrimPrefix(cookie, "Cookie: ")}}})
	f.Cleanup(lan.Close)
	if err := lan.Connect(); err != nil {
		f.Fatal(err)
	}
	for _, m := range []struct{ method, data string }{
		{"join", `{"table":"sen"}`}, {"lobby", ``}, {"rounds", `{"before":3,"limit":5}`}, {"hint", `{"table":"sen","seat":1}`}, {"emote", `{"table":"sen","emote":"hello"}`}, {"", ""}, {"admin", "{}"},
		{"command", `{"table":"sen","id":"a","name":"sit","seat":2}`}, {"command", `{"table":"sen","id":"b","name":"bet","round":1,"bets":[{"seat":1,"amount":1000}]}`},
		{"command", `{"table":"sen","id":"c","name":"act","round":1,"seat":1,"turn":1,"action":"insure","amount":1}`}, {"command", `{"table":"sen","id":"d","name":"reveal","round":1,"seeds":[{"seat":1,"seed":"00"}]}`},
	} {
		f.Add(m.method, []byte(m.data))
	}
	f.Fuzz(func(t *testing.T, method string, data []byte) {
		if len(data) > 8<<10 || len(method) > 4<<10 || !utf8.ValidString(method) {
			return // more than a message may have, or no message of the transport: that ends the connection
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		result, err := lan.RPC(ctx, method, data)
		refused := (*centrifuge.Error)(nil)
		switch {
		case errors.As(err, &refused):
			if refused.Code == 100 || refused.Message == string(wire.Internal) {
				t.Fatalf("%q %q is answered %v", method, data, err)
			}
		case err != nil:
			t.Fatalf("%q %q is not answered: %v", method, data, err)
		case err == nil && method == "command":
			var a wire.Answer
			if json.Unmarshal(result.Data, &a) != nil || a.Code == wire.Internal || !a.OK && (a.Code == "" || a.Message == "") {
				t.Fatalf("%q is answered %s", data, result.Data)
			}
		}
		if _, err := lan.RPC(ctx, "lobby", nil); err != nil {
			t.Fatalf("after %q %q: %v", method, data, err)
		}
	})
}
