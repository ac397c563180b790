package postgres

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"club99/internal/store"
)

// Codes of PostgreSQL's errors.
const (
	codeUnique     = "23505"
	codeForeign    = "23503"
	codeNoTable    = "42P01"
	codeDeadlock   = "40P01"
	codeSerialize  = "40001"
	codeLockWait   = "55P03"
	codeUnknownEnd = "40003" // the server itself does not know whether it committed
)

// answered returns the error as the server's, if it is one that ended the
// statement and no more: the transaction has come to nothing.
func answered(err error) (*pgconn.PgError, bool) {
	var e *pgconn.PgError
	if !errors.As(err, &e) || e.Code == codeUnknownEnd || strings.HasPrefix(e.Code, "08") {
		return nil, false
	}
	return e, e.SeverityUnlocalized == "ERROR" || e.SeverityUnlocalized == "" && e.Severity == "ERROR"
}

// lost reports whether a connection failed, rather than what it was asked.
func lost(err error) bool {
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		return false
	}
	var connecting *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connecting) || errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) {
		return true
	}
	var e *pgconn.PgError
	if errors.As(err, &e) {
		_, only := answered(err)
		return !only
	}
	return pgconn.SafeToRetry(err) || strings.Contains(err.Error(), "conn closed")
}

// retried reports whether the same transaction may succeed when it is tried again:
// others were in its way.
func retried(e *pgconn.PgError) bool {
	switch e.Code {
	case codeSerialize, codeDeadlock, codeLockWait:
		return true
	case codeUnique: // what was looked for was written by another node meanwhile
		return e.ConstraintName == "entries_pkey" || e.ConstraintName == "entries_of_commands" || e.ConstraintName == "balances_pkey" || e.ConstraintName == "leases_pkey"
	}
	return false
}

// contradicts reports whether the server refuses what it was given: a fault of ours.
func contradicts(e *pgconn.PgError) bool {
	return strings.HasPrefix(e.Code, "22") || strings.HasPrefix(e.Code, "23") || strings.HasPrefix(e.Code, "21")
}

// broke reports whether a constraint of that name was broken.
func broke(err error, code, constraint string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == code && (constraint == "" || e.ConstraintName == constraint)
}

// explain gives the server's errors the store's names, and says where.
func (s *Store) explain(err error) error {
	var e *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case lost(err):
		return s.unavailable(err)
	case !errors.As(err, &e):
		return err
	case contradicts(e):
		return fmt.Errorf("%w: %w", store.ErrInvalid, err)
	}
	return s.unavailable(err)
}

func (s *Store) unavailable(err error) error {
	return fmt.Errorf("%w: %s: %w%s", store.ErrUnavailable, s.where, err, advice(err))
}

// advice says what an operator can do about an error, if anything is known.
func advice(err error) string {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		return ""
	}
	switch {
	case e.Code == "25006":
		return ": it is a standby: name the primary, or all of them with target_session_attrs=read-write"
	case e.Code == "53100":
		return ": its disk is full: make room on it"
	case e.Code == "53300":
		return ": each server needs up to 18 connections: raise max_connections, or put a pooler between"
	case strings.HasPrefix(e.Code, "28"):
		return ": look at the user and the password in the URL, and at pg_hba.conf"
	case e.Code == "3D000":
		return ": make it with createdb"
	case e.Code == "42501":
		return ": the user must own the database or its schema"
	}
	return ""
}
