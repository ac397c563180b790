package telemetry

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"club99/internal/store"
	"club99/internal/store/memory"
)

// line is a bus whose other end answers at once, or nobody does.
type line struct {
	listens map[string]func([]byte, func([]byte))
	cut     bool
}

func (l *line) Tell(string, []byte) {}

func (l *line) Listen(subject string, fn func([]byte, func([]byte))) (func(), error) {
	l.listens[subject] = fn
	return func() {}, nil
}

func (l *line) Ask(_ context.Context, subject string, data []byte) (answer []byte, err error) {
	if l.cut {
		return nil, errors.New("nobody answers")
	}
	l.listens[subject](data, func(a []byte) { answer = a })
	return answer, nil
}

// hall takes tables or does not.
type hall struct{ err error }

func (h *hall) Take(context.Context, store.Lease) error { return h.err }
func (h *hall) Drop(string)                             {}

// What passes between nodes is counted, and arrives as it was.
func TestNodesAreMeasured(t *testing.T) {
	m := NewMetrics()
	ctx := t.Context()
	leases := m.Leases(memory.New())
	for _, node := range []store.Node{{ID: "a"}, {ID: "a"}, {}} {
		if _, err := leases.Beat(ctx, node, time.Second); (err == nil) != (node.ID != "") {
			t.Error(err)
		}
	}
	h := &hall{}
	floor := m.Floor(h)
	if err := floor.Take(ctx, store.Lease{}); err != nil {
		t.Error(err)
	}
	h.err = errors.New("full")
	if err := floor.Take(ctx, store.Lease{}); !errors.Is(err, h.err) {
		t.Error(err)
	}
	wire := &line{listens: map[string]func([]byte, func([]byte)){}}
	bus := m.Bus(wire)
	for _, subject := range []string{"club99.table.sen.ask", "club99.home.b"} {
		_, err := bus.Listen(subject, func(data []byte, reply func([]byte)) {
			if reply != nil {
				reply(append([]byte("re "), data...))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		wire.listens[subject]([]byte("told"), nil)
		if answer, err := bus.Ask(ctx, subject, []byte("x")); err != nil || string(answer) != "re x" {
			t.Errorf("%s: %q, %v", subject, answer, err)
		}
	}
	wire.cut = true
	if _, err := bus.Ask(ctx, "club99.home.b", nil); err == nil {
		t.Error("nobody answered, and that was not said")
	}
	if _, err := m.Store(memory.New(), slog.New(slog.DiscardHandler)).Commit(ctx, store.Commit{Table: "sen", At: time.Now(), Entry: []byte("[]"), Lease: store.Lease{Table: "sen", Node: "a", Epoch: 7}}); !errors.Is(err, store.ErrFenced) {
		t.Error(err)
	}
	m.Nodes(func() Standing {
		return Standing{Nodes: 3, Tables: 9, Leases: 5, Held: true, Peers: 2, Bus: true, Reconnects: 7, Gaps: 4}
	})
	r := httptest.NewRecorder()
	m.Server().Handler.ServeHTTP(r, httptest.NewRequest("GET", "/metrics", nil))
	text, _ := io.ReadAll(r.Result().Body)
	for _, want := range strings.Fields(`club99_lease_renewals_total{result="renewed"}:2 club99_lease_renewals_total{result="failed"}:1 club99_takeover_seconds_count:1
		club99_hops_out_seconds_count{of="table"}:1 club99_hops_out_seconds_count{of="home"}:1 club99_hops_in_seconds_count{of="table"}:1 club99_hops_in_seconds_count{of="home"}:1
		club99_hops_lost_total{of="home"}:1 club99_hops_lost_total{of="table"}:0 club99_commits_total{result="fenced"}:1 club99_nodes:3 club99_club_tables:9 club99_leases:5 club99_lease_held:1
		club99_peers:2 club99_bus_connected:1 club99_bus_reconnects_total:7 club99_frame_gaps_total:4`) {
		if want = strings.ReplaceAll(want, ":", " "); !strings.Contains(string(text), "\n"+want+"\n") {
			t.Errorf("the metrics do not say %s", want)
		}
	}
}
