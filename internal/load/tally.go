package load

import (
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"club99/client"
)

// tally counts for all players.
type tally struct {
	measuring atomic.Bool
	actions   atomic.Int64
	frames    atomic.Int64
	rounds    atomic.Int64
	lost      atomic.Int64 // connections that had to be made again
	replaced  atomic.Int64
	faults    atomic.Int64

	mu       sync.Mutex
	refusals map[client.Code]int64
	errors   []string
	errorsN  int64
	wrongs   []string

	toAction, toFrame latency
}

// kept is how many faults and errors are reported in words; all are counted.
const kept = 20

func newTally() *tally {
	return &tally{refusals: map[client.Code]int64{}, toAction: newLatency(), toFrame: newLatency()}
}

// done counts an action that was carried out.
func (t *tally) done() {
	if t.measuring.Load() {
		t.actions.Add(1)
	}
}

// frame counts a frame, and measures it: since its commit by the server's clock,
// and since the player sent the action whose frame this is, if it is one.
func (t *tally) frame(at time.Time, f *client.Frame, sent time.Time, seq uint64) {
	if !t.measuring.Load() {
		return
	}
	t.frames.Add(1)
	t.toFrame.add(at.Sub(time.UnixMilli(int64(f.Now))))
	if !sent.IsZero() && f.Seq == seq {
		t.toAction.add(at.Sub(sent))
	}
}

func (t *tally) connections(now, before int) {
	if before > 0 && now > before {
		t.lost.Add(int64(now - before))
	}
}

func (t *tally) refused(code client.Code) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refusals[code]++
}

// failed counts something that could not be done.
func (t *tally) failed(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.errorsN++
	if len(t.errors) < kept {
		t.errors = append(t.errors, err.Error())
	}
}

// wrong counts a check that failed.
func (t *tally) wrong(what string) {
	t.faults.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.wrongs) < kept {
		t.wrongs = append(t.wrongs, what)
	}
}

// latency is a histogram that many goroutines add to.
type latency struct {
	shards []latencyShard
	next   *atomic.Uint32
}

type latencyShard struct {
	mu sync.Mutex
	h  *hdrhistogram.Histogram
}

// What is measured, in microseconds, to three digits.
const (
	shortest = 1
	longest  = 60_000_000
	digits   = 3
)

func newLatency() latency {
	l := latency{shards: make([]latencyShard, 4), next: new(atomic.Uint32)}
	for i := range l.shards {
		l.shards[i].h = hdrhistogram.New(shortest, longest, digits)
	}
	return l
}

func (l *latency) add(d time.Duration) {
	s := &l.shards[l.next.Add(1)%uint32(len(l.shards))]
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.h.RecordValue(min(max(d.Microseconds(), shortest), longest)) // within the bounds it takes
}

// Latency is how long something took, in milliseconds.
type Latency struct {
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P99  float64 `json:"p99"`
	P999 float64 `json:"p99_9"`
	Max  float64 `json:"max"`
	N    int64   `json:"n"`
}

func (l *latency) report() Latency {
	all := hdrhistogram.New(shortest, longest, digits)
	for i := range l.shards {
		l.shards[i].mu.Lock()
		all.Merge(l.shards[i].h)
		l.shards[i].mu.Unlock()
	}
	at := func(q float64) float64 { return float64(all.ValueAtQuantile(q)) / 1000 }
	return Latency{P50: at(50), P90: at(90), P99: at(99), P999: at(99.9), Max: float64(all.Max()) / 1000, N: all.TotalCount()}
}

// String writes the latency for people.
func (l Latency) String() string {
	return fmt.Sprintf("p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, longest %.1f ms", l.P50, l.P99, l.P999, l.Max)
}

func (t *tally) refusalsNow() map[client.Code]int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.refusals)
}
