package app

import (
	"context"
	"log/slog"
	"time"

	"loket/internal/api/staff/account"
	"loket/internal/platform/live"
)

const (
	// staffWatchEvery is how long a screen of staff may wait for what a colleague changed.
	staffWatchEvery = time.Second
	// staffWatchBack is how many numbers of the audit log are looked at again: on PostgreSQL a transaction may commit after one with a
	// greater number.
	staffWatchBack = 200
)

// auditEnd is what the audit log ends with: its last number, and how many entries there are from a number on.
type auditEnd struct{ since, newest, entries int64 }

// startStaffWatch tells the screens of staff that one of them, or a command, changed something: each change stands in the audit log. Every node
// looks for its own readers.
func (a *App) startStaffWatch(ctx context.Context) error {
	if a.staffAPI == nil {
		return nil
	}

	var last int64
	if err := a.DB.Reader().QueryRow(ctx, "SELECT COALESCE(MAX(id), 0) FROM audit_log").Scan(&last); err != nil {
		return err
	}

	end, err := a.auditEnd(ctx, max(0, last-staffWatchBack))
	if err != nil {
		return err
	}

	ctx = context.WithoutCancel(ctx)

	a.watching.Go(func() {
		tick := time.NewTicker(staffWatchEvery)
		defer tick.Stop()

		for {
			select {
			case <-a.stopping:
				return
			case <-tick.C:
			}

			if end, err = a.tellStaff(ctx, end); err != nil {
				a.logger.LogAttrs(ctx, slog.LevelWarn, "changes are not told to screens of staff", slog.Any("error", err))
			}
		}
	})

	return nil
}

// tellStaff tells the readers of this node if the audit log grew. It returns its present end.
func (a *App) tellStaff(ctx context.Context, before auditEnd) (auditEnd, error) {
	ctx, cancel := context.WithTimeout(ctx, staffWatchEvery)
	defer cancel()

	now, err := a.auditEnd(ctx, before.since)
	if err != nil || now == before {
		return before, err
	}

	a.Live.ChangedTx(committedTransaction{}, live.AllClients, account.StaffTopic)

	return a.auditEnd(ctx, max(0, now.newest-staffWatchBack))
}

// auditEnd reads the end of the audit log, without looks.
func (a *App) auditEnd(ctx context.Context, since int64) (auditEnd, error) {
	end := auditEnd{since: since}

	err := a.DB.Reader().QueryRow(ctx, `SELECT COALESCE(MAX(id), 0), COUNT(*) FROM audit_log WHERE id > $1 AND action <> 'staff.read'`, since).
		Scan(&end.newest, &end.entries)

	return end, err
}
