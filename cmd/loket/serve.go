package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/platform/db"
	"loket/internal/platform/logging"
)

type serveCmd struct {
	config.Config

	Migrate bool `help:"Bring the database to this program's schema first." env:"LOKET_MIGRATE" group:"Data"`
}

// Run serves until the context ends. Before that it lists every fault of the
// settings and the database at once.
func (c *serveCmd) Run(ctx context.Context, stdout io.Writer, wrong *slips, self program) error {
	faults := errors.Join(wrong.err(), c.Resolve(), c.Check())

	suppliers, err := config.LoadSuppliers(c.Suppliers, false)
	if err != nil {
		suppliers = nil // told by Check
	}

	logger, flush := newLogger(c.Log)
	defer flush()

	if faults != nil {
		return errors.Join(faults, app.CheckDatabase(ctx, c.Config, c.Migrate), app.CheckFiles(ctx, c.Config),
			app.CheckParts(c.Config, suppliers))
	}

	a, err := app.New(ctx, app.Options{
		Config: c.Config, Suppliers: suppliers, Logger: logger, Version: version, Migrate: c.Migrate, HashCommand: self.hashing(),
	})
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	if err := a.Start(ctx); err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	_, _ = fmt.Fprintf(stdout, "loket: ready on http://%s/external/\n", a.Address())

	return wait(ctx, a)
}

// errLost means that this node's number may be another's now.
var errLost = errors.New("this node lost its number: another one took it while the database could not be reached")

// wait serves until the context ends or the node must, then stops.
func wait(ctx context.Context, a *app.App) error {
	var lost error

	select {
	case <-ctx.Done():
	case <-a.Lost():
		lost = errLost
	}

	return errors.Join(lost, stop(context.WithoutCancel(ctx), a.Stop, app.StopTime, stuckTime))
}

// stuckTime is how long after its time a stop may still go on.
const stuckTime = 3 * time.Second

// errStuck means that something did not heed the end of the time to stop.
var errStuck = errors.New("the stop is stuck; what is not finished is left to other nodes or the next start")

// stop ends what runs, within its time. What does not heed that is left behind:
// a batch that waits for an id which a lost number will never give holds wallets
// locked as long as this process lives.
func stop(ctx context.Context, end func(ctx context.Context) error, most, stuck time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()

	done := make(chan error, 1)

	go func() { done <- end(ctx) }()

	select {
	case err := <-done:
		return err
	case <-time.After(most + stuck):
		return errStuck
	}
}

// newLogger makes the log on standard error; the function is to be called last.
func newLogger(conf config.Log) (*slog.Logger, func()) {
	var level slog.Level

	_ = level.UnmarshalText([]byte(conf.LogLevel)) // kong checked it; info otherwise

	return logging.New(os.Stderr, logging.Options{Level: level, Text: conf.LogFormat == "text"})
}

type migrateCmd struct {
	config.Database
}

func (c *migrateCmd) Run(ctx context.Context, stdout io.Writer) error {
	if err := makeFolder(c.Database); err != nil {
		return err
	}

	steps, err := db.Migrate(ctx, db.Options{URL: c.DSN()})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}

	_, _ = fmt.Fprintf(stdout, "loket: %d steps taken, the schema is this program's\n", steps)

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
