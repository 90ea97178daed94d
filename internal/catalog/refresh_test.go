package catalog_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// wait is how long a test waits for the loop that refreshes.
const wait = testkit.Patience

// faultyClock panics while it is broken.
type faultyClock struct {
	clock.Clock

	broken atomic.Bool
}

func (c *faultyClock) Now() time.Time {
	if c.broken.Load() {
		panic("the clock is broken")
	}

	return c.Clock.Now()
}

// journal keeps what was logged.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()

	return j.text.Write(line)
}

func (j *journal) count(part string) int {
	j.mu.Lock()
	defer j.mu.Unlock()

	return strings.Count(j.text.String(), part)
}

func start(t *testing.T, s *catalog.Service) *journal {
	t.Helper()

	log := &journal{}
	s.Start(t.Context(), slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(func() { testkit.Must(t, s.Stop(context.WithoutCancel(t.Context()))) })

	return log
}

func raisePrice(t *testing.T, f fixture, to string) {
	t.Helper()
	f.MustImport(t, sheets.ProductTable, strings.Replace(catalogtest.Products, "10250", to, 1))
}

// A started service refreshes its snapshot beside its users: the next one comes without anybody asking for it, and Latest doesn't
// wait for it.
func TestSnapshotIsRefreshedBesideItsUsers(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		other := catalog.New(d, f.Clock) // another node

		f.Fill(t)

		before, err := other.Latest(t.Context())
		testkit.Must(t, err)
		start(t, other)

		raisePrice(t, f, "10300")
		testkit.Eventually(t, wait, "the next snapshot", func() bool { return latest(t, other).Version() == before.Version()+1 })

		before = latest(t, other)
		release := testkit.TakeReaders(t, d)

		f.Clock.Advance(time.Minute)

		if latest(t, other) != before || other.Age() != time.Minute {
			t.Errorf("another snapshot, %s old", other.Age())
		}

		release()
		testkit.Eventually(t, wait, "the version is compared again", func() bool { return other.Age() == 0 })
	})
}

// latest fails when it has to wait.
func latest(t *testing.T, s *catalog.Service) *catalog.Snapshot {
	t.Helper()

	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second) // a refresh gives up after 10 s
	defer cancel()

	snap, err := s.Latest(ctx)
	testkit.Must(t, err)

	return snap
}

func TestStopCancelsARefresh(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		release := testkit.TakeReaders(t, d)
		defer release()

		waited := d.Stats().WaitCount
		log := start(t, f.Service)
		testkit.Eventually(t, wait, "the refresh waits for a connection", func() bool { return d.Stats().WaitCount > waited })

		ctx, cancel := context.WithTimeout(t.Context(), wait)
		defer cancel()

		testkit.Must(t, f.Stop(ctx))

		if f.Failures() != 0 || log.count("level=ERROR") != 0 {
			t.Errorf("a stop is no failure: %d", f.Failures())
		}
	})
}

// What fails or panics is logged once, counted, and tried again until it works.
func TestFailedRefreshIsTriedAgain(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		for what, c := range map[string]struct {
			fail, heal func(clk *faultyClock)
		}{
			"error": {
				func(*faultyClock) { testkit.Exec(t, d, "ALTER TABLE versions RENAME TO versions_away") },
				func(*faultyClock) { testkit.Exec(t, d, "ALTER TABLE versions_away RENAME TO versions") },
			},
			"panic": {
				func(clk *faultyClock) { clk.broken.Store(true) },
				func(clk *faultyClock) { clk.broken.Store(false) },
			},
		} {
			clk := &faultyClock{Clock: clock.System{}}
			s := catalog.New(d, clk)
			log := start(t, s)

			c.fail(clk)
			testkit.Eventually(t, wait, what+" twice", func() bool { return s.Failures() > 1 })
			c.heal(clk)

			testkit.Eventually(t, wait, "a refresh after "+what, func() bool { return log.count("refreshed again") == 1 })

			if n := log.count("could not refresh the catalogue"); n != 1 || what == "panic" && log.count("the clock is broken") != 1 {
				t.Errorf("%s was logged %d times", what, n)
			}

			testkit.Must(t, s.Stop(t.Context()))
		}
	})
}
