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

// postgresCommit is what a batch on PostgreSQL sends last: conditions, and rows for
// several tables. The driver copies one table at a time and waits twice for
// each; the protocol takes all of it as the statements of one query, with the
// rows right behind. PostgreSQL runs the statements of a query in one
// transaction: without one that is open already there is nothing to begin and
// nothing to commit, and at no moment does the server wait for us with locks.
type postgresCommit struct {
	guards []guard
	rows   []rowCopy
}

// guard is a prepared statement that fails unless something holds.
type guard struct {
	text string
	args []any // numbers alone: they are sent as text
}

func (c *postgresCommit) empty() bool  { return len(c.guards) == 0 && len(c.rows) == 0 }
func (c *postgresCommit) copies() bool { return len(c.rows) > 0 }

func (c *postgresCommit) guard(text string, args []any) {
	c.guards = append(c.guards, guard{text, args})
}

func (c *postgresCommit) copy(table string, names []string, columns []Column) {
	c.rows = append(c.rows, newRowCopy(table, names, columns))
}

// queueGuards lets the conditions go with other statements: without rows to
// copy they need no query of their own.
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

// send writes everything and a last statement, if there is one, and reads the
// answers; the first error is given. After an error the server ignores the rows
// that still come. A connection that breaks meanwhile is closed.
//
// All of it is one write, made ready before: the server takes locks as soon as
// it reads the first statement, and no limit of its own ends a wait for rows.
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
		return broken(ctx, pg, unsentError{fmt.Errorf("send a batch: %w", err)})
	}

	*c = postgresCommit{}

	return receive(ctx, pg)
}

// unsentError is why a batch did not leave whole: the server can't have
// committed it.
type unsentError struct{ cause error }

func (e unsentError) Error() string { return e.cause.Error() }
func (e unsentError) Unwrap() error { return e.cause }

// SafeToRetry is how the driver's own errors say so.
func (e unsentError) SafeToRetry() bool { return true }

// query gives all statements as one.
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
		statements = append(statements, r.text)
	}

	if last != "" {
		statements = append(statements, last)
	}

	return strings.Join(statements, "; "), nil
}

// literals writes arguments as SQL: (1, '{2,3}').
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
			// The driver calls this safe to repeat, knowing of no statement
			// under way: its own error must not be seen by those who ask.
			return broken(ctx, conn, fmt.Errorf("read the answer to a batch: %v", err)) //nolint:errorlint // on purpose
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

// leaveTime bounds the farewell to a server, which may not be listening.
const leaveTime = 2 * time.Second

// broken closes a connection on which answers are outstanding. A server that
// waits for a lock would not notice before it has it: it is told.
func broken(ctx context.Context, conn *pgconn.PgConn, err error) error {
	tooLate := ctx.Err() != nil || errors.Is(err, os.ErrDeadlineExceeded)

	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()

	if tooLate {
		_ = conn.CancelRequest(ctx) // nobody waits for what comes of this
	}

	_ = conn.Close(ctx) // it is of no use whatever comes of this

	return err
}
