package drills

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db/migrations"
)

const (
	rollingCallers = 6
	rollingReaders = 4
	rollingPause   = 10 * time.Millisecond // of a caller between two calls
	furtherOrders  = 50
)

// TestRollingRestart changes two nodes behind HAProxy to a later version while programs of clients place orders and users read: the later
// program takes its step of the schema while both old nodes serve, then one node after the other is replaced, both go back to the old program,
// and forward again. No request fails. After it the nodes are killed: the same check must see that requests failed.
func TestRollingRestart(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about the way to the nodes")

	server, err := testkit.StartServerInMemory()
	must(t, err)
	t.Cleanup(func() { must(t, server.Stop()) })

	url, err := server.NewDatabase(t.Context())
	must(t, err)

	dep := newDeployment(t, url, "LOKET_DRAIN=2s", "LOKET_TRUSTED_PROXIES=127.0.0.0/8")
	a, b := dep.node(t, 18081), dep.node(t, 18181)
	a.start(t)
	b.start(t)

	// Checks in shorter intervals than those of the sample, so that the drill is short.
	proxy := dep.haproxy(t, a, b, "check inter 2s downinter 500ms fall 2", "check inter 500ms fall 2")
	c := newCallers(func() string { return proxy })
	c.key = deployedKey
	load := startMixedLoad(t, c)

	before, later := a.bin, buildLater(t)
	dep.expand(t, later, load)

	for _, bin := range []string{later, before, later} {
		for _, s := range []*serving{a, b} {
			load.more(t)
			s.stop(t)
			s.bin = bin
			s.start(t)
		}
	}

	load.more(t)

	if faults := load.faults(); len(faults) > 0 {
		t.Errorf("requests failed: %v", faults)
	}

	load.endOrders()
	t.Logf("%d orders, %d reads", c.count(), load.reads.Load())
	dep.audit(t, c)

	a.kill()
	b.kill()
	testkit.Eventually(t, testkit.Patience, "the check sees killed nodes", func() bool { return len(load.faults()) > 0 })
}

const laterStep = `-- +goose Up
ALTER TABLE orders ADD COLUMN later_note TEXT;
CREATE TABLE later_notes (id BIGINT PRIMARY KEY, note TEXT NOT NULL);
INSERT INTO schema_steps (step, oldest_program) VALUES (2, 1);
`

// buildLater builds this source as a later version, which knows one step of the schema more.
func buildLater(t *testing.T) string {
	t.Helper()

	folder := t.TempDir()
	must(t, os.CopyFS(folder, migrations.Files()))

	for _, engine := range []string{"postgres", "sqlite"} {
		must(t, os.WriteFile(filepath.Join(folder, engine, "00002_later.sql"), []byte(laterStep), 0o600))
	}

	bin := filepath.Join(t.TempDir(), "loket")

	out, err := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-X loket/internal/platform/db/migrations.folder="+folder, "-o", bin, "loket/cmd/loket").CombinedOutput()
	if err != nil {
		t.Fatalf("build the later version: %v: %s", err, out)
	}

	return bin
}

// expand takes the step of a later program while nodes serve. Meanwhile somebody reads orders for long, for whom the step must wait, and orders
// must not wait for either.
func (dep *deployment) expand(t *testing.T, later string, load *mixedLoad) {
	t.Helper()

	pool, err := sql.Open("pgx", dep.url)
	must(t, err)

	defer pool.Close()

	report, err := pool.BeginTx(t.Context(), nil)
	must(t, err)
	_, err = report.ExecContext(t.Context(), "LOCK TABLE orders IN ACCESS SHARE MODE")
	must(t, err)

	ended := make(chan error, 1)

	go func() {
		out, err := exec.CommandContext(t.Context(), later, "migrate", "--database-url", dep.url).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w: %s", err, out)
		}

		ended <- err
	}()

	testkit.Eventually(t, testkit.Patience, "the step waits for the report", func() bool {
		var waits bool

		err := pool.QueryRowContext(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE relation = CAST('orders' AS regclass) AND NOT granted
			AND mode = 'AccessExclusiveLock')`).Scan(&waits)

		return err == nil && waits
	})
	load.more(t)
	must(t, report.Rollback())
	must(t, <-ended)
}

// mixedLoad are programs of a client that place orders, and users that read lists.
type mixedLoad struct {
	c         *callers
	reads     atomic.Int64
	endOrders func()

	mu     sync.Mutex
	failed []error
}

func startMixedLoad(t *testing.T, c *callers) *mixedLoad {
	t.Helper()

	l := &mixedLoad{c: c}
	o := &openLoad{callers: c, token: signIn(t, c)}

	l.endOrders = l.each(t, rollingCallers, func() error { return c.place(t.Context(), c.reference()) })
	l.each(t, rollingReaders, func() error {
		l.reads.Add(1)
		l.note(o.read(t.Context(), "/v1/orders/external?query=none", o.token))
		l.note(o.read(t.Context(), "/v1/user", o.token))

		return nil
	})

	return l
}

// each makes n callers call until the test or end ends them. end waits for the calls that run.
func (l *mixedLoad) each(t *testing.T, n int, call func() error) (end func()) {
	t.Helper()

	ctx, cancel := context.WithCancel(t.Context())

	var wg sync.WaitGroup

	wg.Go(func() {
		l.note(l.c.runEach(ctx, n, func() error {
			err := call()

			time.Sleep(rollingPause) // a rate that leaves the machine room

			return err
		})...)
	})

	end = sync.OnceFunc(func() {
		cancel()
		wg.Wait()
	})
	t.Cleanup(end)

	return end
}

func (l *mixedLoad) note(errs ...error) {
	l.mu.Lock()
	defer l.mu.Unlock()

	for _, err := range errs {
		if err != nil {
			l.failed = append(l.failed, err)
		}
	}
}

// more waits until some further orders are acknowledged.
func (l *mixedLoad) more(t *testing.T) {
	t.Helper()

	want := l.c.count() + furtherOrders

	testkit.Eventually(t, startTime, "orders are placed", func() bool { return l.c.count() >= want })
}

// faults are the requests that failed: answers but those of success, and none.
func (l *mixedLoad) faults() []any {
	l.mu.Lock()
	defer l.mu.Unlock()

	var list []any

	for _, err := range l.failed {
		list = append(list, err)
	}

	if answers := l.c.answersButGood(); len(answers) > 0 {
		list = append(list, answers)
	}

	return list
}
