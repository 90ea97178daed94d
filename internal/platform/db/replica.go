package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"loket/internal/platform/fault"
)

const (
	// DefaultReplicaLag is how long a read waits for the replica unless Options say otherwise.
	DefaultReplicaLag = time.Second

	replicaConns = 8
	replicaPoll  = 10 * time.Millisecond
	// replicaRest is how long nobody asks a replica that lagged or didn't answer.
	replicaRest = 5 * time.Second
)

// replica is a standby that takes long reads off the primary. It is read only when it has all that the primary had committed when the read began,
// so its readers see what they would see there, and users what they just did. Otherwise, and whenever it fails, the primary is read.
type replica struct {
	pool   *sql.DB
	maxLag time.Duration

	rests       atomic.Int64 // until then it isn't asked; Unix nanoseconds
	reads, back atomic.Int64
}

// errOtherReplica means that a replica is none of the database.
var errOtherReplica = errors.New("open PostgreSQL: the replica is a copy of another database")

// openReplica opens the replica. It need not answer, but if it does, it must be one of this database.
func (d *DB) openReplica(ctx context.Context, opt Options) error {
	conf, err := sessionConfig(opt.Replica, "loket-replica")
	if err != nil {
		return err
	}

	r := &replica{pool: openPool(conf, replicaConns), maxLag: opt.ReplicaMaxLag}
	if r.maxLag == 0 {
		r.maxLag = DefaultReplicaLag
	}

	d.replica = r

	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()

	there, err := identify(r.pool.QueryRowContext(ctx, whichDatabase))
	if err != nil {
		r.rest()

		return nil // it may come later
	}

	here, err := identify(d.batches.QueryRow(ctx, whichDatabase))
	if err != nil {
		return fmt.Errorf("look at the database: %w", classify(err))
	}

	if here != there {
		return errOtherReplica
	}

	return nil
}

func (r *replica) rest() { r.rests.Store(time.Now().Add(replicaRest).UnixNano()) }

// position is up to where a server has written its log, and its timeline, which another primary begins.
type position struct {
	log      string
	timeline int64
}

// hasAll reports whether the replica has all that was committed before the call. It waits for that at most maxLag.
func (d *DB) hasAll(ctx context.Context) bool {
	r := d.replica
	if r == nil || time.Now().UnixNano() < r.rests.Load() {
		return false
	}

	ctx, cancel := context.WithTimeout(ctx, r.maxLag)
	defer cancel()

	var want position

	err := d.read.QueryRowContext(ctx, `SELECT CAST(l AS TEXT), CAST(CAST(CAST('x' || substr(pg_walfile_name(l), 1, 8) AS BIT(32)) AS INTEGER) AS BIGINT)
		FROM pg_current_wal_flush_lsn() l`).Scan(&want.log, &want.timeline)
	if err != nil {
		return false // nor can it be read
	}

	for {
		has, err := r.has(ctx, want)
		if has {
			return true
		}

		select {
		case <-ctx.Done():
		case <-time.After(replicaPoll):
			if err == nil {
				continue
			}
		}

		r.rest()

		return false
	}
}

func (r *replica) has(ctx context.Context, want position) (has bool, err error) {
	// After the switch to another primary a standby may have what that one never had: until it follows, its timeline is the old one.
	err = r.pool.QueryRowContext(ctx, `SELECT COALESCE(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= CAST(CAST($1 AS TEXT) AS PG_LSN)
		AND (SELECT timeline_id FROM pg_control_checkpoint()) = CAST($2 AS BIGINT), FALSE)`, want.log, want.timeline).Scan(&has)

	return has, err
}

// fromReplica runs a query on the replica if that has all that the primary has. done is false if the primary is to be asked, which is also so if the
// replica fails before it has given a row. One that fails later is fault.ErrUnavailable.
func (d *DB) fromReplica(ctx context.Context, text string, args []any, each func(row Row) error) (done bool, err error) {
	if d.replica == nil {
		return false, nil
	}

	if !d.hasAll(ctx) {
		d.replica.back.Add(1)

		return false, nil
	}

	var (
		given  bool
		failed error // of each
	)

	err = d.streamFrom(ctx, d.replica.pool, text, args, func(row Row) error {
		given, failed = true, each(row)

		return failed
	})

	switch {
	case err == nil:
		d.replica.reads.Add(1)

		return true, nil
	case failed != nil || ctx.Err() != nil || !replicaFailed(err):
		return true, err
	}

	d.replica.rest()
	d.replica.back.Add(1)

	if given {
		return true, fault.ErrUnavailable.Wrap(err)
	}

	return false, nil
}

// replicaFailed reports whether the primary would have answered: the replica is away, or stopped the query to apply a change.
func replicaFailed(err error) bool {
	return fault.ErrUnavailable.Is(err) || hasCode(err, pgSerialization)
}

// Report is Read for figures that nobody decides by. It runs on the replica, if there is one. each must not keep what it got if Report fails.
func (d *DB) Report(ctx context.Context, text string, args []any, each func(row Row) error) error {
	if done, err := d.fromReplica(ctx, text, args, each); done {
		return err
	}

	return d.Read(ctx, text, args, each)
}

// ReplicaStats are how often the replica was read, and how often the primary instead of it.
type ReplicaStats struct{ Reads, Instead int64 }

// ReplicaStats returns those since the start; zero without a replica.
func (d *DB) ReplicaStats() ReplicaStats {
	if d.replica == nil {
		return ReplicaStats{}
	}

	return ReplicaStats{Reads: d.replica.reads.Load(), Instead: d.replica.back.Load()}
}
