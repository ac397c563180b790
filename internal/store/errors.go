package store

import (
	"errors"

	"club99/internal/ledger"
)

// What a store may answer besides success. Unless it says otherwise, an error
// means that nothing was written.
var (
	// ErrConflict: the table's journal does not end where the commit expects;
	// another writer has it, or had.
	ErrConflict = errors.New("the table's journal has gone on without this writer")

	// ErrBusy: too many commits are waiting. Try again later.
	ErrBusy = errors.New("the store is busy: too many commits are waiting")

	// ErrUnavailable: the store cannot write at the moment, as when the disk
	// is full or broken. What it wraps says why.
	ErrUnavailable = errors.New("the store cannot write")

	// ErrUncertain: writing failed and reading back failed too, so nobody
	// knows whether the commit is there. The table must be rebuilt from its
	// journal before it says or does anything else.
	ErrUncertain = errors.New("it is not known whether the commit was written")

	// ErrClosed: the store is closed.
	ErrClosed = errors.New("the store is closed")

	// ErrInUse: another process has the data folder open.
	ErrInUse = errors.New("the data folder is in use by another club99")

	// ErrInvalid: what was asked to be kept contradicts itself; a fault in the
	// program, not in its data.
	ErrInvalid = errors.New("malformed")

	// ErrNotFound: no such player, session, rules or shoe.
	ErrNotFound = errors.New("not found")

	// ErrLoginTaken: another player has that login.
	ErrLoginTaken = errors.New("the login is taken")
)

// InsufficientError says that an account which may not owe would fall below zero.
type InsufficientError = ledger.InsufficientError

// DuplicateError says that the command's id was used before, and carries the
// first answer. It may be answered to the client as it is.
type DuplicateError struct{ Answer []byte }

func (DuplicateError) Error() string { return "the command was answered before" }
