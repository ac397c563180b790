package clubtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"club99/blackjack"
	"club99/internal/account"
	"club99/internal/gateway"
	"club99/internal/history"
	"club99/internal/ledger"
	"club99/internal/pit"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/warden"
	"club99/internal/wire"
	"club99/money"
)

// Club is a club that is open.
type Club struct {
	URL   string
	Pit   *pit.Pit
	Store *memory.Store

	hub    *gateway.Hub
	warden *warden.Warden
	server *http.Server
	full   atomic.Int32 // commits that the disk has no room for yet
	torn   atomic.Int32 // balances that cannot be read yet
}

// TearPages has tables fail to read the next n balances.
func (c *Club) TearPages(n int32) { c.torn.Store(n) }

// FillDisk has the next n commits of tables fail, as if the disk were full.
func (c *Club) FillDisk(n int32) { c.full.Store(n) }

// disk is the club's store, as its tables see it.
type disk struct {
	*memory.Store
	club *Club
}

func (d disk) Commit(ctx context.Context, commit store.Commit) (store.Receipt, error) {
	if d.club.full.Load() > 0 {
		d.club.full.Add(-1)
		return store.Receipt{}, errors.New("no space left")
	}
	return d.Store.Commit(ctx, commit)
}

func (d disk) Balance(ctx context.Context, a ledger.Account) (money.Amount, error) {
	if d.club.torn.Load() > 0 {
		d.club.torn.Add(-1)
		return 0, fmt.Errorf("%w: a page cannot be read", store.ErrUnavailable)
	}
	return d.Store.Balance(ctx, a)
}

// page is a web client as far as the server minds it.
var page = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>CLUB 99</title>")}}

// Tables are n tables, named table-1 and so on, of the same rules.
func Tables(n int, rules blackjack.Rules) []pit.Table {
	list := make([]pit.Table, n)
	for i := range list {
		id := fmt.Sprintf("table-%d", i+1)
		list[i] = pit.Table{ID: id, Name: wire.Text{Vi: id, En: id}, Preset: "club99", Rules: rules}
	}
	return list
}

// Open opens a club with the given tables. Like a server behind a proxy it
// believes what X-Forwarded-For says, so that a test can come from many addresses,
// and it answers programs as fast as they ask.
func Open(tables ...pit.Table) (*Club, error) {
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	c := &Club{Store: memory.New()}
	var err error
	if c.hub, err = gateway.NewHub(quiet, prometheus.NewRegistry()); err != nil {
		return nil, err
	}
	sealer, err := seal.FromHex("9999999999999999999999999999999999999999999999999999999999999999")
	if err != nil {
		return nil, err
	}
	c.warden = warden.Open(c.Store, time.Now, quiet)
	c.Pit, err = pit.Open(context.Background(), pit.Config{
		Store: disk{c.Store, c}, Sealer: sealer, Publisher: c.hub, Guard: c.warden, Log: quiet, Tables: tables, Test: true,
	})
	if err != nil {
		return nil, err
	}
	door, err := gateway.New(gateway.Config{
		Hub: c.hub, Pit: c.Pit, Accounts: account.New(c.Store, time.Now, account.Grant), History: &history.History{Store: c.Store}, Warden: c.warden, Page: page, Log: quiet, Now: time.Now, Proxied: true, Guests: 1000000, Requests: 1000,
	})
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c.URL = "http://" + listener.Addr().String()
	c.server = &http.Server{Handler: door, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = c.server.Serve(listener) }() // ends with Close
	return c, nil
}

// Close closes the club.
func (c *Club) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	err := errors.Join(c.hub.Shutdown(ctx), c.server.Close())
	c.Pit.Close()
	c.warden.Close()
	return errors.Join(err, c.Store.Close())
}
