package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"loket/internal/config"
	"loket/internal/identity"
	"loket/internal/platform/db"
)

func databaseOptions(conf config.Config) db.Options {
	return db.Options{
		URL: conf.DSN(), Pooler: conf.PoolerURL, Replica: conf.ReplicaURL, ReplicaMaxLag: conf.ReplicaMaxLag, MaxConns: conf.MaxConns,
		Workers: conf.DatabaseWorkers,
	}
}

func openDatabase(ctx context.Context, opt Options) (*db.DB, error) {
	where := databaseOptions(opt.Config)

	if opt.Migrate {
		if _, err := db.Migrate(ctx, where); err != nil {
			return nil, fmt.Errorf("database: %w", err)
		}
	}

	if err := db.CheckSchema(ctx, where); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}

	d, err := db.Open(ctx, where)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}

	if !opt.Demo {
		if err := errors.Join(checkDurable(ctx, d, opt.Logger), refuseDemo(ctx, d)); err != nil {
			return nil, errors.Join(err, d.Close())
		}
	}

	return d, nil
}

// checkDurable refuses settings with which a power failure could lose an acknowledged order. It logs the servers that could not be asked.
func checkDurable(ctx context.Context, d *db.DB, log *slog.Logger) error {
	away, err := d.CheckDurable(ctx)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}

	for _, server := range away {
		log.Warn("a server of the database was not checked", "error", server)
	}

	return nil
}

// errDemo means that the database was made by the demo.
var errDemo = errors.New("database: it was made by `loket demo`, whose passwords and keys everyone knows, and must not serve")

// refuseDemo refuses a database with the demo's fixed credentials.
func refuseDemo(ctx context.Context, d *db.DB) error {
	var marks int
	if err := d.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM versions WHERE name LIKE 'demo:%'").Scan(&marks); err != nil {
		return fmt.Errorf("database: %w", err)
	}

	if marks > 0 {
		return errDemo
	}

	return nil
}

// refuseDemoKeys refuses a database that contains API keys from the docs.
func (a *App) refuseDemoKeys(ctx context.Context) error {
	found, err := a.Identity.HasAPIKey(ctx, identity.DocumentedKeys()...)
	if err != nil {
		return fmt.Errorf("look for keys of the demo: %w", err)
	}

	if found {
		return errDemo
	}

	return nil
}

// CheckDatabase checks a database without starting anything, so that a start can list all
// faults at once.
func CheckDatabase(ctx context.Context, conf config.Config, migrates bool) error {
	where := databaseOptions(conf)

	if err := db.CheckThere(where); err != nil && !migrates {
		return fmt.Errorf("database: %w", err)
	}

	d, err := db.Open(ctx, where)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}

	found := []error{checkDurable(ctx, d, slog.New(slog.DiscardHandler))}

	switch err := db.CheckSchema(ctx, where); {
	case err == nil:
		found = append(found, refuseDemo(ctx, d))
	case !migrates || !errors.Is(err, db.ErrOlder):
		found = append(found, fmt.Errorf("database: %w", err))
	}

	return errors.Join(append(found, d.Close())...)
}
