package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"loket/internal/platform/fault"
)

// The SQLSTATE codes that need special treatment.
const (
	pgUnique        = "23505"
	pgCheck         = "23514"
	pgSerialization = "40001"
	pgDeadlock      = "40P01"
	classData       = "22" // a value that the column can't hold
	classConstraint = "23"
	classLimit      = "54" // a value too large for an index

	pgDivisionByZero = "22012"
	pgNoStatement    = "26000" // a prepared statement is gone
	pgReadOnly       = "25006" // the server is no longer the primary
	pgNotSupported   = "0A000"
	pgLockTimeout    = "55P03"
	pgInternal       = "XX000"
	classConnection  = "08" // to another server of a Citus
	classInternal    = "XX"
	classResources   = "53" // no disk, memory or connection left
	classOperator    = "57" // stopping, starting, or a statement was cancelled
	classSystem      = "58"
)

// class is the first part of a SQLSTATE.
func class(code string) string { return code[:min(len(classData), len(code))] }

func hasCode(err error, codes ...string) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)

	return ok && slices.Contains(codes, pg.Code)
}

// IsUnique reports whether a unique key refused a row.
func IsUnique(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == pgUnique
	}

	lite, ok := errors.AsType[*sqlite.Error](err)

	return ok && (lite.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || lite.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// IsCheck reports whether a CHECK refused a row.
func IsCheck(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == pgCheck
	}

	lite, ok := errors.AsType[*sqlite.Error](err)

	return ok && lite.Code() == sqlite3.SQLITE_CONSTRAINT_CHECK
}

// IsRow reports whether a single row caused the error, so that the rest of a batch may
// succeed without it.
func IsRow(err error) bool {
	if errors.Is(err, ErrRefuted) {
		return false
	}

	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		of := class(pg.Code)

		return of == classData || of == classConstraint || of == classLimit
	}

	lite, ok := errors.AsType[*sqlite.Error](err)

	return ok && lite.Code()&litePrimary == sqlite3.SQLITE_CONSTRAINT
}

const litePrimary = 0xff // the low byte is the class of an extended code

func isRetryable(err error) bool { return hasCode(err, pgSerialization, pgDeadlock, pgNoStatement) }

// classify keeps errors that callers act on. An outage of the database becomes
// fault.ErrUnavailable.
func classify(err error) error {
	switch {
	case err == nil, errors.Is(err, sql.ErrNoRows), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}

	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}

	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		if isOutage(pg.Code) || isServerLost(pg) {
			return fault.ErrUnavailable.Wrap(err)
		}

		return err
	}

	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		if isLiteOutage(lite.Code()) {
			return fault.ErrUnavailable.Wrap(err)
		}

		return err
	}

	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok || pgconn.SafeToRetry(err) || isConnLost(err) {
		return fault.ErrUnavailable.Wrap(err)
	}

	return err
}

// isServerLost reports whether Citus got no answer of another server to a statement. The function of Citus that tells what another server
// answered then has no code to pass on.
func isServerLost(pg *pgconn.PgError) bool {
	return pg.Code == pgInternal && pg.Routine == "ReportResultError"
}

// isOutage reports whether the same statement may succeed later.
func isOutage(code string) bool {
	switch class(code) {
	case classConnection, classResources, classOperator, classSystem:
		return true
	}

	return code == pgLockTimeout || code == pgReadOnly
}

// isLiteOutage is isOutage for SQLite: the disk is full, broken or read-only, or another
// program holds the file.
func isLiteOutage(code int) bool {
	switch code & litePrimary {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
		sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return true
	}

	return false
}

// classifyCommit is classify for the answer of a COMMIT. When the connection is lost
// there, the outcome is unknown.
func classifyCommit(err error) error {
	if err == nil {
		return nil
	}

	if refused(err) || errors.Is(err, pgx.ErrTxCommitRollback) {
		return err
	}

	if pgconn.SafeToRetry(err) || errors.Is(err, sql.ErrTxDone) {
		return classify(err) // it was never sent
	}

	return fault.ErrOutcomeUnknown.Wrap(err)
}

// refused reports whether the server refused a COMMIT or a statement sent with it. An
// error that ends the connection proves nothing: a stopping server sends one even after
// it has committed. Nor does the error of a Citus whose other server ended when it was told
// to commit what is on that server alone, which comes as a lost connection or an internal error.
func refused(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || class(pg.Code) == classConnection || class(pg.Code) == classInternal {
		return false
	}

	return cmp.Or(pg.SeverityUnlocalized, pg.Severity) == "ERROR"
}
