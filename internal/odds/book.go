package odds

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
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

	marked marked // see marks.go

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

// Begin finds the odds of the given rules in the background, one after another:
// what is kept in the store, then what has to be computed, and at last the
// standard deviations, for which nobody waits. known is told the hash of each as
// soon as its odds can be asked for; it must not wait. It is called once.
func (b *Book) Begin(rules []blackjack.Rules, known func(hash string)) {
	go func() {
		missing := map[string]*blackjack.Rules{}
		var order []string
		for i := range rules {
			hash := rules[i].HashString()
			if b.find(hash) == nil && missing[hash] == nil && !b.read(hash, known) {
				missing[hash] = &rules[i]
				order = append(order, hash)
			}
		}
		found := map[blackjack.Rules]*Findings{}
		for _, hash := range order {
			b.step(hash, func() error { return b.compute(hash, missing[hash], found, known) })
		}
		b.log.Debug("the odds of every table are known")
		whole := map[blackjack.Rules]*Findings{}
		for _, hash := range order {
			b.step(hash, func() error { return b.complete(hash, missing[hash], whole) })
		}
		b.mu.Lock()
		b.ready = true
		b.mu.Unlock()
		b.log.Debug("the standard deviations of every table are known")
	}()
}

// step does one thing for rules. Whatever goes wrong costs these rules their
// odds, and nothing else.
func (b *Book) step(hash string, do func() error) {
	if b.ended.Err() != nil {
		return
	}
	defer func() {
		if why := recover(); why != nil {
			b.log.Error("computing odds ended in a panic", "rules", hash, "panic", why, "stack", string(debug.Stack()))
		}
	}()
	if err := do(); err != nil {
		b.log.Error("the odds of a table cannot be computed", "rules", hash, "error", err)
	}
}

// Close lets nobody wait any more. What is being computed in the background is
// not waited for: it ends at its next step, and is not kept.
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

func (b *Book) learn(hash string, f *Findings) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known[hash] = f
}

// read takes what the store has, if this version of the program wrote it.
func (b *Book) read(hash string, known func(string)) bool {
	f, err := Kept(b.ended, b.store, hash)
	if err != nil {
		b.log.Error("odds cannot be read and are computed again", "rules", hash, "error", err)
	}
	if f != nil {
		b.learn(hash, f)
		known(hash)
	}
	return f != nil
}

// game is the part of rules that odds depend on. Tables often differ in the rest
// alone: seats, limits of bets, times.
func game(rules blackjack.Rules) blackjack.Rules {
	rules.Seats, rules.SeatsPerPlayer = 0, 0
	rules.MinBet, rules.MaxBet, rules.BetStep = 0, 0, 0
	rules.BetTime, rules.ActTime, rules.ResultTime = 0, 0, 0
	return rules
}

// compute finds what the store has not, once for each game.
func (b *Book) compute(hash string, rules *blackjack.Rules, found map[blackjack.Rules]*Findings, known func(string)) error {
	f := found[game(*rules)]
	if f == nil {
		var err error
		if f, err = Find(rules); err != nil {
			return err
		}
		found[game(*rules)] = f
	}
	b.learn(hash, f)
	if b.ended.Err() == nil {
		known(hash)
	}
	return nil
}

// complete finds what is missing, once for each game, and keeps everything. What
// cannot be kept is good until the club closes.
func (b *Book) complete(hash string, rules *blackjack.Rules, whole map[blackjack.Rules]*Findings) error {
	f := b.find(hash)
	if f == nil {
		return nil // it was said why
	}
	if done := whole[game(*rules)]; done != nil {
		f = done
	} else {
		var err error
		if f, err = f.Complete(rules); err != nil {
			return err
		}
		whole[game(*rules)] = f
	}
	b.learn(hash, f)
	body, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if err := b.store.PutOdds(b.ended, hash, Version, body); err != nil && b.ended.Err() == nil {
		return fmt.Errorf("keeping them: %w", err)
	}
	return nil
}
