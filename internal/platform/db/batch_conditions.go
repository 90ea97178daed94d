package db

import (
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrRefuted means that a required condition of a batch was false, so nothing of the
// batch was written.
var ErrRefuted = errors.New("a required condition does not hold")

// Guard adds a condition, a boolean expression. If it is false, nothing of the
// batch is committed and Batch returns ErrRefuted. Unlike a Query whose answer is
// checked first, it costs no round trip. Arguments are int, int64 or []int64.
func (b *Batch) Guard(condition string, args ...any) {
	if b.engine == Postgres {
		b.last.guard("SELECT 1 / (CASE WHEN "+condition+" THEN 1 ELSE 0 END)", args)

		return
	}

	b.Query("SELECT "+condition, args, func(row Row) error {
		holds := false
		if err := row.Scan(&holds); err != nil {
			return err
		}

		if !holds {
			return ErrRefuted
		}

		return nil
	})
}

// ExecLast adds an UPDATE that must affect exactly the given number of rows. Otherwise
// nothing of the batch is committed and Batch returns ErrRefuted. On PostgreSQL
// conditions and changes are sent after all other queued statements. Arguments are
// as for Guard.
func (b *Batch) ExecLast(rows int, text string, args ...any) {
	if b.engine == Postgres {
		b.last.guard(expectSQL(text, len(args)), append(args, rows))

		return
	}

	if b.err != nil {
		return
	}

	n, err := b.liteExec(text, args)
	if err == nil && n != int64(rows) {
		err = ErrRefuted
	}

	b.err = err
}

// expectSQL is an UPDATE that fails unless it changes as many rows as its last argument says. The number is an argument,
// so that batches of all sizes are one statement, which is prepared and planned once.
func expectSQL(text string, args int) string {
	return fmt.Sprintf("WITH changed AS (%s RETURNING 1) SELECT 1 / CASE WHEN count(*) = $%d THEN 1 ELSE 0 END FROM changed", text, args+1)
}

// ExecExpect adds an UPDATE that must affect exactly the given number of rows. Otherwise nothing of the batch is
// committed and Batch returns ErrRefuted. Unlike ExecLast it keeps its place among the other statements, and takes
// arguments of all types.
func (b *Batch) ExecExpect(rows int, text string, args ...any) {
	if b.engine == SQLite {
		b.ExecLast(rows, text, args...)

		return
	}

	b.Exec(expectSQL(text, len(args)), append(slices.Clip(args), rows)...)
}

func asRefuted(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == pgDivisionByZero {
		return errors.Join(ErrRefuted, err) // only Guard, ExecLast and ExecExpect use a division
	}

	return err
}
