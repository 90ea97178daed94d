package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"

	"loket/internal/platform/db/migrations"
)

// ErrNewer means that a newer program has changed the schema so that this one
// must not run on it: it could lose money.
var ErrNewer = errors.New("the database is newer than this program")

// ErrPrograms means that a program works on the database that must not run on it after the steps of a migration.
var ErrPrograms = errors.New("older programs run that don't know the schema after these steps: replace or stop them, or wait a minute after one was killed")

// Programs are those that may run on a schema, by the last step that they know: from Oldest to Newest. Newest is 0 on an empty database, on
// which none may.
type Programs struct{ Oldest, Newest int64 }

func (p Programs) String() string {
	switch {
	case p.Newest == 0:
		return "none"
	case p.Oldest == p.Newest:
		return fmt.Sprintf("those of step %d", p.Newest)
	default:
		return fmt.Sprintf("those of steps %d to %d", p.Oldest, p.Newest)
	}
}

// after are the programs that may run when steps were taken, too.
func (p Programs) after(steps []Step) Programs {
	for _, s := range steps {
		if s.Number > p.Newest {
			p = Programs{Oldest: max(p.Oldest, s.Oldest), Newest: s.Number}
		}
	}

	return p
}

// ProgramStep is the last step of the schema that this program knows.
func ProgramStep() int64 {
	list, err := readSteps(migrations.Files(), sqliteFolder)
	if err != nil || len(list) == 0 {
		return 0 // such a program can't open a database
	}

	return list[len(list)-1].Number
}

// programsOf reads which programs may run on a database that has taken a step. Where that step says nothing, only its own may.
func programsOf(ctx context.Context, q runner, step int64) (Programs, error) {
	if step == 0 {
		return Programs{}, nil
	}

	var last, oldest sql.NullInt64
	if err := q.QueryRowContext(ctx, "SELECT MAX(step), MAX(oldest_program) FROM schema_steps").Scan(&last, &oldest); err != nil {
		return Programs{}, fmt.Errorf("read which programs may run: %w", classify(err))
	}

	if last.Int64 != step {
		return Programs{Oldest: step, Newest: step}, nil
	}

	return Programs{Oldest: oldest.Int64, Newest: step}, nil
}

// checkNewer reports whether the database has steps that this program doesn't know. Then it fails with ErrNewer, unless the database says that
// the program may run.
func checkNewer(ctx context.Context, p *goose.Provider, q runner) (bool, error) {
	has, knows, err := p.GetVersions(ctx)
	if err != nil {
		return false, fmt.Errorf("read the schema's version: %w", err)
	}

	if has <= knows {
		return false, nil
	}

	may, err := programsOf(ctx, q, has)
	if err != nil {
		return true, err
	}

	if knows < may.Oldest {
		return true, fmt.Errorf("%w: it is at step %d and may be used by programs that know step %d, and this one knows step %d", ErrNewer, has, may.Oldest, knows)
	}

	return true, nil
}

// knowsAll is a check that fails with ErrNewer when the database has steps that are not in files.
func knowsAll(files fs.FS) func(ctx context.Context, q runner) error {
	return func(ctx context.Context, q runner) error {
		list, err := readSteps(files, postgresFolder)
		if err != nil {
			return err
		}

		var has int64
		if err := q.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&has); err != nil {
			return fmt.Errorf("read the schema's version: %w", classify(err))
		}

		if knows := list[len(list)-1].Number; has > knows {
			return fmt.Errorf("%w: it is at step %d, and this one knows step %d", ErrNewer, has, knows)
		}

		return nil
	}
}

// refuseOldPrograms fails with ErrPrograms and the numbers of the programs that hold a lease and must not run after the steps.
func refuseOldPrograms(ctx context.Context, p *goose.Provider, q runner, steps []Step) error {
	has, _, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}

	now, err := programsOf(ctx, q, has)
	if err != nil || now.Newest == 0 {
		return err
	}

	oldest := now.after(steps).Oldest
	if oldest == now.Oldest {
		return nil
	}

	rows, err := q.QueryContext(ctx, "SELECT number FROM nodes WHERE lease_until > $1 AND schema_step < $2 ORDER BY number", time.Now().UnixMicro(), oldest)

	numbers, err := Collect(rows, err, func(row *sql.Rows) (number int64, err error) { return number, row.Scan(&number) })
	if err != nil {
		return fmt.Errorf("look for running programs: %w", err)
	}

	if len(numbers) > 0 {
		return fmt.Errorf("%w: step %d is needed (nodes %v)", ErrPrograms, oldest, numbers)
	}

	return nil
}
