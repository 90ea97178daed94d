package app

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/live"
)

// commandsEvery is how long a screen may wait, on SQLite, for what a staff command changed.
const commandsEvery = time.Second

// commandsAtOnce bounds one look at the audit log.
const commandsAtOnce = 1000

// startCommandWatch tells screens what staff commands change, on SQLite. A command is a process of its own: on PostgreSQL its hub notifies
// all nodes, while on SQLite it can't reach this one. But each of its changes stands in the audit log.
func (a *App) startCommandWatch(ctx context.Context) error {
	if a.DB.Engine() != db.SQLite {
		return nil
	}

	var last int64
	if err := a.DB.Reader().QueryRow(ctx, "SELECT COALESCE(MAX(id), 0) FROM audit_log").Scan(&last); err != nil {
		return err
	}

	ctx = context.WithoutCancel(ctx)

	a.watching.Go(func() {
		tick := time.NewTicker(commandsEvery)
		defer tick.Stop()

		for {
			select {
			case <-a.stopping:
				return
			case <-tick.C:
			}

			next, err := a.tellCommands(ctx, last)
			if err != nil {
				a.logger.LogAttrs(ctx, slog.LevelWarn, "changes of staff commands are not told to screens", slog.Any("error", err))
			}

			last = next
		}
	})

	return nil
}

// tellCommands tells the clients about whom staff wrote audit rows after one. It returns the last row that it saw.
func (a *App) tellCommands(ctx context.Context, last int64) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, commandsEvery)
	defer cancel()

	type change struct {
		id, client int64
		staff      bool
	}

	rows, err := a.DB.Reader().Query(ctx, `SELECT id, COALESCE(client_id, 0), actor LIKE 'staff:%' OR actor LIKE 'os:%' FROM audit_log
		WHERE id > $1 ORDER BY id LIMIT $2`, last, int64(commandsAtOnce))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (c change, err error) {
		return c, row.Scan(&c.id, &c.client, &c.staff)
	})
	if err != nil {
		return last, err
	}

	for _, c := range list {
		last = c.id

		if c.staff && c.client != 0 {
			a.Live.ChangedTx(committedTransaction{}, c.client, live.Everything)
		}
	}

	return last, nil
}

// committedTransaction stands for a transaction of another process that has been committed.
type committedTransaction struct{}

// AfterCommit implements live.Transaction.
func (committedTransaction) AfterCommit(f func()) { f() }
