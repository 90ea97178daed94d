package drills

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// ordersAtPoint is the number of orders at each point in the short run.
const ordersAtPoint = 3

// The flag sets the long run: go test ./test/drills -points 17.
var points = flag.Int("points", 1, "how often three orders meet each point of the dispatch on each engine")

// A node dies at a named point of the dispatch: it hangs there for ever and its
// lease expires. A second node finishes the orders. Each is executed exactly once,
// or refunded and not executed.
func TestNodeDiesAtEachPointOfACall(t *testing.T) {
	t.Parallel()

	list := []struct {
		name          string
		before, after bool // where the call hangs
		destination   string
	}{
		{"before the first send", true, false, "0"},
		{"after the supplier executed it", false, true, "0"},
		{"after the supplier failed it", false, true, "2"},
		{"after the supplier said pending", false, true, "3"},
		{"after a time-out though executed", false, true, "5"},
		{"after a time-out and not executed", false, true, "6"},
		{"after an HTTP 500", false, true, "7"},
	}

	for _, p := range list {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()

			for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
				t.Run(engine.String(), func(t *testing.T) {
					t.Parallel()

					for range *points {
						dead := &standstill{before: p.before, after: p.after, end: make(chan struct{})}
						for _, problem := range dieAt(t, engine, dead, p.destination, nil) {
							t.Error(problem)
						}
					}
				})
			}
		})
	}
}

// The planted bug: a second node that sends an attempt again with a new reference
// although the first node may have sent it.
func TestPointGateSeesASecondReference(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			forgetful := func(a supplier.Adapter) supplier.Adapter { return renamed{a} }
			if len(dieAt(t, engine, &standstill{after: true, end: make(chan struct{})}, "0", forgetful)) == 0 {
				t.Error("the planted bug was not seen")
			}
		})
	}
}

// renamed is the planted bug: it sends a new purchase instead of a status query.
type renamed struct{ supplier.Adapter }

// Buy implements supplier.Adapter.
func (r renamed) Buy(ctx context.Context, in supplier.Request) supplier.Answer {
	in.Reference = strings.TrimSuffix(in.Reference, "-1") + "-2"

	return r.Adapter.Buy(ctx, in)
}

// Status implements supplier.Adapter.
func (r renamed) Status(ctx context.Context, in supplier.Request) supplier.Answer {
	return r.Buy(ctx, in)
}

// dieAt makes a node die and another one finish its orders. It returns the
// disagreements with the supplier's book.
func dieAt(t *testing.T, engine db.Engine, dead *standstill, digit string, wrap func(supplier.Adapter) supplier.Adapter) []string {
	t.Helper()

	url := testkit.URL(t, engine)
	its, others := open(t, url), open(t, url)
	first := ordertest.New(t, its, ordertest.Options{Mortal: true, Lease: ordertest.QuickLease, Wrap: dead.wrap})

	t.Cleanup(func() { close(dead.end) })

	for n := range ordersAtPoint {
		r := ordertest.Request(fmt.Sprint("point-", n))
		r.DestinationNo = fmt.Sprintf("08123456%d%s", n, digit)

		if _, err := first.Placing.Place(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}

	testkit.Eventually(t, ordertest.Patience, "the first node stands still", func() bool { return dead.standing() == ordersAtPoint })

	if err := its.Close(); err != nil { // from now on it can't renew its lease
		t.Fatal(err)
	}

	other := first.Another(t, others, ordertest.Options{Lease: ordertest.QuickLease, Wrap: wrap})

	var problems []string

	for n := range ordersAtPoint {
		o := other.Ended(t, fmt.Sprint("point-", n))
		if problem := disagreement(o, other.Executed(o)); problem != "" {
			problems = append(problems, fmt.Sprintf("order %d ended as %s: %s", o.ID, o.Status, problem))
		}
	}

	testkit.ProveBooks(t, others)

	return problems
}

func open(t *testing.T, url string) *db.DB {
	t.Helper()

	d, err := db.Open(t.Context(), db.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = d.Close() })

	return d
}

// standstill is a node that hangs for ever in a call.
type standstill struct {
	before, after bool
	end           chan struct{}

	mu    sync.Mutex
	count int
}

func (s *standstill) wrap(a supplier.Adapter) supplier.Adapter {
	return &stilled{Adapter: a, point: s}
}

func (s *standstill) standing() int {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.count
}

func (s *standstill) stop() {
	s.mu.Lock()
	s.count++
	s.mu.Unlock()
	<-s.end
}

type stilled struct {
	supplier.Adapter

	point *standstill
}

// Buy implements supplier.Adapter.
func (s *stilled) Buy(ctx context.Context, r supplier.Request) supplier.Answer {
	if s.point.before {
		s.point.stop()

		return supplier.Answer{Code: supplier.CodeStopped}
	}

	said := s.Adapter.Buy(ctx, r)
	if s.point.after {
		s.point.stop()
	}

	return said
}
