// Package postgres keeps a club's books in a PostgreSQL database, which several
// servers may share.
//
//	tables ──job──▶ queue ──▶ committers ──┐ 1 BEGIN, leases FOR SHARE, ends of journals,
//	                bounded   two a node   │   answers, accounts FOR UPDATE     one round trip
//	                                       │ 2 each job decided: a receipt, or its own refusal
//	                                       └ 3 the rows of all, COMMIT          one round trip
//
// A committer takes what waits and writes it in one transaction, so that one sync of
// the disk serves many tables. What the commits depend on is read and locked first, so
// that each is accepted or refused by itself, and a refusal costs the others nothing.
// The rows of all go in one statement a table. What the database refuses all the same
// is written anew, each job in a transaction of its own.
//
// Who may write to a table's journal is decided twice: by the lease, whose row is
// locked against a takeover until the commit is over, and by the primary key of the
// entries. Both are rows like any other. Nothing is bound to a session (no advisory lock, no
// LISTEN, no named statement), so that a pooler of transactions may stand between; all
// limits are set for a transaction. Accounts are locked in one order; deadlocks and
// serialization failures are tried again, a bounded number of times.
//
// A connection that is lost while committing leaves a commit in doubt. The same is then
// done once more on a fresh one: it waits for whatever the lost transaction still holds,
// and finds the entry there, or writes it. Only if that cannot be done is the answer
// [store.ErrUncertain]. A journal that ends before what this program was told to be
// written is not written to any more: a standby took over that had not everything.
//
// The tables are in migrations, applied in one transaction when the books are opened.
// Triggers refuse to change or remove what must stay, and a CHECK keeps players' and
// rounds' balances at zero or more, whoever writes.
//
//	go test -run '^$' -bench Commit ./internal/store/postgres
package postgres
