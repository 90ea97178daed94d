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

	Status     bool `help:"Only list the steps of this program, which of them the database has taken, and which programs may run before and after them."`
	DryRun     bool `help:"Only print the statements that would run."`
	Distribute bool `help:"Then spread the rows of clients over the servers of a Citus cluster, while the program is stopped; again after each migration that makes a table."`
}

// Run takes the steps, or only says which.
func (c *migrateCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Status || c.DryRun {
		return c.look(ctx, stdout)
	}

	if err := makeFolder(c.Database); err != nil {
		return err
	}

	where := db.Options{URL: c.DSN()}

	steps, err := db.Migrate(ctx, where)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}

	_, _ = fmt.Fprintf(stdout, "loket: %d steps taken, this program may run on the schema\n", steps)

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

// look says what a migration would do. It changes nothing.
func (c *migrateCmd) look(ctx context.Context, stdout io.Writer) error {
	schema, err := db.ReadSchema(ctx, db.Options{URL: c.DSN()})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}

	pending := 0

	for _, s := range schema.Steps {
		state := "taken " + when(s.Taken)

		if s.Pending() {
			state = "to be taken"
			pending++
		}

		if c.Status {
			_, _ = fmt.Fprintf(stdout, "%s: %s; programs that know step %d may run with it\n", s.Name, state, s.Oldest)
		}

		if c.DryRun && s.Pending() {
			_, _ = fmt.Fprintf(stdout, "-- %s\n%s\n", s.Name, s.SQL)
		}
	}

	_, _ = fmt.Fprintf(stdout, "-- loket: %d of %d steps are to be taken; this program knows step %d\n", pending, len(schema.Steps), db.ProgramStep())
	_, _ = fmt.Fprintf(stdout, "-- loket: programs that may run on the database now: %s; after the steps: %s\n", schema.Now, schema.Then)

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
