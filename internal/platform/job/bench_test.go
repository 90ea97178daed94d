package job_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

// BenchmarkQueue measures jobs per second from the first row to the last done job, with
// handlers that do nothing. Both engines are durable; PostgreSQL is a server of its own
// with its default settings for commits.
func BenchmarkQueue(b *testing.B) {
	server, err := testkit.StartServer(true)
	if err != nil {
		b.Fatal(err)
	}

	b.Cleanup(func() {
		if err := server.Stop(); err != nil {
			b.Error(err)
		}
	})

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		for _, backlog := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/backlog=%t", engine, backlog), func(b *testing.B) { benchQueue(b, server, engine, backlog) })
		}
	}
}

func benchQueue(b *testing.B, server *testkit.Server, engine db.Engine, backlog bool) {
	b.Helper()

	url := b.TempDir() + "/loket.db"

	if engine == db.Postgres {
		var err error
		if url, err = server.NewDatabase(b.Context()); err != nil {
			b.Fatal(err)
		}
	} else if _, err := db.Migrate(b.Context(), db.Options{URL: url}); err != nil {
		b.Fatal(err)
	}

	d, err := db.Open(b.Context(), db.Options{URL: url})
	if err != nil {
		b.Fatal(err)
	}

	b.Cleanup(func() { _ = d.Close() })

	q := newQueue(b, d, clock.System{}, 0, job.Options{}, func(q *job.Queue) {
		q.Handle("work", job.KindOptions{Workers: 64}, func(context.Context, job.Job) error { return nil })
	})

	const group = 100

	args := make([]string, group)
	for i := range args {
		args[i] = `{"orderId":2611210900000000001}`
	}

	enqueue := func() {
		for left := b.N; left > 0; left -= group {
			err := d.Batch(b.Context(), func(batch *db.Batch) error {
				q.EnqueueBatch(batch, "work", args[:min(left, group)], time.Time{})

				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	}

	if backlog {
		enqueue()
	}

	b.ResetTimer()
	start(b, q)

	if !backlog {
		enqueue()
	}

	if err := q.Idle(b.Context()); err != nil {
		b.Fatal(err)
	}

	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}
