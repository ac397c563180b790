package gateway

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"golang.org/x/time/rate"

	"club99/internal/account"
	"club99/internal/history"
	"club99/internal/odds"
	"club99/internal/pit"
	"club99/internal/wire"
)

// Watch is told what happens at the door, for those who count it. Its methods must
// not wait; they are called from many goroutines.
type Watch interface {
	// Refused says that something was refused, with the code that was answered.
	Refused(code wire.Code)
	// CameIn says that a connection began.
	CameIn()
	// Resumed says that a connection asked to go on from the last frame it saw:
	// it got the frames it missed or, if not whole, has to join anew.
	Resumed(whole bool)
	// SentAway says that the server ended a connection, and why, in a few words.
	SentAway(reason string)
}

// unwatched is a Watch for whom nobody counts.
type unwatched struct{}

func (unwatched) Refused(wire.Code) {}
func (unwatched) CameIn()           {}
func (unwatched) Resumed(bool)      {}
func (unwatched) SentAway(string)   {}

// Warden keeps what players set to play well; package warden has one.
type Warden interface {
	Ready(ctx context.Context, player int64) error
	Well(ctx context.Context, player int64) (wire.Well, error)
	SetLimits(ctx context.Context, player int64, asked wire.LimitsRequest) (wire.Well, error)
	TakeBreak(ctx context.Context, player int64, hours int) (wire.Well, error)
	Exclude(ctx context.Context, player int64, months int) (wire.Well, error)
	Answer(ctx context.Context, player int64) (wire.Well, error)
}

// Config is what a gateway is made of.
type Config struct {
	Hub      *Hub
	Pit      *pit.Pit
	Accounts *account.Accounts
	History  *history.History
	Odds     *odds.Book
	Warden   Warden // of what players set to play well; nil: they can set nothing
	Page     fs.FS  // the web client
	Log      *slog.Logger
	Watch    Watch // may be nil
	Mesh     Mesh  // the other nodes of the club; nil: there are none
	Now      func() time.Time

	Ready func(context.Context) error // why nobody should be sent here now; nil: nothing ever stands against it

	Origins  []string // other sites whose pages may talk to this server, as in "https://club.example"
	Guests   int      // new ones that one network may bring in an hour; 0: 60
	Requests int      // that one connection may make a second; 0: 20
	Open     int      // connections that one address may have at a time; 0: 1000
	Proxied  bool     // a proxy stands before this server: it says by X-Forwarded-For and -Proto who asks, and how
}

// Gateway serves browsers.
type Gateway struct {
	Config
	origins *origins
	signIns *addressLimits // how often one address may try to come in as a guest, log in, register
	guests  *addressLimits // how many new guests one address may bring
	dials   *addressLimits // how often one address may connect
	opened  *opened        // how many connections one address has
	posts   *addressLimits // how often one address may send through /emulation
	records *addressLimits // how often one address may have the journal read
	hints   *playerLimits  // how often one player may ask what decisions are worth
	pages   *playerLimits  // how often one player may turn the pages of the own history
	looks   *playerLimits  // how often one player may have the own rounds counted, or one of them told again
	files   *playerLimits  // how often one player may take the own history along
	taking  chan struct{}  // as many files as are being written; a full one answers "busy"
	emotes  *playerLimits  // how often one player may say something to a table
	wells   *playerLimits  // how often one player may ask and set what is for playing well
	trains  *playerLimits  // how often one player may ask what is for learning
	reading chan struct{}  // those who read many rounds just now; a full one has others wait
	handler http.Handler
}

// New returns the gateway. Its hub must be its alone.
func New(c Config) (*Gateway, error) {
	c.Requests = cmp.Or(c.Requests, requestsPerSecond)
	c.Guests = cmp.Or(c.Guests, guestsPerHour)
	if c.Watch == nil {
		c.Watch = unwatched{}
	}
	g := &Gateway{
		Config:  c,
		signIns: newAddressLimits(1, 60),
		guests:  newAddressLimits(rate.Limit(float64(c.Guests)/time.Hour.Seconds()), c.Guests),
		dials:   newAddressLimits(10, 100),
		opened:  newOpened(cmp.Or(c.Open, connectionsPerAddress)),
		posts:   newAddressLimits(rate.Limit(floodFactor*c.Requests), 10*floodFactor*c.Requests),
		records: newAddressLimits(recordsPerSecond, recordBurst),
		hints:   newPlayerLimits(hintsPerSecond, hintBurst),
		pages:   newPlayerLimits(pagesPerSecond, pageBurst),
		looks:   newPlayerLimits(looksPerSecond, lookBurst),
		files:   newPlayerLimits(filesPerSecond, fileBurst),
		taking:  make(chan struct{}, filesAtOnce),
		emotes:  newPlayerLimits(emotesPerSecond, emoteBurst),
		wells:   newPlayerLimits(wellPerSecond, wellBurst),
		trains:  newPlayerLimits(trainPerSecond, trainBurst),
		reading: make(chan struct{}, readAtOnce),
	}
	var err error
	if g.origins, err = newOrigins(c.Origins, g.secure); err != nil {
		return nil, err
	}
	page, err := newPage(c.Page)
	if err != nil {
		return nil, err
	}
	g.listen()
	g.handler = g.routes(page)
	return g, nil
}

// ServeHTTP serves everything the club has to serve.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.handler.ServeHTTP(w, r) }

func (g *Gateway) routes(page http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", g.health)
	mux.HandleFunc("GET /readyz", g.ready)
	g.routeAPI(mux)
	g.routeRealtime(mux)
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { g.fail(w, r, http.StatusNotFound, wire.NotFound) })
	mux.HandleFunc("/connection/", func(w http.ResponseWriter, r *http.Request) { g.fail(w, r, http.StatusNotFound, wire.NotFound) })
	mux.Handle("/", page)
	return g.recovered(bodiesInTime(headers(g.sameOrigin(mux), g)))
}

func (g *Gateway) health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte("ok\n"))
}

// ready says whether people should be sent here. Why not, the public is not told.
func (g *Gateway) ready(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if g.Ready != nil && g.Ready(r.Context()) != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		w.Write([]byte("not ready\n"))
		return
	}
	w.Write([]byte("ready\n"))
}

// recovered answers a panic with a code and a line in the log: one bad request
// must not take the club down, nor be cut off without a word.
func (g *Gateway) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			why := recover()
			if why == nil {
				return
			}
			if err, ok := why.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(why) // how a handler says that there is nobody to answer
			}
			g.Log.Error("a request ended in a panic", "path", r.URL.Path, "panic", why, "stack", string(debug.Stack()))
			g.fail(w, r, http.StatusInternalServerError, wire.Internal)
		}()
		next.ServeHTTP(w, r)
	})
}
