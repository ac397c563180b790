package odds

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/view"
	"club99/internal/wire"
)

// queueLength bounds the hints and grades that wait. When it is full the next is
// refused as busy: whoever waits behind that many has decided without it.
const queueLength = 32

// mostAnalyzers bounds the analyzers that are kept for the next question. When
// there are more rules than that, all are let go and made again as needed.
const mostAnalyzers = 16

// ErrBusy says that too many questions wait already.
var ErrBusy = errors.New("odds: too many questions are waiting")

// errClosed says that the book was closed before the question was answered.
var errClosed = errors.New("odds: the book is closed")

// job is a question that waits for its answer.
type job struct {
	ctx   context.Context
	rules *blackjack.Rules
	do    func(*analyze.Analyzer) error
	done  chan error // holds one: who asked may have gone
}

// ask waits until a question is answered.
func (b *Book) ask(ctx context.Context, rules *blackjack.Rules, do func(*analyze.Analyzer) error) error {
	j := &job{ctx: ctx, rules: rules, do: do, done: make(chan error, 1)}
	select {
	case b.jobs <- j:
	default:
		return ErrBusy
	}
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-b.ended.Done():
		return errClosed
	}
}

// answer answers one question after another.
func (b *Book) answer() {
	analyzers := map[string]*analyze.Analyzer{}
	for {
		select {
		case <-b.ended.Done():
			return
		case j := <-b.jobs:
			if err := j.ctx.Err(); err != nil {
				j.done <- err
				continue
			}
			j.done <- b.serve(analyzers, j)
		}
	}
}

func (b *Book) serve(analyzers map[string]*analyze.Analyzer, j *job) (err error) {
	hash := j.rules.HashString()
	defer func() {
		if why := recover(); why != nil {
			delete(analyzers, hash) // whatever state it is in
			err = fmt.Errorf("odds: panic: %v\n%s", why, debug.Stack())
		}
	}()
	a := analyzers[hash]
	if a == nil {
		if a, err = analyze.New(j.rules); err != nil {
			return err
		}
		if len(analyzers) >= mostAnalyzers {
			clear(analyzers)
		}
		analyzers[hash] = a
	}
	return j.do(a)
}

// Hint values what the seat of a sight may do now. The error may be [ErrBusy].
func (b *Book) Hint(ctx context.Context, s view.Sight) (wire.Hint, error) {
	at, ok := analyze.SituationOf(s.Rules, &s.Round, s.Seat)
	at.Legal &= s.Legal
	if !ok || at.Legal == 0 {
		return wire.Hint{}, fmt.Errorf("odds: seat %d has nothing to decide", s.Seat)
	}
	hint := wire.Hint{Turn: s.Round.Turn, Seen: s.Seen}
	err := b.ask(ctx, s.Rules, func(a *analyze.Analyzer) error {
		choices, err := a.Decide(s.Unseen, at)
		hint.Choices = told(choices)
		return err
	})
	if err != nil {
		return wire.Hint{}, err
	}
	return hint, nil
}

// told writes choices for the wire, to the ninth decimal: what is behind it is
// the noise of floating point.
func told(choices []analyze.Choice) []wire.Choice {
	list := make([]wire.Choice, len(choices))
	for i, c := range choices {
		list[i] = wire.Choice{Action: c.Action, EV: rounded(c.EV)}
	}
	return list
}

func rounded(v float64) float64 { return math.Round(v*1e9) / 1e9 }
