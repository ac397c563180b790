package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	centrifuge "github.com/centrifugal/centrifuge-go"

	"club99/internal/wire"
)

// Options are how a club is reached.
type Options struct {
	URL    string       // of the club, as in "https://club.example"
	HTTP   *http.Client // nil: a plain one
	Header http.Header  // sent along with every request, as in Accept-Language: en
	Frames *Frames      // shared by clients of one process; nil: this client's alone
	// Asked is told of every command before it is sent for the first time. Nil: nobody.
	Asked func(Command)
	// Answered is told of every answer to a command, done or refused, before whoever
	// sent it; for a log of the player's own. Nil: nobody.
	Answered func(Command, Answer)
	// Dial makes the connection that frames and commands take; nil: as usual.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// patience is how long one attempt at anything may take.
const patience = 10 * time.Second

// Client is one player's connection to a club. Its methods may be called from
// any goroutine.
type Client struct {
	base    string
	http    *http.Client
	header  http.Header
	frames  *Frames
	asked   func(Command)
	logged  func(Command, Answer)
	dial    func(ctx context.Context, network, address string) (net.Conn, error)
	ids     string // the beginning of its commands' ids, which nobody else has
	sent    atomic.Uint64
	connect sync.Mutex
	made    atomic.Int64

	mu     sync.Mutex
	token  string
	line   *centrifuge.Client
	tables map[string]*Table
	ended  error // why the line is gone for good
}

// New returns a client that is not connected. The error says what is wrong with the URL.
func New(o Options) (*Client, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%q is not the address of a club: write it as http://127.0.0.1:8099", o.URL)
	}
	c := &Client{
		base: u.Scheme + "://" + u.Host, http: o.HTTP, header: o.Header.Clone(), frames: o.Frames, asked: o.Asked, logged: o.Answered, dial: o.Dial,
		tables: map[string]*Table{},
	}
	if c.http == nil {
		c.http = &http.Client{Timeout: patience}
	}
	if c.header == nil {
		c.header = http.Header{}
	}
	var id [6]byte
	rand.Read(id[:]) // never fails: it ends the program if the system has no randomness
	c.ids = hex.EncodeToString(id[:]) + "-"
	return c, nil
}

// cookieName is the cookie that holds the session's token: over HTTPS the club
// puts a prefix before it.
func (c *Client) cookieName() string {
	if strings.HasPrefix(c.base, "https:") {
		return "__Host-club99"
	}
	return "club99"
}

// Guest enters as a new player of the given name.
func (c *Client) Guest(ctx context.Context, name string) (Me, error) {
	return c.signIn(ctx, "/api/guest", map[string]string{"name": name})
}

// Register gives the signed-in guest a login and a password.
func (c *Client) Register(ctx context.Context, login, password string) (Me, error) {
	return c.signIn(ctx, "/api/register", map[string]string{"login": login, "password": password})
}

// Login signs in a registered player.
func (c *Client) Login(ctx context.Context, login, password string) (Me, error) {
	return c.signIn(ctx, "/api/login", map[string]string{"login": login, "password": password})
}

// Resume goes on with the session of a token that [Client.Token] gave.
func (c *Client) Resume(ctx context.Context, token string) (Me, error) {
	c.setToken(token)
	return c.Me(ctx)
}

// Token is the session's secret: whoever has it is the player.
func (c *Client) Token() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token
}

func (c *Client) setToken(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = token
}

// Me is the signed-in player, with the balance. Where nobody is signed in it is
// [Refused] with the code sign-in-required.
func (c *Client) Me(ctx context.Context) (me Me, err error) {
	err = c.ask(ctx, http.MethodGet, "/api/me", nil, &me)
	if err == nil && me.Player.ID == 0 {
		err = &Refused{Code: wire.SignInRequired, Message: wire.SignInRequired.Sentence(wire.English)}
	}
	return me, err
}

// Lobby lists the tables.
func (c *Client) Lobby(ctx context.Context) ([]LobbyTable, error) {
	var l wire.Lobby
	err := c.ask(ctx, http.MethodGet, "/api/lobby", nil, &l)
	return l.Tables, err
}

// Rounds are the player's last rounds, newest first; before is the id of a round
// that newer ones than which are left out, 0 for none.
func (c *Client) Rounds(ctx context.Context, before uint64, limit int) ([]PastRound, error) {
	var r wire.Rounds
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	if before != 0 {
		query.Set("before", strconv.FormatUint(before, 10))
	}
	err := c.ask(ctx, http.MethodGet, "/api/rounds?"+query.Encode(), nil, &r)
	return r.Rounds, err
}

func (c *Client) signIn(ctx context.Context, path string, body any) (me Me, err error) {
	return me, c.ask(ctx, http.MethodPost, path, body, &me)
}

// ask makes one HTTP request, and keeps the session that comes with the answer.
func (c *Client) ask(ctx context.Context, method, path string, body, answer any) error {
	var data []byte
	if body != nil {
		data = wire.Encode(body)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(data))
	if err != nil {
		return err
	}
	r.Header = c.header.Clone()
	for _, cookie := range (session{c}).Cookies(nil) {
		r.AddCookie(cookie)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 16<<20))
	if err != nil {
		return err
	}
	if resp.StatusCode/100 != 2 {
		var e wire.Error
		if json.Unmarshal(text, &e) != nil || e.Code == "" {
			return fmt.Errorf("%s %s: the club answers %s", method, path, resp.Status)
		}
		return &Refused{Code: e.Code, Message: e.Message}
	}
	for _, cookie := range resp.Cookies() {
		if cookie.Name == c.cookieName() {
			c.setToken(cookie.Value)
		}
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("%s %s: the answer cannot be read: %w", method, path, err)
	}
	return nil
}

// session is the cookies of a client: the session that it has at the moment, which
// may be another one each time that the line is connected again.
type session struct{ *Client }

// Cookies is http.CookieJar.
func (s session) Cookies(*url.URL) []*http.Cookie {
	token := s.Token()
	if token == "" {
		return nil
	}
	return []*http.Cookie{{Name: s.cookieName(), Value: token}}
}

// SetCookies is http.CookieJar: a connection brings no session, only a request does.
func (session) SetCookies(*url.URL, []*http.Cookie) {}

// Connect connects the client; it stays connected until [Client.Close]. Joining
// a table connects by itself.
func (c *Client) Connect(ctx context.Context) error {
	c.connect.Lock()
	defer c.connect.Unlock()
	c.mu.Lock()
	line, ended := c.line, c.ended
	c.mu.Unlock()
	if line != nil || ended != nil {
		return ended
	}
	line = centrifuge.NewProtobufClient("ws"+strings.TrimPrefix(c.base, "http")+"/connection/websocket", centrifuge.Config{
		Header: c.header, CookieJar: session{c}, Name: "club99", ReadTimeout: patience, WriteTimeout: patience, HandshakeTimeout: patience,
		NetDialContext: c.dial, MinReconnectDelay: 50 * time.Millisecond, MaxReconnectDelay: 5 * time.Second,
	})
	ready := make(chan error, 1)
	first := func(err error) {
		select {
		case ready <- err:
		default:
		}
	}
	line.OnConnected(func(centrifuge.ConnectedEvent) {
		c.made.Add(1)
		first(nil)
	})
	line.OnDisconnected(func(e centrifuge.DisconnectedEvent) {
		err := fmt.Errorf("the club ended the connection: %s (%d)", e.Reason, e.Code)
		c.end(err)
		first(err)
	})
	var trouble atomic.Value // the last error of connecting
	line.OnError(func(e centrifuge.ErrorEvent) { trouble.Store(e.Error.Error()) })
	line.OnSubscribed(func(e centrifuge.ServerSubscribedEvent) {
		if e.WasRecovering && !e.Recovered {
			c.missed()
		}
	})
	line.OnPublication(func(e centrifuge.ServerPublicationEvent) { c.told(e.Data) })
	c.mu.Lock()
	c.line = line
	c.mu.Unlock()
	go func() { _ = line.Connect() }() // an error is tried again by itself
	select {
	case err := <-ready:
		return err
	case <-ctx.Done():
		if why := trouble.Load(); why != nil {
			return fmt.Errorf("%w: %v", ctx.Err(), why)
		}
		return ctx.Err()
	}
}

// Connections is how many times a connection was made; every one after the first
// replaced one that was lost.
func (c *Client) Connections() int { return int(c.made.Load()) }

// Close ends the connection. Seats stay the player's for a while; leave them before.
func (c *Client) Close() {
	c.end(errClosed)
	c.mu.Lock()
	line := c.line
	c.mu.Unlock()
	if line != nil {
		line.Close()
	}
}

var errClosed = errors.New("the client was closed")

// end tells every table that nothing comes any more.
func (c *Client) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == nil {
		c.ended = err
	}
	for _, t := range c.tables {
		t.add(item{err: c.ended})
	}
}
