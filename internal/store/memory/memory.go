package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Store is a store in memory.
type Store struct {
	mu       sync.Mutex
	closed   bool
	book     ledger.Book
	journals map[string]*journal
	answers  map[store.CommandKey][]byte
	shoes    map[shoeKey][]byte
	marks    map[markKey]mark
	results  []store.Result // ID is the place, from 1
	players  []store.Player // ID is the place, from 1
	logins   map[string]int64
	sessions map[[32]byte]store.Session
	rules    map[string]string
	odds     map[string]odds
	tallies  map[tallyKey]store.Tally

	limits    map[int64]store.PlayerLimits
	playTimes map[int64][]byte

	now    func() time.Time // of leases alone
	nodes  map[string]node
	leases map[string]store.Lease // by table; one that was released has no node
}

type markKey struct {
	table  string
	kind   store.MarkKind
	number uint64
}

type mark struct {
	seq uint64
	store.Mark
}

type shoeKey struct {
	table  string
	number uint64
}

// journal is one table's log; entry i has sequence i+1. Entries are appended
// and never changed, so a copy of the slice is a snapshot.
type journal struct {
	entries  []entry
	deadline time.Time
}

type entry struct {
	at        time.Time
	body      []byte
	transfers []ledger.Transfer
}

var (
	_ store.Store  = (*Store)(nil)
	_ store.Leases = (*Store)(nil)
)

// New returns an empty store.
func New() *Store { return NewAt(time.Now) }

// NewAt returns an empty store whose clock is now, for tests of leases.
func NewAt(now func() time.Time) *Store {
	return &Store{
		journals: make(map[string]*journal),
		answers:  make(map[store.CommandKey][]byte),
		shoes:    make(map[shoeKey][]byte),
		marks:    make(map[markKey]mark),
		logins:   make(map[string]int64),
		sessions: make(map[[32]byte]store.Session),
		rules:    make(map[string]string),
		odds:     make(map[string]odds),
		tallies:  make(map[tallyKey]store.Tally),

		limits:    make(map[int64]store.PlayerLimits),
		playTimes: make(map[int64][]byte),

		now:    now,
		nodes:  make(map[string]node),
		leases: make(map[string]store.Lease),
	}
}

// enter locks the store unless the context has ended or the store is closed.
func (s *Store) enter(ctx context.Context) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, store.ErrClosed
	}
	return s.mu.Unlock, nil
}

// Commit keeps the contract of [store.Store].
func (s *Store) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	if err := c.Check(); err != nil {
		return store.Receipt{}, err
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return store.Receipt{}, err
	}
	defer leave()
	if err := s.refuse(&c); err != nil {
		return store.Receipt{}, err
	}
	if err := s.transfer(c.Transfers); err != nil {
		return store.Receipt{}, err
	}
	s.keep(&c)
	return store.Receipt{Seq: c.Expect + 1, Balances: s.balances(c.Transfers)}, nil
}

// transfer books the transfers or says why not, in the store's words.
func (s *Store) transfer(transfers []ledger.Transfer) error {
	err := s.book.Apply(transfers)
	if err == nil || errors.As(err, new(store.InsufficientError)) {
		return err
	}
	return fmt.Errorf("%w: %w", store.ErrInvalid, err)
}

// refuse makes every check that needs what is stored, but for the money.
func (s *Store) refuse(c *store.Commit) error {
	if answer, ok := s.answers[c.Command]; ok {
		return store.DuplicateError{Answer: bytes.Clone(answer)}
	}
	if err := s.fence(c); err != nil {
		return err
	}
	var head uint64
	if j := s.journals[c.Table]; j != nil {
		head = uint64(len(j.entries))
	}
	if head != c.Expect {
		return fmt.Errorf("table %s: expected entry %d to be the last, it is %d: %w", c.Table, c.Expect, head, store.ErrConflict)
	}
	for _, shoe := range c.Shoes {
		if _, known := s.shoes[shoeKey{c.Table, shoe.Number}]; known {
			return fmt.Errorf("%w: table %s: shoe %d was begun before", store.ErrInvalid, c.Table, shoe.Number)
		}
	}
	for _, m := range c.Marks {
		if _, known := s.marks[markKey{c.Table, m.Kind, m.Number}]; known {
			return fmt.Errorf("%w: table %s: %s %d was begun before", store.ErrInvalid, c.Table, m.Kind, m.Number)
		}
	}
	return nil
}

// keep writes a commit that nothing refuses.
func (s *Store) keep(c *store.Commit) {
	j := s.journals[c.Table]
	if j == nil {
		j = &journal{}
		s.journals[c.Table] = j
	}
	j.entries = append(j.entries, entry{utc(c.At), bytes.Clone(c.Entry), slices.Clone(c.Transfers)})
	j.deadline = utc(c.Deadline)
	if c.Command != (store.CommandKey{}) {
		s.answers[c.Command] = bytes.Clone(c.Answer)
	}
	for _, shoe := range c.Shoes {
		s.shoes[shoeKey{c.Table, shoe.Number}] = bytes.Clone(shoe.Box)
	}
	for _, m := range c.Marks {
		s.marks[markKey{c.Table, m.Kind, m.Number}] = mark{c.Expect + 1, m}
	}
	for _, r := range c.Results {
		s.keepResult(c.Table, r)
	}
	s.count(c)
}

// utc drops the zone and the monotonic reading, as a database would.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.Unix(0, t.UnixNano()).UTC()
}

func (s *Store) balances(transfers []ledger.Transfer) []store.Balance {
	var balances []store.Balance
	seen := make(map[int64]bool)
	for _, t := range transfers {
		for _, a := range [2]ledger.Account{t.From, t.To} {
			if id, ok := a.PlayerID(); ok && !seen[id] {
				seen[id] = true
				balances = append(balances, store.Balance{Player: id, Amount: s.book.Balance(a)})
			}
		}
	}
	return balances
}

// Entries keeps the contract of [store.Store].
func (s *Store) Entries(ctx context.Context, table string, after uint64, fn func(uint64, time.Time, []byte) error) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	var entries []entry
	if j := s.journals[table]; j != nil {
		entries = j.entries
	}
	leave()
	for i := after; i < uint64(len(entries)); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(i+1, entries[i].at, bytes.Clone(entries[i].body)); err != nil {
			return err
		}
	}
	return nil
}

// Head keeps the contract of [store.Store].
func (s *Store) Head(ctx context.Context, table string) (uint64, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	if j := s.journals[table]; j != nil {
		return uint64(len(j.entries)), nil
	}
	return 0, nil
}

// Heads keeps the contract of [store.Store].
func (s *Store) Heads(ctx context.Context) ([]store.Head, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.heads(), nil
}

func (s *Store) heads() []store.Head {
	heads := make([]store.Head, 0, len(s.journals))
	for _, table := range slices.Sorted(maps.Keys(s.journals)) {
		j := s.journals[table]
		heads = append(heads, store.Head{Table: table, Seq: uint64(len(j.entries)), Deadline: j.deadline})
	}
	return heads
}

// Answer keeps the contract of [store.Store].
func (s *Store) Answer(ctx context.Context, key store.CommandKey) ([]byte, bool, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, false, err
	}
	defer leave()
	answer, ok := s.answers[key]
	return bytes.Clone(answer), ok, nil
}

// Balance keeps the contract of [store.Store].
func (s *Store) Balance(ctx context.Context, a ledger.Account) (money.Amount, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	return s.book.Balance(a), nil
}

// SealedShoe keeps the contract of [store.Store].
func (s *Store) SealedShoe(ctx context.Context, table string, number uint64) ([]byte, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	box, ok := s.shoes[shoeKey{table, number}]
	if !ok {
		return nil, fmt.Errorf("shoe %d of table %s: %w", number, table, store.ErrNotFound)
	}
	return bytes.Clone(box), nil
}

// Mark keeps the contract of [store.Store].
func (s *Store) Mark(ctx context.Context, table string, kind store.MarkKind, number uint64) (uint64, store.Mark, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return 0, store.Mark{}, err
	}
	defer leave()
	m, ok := s.marks[markKey{table, kind, number}]
	if !ok {
		return 0, store.Mark{}, fmt.Errorf("%s %d of table %s: %w", kind, number, table, store.ErrNotFound)
	}
	return m.seq, m.Mark, nil
}
