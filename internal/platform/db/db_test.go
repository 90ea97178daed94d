package db_test

import (
	"context"
	"errors"
	"maps"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func TestTxCommitsOrLeavesNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		boom := errors.New("boom")

		var committed int

		err := d.Tx(ctx, func(tx *db.Tx) error {
			tx.AfterCommit(func() { committed++ })

			if _, err := db.NextSequence(ctx, tx, "test"); err != nil {
				return err
			}

			return boom
		})
		if !errors.Is(err, boom) || committed != 0 {
			t.Fatalf("got %v and %d callbacks", err, committed)
		}

		var v int64

		err = d.Tx(ctx, func(tx *db.Tx) (err error) {
			tx.AfterCommit(func() { committed++ })

			v, err = db.NextSequence(ctx, tx, "test")

			return err
		})
		if err != nil || v != 1 || committed != 1 {
			t.Fatalf("got %v, value %d and %d callbacks", err, v, committed)
		}
	})
}

func TestGroupSeesItsRowsAndIsAtomic(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		insert := func(b *db.Batch, keys ...string) {
			values := make([]int64, len(keys))
			b.Insert("versions", db.Column{Name: "name", Values: keys}, db.Column{Name: "version", Values: values})
		}

		err := d.Batch(ctx, func(b *db.Batch) error {
			insert(b, "a", "b")

			if err := b.Flush(ctx); err != nil { // copied rows follow the statements that were queued before
				return err
			}

			count := 0

			b.Query("SELECT name FROM versions", nil, func(row db.Row) error {
				var name string

				count++

				return row.Scan(&name)
			})

			if err := b.Flush(ctx); err != nil {
				return err
			}

			if count != 2 {
				t.Errorf("saw %d rows, want 2", count)
			}

			insert(b, "c")
			b.Guard("(SELECT COUNT(*) FROM versions) = $1", 3)

			return nil
		})
		if err != nil {
			t.Fatal(err)
		}

		err = d.Batch(ctx, func(b *db.Batch) error {
			insert(b, "d")
			insert(b, "a") // a duplicate

			return nil
		})
		if !db.IsUnique(err) || !db.IsRow(err) || fault.ErrOutcomeUnknown.Is(err) {
			t.Fatalf("got %v, want a refused row", err)
		}

		err = d.Batch(ctx, func(b *db.Batch) error {
			insert(b, "e", "a", "f") // one duplicate among several
			insert(b, "g", "h")

			return nil
		})
		if !db.IsUnique(err) || !db.IsRow(err) || fault.ErrOutcomeUnknown.Is(err) {
			t.Fatalf("got %v, want a refused row", err)
		}

		second := errors.New("a second thought")

		err = d.Batch(ctx, func(b *db.Batch) error {
			insert(b, "i", "j")

			return errors.Join(b.Flush(ctx), second)
		})
		if !errors.Is(err, second) {
			t.Fatalf("got %v, want a second thought", err)
		}

		err = d.Batch(ctx, func(b *db.Batch) error {
			b.Guard("(SELECT COUNT(*) FROM versions) = $1", 4)
			insert(b, "i", "j")

			return nil
		})
		if !errors.Is(err, db.ErrRefuted) || db.IsRow(err) {
			t.Fatalf("got %v, want a condition that does not hold", err)
		}

		var n int
		if err := d.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM versions").Scan(&n); err != nil || n != 3 {
			t.Fatalf("%d rows, %v; want 3", n, err)
		}
	})
}

// On PostgreSQL a change and copied rows need no BEGIN but still commit together, and the
// connection serves the next batch after a refusal.
func TestChangesAndRowsAreOne(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		batch := func(changed int, keys ...string) error {
			return d.Batch(t.Context(), func(b *db.Batch) error {
				b.ExecLast(changed, "UPDATE versions SET version = version + $1 WHERE name = 'a'", int64(1))
				b.Insert("sequences", db.Column{Name: "name", Values: keys}, db.Column{Name: "value", Values: make([]int64, len(keys))})
				b.Insert("versions", db.Column{Name: "name", Values: keys}, db.Column{Name: "version", Values: make([]int64, len(keys))})

				return nil
			})
		}

		steps := []struct {
			name    string
			changed int
			keys    []string
			want    func(error) bool
		}{
			{"nothing to change", 1, []string{"b", "c"}, func(err error) bool { return errors.Is(err, db.ErrRefuted) }},
			{"rows alone", 0, []string{"a", "b"}, func(err error) bool { return err == nil }},
			{"the last row is taken", 1, []string{"c", "b"}, func(err error) bool { return db.IsUnique(err) && db.IsRow(err) }},
			{"a change and rows", 1, []string{"c", "d"}, func(err error) bool { return err == nil }},
		}

		for _, step := range steps {
			if err := batch(step.changed, step.keys...); !step.want(err) {
				t.Fatalf("%s: got %v", step.name, err)
			}
		}

		var versions, sequences, a int

		err := d.Reader().QueryRow(t.Context(), `SELECT (SELECT COUNT(*) FROM versions), (SELECT COUNT(*) FROM sequences WHERE name IN ('a', 'b', 'c', 'd')),
			(SELECT version FROM versions WHERE name = 'a')`).Scan(&versions, &sequences, &a)
		if err != nil || versions != 4 || sequences != 4 || a != 1 {
			t.Fatalf("%d versions, %d sequences, a is %d, %v; want 4, 4 and 1", versions, sequences, a, err)
		}
	})
}

func TestHistoryIsAppendOnly(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		exec := func(text string) error {
			return d.Tx(t.Context(), func(tx *db.Tx) error {
				_, err := tx.Exec(t.Context(), text)

				return err
			})
		}

		if err := exec(`INSERT INTO audit_log (at, actor, action, subject) VALUES (1, 'a', 'b', 'c')`); err != nil {
			t.Fatal(err)
		}

		for _, text := range []string{"DELETE FROM audit_log", "UPDATE audit_log SET at = 2"} {
			if err := exec(text); err == nil {
				t.Errorf("%s was not refused", text)
			}
		}
	})
}

func TestCancelledCallerLeavesTheWriterFree(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx, cancel := context.WithCancel(t.Context())

		err := d.Tx(ctx, func(*db.Tx) error {
			cancel()

			return nil
		})
		if err == nil {
			t.Fatal("a cancelled transaction was committed")
		}

		err = d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := db.NextSequence(t.Context(), tx, "after")

			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// PostgreSQL compiles no plans: a proof of the books, which disables nested loops, took seconds.
func TestPlansAreNotCompiled(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	got := map[string]string{"pool": testkit.Value[string](t, d, "SELECT current_setting('jit')")}

	testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
		b.Query("SELECT current_setting('jit')", nil, func(row db.Row) error {
			var jit db.Text

			err := row.Scan(&jit)
			got["batches"] = string(jit)

			return err
		})

		return nil
	}))

	if want := (map[string]string{"pool": "off", "batches": "off"}); !maps.Equal(got, want) {
		t.Errorf("jit is %v", got)
	}
}

// A closed database refuses at once instead of blocking.
func TestClosedDatabaseRefuses(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		if err := errors.Join(d.Close(), d.Close()); err != nil {
			t.Fatal(err)
		}

		err := d.Tx(context.Background(), func(*db.Tx) error { return nil })
		if err == nil {
			t.Error("a transaction ran on a closed database")
		}

		if err := d.Batch(context.Background(), func(*db.Batch) error { return nil }); err == nil {
			t.Error("a batch ran on a closed database")
		}
	})
}

// A caller that continues after a refused Flush is not told that the batch was written.
func TestRefusedFlushIsNeverCommitted(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		committed := false

		err := d.Batch(t.Context(), func(b *db.Batch) error {
			b.AfterCommit(func() { committed = true })
			b.Exec("INSERT INTO versions (name, version) VALUES ('a', 1)")
			b.Exec("INSERT INTO versions (name, version) VALUES ('a', 2)")

			_ = b.Flush(t.Context())

			return nil
		})
		if !db.IsUnique(err) || committed || testkit.Value[int](t, d, "SELECT COUNT(*) FROM versions") != 0 {
			t.Errorf("got %v, told of a commit: %v, %d rows", err, committed, testkit.Value[int](t, d, "SELECT COUNT(*) FROM versions"))
		}
	})
}

// Reading one row without a connection is an outage, as for every other query.
func TestReadingARowInAnOutage(t *testing.T) {
	t.Parallel()

	wire, url := testkit.WireToDatabase(t, testkit.URL(t, db.Postgres))
	d := testkit.OpenAt(t, url)

	wire.Cut()

	var one int
	if err := d.Reader().QueryRow(t.Context(), "SELECT 1").Scan(&one); !fault.ErrUnavailable.Is(err) {
		t.Errorf("%v", err)
	}
}
