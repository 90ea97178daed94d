package simulate_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
)

// TestRestartGoesOn proves that after a restart pending transactions end, due notices are
// sent, and nothing is executed again.
func TestRestartGoesOn(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, func(a *upstream.Account) { a.FaultSettings.CallbackAfter = time.Hour })
	done := sim.adapter.Buy(t.Context(), buy("DONE", "08120"))

	if got := sim.adapter.Buy(t.Context(), buy("WAITS", "08123")); got.Outcome != supplier.Pending {
		t.Fatalf("%+v", got)
	}

	one, _ := sim.server.Supplier("one")
	balance := one.Balance()

	stop(t, sim.server)
	sim.start(t)

	one, _ = sim.server.Supplier("one")
	if one.Balance() != balance {
		t.Errorf("balance %d, was %d", one.Balance(), balance)
	}

	if got := sim.adapter.Status(t.Context(), buy("DONE", "08120")); got.SerialNumber != done.SerialNumber {
		t.Errorf("%+v, was %+v", got, done)
	}

	if got := sim.adapter.Status(t.Context(), buy("WAITS", "08123")); got.Outcome != supplier.Pending {
		t.Errorf("%+v", got)
	}
}

// TestOwedNoticeIsSentAfterARestart has a receiver that refuses until the simulator is
// restarted.
func TestOwedNoticeIsSentAfterARestart(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)

	sim.mu.Lock()
	adapter := sim.adapter
	sim.adapter = nil // the receiver now answers 503
	sim.mu.Unlock()

	adapter.Buy(t.Context(), buy("OWED", "08123"))

	testkit.Eventually(t, patience, "it is executed", func() bool { return sim.entry(t, "OWED").Executed })

	stop(t, sim.server)
	sim.start(t)
	sim.await(t, "owed notice", about("OWED"))
}

// TestKilledBookForgetsNothing compares the book after kill -9 with the answers that
// callers got, three times in a row.
func TestKilledBookForgetsNothing(t *testing.T) {
	t.Parallel()

	const (
		rounds  = 3
		callers = 8
		enough  = 60 // acknowledged answers before the kill
	)

	dir := t.TempDir()
	told := map[string]string{} // reference -> serial number

	for round := range rounds {
		process := startChild(t, dir)
		adapter := childAdapter(t, process.url)

		var (
			mu     sync.Mutex
			group  sync.WaitGroup
			fresh  int
			ripe   = make(chan struct{})
			closed = make(chan struct{})
		)

		for caller := range callers {
			group.Go(func() {
				for i := 0; ; i++ {
					select {
					case <-closed:
						return
					default:
					}

					ref := fmt.Sprintf("R%d-%d-%d", round, caller, i)

					req := buy(ref, "08120")
					req.SentAt = time.Now()

					got := adapter.Buy(t.Context(), req)
					if got.Outcome != supplier.Success {
						continue
					}

					mu.Lock()
					told[ref] = got.SerialNumber

					if fresh++; fresh == enough {
						close(ripe)
					}
					mu.Unlock()
				}
			})
		}

		select {
		case <-ripe:
		case <-time.After(patience):
			t.Error("too few answers")
		}

		process.kill(t)
		close(closed)
		group.Wait()
	}

	server, err := simulate.New(simulate.Options{Dir: dir, Suppliers: []upstream.Account{{Name: "one", Username: "user", Key: "key"}}})
	if err == nil {
		err = server.Start(t.Context())
	}

	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { stop(t, server) })

	book := map[string]upstream.Entry{}
	for _, entry := range server.Book("") {
		book[entry.RefID] = entry
	}

	for ref, sn := range told {
		if entry := book[ref]; !entry.Executed || entry.SN != sn {
			t.Errorf("%s was told %q, the book has %+v", ref, sn, entry)
		}
	}
}

func childAdapter(t *testing.T, url string) *digiflazz.Client {
	t.Helper()

	adapter, err := digiflazz.New(digiflazz.Config{
		BaseURL: url + "/suppliers/one/v1", Username: "user", Key: "key", Timeout: patience,
	})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(adapter.Close)

	return adapter
}
