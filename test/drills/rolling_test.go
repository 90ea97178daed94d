package drills

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

const (
	rollingCallers = 6
	rollingReaders = 4
	rollingPause   = 10 * time.Millisecond // of a caller between two calls
	furtherOrders  = 50
)

// TestRollingRestart restarts one node after the other behind HAProxy while programs of clients place orders and users read. No request fails.
// After it the nodes are killed: the same check must see that requests failed.
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

	for _, s := range []*serving{a, b} {
		load.more(t)
		s.stop(t)
		s.start(t)
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
