package table

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"club99/blackjack"
	"club99/internal/fault"
	"club99/internal/journal"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/view"
	"club99/internal/wire"
	"club99/shoe"
)

// Table is one live table. Its exported methods may be called from any
// goroutine, except Load and Run, which belong to its keeper.
type Table struct {
	cfg      Config
	brief    string // the configured rules in one line
	hash     string // of the configured rules
	mailbox  chan *message
	wake     chan struct{} // presence changed; holds one, a second would say nothing new
	presence *Presence
	wall     *wall
	closed   chan struct{}
	closing  sync.Once
	draining atomic.Bool // no new round begins
	quiet    atomic.Bool // since then, and none is in play
	looks    looks       // who is to be looked at, whether they may stay

	// What everyone may see. Run alone writes it, and reads it as it likes; others
	// read it under mu.
	mu     sync.RWMutex
	state  journal.State
	rules  *blackjack.Rules                // of the round in progress; between rounds the configured ones
	sealed *shoe.Sealed                    // the shoe in use, for the proofs of cards that lie open; nil: none
	told   map[blackjack.PlayerID]wire.You // what each seated player was told last

	// Owned by Run.
	ctx       context.Context
	loaded    bool
	event     uint64 // the last entry that was more than a grace: a second panic there closes the table
	toldTo    uint64 // the last entry that was told
	shoe      inHand
	fresh     *inHand            // the shoe after the draft in hand, if that changes it
	boxes     []store.SealedShoe // seeds that were drawn for that draft
	recent    recent
	begins    bool      // it was taken from another node, and has told nothing yet
	timed     bool      // the deadline that was loaded has been looked at
	retryAt   time.Time // the store could not take something; zero: it can
	blocked   error     // why the store took no commit, for as long as that lasts
	tellAt    time.Time // presence or the lobby's row has to be told by then; zero: nothing to tell
	moved     bool      // presence changed since it was last told
	row       wire.LobbyTable
	published *published // nil: nothing was told yet
	answered  *message   // in hand
	allowed   int64      // whose bet the guard allowed, and was not told yet what became of it; 0: nobody's
	written   *paper     // what is decided on; nil: nothing
}

// message is a command in the mailbox.
type message struct {
	Command
	at    time.Time // when it came
	reply chan wire.Answer
}

// New returns a table that must be loaded before it runs. The rules must be valid.
func New(cfg Config) *Table {
	t := &Table{
		cfg:      cfg,
		brief:    cfg.Rules.Brief(),
		hash:     cfg.Rules.HashString(),
		mailbox:  make(chan *message, mailboxSize),
		wake:     make(chan struct{}, 1),
		presence: cmp.Or(cfg.Presence, NewPresence()),
		closed:   make(chan struct{}),
		recent:   newRecent(),
		told:     map[blackjack.PlayerID]wire.You{},
		wall:     newWall(cfg.wall),
	}
	t.rules = &t.cfg.Rules
	return t
}

// ID returns the table's id.
func (t *Table) ID() string { return t.cfg.ID }

// Rules returns the rules of the round in progress, or of the next one. They
// must not be changed.
func (t *Table) Rules() *blackjack.Rules {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.rules
}

// Do carries out a command and waits for the answer: done, with the sequence of
// the frame that shows it, or refused. The same player's same id again gets the
// first answer. The error is ctx's, and the command may be carried out even then; or
// [ErrMoved].
func (t *Table) Do(ctx context.Context, c Command) (wire.Answer, error) {
	m := &message{Command: c, at: time.Now(), reply: make(chan wire.Answer, 1)}
	select {
	case <-t.closed:
		return t.gone(m)
	default:
	}
	select {
	case t.mailbox <- m:
	default:
		return wire.Refuse(c.ID, wire.Busy), nil
	}
	select {
	case a := <-m.reply:
		return a, nil
	case <-t.closed:
		return t.gone(m)
	case <-ctx.Done():
		return wire.Answer{}, ctx.Err()
	}
}

// ErrMoved says that the table is not driven here any more, and that the command was
// not looked at: whoever drives the table now is to be asked.
var ErrMoved = errors.New("the table is driven elsewhere now")

// gone is what a command gets that finds the table closed.
func (t *Table) gone(m *message) (wire.Answer, error) {
	select {
	case a := <-m.reply: // just before
		return a, nil
	default:
	}
	if t.cfg.Lease != (store.Lease{}) {
		return wire.Answer{}, ErrMoved
	}
	return wire.Refuse(m.ID, wire.StoreUnavailable), nil
}

// Arrive says that a connection of the player began to follow the table.
func (t *Table) Arrive(player int64) {
	t.presence.arrive(player)
	t.stir()
}

// Depart says that such a connection ended.
func (t *Table) Depart(player int64) {
	t.presence.depart(player, time.Now())
	t.stir()
}

func (t *Table) stir() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// Snapshot is the table as it is and the player's own part of it; player 0
// only watches. The error is the store's.
func (t *Table) Snapshot(ctx context.Context, player int64) (wire.Snapshot, error) {
	t.retell(blackjack.PlayerID(player)) // what is shown here may not be what was told last
	t.mu.RLock()
	s, rules, sealed := t.state, t.rules, t.sealed
	t.mu.RUnlock()
	v := t.view(&s, rules, shuffle(&s.Shoe), t.wall.now())
	v.Proofs = proofs(&s, sealed)
	if player == 0 {
		return view.Snapshot(&v, &s.Round, 0, 0), nil
	}
	balance, err := t.cfg.Store.Balance(ctx, ledger.Player(player))
	if err != nil {
		return wire.Snapshot{}, err
	}
	return view.Snapshot(&v, &s.Round, blackjack.PlayerID(player), balance), nil
}

// Close ends the table for everybody who still waits for an answer. The keeper
// calls it after Run has returned for the last time.
func (t *Table) Close() {
	t.closing.Do(func() {
		close(t.closed)
		if t.cfg.Lease != (store.Lease{}) {
			t.forgetPurses() // another process moves their money now
		}
	})
}

// Run keeps the table going until ctx ends, and then returns nil. Any other
// return says why the table must be loaded again; it is a [*Panic] if that was one.
func (t *Table) Run(ctx context.Context) (err error) {
	defer func() {
		t.caught(recover(), &err)
		if m := t.answered; m != nil {
			t.answered = nil
			m.reply <- t.lastWord(m)
		}
	}()
	// A commit that has begun is finished, whatever ends the table.
	t.ctx = context.WithoutCancel(ctx)
	if err := t.catchUp(); err != nil {
		return err
	}
	if t.begins {
		t.begins, t.moved = false, true
		t.tellLate() // those who listen may have missed what was told last where it was driven before
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-t.mailbox:
			err = t.serve(m)
		case <-t.wake:
			t.moved = true
			t.tellSoon()
			t.tellDrain()
			err = t.tick()
		case <-timer.C:
			err = t.tick()
		}
		if err != nil {
			return err
		}
		t.clearAway()
		t.rest()
		timer.Reset(t.untilNext())
	}
}

// tick does what is due now. Commands that came before are served first: a
// player who was in time is not late because the table was slow.
func (t *Table) tick() error {
	for range len(t.mailbox) {
		if err := t.serve(<-t.mailbox); err != nil {
			return err
		}
	}
	now := time.Now()
	if !now.Before(t.retryAt) {
		if err := t.advance(now); err != nil && !errors.Is(err, errUnavailable) {
			return err
		}
	}
	if !t.tellAt.IsZero() && !now.Before(t.tellAt) {
		t.tellLate()
	}
	return nil
}

// untilNext is how long the timer may sleep.
func (t *Table) untilNext() time.Duration {
	const never = time.Hour
	now, wait := time.Now(), never
	by := func(at time.Time) {
		if !at.IsZero() {
			wait = min(wait, max(at.Sub(now), 0))
		}
	}
	if t.state.Deadline != 0 {
		at := t.wall.moment(t.state.Deadline)
		if at.Before(t.retryAt) {
			at = t.retryAt
		}
		by(at)
	}
	if (t.state.Deadline == 0 || !t.timed) && t.retryAt.After(now) {
		by(t.retryAt)
	}
	by(t.tellAt)
	return wait
}

// serve answers one command.
func (t *Table) serve(m *message) error {
	t.answered = m
	a, err := t.answer(m)
	t.answered = nil
	t.tellStake()
	fault.Here(fault.Unanswered)
	m.reply <- a
	fault.Here(fault.Answered)
	if err != nil {
		return err
	}
	// What follows from it by itself: the deal once all have confirmed, the clock for a seat that is being left.
	if err := t.advance(m.at); err != nil && !errors.Is(err, errUnavailable) {
		return err
	}
	return nil
}

// SeatOf returns the first seat that the player holds; 0: none.
func (t *Table) SeatOf(player int64) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for i := range t.state.Seats {
		if p := &t.state.Seats[i]; player != 0 && !p.Bot && p.Player == blackjack.PlayerID(player) {
			return i + 1
		}
	}
	return 0
}

// Bots returns the house's bots that hold a seat, and their names.
func (t *Table) Bots() map[int64]string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	bots := map[int64]string{}
	for i := range t.state.Seats {
		if p := &t.state.Seats[i]; p.Bot {
			bots[int64(p.Player)] = p.Name
		}
	}
	return bots
}
