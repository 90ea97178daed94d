package simulate_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/supplier"
)

func chaos(seed uint64) upstream.Chaos {
	return upstream.Chaos{
		Seed: seed, TimeoutAfter: 15, TimeoutBefore: 10, ServerError: 10, Malformed: 10, Pending: 20,
		Refused: 5, Failed: 15, AskAgain: 30,
		Duplicate: 10, Late: 10, Contradictory: 10, Forged: 10, Stray: 5,
		LateBy: 30 * time.Millisecond, ContradictAfter: 30 * time.Millisecond,
	}
}

// follow does the least that an order does: one send, then status queries and notices
// until one is final. The first final outcome counts. What a supplier says that it doesn't know is asked about again later.
func follow(t *testing.T, sim *simulation, req supplier.Request) supplier.Outcome {
	t.Helper()

	answer := sim.adapter.Buy(t.Context(), req)
	deadline := time.Now().Add(patience)

	for !answer.Outcome.Final() {
		if time.Now().After(deadline) {
			t.Errorf("%s never ended: %+v", req.Reference, answer)

			return supplier.Unknown
		}

		if answer.Outcome == supplier.Pending {
			time.Sleep(time.Millisecond) // the interval of status queries
		}

		if answer.Outcome == supplier.Unknown && answer.Code == iakNotFound {
			req.SentAt = noon().Add(-notFoundAfter - time.Second) // the clock stands still
		}

		answer = sim.adapter.Status(t.Context(), req)
	}

	return answer.Outcome
}

// iakNotFound is the code of IAK for a reference that it doesn't know.
const iakNotFound = "06"

func runChaos(t *testing.T, protocol upstream.Protocol, seed uint64, orders int) (*simulation, map[string]supplier.Outcome) {
	t.Helper()

	sim := newSimulation(t, func(a *upstream.Account) { a.Protocol, a.FaultSettings.Chaos = protocol, chaos(seed) })
	ends := map[string]supplier.Outcome{}

	const callers = 16

	var (
		mu    sync.Mutex
		group sync.WaitGroup
	)

	for caller := range callers {
		group.Go(func() {
			for i := caller; i < orders; i += callers {
				ref := fmt.Sprintf("C-%d", i)
				end := follow(t, sim, buy(ref, "081200000002")) // the digit must not matter

				mu.Lock()
				ends[ref] = end
				mu.Unlock()
			}
		})
	}

	group.Wait()

	return sim, ends
}

// protocols are the kinds of suppliers.
func protocols() map[string]upstream.Protocol {
	return map[string]upstream.Protocol{"Digiflazz": upstream.Digiflazz, "IAK": upstream.IAK}
}

// TestBooksAgreeUnderChaos proves that our final outcome is what the supplier did, and
// that the seed alone decides it.
func TestBooksAgreeUnderChaos(t *testing.T) {
	t.Parallel()

	for name, protocol := range protocols() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			booksAgree(t, protocol)
		})
	}
}

func booksAgree(t *testing.T, protocol upstream.Protocol) {
	t.Helper()

	const (
		orders = 400
		seed   = 7
	)

	sim, ends := runChaos(t, protocol, seed, orders)
	counts := map[supplier.Outcome]int{}

	for ref, end := range ends {
		counts[end]++

		entries := sim.server.Book(ref)
		executed := len(entries) == 1 && entries[0].Executed

		if executed != (end == supplier.Success) {
			t.Errorf("%s ended as %s, the book has %+v", ref, end, entries)
		}
	}

	if counts[supplier.Success] < orders/2 || counts[supplier.FailedCreated] == 0 || counts[supplier.FailedNotCreated] == 0 {
		t.Errorf("the chaos is not mixed: %v", counts)
	}

	sim.await(t, "forged, stray and contradictory notices", func(notices []supplier.Notice, refused int) bool {
		var stray, contradictory int

		for _, n := range notices {
			end, known := ends[n.Reference]
			if !known {
				stray++
			}

			if known && n.Answer.Outcome != end && n.Answer.Outcome != supplier.Pending {
				contradictory++
			}
		}

		return stray > 0 && contradictory > 0 && refused > 0
	})

	_, again := runChaos(t, protocol, seed, orders)
	for ref, end := range ends {
		if again[ref] != end {
			t.Errorf("%s: %s, then %s with the same seed", ref, end, again[ref])
		}
	}
}

// TestNoForgedNoticePasses proves that every wrongly signed notice was refused and no
// genuine one was.
func TestNoForgedNoticePasses(t *testing.T) {
	t.Parallel()

	const always, orders = 100, 20

	for name, protocol := range protocols() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			sim := newSimulation(t, func(a *upstream.Account) {
				a.Protocol, a.FaultSettings.Chaos = protocol, upstream.Chaos{Forged: always}
			})

			for i := range orders {
				if got := sim.adapter.Buy(t.Context(), buy(fmt.Sprintf("F-%d", i), "08120")); got.Outcome != supplier.Success {
					t.Fatalf("%+v", got)
				}
			}

			sim.await(t, "forged notices", func(notices []supplier.Notice, refused int) bool {
				if len(notices) > 0 {
					t.Fatalf("believed: %+v", notices)
				}

				return refused == orders
			})
		})
	}
}
