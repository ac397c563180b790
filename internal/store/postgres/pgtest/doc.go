// Package pgtest gives tests a PostgreSQL of their own.
//
// [Main] runs a package's tests and stops the server after them, if one of them has
// started it with [Database]. The server is made in a temporary folder, for this run
// alone, from the programs that are installed (Debian's package postgresql; PGBIN
// names their folder elsewhere); it writes without syncing, for what tests lose is
// processes and not machines. As root it runs as another user, for PostgreSQL refuses root.
package pgtest
