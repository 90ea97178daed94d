package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// CommitsInPhases reports whether a transaction may be visible on one server a moment before it is on another: the database has Citus.
func (d *DB) CommitsInPhases(ctx context.Context) (bool, error) {
	if d.engine == SQLite {
		return false, nil
	}

	return hasCitus(ctx, d.read)
}

// Waits between two looks, each of which connects to all workers anew.
const (
	firstCommitWait = 50 * time.Millisecond
	mostCommitWait  = 200 * time.Millisecond
)

// errServerAway means that nobody can tell what a server has committed.
var errServerAway = errors.New("a server of the cluster doesn't answer")

// AwaitCommits waits until each transaction whose rows on the coordinator could be read before the call is committed on all servers. It is for
// databases that CommitsInPhases.
//
// Citus prepares a transaction on the workers, commits it on the coordinator, and then on the workers. In between its rows on the coordinator
// can be read already, and its rows on a worker are still the old ones. What is prepared on a worker when the call begins, and no more when it
// ends, is committed there: none of it can be rolled back once it is committed on the coordinator.
func (d *DB) AwaitCommits(ctx context.Context) error {
	waiting, err := d.prepared(ctx)

	for wait := firstCommitWait; err == nil && len(waiting) > 0; wait = min(2*wait, mostCommitWait) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for commits on other servers, %s among them: %w", waiting[0], ctx.Err())
		case <-time.After(wait):
		}

		var now []string

		now, err = d.prepared(ctx)
		waiting = slices.DeleteFunc(waiting, func(name string) bool { return !slices.Contains(now, name) })
	}

	return err
}

// prepared names the transactions of the database that are between the two phases on any worker.
func (d *DB) prepared(ctx context.Context) ([]string, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT r.success, COALESCE(r.result, '') FROM run_command_on_workers($$
		SELECT string_agg(gid, ' ') FROM pg_prepared_xacts WHERE database = current_database() AND starts_with(gid, 'citus_')$$) r`)

	list, err := Collect(rows, err, func(row *sql.Rows) (names string, err error) {
		var answered bool
		if err := row.Scan(&answered, &names); err != nil {
			return "", err
		}

		if !answered {
			return "", fmt.Errorf("%w: %s", errServerAway, names)
		}

		return names, nil
	})
	if err != nil {
		return nil, fmt.Errorf("read what is being committed: %w", classify(err))
	}

	return strings.Fields(strings.Join(list, " ")), nil
}
