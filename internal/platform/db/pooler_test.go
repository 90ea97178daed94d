package db_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

const poolerSample = "../../../deploy/pgbouncer/pgbouncer.ini"

// What needs a session works beside a pooler, and what goes through it needs none.
func TestThroughAPooler(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about the way to one server")

	url := testkit.URL(t, db.Postgres)
	where := db.Options{URL: url, Pooler: testkit.StartPooler(t, poolerSample, url, "2")}

	opened, err := db.Open(t.Context(), where)
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, opened.Close()) })

	d := pooled{opened}
	heard := make(chan string, 2)

	go func() { _ = d.Listen(t.Context(), "pooled", func(payload string) { heard <- payload }) }()

	if first := <-heard; first != "" {
		t.Fatalf("the first call has %q", first)
	}

	testkit.Must(t, d.Notify(t.Context(), "pooled", "hello"))

	if said := <-heard; said != "hello" {
		t.Errorf("heard %q", said)
	}

	var before string

	testkit.Must(t, d.Snapshot(t.Context(), func(q db.Querier) error {
		return q.QueryRow(t.Context(), "SELECT current_setting('statement_timeout')").Scan(&before)
	}))

	if after := testkit.Value[string](t, d.DB, "SELECT current_setting('statement_timeout')"); before != "0" || after != "1min" {
		t.Errorf("a snapshot has the time limit %s, and later statements %s", before, after)
	}

	// Eight callers with one text share two sessions, which a caller gets in turn.
	var wg sync.WaitGroup

	for caller := range 8 {
		wg.Go(func() {
			for n := range int64(20) {
				if got, err := d.counted(t.Context(), fmt.Sprint("pooled-", caller)); err != nil || got != n+1 {
					t.Errorf("read %d, want %d: %v", got, n+1, err)
				}
			}
		})
	}

	wg.Wait()
}

// pooled is a database behind a pooler.
type pooled struct{ *db.DB }

// counted adds one to a sequence under a lock, and reads it.
func (d pooled) counted(ctx context.Context, name string) (value int64, err error) {
	err = d.Tx(ctx, func(tx *db.Tx) error {
		if err := tx.Lock(ctx, name); err != nil {
			return err
		}

		_, err := db.NextSequence(ctx, tx, name)

		return err
	})
	if err != nil {
		return 0, err
	}

	err = d.Reader().QueryRow(ctx, "SELECT value FROM sequences WHERE name = $1 AND value > ALL($2)", name, []int64{0}).Scan(&value)

	return value, err
}

func TestPoolerIsRefused(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about the way to one server")

	url := testkit.URL(t, db.Postgres)
	changed := func(old, with string) string {
		path := filepath.Join(t.TempDir(), "pgbouncer.ini")
		testkit.Must(t, os.WriteFile(path, []byte(testkit.Sample(t, poolerSample, old, with)), 0o600))

		return path
	}

	for pooler, want := range map[string]string{
		testkit.StartPooler(t, poolerSample, testkit.URL(t, db.Postgres), "2"):                                         "another database",
		testkit.StartPooler(t, changed("connect_query='SET statement_timeout = 60000; ", "connect_query='"), url, "2"): "statement_timeout = 0",
		testkit.StartPooler(t, changed("; SET jit = off'", "'"), url, "2"):                                             "jit = on",
		testkit.StartPooler(t, changed("pool_mode = transaction", "pool_mode = statement"), url, "2"):                  "",
	} {
		d, err := db.Open(t.Context(), db.Options{URL: url, Pooler: pooler})
		if err == nil {
			testkit.Must(t, d.Close())
		}

		if !errors.Is(err, db.ErrPooler) || !strings.Contains(err.Error(), want) {
			t.Errorf("want a refusal with %q, got %v", want, err)
		}
	}
}
