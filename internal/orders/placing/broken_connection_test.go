package placing_test

import (
	"fmt"
	"sync"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// The connection to the database breaks repeatedly under load. An order that was
// reported as placed exists, one that was reported as refused doesn't, and all other
// callers are told that the outcome is unknown.
func TestOrdersOverABreakingConnection(t *testing.T) {
	t.Parallel()

	const callers = 32

	breaks := 20
	if testkit.OnCitus() {
		breaks = 80 // the COMMIT, whose outcome is unknown, is a small part of a batch there
	}

	url := testkit.URL(t, db.Postgres)
	wire, wired := testkit.WireToDatabase(t, url)
	wires, direct, where := []*testkit.Wire{wire}, testkit.OpenAt(t, url), db.Options{URL: wired}

	if testkit.OnCitus() { // batches go to the worker, and to the coordinator after a break
		wire, where.Workers = testkit.WireFromProgram(t, direct, ordertest.Client)
		wires = append(wires, wire)
	}

	through, err := db.Open(t.Context(), where)
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, through.Close()) })

	ordertest.Fill(t, direct, callers*1_000_000*price)
	s := newService(t, through, 1)

	var (
		load     sync.WaitGroup
		mu       sync.Mutex
		outcomes = map[string]error{}
		over     = make(chan struct{})
	)

	for c := range callers {
		load.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-over:
					return
				default:
				}

				ref := fmt.Sprintf("%d-%d", c, n)
				_, err := s.Place(t.Context(), ordertest.Request(ref))

				mu.Lock()
				outcomes[ref] = err
				mu.Unlock()
			}
		})
	}

	placed := func() (n int) {
		mu.Lock()
		defer mu.Unlock()

		for _, err := range outcomes {
			if err == nil {
				n++
			}
		}

		return n
	}

	for range breaks {
		before := placed()

		testkit.Eventually(t, ordertest.Patience, "orders are placed", func() bool { return placed() > before+callers })

		for _, w := range wires {
			w.Cut()
		}

		for _, w := range wires {
			w.Heal()
		}
	}

	close(over)
	load.Wait()

	kinds := map[string]int{}

	for ref, err := range outcomes {
		n := testkit.Value[int](t, direct, "SELECT COUNT(*) FROM orders WHERE client_ref = $1", ref)

		switch {
		case err == nil:
			kinds["placed"]++

			if n != 1 {
				t.Errorf("%s was placed and is there %d times", ref, n)
			}
		case fault.ErrOutcomeUnknown.Is(err):
			kinds["unknown"]++
		default:
			kinds["refused"]++

			if !fault.ErrUnavailable.Is(err) || n != 0 {
				t.Errorf("%s is there %d times: %v", ref, n, err)
			}
		}
	}

	if kinds["unknown"] == 0 || kinds["refused"] == 0 {
		t.Errorf("the connection broke at no moment that matters: %v", kinds)
	}

	testkit.ProveBooks(t, direct)
}
