package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// maxStatements limits the prepared statements of a connection. Our statements are
// constants, so the limit is never reached.
const maxStatements = 512

// liteWriter is the only write connection of SQLite with its prepared statements.
// Callers get it in turn through the channel. So SQLITE_BUSY is caused only by other
// processes, and the busy time-out waits for those.
type liteWriter struct {
	turn   chan struct{}
	closed chan struct{}
	conn   *sql.Conn
	stmts  map[string]*sql.Stmt
}

var errClosed = errors.New("the database is closed")

const ownerOnly = 0o600

// makeFile creates the file of a new database with mode 0600: it contains addresses and
// the hashes of passwords and PINs. SQLite gives the files beside it the same mode. An
// existing file is not opened, since closing it would release this process's locks on it.
func makeFile(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, ownerOnly) //nolint:gosec // the operator names it
	if errors.Is(err, fs.ErrExist) {
		return nil
	}

	if err != nil {
		return fmt.Errorf("make the database's file: %w", err)
	}

	if err := f.Close(); err != nil {
		return fmt.Errorf("make the database's file: %w", err)
	}

	return nil
}

func newLiteWriter(ctx context.Context, pool *sql.DB) (*liteWriter, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("writing connection: %w", err)
	}

	return &liteWriter{turn: make(chan struct{}, 1), closed: make(chan struct{}), conn: conn, stmts: map[string]*sql.Stmt{}}, nil
}

func (w *liteWriter) acquire(ctx context.Context) error {
	select {
	case w.turn <- struct{}{}:
		return nil
	case <-w.closed:
		return errClosed
	case <-ctx.Done():
		return fmt.Errorf("wait for the writing connection: %w", ctx.Err())
	}
}

func (w *liteWriter) release() { <-w.turn }

func (w *liteWriter) close() error {
	w.turn <- struct{}{} // never returned, so no transaction starts any more

	close(w.closed)

	errs := []error{}
	for _, s := range w.stmts {
		errs = append(errs, s.Close())
	}

	return errors.Join(append(errs, w.conn.Close())...)
}

// stmt returns the prepared statement of a text and prepares it on first use.
func (w *liteWriter) stmt(ctx context.Context, text string) (*sql.Stmt, error) {
	if s, ok := w.stmts[text]; ok {
		return s, nil
	}

	if len(w.stmts) >= maxStatements {
		for old, s := range w.stmts {
			delete(w.stmts, old)

			if err := s.Close(); err != nil {
				return nil, fmt.Errorf("drop a prepared statement: %w", err)
			}
		}
	}

	s, err := w.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}

	w.stmts[text] = s

	return s, nil
}

// ExecContext implements runner.
func (w *liteWriter) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	s, err := w.stmt(ctx, text)
	if err != nil {
		return nil, err
	}

	return s.ExecContext(ctx, args...)
}

// QueryContext implements runner.
func (w *liteWriter) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	s, err := w.stmt(ctx, text)
	if err != nil {
		return nil, err
	}

	return s.QueryContext(ctx, args...)
}

// QueryRowContext implements runner.
func (w *liteWriter) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	s, err := w.stmt(ctx, text)
	if err != nil {
		return w.conn.QueryRowContext(ctx, text, args...) // Scan returns the same error
	}

	return s.QueryRowContext(ctx, args...)
}

// stmtCache keeps SQLite's read statements prepared, since parsing costs more than
// running most of them. PostgreSQL's driver does this by itself.
type stmtCache struct {
	pool  *sql.DB
	mu    sync.RWMutex
	stmts map[string]*sql.Stmt
}

func newStmtCache(pool *sql.DB) *stmtCache {
	return &stmtCache{pool: pool, stmts: map[string]*sql.Stmt{}}
}

// get returns the prepared statement, or nil when the text can't be prepared or the cache
// is full. Then the caller runs the text itself.
func (c *stmtCache) get(ctx context.Context, text string) *sql.Stmt {
	c.mu.RLock()
	s := c.stmts[text]
	full := len(c.stmts) >= maxStatements
	c.mu.RUnlock()

	if s != nil || full {
		return s
	}

	s, err := c.pool.PrepareContext(ctx, text)
	if err != nil {
		return nil
	}

	c.mu.Lock()
	defer c.mu.Unlock()

	if first := c.stmts[text]; first != nil {
		_ = s.Close() // another goroutine has prepared it meanwhile

		return first
	}

	c.stmts[text] = s

	return s
}

func (c *stmtCache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()

	errs := make([]error, 0, len(c.stmts))
	for text, s := range c.stmts {
		errs = append(errs, s.Close())

		delete(c.stmts, text)
	}

	return errors.Join(errs...)
}
