package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

	"github.com/pressly/goose/v3"

	"loket/internal/platform/db/migrations"
)

// Step is one migration of this program.
type Step struct {
	Name  string // 00001_initial.sql
	Taken time.Time
	SQL   string // as in the file
}

// Pending reports whether the database has not taken the step.
func (s Step) Pending() bool { return s.Taken.IsZero() }

// Steps lists the migrations of this program in their order, and when the database took each. It changes nothing. Error: ErrNewer.
func Steps(ctx context.Context, opt Options) ([]Step, error) {
	return stepsOf(ctx, opt, migrations.Files)
}

func stepsOf(ctx context.Context, opt Options, files fs.FS) ([]Step, error) {
	folder := "sqlite"
	if IsPostgres(opt.URL) {
		folder = "postgres"
	}

	names, err := fs.Glob(files, folder+"/*.sql")
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}

	list := make([]Step, len(names))

	for i, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("migrations: %w", err)
		}

		list[i] = Step{Name: path.Base(name), SQL: string(text)}
	}

	switch err := CheckEmpty(ctx, opt); {
	case err == nil:
		return list, nil // to ask goose would make its table
	case !errors.Is(err, ErrNotEmpty):
		return nil, err
	}

	return list, withProvider(opt, files, func(p *goose.Provider, _ *sql.DB) error {
		if err := refuseNewer(ctx, p); err != nil {
			return err
		}

		status, err := p.Status(ctx)
		if err != nil {
			return fmt.Errorf("read which migrations were taken: %w", err)
		}

		for _, s := range status {
			for i := range list {
				if list[i].Name == path.Base(s.Source.Path) {
					list[i].Taken = s.AppliedAt
				}
			}
		}

		return nil
	})
}
