package requestlog

import (
	"log/slog"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

// A log that nobody writes takes what it has room for, counts the rest, and never waits. At its end it writes what it took. Bodies go after 7 days,
// and the rest after 30.
func TestLogIsBoundedAndPurged(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (7, 'c', 'c', 'c', 'c@example.com', 0)`)

			return err
		}))

		const room, more = 3, 4

		quiet := slog.New(slog.DiscardHandler)
		s := NewService(Deps{DB: d, Clock: clock.System{}, Jobs: job.NewQueue(d, clock.System{}, nil, quiet, job.Options{}), Log: quiet}, Options{Queue: room, Hold: true})
		s.Start(t.Context())

		for i := range room + more {
			age := []time.Duration{0, BodiesKept + time.Hour, Kept + time.Hour}[min(i, room-1)]
			s.Add(Request{ClientID: 7, At: time.Now().Add(-age), RequestID: "a", Route: "/r", Method: "GET", Status: 200, Answer: []byte(`{"a":"b"}`)})
		}

		if n := s.Dropped(); n != more {
			t.Errorf("%d were dropped, want %d", n, more)
		}

		testkit.Must(t, s.Stop(t.Context()))

		kept := func() (rows, bodies int) {
			page, err := s.List(t.Context(), Query{ClientID: 7, Text: "a", Limit: 10})
			testkit.Must(t, err)

			list := page.Entries
			for i := range list {
				at, _ := ParsePosition(list[i].ID())
				e, err := s.Get(t.Context(), 7, at)
				testkit.Must(t, err)

				if e.HasBodies && e.Answer == `{"a":"b"}` {
					bodies++
				}
			}

			return len(list), bodies
		}

		if rows, bodies := kept(); rows != room || bodies != room {
			t.Errorf("%d with %d bodies were written, want %d", rows, bodies, room)
		}

		for _, purge := range []func() (int64, error){
			func() (int64, error) { return s.purgeBodies(t.Context()) }, func() (int64, error) { return s.purgeRequests(t.Context()) },
		} {
			_, err := purge()
			testkit.Must(t, err)
		}

		if rows, bodies := kept(); rows != 2 || bodies != 1 {
			t.Errorf("%d with %d bodies are left, want 2 with 1", rows, bodies)
		}
	})
}
