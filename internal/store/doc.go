// Package store says what the club remembers and how: a table's journal and
// the money it moves are committed together or not at all.
//
//	table ──Commit──▶ [check] ─▶ one transaction: command's answer,
//	                             expected sequence, entry, transfers and
//	                             balances, sealed shoe, results, deadline
//	      ◀──Receipt── only when it is durable
//
// The implementations are in folders of their own: sqlite, which keeps a club
// in one data folder; postgres, which keeps it in a database that several servers
// may share, and has [Leases] for that; and memory, for tests. All pass the
// contract in storetest, and so must any other.
//
// The guarantees, whatever the implementation:
//
//   - One writer per table. A commit names the sequence it follows; if the
//     journal has gone on, it is refused with [ErrConflict].
//   - A command's id is answered once. The same id again gets a
//     [DuplicateError] with the first answer, and nothing moves.
//   - Players' and rounds' accounts never fall below zero
//     ([InsufficientError]); a refused commit leaves nothing behind.
//   - A result says what its player holds after its commit, to the unit.
//   - Journal entries, transfers, sealed shoes, answers and results are never
//     changed or removed.
//
// Times are kept to the nanosecond and come back in UTC.
package store
