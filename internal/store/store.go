package store

import (
	"context"
	"time"

	"club99/internal/ledger"
	"club99/money"
)

// CommandKey is a client's own number for a command. The zero key is none.
type CommandKey struct {
	Player int64
	ID     string
}

// Commit is everything that one action of a table writes.
type Commit struct {
	Table  string
	Expect uint64 // sequence of the table's last entry, 0 if it has none; this one becomes Expect+1
	At     time.Time
	Entry  []byte // one encoded journal entry

	Command CommandKey // what it answers; zero: a clock or the house did it
	Answer  []byte     // what a repetition of the command is answered

	Transfers []ledger.Transfer // numbered {Table, Expect+1, 0, 1, 2, ...}
	Shoes     []SealedShoe      // seeds that were drawn
	Marks     []Mark            // what begins with this entry
	Results   []Result          // one for each player whose round is over
	Round     *Round            // the round that ended with this entry; nil: none
	Deadline  time.Time         // the table's next deadline; zero: none

	// Lease is what the writer drives the table by, where nodes share the store
	// ([Leases]); zero: one writer has the store to itself.
	Lease Lease
}

// SealedShoe is a shoe's seed, encrypted. It is kept apart from the journal.
type SealedShoe struct {
	Table  string
	Number uint64
	Box    []byte
}

// Mark is where in a table's journal something begins.
type Mark struct {
	Kind   MarkKind
	Number uint64   // from 1, each once for a kind
	Link   [32]byte // of the journal before that entry
}

// MarkKind says what begins.
type MarkKind string

// The kinds of mark.
const (
	MarkRound MarkKind = "round" // its betting opens
	MarkShoe  MarkKind = "shoe"  // it is shuffled
)

// Result is how a round ended for one player.
type Result struct {
	ID     uint64 // given by the store, growing; for paging
	Player int64
	Table  string // the committing table, filled in by the store
	Round  uint64
	At     time.Time
	Net    money.Amount // won (or lost, below zero) over all the player's seats
	Body   []byte       // JSON for the player's history
	Facts

	// Balance is what the player's account holds after the commit, filled in by
	// the store; nil for a result that is older than this is kept.
	Balance *money.Amount
}

// Round is a round that is over, for the sums that [Store.Tallies] gives.
type Round struct {
	Number uint64
	Rules  string // their hash
	ledger.Tally
}

// Tally is the sum over a table's rounds by the same rules.
type Tally struct {
	Table string
	Rules string // their hash
	First uint64 // the first round in it: books are older than these sums where it is not 1
	ledger.Tally
}

// Receipt is what a successful commit gives back.
type Receipt struct {
	Seq      uint64
	Balances []Balance // of every player whose account moved, after this commit
}

// Balance is what a player holds.
type Balance struct {
	Player int64
	Amount money.Amount
}

// NewPlayer is a person or bot to be entered.
type NewPlayer struct {
	Name    string
	Bot     bool
	At      time.Time
	Grant   money.Amount // play chips from the grant account; 0: none
	Session *Session     // the first session; its Player is filled in by the store
}

// Player is a person or bot. Login and PasswordHash are empty for a guest.
type Player struct {
	ID           int64
	Name         string
	Login        string
	PasswordHash string
	Created      time.Time
	Bot          bool
}

// Session says that whoever shows the token with this hash is the player. The
// store does not look at the clock: the caller compares Expires.
type Session struct {
	Hash             [32]byte
	Player           int64
	Created, Expires time.Time
}

// Head is where a table's journal ends.
type Head struct {
	Table    string
	Seq      uint64
	Deadline time.Time // zero: none
}

// Posting is a journal entry with the transfers that were committed with it.
// A grant has no entry: its Table is [ledger.GrantTable], its Seq the player,
// At zero and Entry nil.
type Posting struct {
	Table     string
	Seq       uint64
	At        time.Time
	Entry     []byte
	Transfers []ledger.Transfer // ordered by place
}

// Books is everything that an audit reads, as it stood at one moment. What
// the functions are given may be kept; an error they return ends the walk and
// is returned.
type Books interface {
	// Heads walks the tables, ordered by name.
	Heads(ctx context.Context, fn func(Head) error) error
	// Accounts walks the balances kept, ordered by account.
	Accounts(ctx context.Context, fn func(ledger.Account, money.Amount) error) error
	// Tallies walks the sums over rounds, ordered by table and rules.
	Tallies(ctx context.Context, fn func(Tally) error) error
	// Postings walks entries with their transfers, ordered by table and sequence,
	// a table's entries one after another; and grants, before or between tables.
	Postings(ctx context.Context, fn func(Posting) error) error
}

// Store is the club's memory. All methods may be called from any goroutine; a
// context that ends before writing began leaves nothing behind.
type Store interface {
	Wellbeing

	// Commit writes all of c, or nothing and says why: [ErrConflict],
	// [InsufficientError], [DuplicateError], [ErrBusy], [ErrInvalid], or one
	// of the others above. It returns only when c is durable.
	Commit(ctx context.Context, c Commit) (Receipt, error)

	// Entries walks a table's journal in order, from the entry that follows
	// after. fn may keep entry; an error it returns ends the walk.
	Entries(ctx context.Context, table string, after uint64, fn func(seq uint64, at time.Time, entry []byte) error) error
	// Head returns the sequence of a table's last entry, 0 if it has none.
	Head(ctx context.Context, table string) (uint64, error)
	// Heads returns every table that has a journal, ordered by name.
	Heads(ctx context.Context) ([]Head, error)
	// Answer returns what a command was answered, if it was.
	Answer(ctx context.Context, key CommandKey) (answer []byte, ok bool, err error)
	// Balance returns what an account holds; one never used holds zero.
	Balance(ctx context.Context, a ledger.Account) (money.Amount, error)
	// SealedShoe returns a shoe's sealed seed, or [ErrNotFound].
	SealedShoe(ctx context.Context, table string, number uint64) ([]byte, error)
	// Mark returns the entry in which something began, and the mark; or
	// [ErrNotFound].
	Mark(ctx context.Context, table string, kind MarkKind, number uint64) (seq uint64, m Mark, err error)
	// Find returns those of a player's results that are looked for, newest first.
	Find(ctx context.Context, player int64, s Search) ([]Result, error)
	// Played walks a player's results, oldest first, which s names by table and
	// time. Body is given only where there are no facts. fn must not keep r or
	// what it points to; an error it returns ends the walk.
	Played(ctx context.Context, player int64, s Search, fn func(r *Result) error) error

	// CreatePlayer enters a player with the grant and the first session, all
	// or nothing, and returns the new id.
	CreatePlayer(ctx context.Context, p NewPlayer) (int64, error)
	// Player returns a player, or [ErrNotFound].
	Player(ctx context.Context, id int64) (Player, error)
	// PlayerByLogin returns the player with exactly that login, or [ErrNotFound].
	PlayerByLogin(ctx context.Context, login string) (Player, error)
	// SetPassword gives a player a login and the hash of a password, and
	// forgets all the player's sessions. It returns [ErrNotFound] or
	// [ErrLoginTaken].
	SetPassword(ctx context.Context, id int64, login, hash string) error
	// PutSession keeps a session and forgets the player's sessions that had
	// expired when it was created. An unknown player is [ErrNotFound].
	PutSession(ctx context.Context, s Session) error
	// Session returns the session with that hash, or [ErrNotFound].
	Session(ctx context.Context, hash [32]byte) (Session, error)
	// DeleteSession forgets a session; forgetting an unknown one is no error.
	DeleteSession(ctx context.Context, hash [32]byte) error

	// PutRules keeps rules in their canonical form under their hash. The same
	// hash again changes nothing.
	PutRules(ctx context.Context, hash, canonical string) error
	// Rules returns the canonical form, or [ErrNotFound].
	Rules(ctx context.Context, hash string) (string, error)

	// PutOdds keeps what a version of the analyzer found about the rules with that
	// hash. It takes the place of what was found before.
	PutOdds(ctx context.Context, hash string, version int, body []byte) error
	// Odds returns what was kept, or [ErrNotFound].
	Odds(ctx context.Context, hash string) (version int, body []byte, err error)
	// Tallies returns the sums over all rounds, ordered by table and rules.
	Tallies(ctx context.Context) ([]Tally, error)

	// Audit gives fn everything as it stands at one moment, while others go
	// on writing.
	Audit(ctx context.Context, fn func(Books) error) error

	// Close waits for what is being written and lets go of everything. Later
	// calls return [ErrClosed].
	Close() error
}
