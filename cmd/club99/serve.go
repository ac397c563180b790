package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"club99/blackjack"
	"club99/internal/account"
	"club99/internal/config"
	"club99/internal/fault"
	"club99/internal/gateway"
	"club99/internal/history"
	"club99/internal/odds"
	"club99/internal/pit"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/telemetry"
	"club99/internal/warden"
	"club99/web"
)

// serve is club99 serve.
type serve struct {
	settings `embed:""`
	TestShoe string `placeholder:"FILE" help:"For tests of the program only: deal the listed cards. Refused unless CLUB99_TEST=1."`
}

// Help is shown below the flags.
func (serve) Help() string {
	return `The address is printed when the club is open. Stop it with Ctrl-C or SIGTERM: no
new round begins, bets that were not dealt for go back, and rounds in play are
finished, for --drain-time at most. Ctrl-C again stops at once. Rounds that were
not finished go on when it is started again.

Example:
  club99 serve
  club99 serve --address :8099 --data /var/lib/club99`
}

// The time for people to be sent away, and for requests to end, at closing.
const closingTime = 5 * time.Second

// Run keeps the club open until ctx ends.
func (s *serve) Run(ctx context.Context, out streams) error {
	c, err := s.settings.read()
	if err != nil {
		return err
	}
	script, err := s.script(&c)
	if err != nil {
		return err
	}
	if err := validate(&c); err != nil {
		return err
	}
	log, err := telemetry.Logger(out.notes, c.LogFormat, c.LogLevel)
	if err != nil {
		return usageError{err}
	}
	in, err := listen(&c)
	if err != nil {
		return err
	}
	defer in.close()
	return open(ctx, &c, script, log, in, func(url string) {
		fmt.Fprintf(out.data, "CLUB 99 is open at %s\n", url)
	})
}

// script is the scripted shoe, if one was asked for and this is a test.
func (s *serve) script(c *config.Config) (config.Script, error) {
	if s.TestShoe == "" {
		return nil, nil
	}
	if os.Getenv("CLUB99_TEST") != "1" {
		return nil, usageError{errors.New("--test-shoe is for tests of the program, where whoever writes the file knows the cards: leave it out")}
	}
	script, err := c.ReadScript(s.TestShoe)
	if err != nil {
		return nil, usageError{err}
	}
	return script, nil
}

// entrances are where browsers and, if asked for, the readers of metrics and
// profiles connect.
type entrances struct {
	club, metrics, profile net.Listener
	url                    string // of the club, for a browser on this machine
}

// listen takes the addresses, and reads what HTTPS needs, before anything is opened.
func listen(c *config.Config) (in entrances, err error) {
	if in.club, err = net.Listen("tcp", c.Address); err != nil {
		return in, fmt.Errorf("%w: choose another address with --address", err)
	}
	in.url = address(in.club, c)
	if c.TLSCert != "" {
		pair, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
		if err != nil {
			in.close()
			return in, fmt.Errorf("%w: --tls-cert and --tls-key must name a certificate and its key", err)
		}
		in.club = tls.NewListener(in.club, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}})
	}
	for _, more := range []struct {
		to            *net.Listener
		address, flag string
	}{{&in.metrics, c.Metrics, "--metrics"}, {&in.profile, c.Profile, "--profile"}} {
		if more.address == "" {
			continue
		}
		if *more.to, err = net.Listen("tcp", more.address); err != nil {
			in.close()
			return in, fmt.Errorf("%w: choose another address with %s", err, more.flag)
		}
	}
	return in, nil
}

// noted writes down what an operator asks first of a log: what runs here, and where.
func (in *entrances) noted(log *slog.Logger, c *config.Config, s *seal.Sealer) {
	attrs := []any{"url", in.url, "data", c.Data, "tables", len(c.Tables), "proxied", c.Proxied}
	for _, more := range []struct {
		name string
		at   net.Listener
	}{{"metrics", in.metrics}, {"profile", in.profile}} {
		if more.at != nil {
			attrs = append(attrs, more.name, more.at.Addr().String())
		}
	}
	log.Info("open", attrs...)
	if old := s.Old(); old > 0 {
		log.Info("shoes in use were sealed with an old key: keep it until each of their tables has been shuffled twice", "seeds", old)
	}
}

// serve answers at the addresses; ended tells why one of the servers does no more.
func (in *entrances) serve(door http.Handler, metrics *telemetry.Metrics, log *slog.Logger) (servers []*http.Server, ended chan error) {
	servers, listeners := in.servers(door, metrics, log)
	ended = make(chan error, len(servers))
	for i, s := range servers {
		go func() { ended <- s.Serve(listeners[i]) }()
	}
	return servers, ended
}

// servers are what answers at the addresses.
func (in *entrances) servers(door http.Handler, metrics *telemetry.Metrics, log *slog.Logger) (servers []*http.Server, listeners []net.Listener) {
	servers = append(servers, &http.Server{Handler: door, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)})
	listeners = append(listeners, in.club)
	if in.metrics != nil {
		servers, listeners = append(servers, metrics.Server()), append(listeners, in.metrics)
	}
	if in.profile != nil {
		servers, listeners = append(servers, telemetry.Profiles()), append(listeners, in.profile)
	}
	return servers, listeners
}

// close lets go of the addresses; after the servers have, it does nothing.
func (in *entrances) close() {
	for _, l := range []net.Listener{in.club, in.metrics, in.profile} {
		if l != nil {
			l.Close()
		}
	}
}

// open opens the club, says where, and closes it when ctx ends.
func open(ctx context.Context, c *config.Config, script config.Script, log *slog.Logger, in entrances, opened func(url string)) (err error) {
	books, err := openBooks(ctx, c.Postgres, c.Data, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, books.Close()) }()
	sealer, err := sealer(ctx, c, books)
	if err != nil {
		return err
	}
	metrics := telemetry.NewMetrics()
	metrics.Log(log)
	hub, err := gateway.NewHub(log, metrics.Realtime())
	if err != nil {
		return err
	}
	tables, err := tablesOf(c, script)
	if err != nil {
		return err
	}
	book := odds.Open(books, log)
	defer book.Close()
	guard := warden.Open(books, fault.Now, log)
	defer guard.Close()
	others, err := joinNodes(ctx, c, books, hub, guard, metrics, log)
	if err != nil {
		return err
	}
	defer others.close()
	floor, err := pit.Open(ctx, others.share(pit.Config{Store: metrics.Store(books, log), Sealer: sealer, Publisher: metrics.Publisher(hub), Guard: guard, Log: log, Tables: tables, Odds: book.Lobby, Test: script != nil}))
	if err != nil {
		return err
	}
	defer floor.Close()
	defer others.stop()
	book.Begin(rulesOf(tables), floor.OddsKnown)
	ready := telemetry.NewReadiness(others.ready(books.Try), func() (open, all int) { return telemetry.Open(floor.Rows()) })
	books.Watch(metrics.Transaction)
	metrics.Connected(hub.Connected)
	metrics.Tables(floor.Own)
	metrics.House(book.Houses)
	metrics.Ledger(log, books.Imbalance)
	metrics.Data(c.Data)
	metrics.Away(guard.Away)
	metrics.Ready(ready)
	metrics.Nodes(func() telemetry.Standing { return others.standing(hub, floor) })
	door, err := gateway.New(gateway.Config{
		Hub: hub, Pit: floor, Accounts: account.New(books, fault.Now, c.Grant), History: &history.History{Store: books, Theory: book.Theory}, Odds: book, Warden: others.warden(guard), Mesh: others.others(), Page: web.FS(), Log: log,
		Watch: metrics, Ready: ready.Check, Now: fault.Now, Origins: c.Origins, Guests: c.Guests, Requests: c.Requests, Open: c.PerAddress, Proxied: c.Proxied,
	})
	if err != nil {
		return err
	}
	if err := others.open(c, floor, door); err != nil {
		return err
	}
	servers, ended := in.serve(door, metrics, log)
	go telemetry.SpareMemory(ctx)
	opened(in.url)
	in.noted(log, c, sealer)
	select {
	case <-ctx.Done():
		ready.Closing()
		finish(hurried(ctx), others, floor, c.DrainTime.Duration, log)
	case err = <-ended: // none of them ends by itself but by failing
	case err = <-others.gone():
	}
	return errors.Join(err, closeDoors(hub, servers))
}

// finish gives the tables to other nodes or, if there are none, finishes the rounds in
// play, until the limit or hurry ends.
func finish(hurry context.Context, others *nodes, floor *pit.Pit, limit time.Duration, log *slog.Logger) {
	if !others.drain(hurry, limit) {
		drain(hurry, floor, limit, log)
	}
}

// drain finishes the rounds in play, until the limit or hurry ends.
func drain(hurry context.Context, floor *pit.Pit, limit time.Duration, log *slog.Logger) {
	log.Info("closing: no new round begins", "limit", limit)
	ctx, cancel := context.WithTimeout(hurry, limit)
	defer cancel()
	if left := floor.Drain(ctx); len(left) > 0 {
		log.Warn("rounds are not over and go on at the next start", "tables", left)
		return
	}
	log.Info("all rounds are over")
}

func sealer(ctx context.Context, c *config.Config, books store.Store) (*seal.Sealer, error) {
	if key := os.Getenv("CLUB99_KEY"); key != "" {
		s, err := seal.FromHex(key)
		if err != nil {
			return nil, usageError{fmt.Errorf("CLUB99_KEY: %w", err)}
		}
		return s, nil
	}
	if c.KeyFile != "" {
		return seal.FromFile(c.KeyFile)
	}
	heads, err := books.Heads(ctx)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil { // with PostgreSQL it holds the key alone
		return nil, fmt.Errorf("data folder %s cannot be made: %w: choose another with --data, or give the key with CLUB99_KEY or --key-file", c.Data, err)
	}
	return seal.FromFolder(c.Data, len(heads) > 0)
}

func tablesOf(c *config.Config, script config.Script) ([]pit.Table, error) {
	list := make([]pit.Table, len(c.Tables))
	for i := range c.Tables {
		t := &c.Tables[i]
		rules, err := t.RulesOf()
		if err != nil {
			return nil, err
		}
		list[i] = pit.Table{ID: t.ID, Name: t.Name, Preset: t.Rules, Rules: rules, Hints: t.MayHint(), Bots: t.Bots, Script: script[t.ID]}
	}
	return list, nil
}

func rulesOf(tables []pit.Table) []blackjack.Rules {
	list := make([]blackjack.Rules, len(tables))
	for i := range tables {
		list[i] = tables[i].Rules
	}
	return list
}

// address is what to type into a browser on this machine.
func address(l net.Listener, c *config.Config) string {
	scheme := "http"
	if c.TLSCert != "" {
		scheme = "https"
	}
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return l.Addr().String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}

// closeDoors lets nobody in any more and sends everybody away.
func closeDoors(hub *gateway.Hub, servers []*http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), closingTime)
	defer cancel()
	err := hub.Shutdown(ctx)
	for _, s := range servers {
		if e := s.Shutdown(ctx); errors.Is(e, context.DeadlineExceeded) {
			err = errors.Join(err, s.Close()) // a browser that does not let go does not keep the club open
		} else {
			err = errors.Join(err, e)
		}
	}
	return err
}
