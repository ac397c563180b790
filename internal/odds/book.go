package odds

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"

	"club99/blackjack"
	"club99/internal/store"
	"club99/internal/wire"
)

// Book knows the odds of rules, and answers what single decisions are worth. Its
// methods may be called from any goroutine.
type Book struct {
	store store.Store
	log   *slog.Logger
	end   context.CancelFunc
	ended context.Context
	work  sync.WaitGroup
	jobs  chan *job // see desk.go

	mu    sync.RWMutex
	known map[string]*Findings // by hash of the rules
	ready bool
}

// Open returns a book that knows nothing yet.
func Open(st store.Store, log *slog.Logger) *Book {
	b := &Book{store: st, log: log, known: map[string]*Findings{}, jobs: make(chan *job, queueLength)}
	b.ended, b.end = context.WithCancel(context.Background())
	b.work.Go(b.answer)
	return b
}

// Begin finds the odds of the given rules in the background, one after another;
// those that are kept in the store first. known is told the hash of each as soon
// as its odds can be asked for; it must not wait. It is called once.
func (b *Book) Begin(rules []blackjack.Rules, known func(hash string)) {
	b.work.Go(func() {
		var missing []*blackjack.Rules
		for i := range rules {
			if hash := rules[i].HashString(); b.find(hash) == nil && !b.read(hash, known) {
				missing = append(missing, &rules[i])
			}
		}
		for _, r := range missing {
			if b.ended.Err() != nil {
				return
			}
			if hash := r.HashString(); b.find(hash) == nil {
				b.compute(hash, r, known)
			}
		}
		b.mu.Lock()
		b.ready = true
		b.mu.Unlock()
		b.log.Debug("the odds of every table are known")
	})
}

// Close ends what is being computed and lets nobody wait any more.
func (b *Book) Close() {
	b.end()
	b.work.Wait()
}

// Ready reports whether everything that Begin was asked for has been found.
func (b *Book) Ready() bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.ready
}

// Summary returns the odds of rules; false as long as they are not found.
func (b *Book) Summary(rules *blackjack.Rules) (Summary, bool) {
	f := b.find(rules.HashString())
	if f == nil {
		return Summary{}, false
	}
	return f.Summary, true
}

// Chart returns how rules are best played by total; false as long as it is not found.
func (b *Book) Chart(rules *blackjack.Rules) (wire.Chart, bool) {
	f := b.find(rules.HashString())
	if f == nil {
		return wire.Chart{}, false
	}
	return f.Chart, true
}

// Lobby returns the odds of the rules with that hash, or nil.
func (b *Book) Lobby(hash string) *wire.Odds {
	if f := b.find(hash); f != nil {
		return f.Summary.Lobby()
	}
	return nil
}

func (b *Book) find(hash string) *Findings {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.known[hash]
}

func (b *Book) learn(hash string, f *Findings, known func(string)) {
	b.mu.Lock()
	b.known[hash] = f
	b.mu.Unlock()
	if known != nil {
		known(hash)
	}
}

// read takes what the store has, if this version of the program wrote it.
func (b *Book) read(hash string, known func(string)) bool {
	f, err := Kept(b.ended, b.store, hash)
	if err != nil {
		b.log.Error("odds cannot be read and are computed again", "rules", hash, "error", err)
	}
	if f != nil {
		b.learn(hash, f, known)
	}
	return f != nil
}

// compute finds what the store has not, and keeps it. What cannot be kept is
// good until the club closes.
func (b *Book) compute(hash string, rules *blackjack.Rules, known func(string)) {
	f, err := Find(rules)
	if err != nil {
		b.log.Error("the odds of a table cannot be computed", "rules", hash, "error", err)
		return
	}
	body, err := json.Marshal(f)
	if err == nil {
		err = b.store.PutOdds(b.ended, hash, Version, body)
	}
	if err != nil && b.ended.Err() == nil {
		b.log.Error("odds cannot be kept", "rules", hash, "error", err)
	}
	b.learn(hash, f, known)
}
