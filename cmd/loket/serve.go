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
	"loket/internal/platform/logging"
)

type serveCmd struct {
	config.Config

	Migrate bool `help:"Bring the database to this program's schema first." env:"LOKET_MIGRATE" group:"Data"`
}

// Run serves until the context ends. Before that it lists every fault of the
// settings and the database at once.
func (c *serveCmd) Run(ctx context.Context, stdout io.Writer, wrong *usageErrors, self program) error {
	faults := errors.Join(wrong.err(), c.Resolve(), c.Check())

	suppliers, err := config.LoadSuppliers(c.Suppliers, false)
	if err != nil {
		suppliers = nil // Check reports the error
	}

	banks, err := config.LoadBanks(c.Banks, false)
	if err != nil {
		banks = nil // as above
	}

	logger, flush := newLogger(c.Log)
	defer flush()

	if faults != nil {
		return errors.Join(faults, app.CheckDatabase(ctx, c.Config, c.Migrate), app.CheckFiles(ctx, c.Config),
			app.CheckParts(c.Config, suppliers), app.CheckBanks(banks))
	}

	unlock, err := lockFolder(c.Database, c.Migrate)
	if err != nil {
		return err
	}
	defer unlock()

	a, err := app.New(ctx, app.Options{
		Config: c.Config, Suppliers: suppliers, Banks: banks, Logger: logger, Version: version, Commit: thisBuild().commit, Migrate: c.Migrate, HashCommand: self.hashing(),
	})
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	if err := a.Start(ctx); err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	_, _ = fmt.Fprintf(stdout, "loket: ready on http://%s/external/\n", a.Address())

	return wait(ctx, a, logger)
}

// errLost means that another node may have this node's number.
var errLost = errors.New("this node lost its number: another one took it while the database could not be reached")

// wait serves until the context ends or the lease of the node number is lost, then
// stops.
func wait(ctx context.Context, a *app.App, logger *slog.Logger) error {
	var lost error

	select {
	case <-ctx.Done():
		logger.Info("stopping", slog.Any("reason", context.Cause(ctx))) // which signal
		drain(ctx, a)
	case <-a.Lost():
		lost = errLost
		logger.Error("stopping", slog.Any("reason", lost))
	}

	return errors.Join(lost, stop(context.WithoutCancel(ctx), a.Stop, app.StopTime, stuckTime))
}

// drain waits until proxies have moved to other nodes. A node that lost its number meanwhile stops at once.
func drain(ctx context.Context, a *app.App) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()

	go func() {
		select {
		case <-a.Lost():
			cancel()
		case <-ctx.Done():
		}
	}()

	a.Drain(ctx)
}

// stuckTime is how long a stop may exceed its time limit.
const stuckTime = 3 * time.Second

// errStuck means that a part ignored the time limit of the stop.
var errStuck = errors.New("the stop is stuck; what is not finished is left to other nodes or the next start")

// stop stops the program within its time limit. It doesn't wait for a part that
// ignores the limit: a batch that waits for an id after the number was lost would
// keep wallets locked as long as this process lives.
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

// newLogger makes the log on standard error. The returned function flushes it and must
// be called last.
func newLogger(conf config.Log) (*slog.Logger, func()) {
	var level slog.Level

	_ = level.UnmarshalText([]byte(conf.LogLevel)) // kong checked it; info otherwise

	return logging.New(os.Stderr, logging.Options{Level: level, Text: conf.LogFormat == "text"})
}
