package db

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// postgresCommit is the last message of a batch on PostgreSQL: conditions, and rows for
// several tables. The driver copies one table at a time and waits twice for each. The
// protocol accepts all of it as one query of several statements followed by the rows.
// PostgreSQL runs such a query in one transaction, so there is no BEGIN and no COMMIT,
// and the server never waits for us while it holds locks.
type postgresCommit struct {
	guards []guard
	rows   []rowCopy
}

// guard is a prepared statement that fails unless a condition is true.
type guard struct {
	text string
	args []any // numbers only, sent as text
}

func (c *postgresCommit) empty() bool  { return len(c.guards) == 0 && len(c.rows) == 0 }
func (c *postgresCommit) copies() bool { return len(c.rows) > 0 }

func (c *postgresCommit) guard(text string, args []any) {
	c.guards = append(c.guards, guard{text, args})
}

func (c *postgresCommit) copy(table string, names []string, columns []Column) {
	c.rows = append(c.rows, newRowCopy(table, names, columns))
}

// queueGuards adds the conditions to the queued statements. Without rows to copy they
// need no query of their own.
func (c *postgresCommit) queueGuards(b *Batch) {
	for _, g := range c.guards {
		b.queued().Queue(g.text, g.args...)
	}

	c.guards = nil
}

func (c *postgresCommit) encode() {
	for i := range c.rows {
		c.rows[i].encode()
	}
}

// send writes the conditions, the rows and a last statement, if any, reads the answers
// and returns the first error. After an error the server ignores the remaining rows. A
// connection that breaks meanwhile is closed.
//
// Everything is prepared first and sent in one write: the server takes locks when it
// reads the first statement, and it has no time limit for waiting on rows.
func (c *postgresCommit) send(ctx context.Context, conn *pgx.Conn, last string) error {
	if c.empty() {
		return nil
	}

	text, err := c.query(ctx, conn, last)
	if err != nil {
		return unsentError{err}
	}

	c.encode()

	pg := conn.PgConn()

	if deadline, ok := ctx.Deadline(); ok { // while the first statement waits for a lock, nobody reads the rows
		_ = pg.Conn().SetWriteDeadline(deadline) // fails on a closed connection alone, as the write will

		defer func() { _ = pg.Conn().SetWriteDeadline(time.Time{}) }()
	}

	query, err := (&pgproto3.Query{String: text}).Encode(nil)
	if err != nil {
		return unsentError{fmt.Errorf("send a batch: %w", err)}
	}

	messages := net.Buffers{query}
	for _, r := range c.rows {
		messages = append(messages, r.data)
	}

	if _, err := messages.WriteTo(pg.Conn()); err != nil {
		return closeBroken(ctx, pg, unsentError{fmt.Errorf("send a batch: %w", err)})
	}

	*c = postgresCommit{}

	return receive(ctx, pg)
}

// unsentError means that a batch was not sent completely, so the server can't have
// committed it.
type unsentError struct{ cause error }

func (e unsentError) Error() string { return e.cause.Error() }
func (e unsentError) Unwrap() error { return e.cause }

// SafeToRetry is the method with which the driver's errors report this.
func (e unsentError) SafeToRetry() bool { return true }

// query joins all statements.
func (c *postgresCommit) query(ctx context.Context, conn *pgx.Conn, last string) (string, error) {
	statements := make([]string, 0, len(c.guards)+len(c.rows)+1)

	for _, g := range c.guards {
		prepared, err := conn.Prepare(ctx, g.text, g.text) // once for each connection
		if err != nil {
			return "", fmt.Errorf("prepare a condition: %w", err)
		}

		statements = append(statements, "EXECUTE "+prepared.Name+literals(g.args))
	}

	for _, r := range c.rows {
		statements = append(statements, r.text())
	}

	if last != "" {
		statements = append(statements, last)
	}

	return strings.Join(statements, "; "), nil
}

// literals formats arguments as SQL: (1, '{2,3}').
func literals(args []any) string {
	if len(args) == 0 {
		return ""
	}

	text := []byte{}

	for _, a := range args {
		text = append(text, ", "...)

		switch v := a.(type) {
		case int:
			text = strconv.AppendInt(text, int64(v), 10)
		case int64:
			text = strconv.AppendInt(text, v, 10)
		case []int64:
			text = append(text, "'{"...)

			for i, n := range v {
				if i > 0 {
					text = append(text, ',')
				}

				text = strconv.AppendInt(text, n, 10)
			}

			text = append(text, "}'"...)
		default:
			panic(fmt.Sprintf("db: a condition can't take %T", a))
		}
	}

	return "(" + string(text[len(", "):]) + ")"
}

// receive reads until the query is answered.
func receive(ctx context.Context, conn *pgconn.PgConn) error {
	var refused error

	for {
		message, err := conn.ReceiveMessage(ctx)
		if err != nil {
			// The driver would report this error as safe to retry, since it doesn't
			// know of the statements in flight. So its error is not wrapped.
			return closeBroken(ctx, conn, fmt.Errorf("read the answer to a batch: %v", err)) //nolint:errorlint // on purpose
		}

		switch m := message.(type) {
		case *pgproto3.ErrorResponse:
			if refused == nil {
				refused = pgconn.ErrorResponseToPgError(m)
			}
		case *pgproto3.ReadyForQuery:
			return refused
		}
	}
}

// leaveTime is the time limit for cancelling and closing a broken connection.
const leaveTime = 2 * time.Second

// closeBroken closes a connection with outstanding answers. A server process that waits for a
// lock doesn't notice a closed connection, so its statement is cancelled first.
func closeBroken(ctx context.Context, conn *pgconn.PgConn, err error) error {
	tooLate := ctx.Err() != nil || errors.Is(err, os.ErrDeadlineExceeded)

	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()

	if tooLate {
		_ = conn.CancelRequest(ctx) // best effort
	}

	_ = conn.Close(ctx) // the connection is dropped in any case

	return err
}
