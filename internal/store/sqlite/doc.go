// Package sqlite keeps a club in one data folder, with SQLite.
//
//	tables ──job──▶ queue ──▶ committer ──▶ club99.db-wal ──▶ club99.db
//	                bounded   one goroutine,   │     checkpoints on a
//	                          one connection   │     connection of their own
//	readers ◀── read-only pool ◀───────────────┘
//
// The committer takes every job that waits, runs one after the other and commits
// them together, so that one sync of the disk serves many tables. If a job fails,
// all are run again with a savepoint around each, so that it fails alone. How long it waits for more depends on how
// many came last time: a lone commit is not kept waiting.
//
// The write-ahead log is synced at every commit (synchronous=FULL): what
// Commit has answered survives the process and the machine. If a commit
// fails, the committer opens a fresh connection, writes a fence and reads
// back before it answers anybody; see recovery.go.
//
// A commit is one row of entries, with its command, its transfers and the deadline,
// added at the end. Unique indexes refuse a command or an entry that is there already,
// and each entry refers to the one before. Triggers refuse to change or remove what
// must stay, and a CHECK keeps players' and rounds' balances at zero or more, whoever
// writes. The schema is in migrations, plain SQL for this dialect, applied when the
// folder is opened; another dialect has its own.
//
// How many commits a second a machine can do, alone and grouped:
//
//	go test -run '^$' -bench Commit ./internal/store/sqlite
package sqlite
