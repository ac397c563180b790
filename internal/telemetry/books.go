package telemetry

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"club99/internal/store"
	"club99/money"
)

// books counts what is written, and how fast.
type books struct {
	commits     map[string]prometheus.Counter
	commit      prometheus.Histogram
	transaction prometheus.Histogram
	group       prometheus.Histogram
}

// What became of a commit.
const (
	wasWritten     = "written"
	wasRefused     = "refused"     // for what it asked: too few chips, a command that was answered before
	wasBusy        = "busy"        // too many waited
	wasUnavailable = "unavailable" // the disk could not take it
	wasUncertain   = "uncertain"   // nobody knew: the table starts again
	wasConflict    = "conflict"    // another writer
	wasFenced      = "fenced"      // another node drives the table, or may
)

var diskBuckets = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

func (b *books) register(r prometheus.Registerer) {
	commits := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "club99_commits_total", Help: "Commits that tables asked for, by what became of them.",
	}, []string{"result"})
	b.commits = map[string]prometheus.Counter{}
	for _, result := range []string{wasWritten, wasRefused, wasBusy, wasUnavailable, wasUncertain, wasConflict, wasFenced} {
		b.commits[result] = commits.WithLabelValues(result)
	}
	b.commit = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "club99_commit_seconds", Help: "From when a table asks for a commit until it is durable, in seconds; those that failed are not in it.", Buckets: diskBuckets,
	})
	b.transaction = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "club99_transaction_seconds", Help: "How long a transaction takes, from its begin until it is on the disk, in seconds.", Buckets: diskBuckets,
	})
	b.group = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "club99_transaction_commits", Help: "How many commits share a transaction.", Buckets: prometheus.ExponentialBuckets(1, 2, 10),
	})
	r.MustRegister(commits, b.commit, b.transaction, b.group)
}

// Transaction says that one with so many commits took so long. It is for the watch
// of a store.
func (m *Metrics) Transaction(commits int, took time.Duration) {
	m.group.Observe(float64(commits))
	m.transaction.Observe(took.Seconds())
}

// Store returns st, and counts what tables commit to it. When the books can be
// written again after they could not, log is told.
func (m *Metrics) Store(st store.Store, log *slog.Logger) store.Store {
	return &kept{Store: st, m: m, log: log}
}

type kept struct {
	store.Store
	m   *Metrics
	log *slog.Logger

	broken atomic.Int64 // since when nothing can be written, in Unix nanoseconds; 0: it can
}

// Commit is store.Store.
func (k *kept) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	began := time.Now()
	receipt, err := k.Store.Commit(ctx, c)
	result := became(err)
	k.m.commits[result].Inc()
	switch result {
	case wasUnavailable, wasUncertain:
		k.broken.CompareAndSwap(0, began.UnixNano())
	case wasWritten:
		if since := k.broken.Load(); since != 0 && k.broken.CompareAndSwap(since, 0) {
			k.log.Info("the books can be written again", "after", time.Since(time.Unix(0, since)).Round(time.Millisecond))
		}
		k.m.commit.Observe(time.Since(began).Seconds())
		k.m.wrote(c.Table)
	}
	return receipt, err
}

func became(err error) string {
	switch {
	case err == nil:
		return wasWritten
	case errors.As(err, new(store.InsufficientError)), errors.As(err, new(store.DuplicateError)):
		return wasRefused
	case errors.Is(err, store.ErrBusy):
		return wasBusy
	case errors.Is(err, store.ErrUncertain):
		return wasUncertain
	case errors.Is(err, store.ErrConflict):
		return wasConflict
	case errors.Is(err, store.ErrFenced):
		return wasFenced
	}
	return wasUnavailable
}

// sumEvery is how old a sum over all balances may be. It reads every account.
const sumEvery = time.Minute

// Ledger adds what all balances add up to. sum is asked when the metrics are read,
// at most once in [sumEvery]; while it fails there is no such metric, and the log
// says why.
func (m *Metrics) Ledger(log *slog.Logger, sum func(context.Context) (money.Amount, error)) {
	m.ledger(log, sum, time.Now)
}

func (m *Metrics) ledger(log *slog.Logger, sum func(context.Context) (money.Amount, error), now func() time.Time) {
	m.club.MustRegister(&ledger{
		log: log, sum: sum, now: now,
		imbalance: prometheus.NewDesc("club99_ledger_imbalance", "What all accounts add up to, in units: anything but 0 is a fault. Read once a minute at most.", nil, nil),
		checked:   prometheus.NewDesc("club99_ledger_checked_timestamp_seconds", "When the accounts were added up last.", nil, nil),
	})
}

type ledger struct {
	log                *slog.Logger
	sum                func(context.Context) (money.Amount, error)
	now                func() time.Time
	imbalance, checked *prometheus.Desc

	mu    sync.Mutex
	tried time.Time // zero: not yet
	last  money.Amount
	err   error
}

// Describe is prometheus.Collector.
func (l *ledger) Describe(to chan<- *prometheus.Desc) { to <- l.imbalance; to <- l.checked }

// Collect is prometheus.Collector.
func (l *ledger) Collect(to chan<- prometheus.Metric) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := l.now(); l.tried.IsZero() || now.Sub(l.tried).Abs() >= sumEvery {
		ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
		defer cancel()
		l.last, l.err = l.sum(ctx)
		l.tried = now
		switch {
		case l.err != nil:
			l.log.Error("the accounts cannot be added up", "error", l.err)
		case l.last != 0:
			l.log.Error("the accounts do not add up to zero: run club99 ledger verify", "units", l.last)
		}
	}
	if l.err != nil {
		return
	}
	to <- prometheus.MustNewConstMetric(l.imbalance, prometheus.GaugeValue, float64(l.last))
	to <- prometheus.MustNewConstMetric(l.checked, prometheus.GaugeValue, float64(l.tried.UnixNano())/1e9)
}

// Data adds how much the data folder holds and, where the system tells, how much
// more may be written beside it.
func (m *Metrics) Data(dir string) {
	m.gauge("club99_data_bytes", "Size of the data folder.", nil, func() float64 { return float64(size(dir)) })
	if _, ok := free(dir); ok {
		m.gauge("club99_data_free_bytes", "What can still be written where the data folder is.", nil, func() float64 {
			n, _ := free(dir)
			return float64(n)
		})
	}
}

// size is what the files in a folder hold. What cannot be read counts as nothing: a
// file may go while it is looked at.
func size(dir string) (sum int64) {
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		if info, err := entry.Info(); err == nil && info.Mode()&os.ModeType == 0 {
			sum += info.Size()
		}
		return nil
	})
	return sum
}
