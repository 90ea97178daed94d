package db_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// copied is a database with a replica.
type copied struct {
	standby *testkit.Server
	d       *db.DB
	written int64
}

func newCopied(t *testing.T, lag time.Duration) *copied {
	t.Helper()
	testkit.NotOnCitus(t, "a standby of the coordinator has no rows of clients")

	first, err := testkit.StartServerInMemory()
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, first.Stop()) })

	url, err := first.NewDatabase(t.Context())
	testkit.Must(t, err)

	c := &copied{}
	c.standby, err = first.StartStandby()
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, c.standby.Stop()) })

	c.d, err = db.Open(t.Context(), db.Options{URL: url, Replica: c.standby.At(url), ReplicaMaxLag: lag})
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, c.d.Close()) })

	return c
}

// write commits, and reads by a report and an export what was committed. It returns whether both came from the replica.
func (c *copied) write(t *testing.T) (fromReplica bool) {
	t.Helper()

	testkit.Must(t, c.d.Tx(t.Context(), func(tx *db.Tx) (err error) {
		c.written, err = db.NextSequence(t.Context(), tx, "copied")

		return err
	}))

	fromReplica = true

	for what, read := range map[string]func(ctx context.Context, text string, args []any, each func(row db.Row) error) error{"report": c.d.Report, "export": c.d.Stream} {
		var (
			value   int64
			standby bool
		)

		testkit.Must(t, read(t.Context(), "SELECT value, pg_is_in_recovery() FROM sequences WHERE name = $1", []any{"copied"}, func(row db.Row) error {
			return row.Scan(&value, &standby)
		}))

		if value != c.written {
			t.Errorf("%s: read %d after %d was committed (standby: %t)", what, value, c.written, standby)
		}

		fromReplica = fromReplica && standby
	}

	return fromReplica
}

// onStandby runs a statement there.
func (c *copied) onStandby(t *testing.T, statement string) {
	t.Helper()

	conn, err := sql.Open("pgx", c.standby.At("postgres://loket@/postgres?"))
	testkit.Must(t, err)

	defer conn.Close()

	_, err = conn.ExecContext(t.Context(), statement)
	testkit.Must(t, err)
}

// Long reads come from the replica and have what was just committed. When the replica lags, is killed or is no standby any more, they come from the
// primary.
func TestReplicaIsReadWhenItHasEverything(t *testing.T) {
	t.Parallel()

	c := newCopied(t, 2*time.Second)

	for range 50 {
		if !c.write(t) {
			t.Fatal("the primary was read")
		}
	}

	for what, strike := range map[string]struct{ begin, end func() }{
		"it applies nothing": {func() { c.onStandby(t, "SELECT pg_wal_replay_pause()") }, func() { c.onStandby(t, "SELECT pg_wal_replay_resume()") }},
		"it is killed":       {func() { testkit.Must(t, c.standby.Crash()) }, func() { testkit.Must(t, c.standby.Restart()) }},
	} {
		strike.begin()

		for range 3 {
			if c.write(t) {
				t.Errorf("%s, and was read", what)
			}
		}

		strike.end()
		testkit.Eventually(t, testkit.Patience, "the replica is read again", func() bool { return c.write(t) })
	}

	testkit.Must(t, c.standby.Promote(t.Context()))

	if c.write(t) {
		t.Error("another primary was read")
	}
}

// A replica that is killed while it answers has given rows already: what they were for is begun anew by the caller.
func TestReplicaIsKilledWhileItAnswers(t *testing.T) {
	t.Parallel()

	c := newCopied(t, 5*time.Second)
	given := 0

	err := c.d.Stream(t.Context(), "SELECT n, repeat('x', 1000) FROM generate_series(1, 1000000) n", nil, func(db.Row) error {
		if given++; given == 1 {
			return c.standby.Crash()
		}

		return nil
	})
	if !fault.ErrUnavailable.Is(err) || given < 1 {
		t.Errorf("%d rows, then %v", given, err)
	}

	wrong := errors.New("no more, please")
	if err := c.d.Stream(t.Context(), "SELECT 1", nil, func(db.Row) error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("an error of the caller: %v", err)
	}
}

func TestReplicaOfAnotherDatabase(t *testing.T) {
	t.Parallel()

	c := newCopied(t, time.Second)
	url := testkit.URL(t, db.Postgres)

	if d, err := db.Open(t.Context(), db.Options{URL: url, Replica: c.standby.At("postgres://loket@/test_1?")}); err == nil {
		testkit.Must(t, d.Close())
		t.Error("the copy of another database was taken")
	}

	// One that doesn't answer keeps no program from starting.
	d, err := db.Open(t.Context(), db.Options{URL: url, Replica: "postgres://loket@/none?host=" + t.TempDir()})
	testkit.Must(t, err)
	testkit.Must(t, d.Report(t.Context(), "SELECT 1", nil, func(db.Row) error { return nil }))
	testkit.Must(t, d.Close())
}
