package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"loket/internal/config"
	"loket/internal/platform/db"
)

type migrateCmd struct {
	config.Database

	Distribute bool `help:"Then spread the rows of clients over the servers of a Citus cluster, while the program is stopped; again after each migration that makes a table."`
}

func (c *migrateCmd) Run(ctx context.Context, stdout io.Writer) error {
	if err := makeFolder(c.Database); err != nil {
		return err
	}

	where := db.Options{URL: c.DSN()}

	steps, err := db.Migrate(ctx, where)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}

	_, _ = fmt.Fprintf(stdout, "loket: %d steps taken, the schema is this program's\n", steps)

	if !c.Distribute {
		return nil
	}

	done, err := db.Distribute(ctx, where)
	for _, line := range done { // also of one whose check failed afterwards
		_, _ = fmt.Fprintln(stdout, "loket:", line)
	}

	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}

	if len(done) == 0 {
		_, _ = fmt.Fprintln(stdout, "loket: nothing to do, all tables stand where this program needs them")
	}

	return nil
}

func makeFolder(d config.Database) error {
	if d.DatabaseURL != "" {
		return nil
	}

	const private = 0o700

	if err := os.MkdirAll(d.Data, private); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}

	return nil
}
