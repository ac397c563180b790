package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/centrifugal/centrifuge"

	"club99/internal/account"
	"club99/internal/odds"
	"club99/internal/rulebook"
	"club99/internal/store"
	"club99/internal/warden"
	"club99/internal/wire"
)

// apiTime bounds how long one request may take.
const apiTime = 10 * time.Second

// routeAPI adds each address with its method, and the answer to other methods.
func (g *Gateway) routeAPI(mux *http.ServeMux) {
	methods := map[string][]string{}
	within := func(limit time.Duration, method, path string, do func(http.ResponseWriter, *http.Request) error) {
		methods[path] = append(methods[path], method)
		mux.HandleFunc(method+" "+path, func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), limit)
			defer cancel()
			w.Header().Set("Cache-Control", "no-store")
			if err := do(w, r.WithContext(ctx)); err != nil {
				g.failed(w, r, err)
			}
		})
	}
	add := func(method, path string, do func(http.ResponseWriter, *http.Request) error) {
		within(apiTime, method, path, do)
	}
	add(http.MethodPost, "/api/guest", g.guest)
	add(http.MethodPost, "/api/register", g.register)
	add(http.MethodPost, "/api/login", g.login)
	add(http.MethodPost, "/api/logout", g.logout)
	add(http.MethodGet, "/api/me", g.me)
	add(http.MethodGet, "/api/lobby", g.lobby)
	add(http.MethodGet, "/api/rounds", g.rounds)
	add(http.MethodGet, "/api/rounds/statistics", g.statistics)
	within(fileTime, http.MethodGet, "/api/rounds/export.json", g.export("json"))
	within(fileTime, http.MethodGet, "/api/rounds/export.csv", g.export("csv"))
	add(http.MethodGet, "/api/rounds/{table}/{round}/grades", g.grades)
	add(http.MethodGet, "/api/rounds/{table}/{round}/replay", g.replay)
	add(http.MethodGet, "/api/tables/{id}/rules", g.rules)
	add(http.MethodGet, "/api/tables/{id}/chart", g.chart)
	add(http.MethodGet, "/api/tables/{id}/rounds/{round}", g.record)
	add(http.MethodGet, "/api/tables/{id}/shoes", g.shoes)
	add(http.MethodGet, "/api/train", g.training)
	add(http.MethodGet, "/api/train/drill", g.drill)
	g.routeWell(add)
	for path, allowed := range methods {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			g.fail(w, r, http.StatusMethodNotAllowed, wire.MethodNotAllowed)
		})
	}
}

func (g *Gateway) guest(w http.ResponseWriter, r *http.Request) error {
	body, err := g.signInBody(w, r)
	if err != nil {
		return err
	}
	name, err := wire.DecodeGuest(body)
	if err != nil {
		return err
	}
	if _, err := account.CleanName(name); err != nil {
		return err // whoever mistypes is no guest yet
	}
	if !g.guests.allow(g.address(r), g.Now()) {
		return codeError(wire.TooManyGuests)
	}
	before := g.shownToken(r)
	old, had, err := g.session(r)
	if err != nil {
		return err
	}
	if had {
		if err := g.notAway(r.Context(), old.Player.ID); err != nil {
			return err
		}
	}
	s, err := g.Accounts.Guest(r.Context(), name, before)
	if err != nil {
		return err
	}
	if had {
		g.sendAwaySoon(old.Player.ID)
	}
	g.keep(w, r, s)
	return g.showMe(w, r, s)
}

func (g *Gateway) register(w http.ResponseWriter, r *http.Request) error {
	body, err := g.signInBody(w, r)
	if err != nil {
		return err
	}
	c, err := wire.DecodeCredentials(body)
	if err != nil {
		return err
	}
	s, err := g.signedIn(r)
	if err != nil {
		return err
	}
	if s, err = g.Accounts.Register(r.Context(), s, c.Login, c.Password); err != nil {
		return err
	}
	g.sendAwaySoon(s.Player.ID)
	g.keep(w, r, s)
	return g.showMe(w, r, s)
}

func (g *Gateway) login(w http.ResponseWriter, r *http.Request) error {
	body, err := g.signInBody(w, r)
	if err != nil {
		return err
	}
	c, err := wire.DecodeCredentials(body)
	if err != nil {
		return err
	}
	old, had, err := g.session(r)
	if err != nil {
		return err
	}
	from := account.Asker{Network: network(g.address(r)), Known: g.shown(r, knownCookie)}
	s, err := g.Accounts.Login(r.Context(), from, c.Login, c.Password, g.shownToken(r))
	if err != nil {
		return err
	}
	if had {
		g.sendAwaySoon(old.Player.ID)
	}
	g.keep(w, r, s)
	return g.showMe(w, r, s)
}

func (g *Gateway) logout(w http.ResponseWriter, r *http.Request) error {
	s, ok, err := g.session(r)
	if err != nil {
		return err
	}
	if err := g.Accounts.Logout(r.Context(), g.shownToken(r)); err != nil {
		return err
	}
	g.forget(w, r)
	if ok {
		g.sendAway(s.Player.ID)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// sendAway ends the connections of a player whose session ended: they come back by
// what their cookies then say.
func (g *Gateway) sendAway(player int64) {
	if g.Mesh != nil {
		g.Mesh.SendAway(player)
	}
	g.EndConnections(player)
}

// EndConnections ends the connections that a player has to this gateway.
func (g *Gateway) EndConnections(player int64) {
	if err := g.Hub.node.Disconnect(strconv.FormatInt(player, 10), centrifuge.WithCustomDisconnect(centrifuge.DisconnectExpired)); err != nil {
		g.Log.Error("could not end the connections of a session that ended", "player", player, "error", err)
	}
}

// answered is how long an answer with a new session may take to arrive, before the
// connections of the old one are ended: they then come back with the new one.
const answered = time.Second

func (g *Gateway) sendAwaySoon(player int64) { time.AfterFunc(answered, func() { g.sendAway(player) }) }

// me says who is signed in. That nobody is, is an answer and no error: every
// first visit begins with it.
func (g *Gateway) me(w http.ResponseWriter, r *http.Request) error {
	s, ok, err := g.session(r)
	switch {
	case err != nil:
		return err
	case !ok:
		return show(w, wire.Encode(wire.Nobody{}))
	}
	if g.Accounts.Aging(&s) {
		if s, err = g.Accounts.Renew(r.Context(), s); err != nil {
			return err
		}
		g.keep(w, r, s)
	}
	return g.showMe(w, r, s)
}

func (g *Gateway) showMe(w http.ResponseWriter, r *http.Request, s account.Session) error {
	balance, err := g.Accounts.Balance(r.Context(), s.Player.ID)
	if err != nil {
		return err
	}
	return show(w, wire.Encode(wire.Me{Player: wire.Person{ID: s.Player.ID, Name: s.Player.Name, Guest: s.Guest()}, Balance: balance}))
}

func (g *Gateway) lobby(w http.ResponseWriter, _ *http.Request) error {
	return show(w, wire.Encode(wire.Lobby{Tables: g.Pit.Rows()}))
}

func (g *Gateway) rules(w http.ResponseWriter, r *http.Request) error {
	t, ok := g.Pit.Table(r.PathValue("id"))
	if !ok {
		return codeError(wire.NoSuchTable)
	}
	page, err := json.Marshal(g.rulesPage(t, rulebook.Lang(language(r))))
	if err != nil {
		return fmt.Errorf("rules page: %w", err)
	}
	return show(w, page)
}

// queryObject writes the named query parameters as the JSON object that the same
// request has elsewhere, so that there is one reader for both. Numbers stand as
// they were given; what is no number fails there.
func queryObject(q url.Values, names ...string) []byte {
	fields := []string{}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if name == "lang" {
			continue
		}
		value, err := json.Marshal(q.Get(name))
		if n, numErr := strconv.ParseInt(q.Get(name), 10, 64); numErr == nil && slices.Contains(names, name) {
			value = strconv.AppendInt(nil, n, 10)
		}
		if key, keyErr := json.Marshal(name); err == nil && keyErr == nil {
			fields = append(fields, string(key)+":"+string(value))
		}
	}
	return []byte("{" + strings.Join(fields, ",") + "}")
}

// signedIn is the session of who must be signed in.
func (g *Gateway) signedIn(r *http.Request) (account.Session, error) {
	s, ok, err := g.session(r)
	if err == nil && !ok {
		err = codeError(wire.SignInRequired)
	}
	return s, err
}

// signInBody reads the body of a request to let somebody in, if the address has
// not asked too often.
func (g *Gateway) signInBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if !g.signIns.allow(g.address(r), g.Now()) {
		return nil, codeError(wire.RateLimited)
	}
	return smallBody(w, r)
}

func show(w http.ResponseWriter, body []byte) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Write(body) // whoever asked may have gone: there is nobody to tell
	return nil
}

// codeError is a refusal by its code.
type codeError wire.Code

func (c codeError) Error() string { return string(c) }

// codes are what the errors of accounts and store are called outside.
var codes = []struct {
	err  error
	code wire.Code
}{
	{account.ErrBadName, wire.BadName},
	{account.ErrBadLogin, wire.BadLogin},
	{account.ErrBadPassword, wire.BadPassword},
	{account.ErrLoginTaken, wire.LoginTaken},
	{account.ErrRegistered, wire.AlreadyRegistered},
	{account.ErrWrongLogin, wire.WrongLogin},
	{account.ErrBusy, wire.Busy},
	{odds.ErrBusy, wire.Busy},
	{warden.ErrShorter, wire.NotShorter},
	{store.ErrBusy, wire.Busy},
	{store.ErrUnavailable, wire.StoreUnavailable},
	{store.ErrUncertain, wire.StoreUnavailable},
	{store.ErrClosed, wire.StoreUnavailable},
	{store.ErrNotFound, wire.NotFound},
	{context.DeadlineExceeded, wire.Busy},
	{context.Canceled, wire.Busy}, // nobody waits for the answer any more
}

func codeOf(err error) wire.Code {
	if c := codeError(""); errors.As(err, &c) {
		return wire.Code(c)
	}
	if wait := (*account.WaitError)(nil); errors.As(err, &wait) {
		return wire.LoginWait
	}
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	return wire.Internal
}

// statuses are the HTTP statuses of codes; of all others 400.
var statuses = map[wire.Code]int{
	wire.SignInRequired:    http.StatusUnauthorized,
	wire.WrongLogin:        http.StatusUnauthorized,
	wire.WrongOrigin:       http.StatusForbidden,
	wire.NoSuchTable:       http.StatusNotFound,
	wire.NotFound:          http.StatusNotFound,
	wire.LoginTaken:        http.StatusConflict,
	wire.AlreadyRegistered: http.StatusConflict,
	wire.NotShorter:        http.StatusConflict,
	wire.OnBreak:           http.StatusForbidden,
	wire.Excluded:          http.StatusForbidden,
	wire.TooLarge:          http.StatusRequestEntityTooLarge,
	wire.RateLimited:       http.StatusTooManyRequests,
	wire.LoginWait:         http.StatusTooManyRequests,
	wire.TooManyGuests:     http.StatusTooManyRequests,
	wire.Busy:              http.StatusServiceUnavailable,
	wire.StoreUnavailable:  http.StatusServiceUnavailable,
	wire.Internal:          http.StatusInternalServerError,
}

// failed answers a request that went wrong.
func (g *Gateway) failed(w http.ResponseWriter, r *http.Request, err error) {
	if f := (*wire.Fault)(nil); errors.As(err, &f) {
		g.write(w, http.StatusBadRequest, wire.Error{Code: f.Code, Message: f.Sentence(language(r))})
		return
	}
	code, until := codeOf(err), wire.Millis(0)
	if h := (*holdError)(nil); errors.As(err, &h) {
		code, until = h.code, h.until
	}
	if code == wire.Internal || code == wire.StoreUnavailable {
		g.Log.Error("a request failed", "path", r.URL.Path, "code", code, "error", err)
	}
	status, ok := statuses[code]
	if !ok {
		status = http.StatusBadRequest
	}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(g.retryAfter(code, err)))
	}
	g.write(w, status, wire.Error{Code: code, Message: code.SentenceUntil(language(r), until), Until: until})
}

// retryAfter is when asking again may help, in seconds.
func (g *Gateway) retryAfter(code wire.Code, err error) int {
	if wait := (*account.WaitError)(nil); errors.As(err, &wait) {
		return int(math.Ceil(wait.For.Seconds()))
	}
	if code == wire.TooManyGuests {
		return int(time.Hour.Seconds()) / g.Guests
	}
	return 2
}

func (g *Gateway) fail(w http.ResponseWriter, r *http.Request, status int, code wire.Code) {
	g.write(w, status, wire.Error{Code: code, Message: code.Sentence(language(r))})
}

func (g *Gateway) write(w http.ResponseWriter, status int, body wire.Error) {
	g.Watch.Refused(body.Code)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(wire.Encode(body))
}
