package supplier_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/supplier"
)

// inquired is an adapter whose inquiries are answered by a function.
type inquired struct {
	supplier.Adapter

	answer func(r supplier.Request) supplier.Answer
}

func (i inquired) Inquire(_ context.Context, r supplier.Request) supplier.Answer { return i.answer(r) }

func newInquired(t *testing.T, opts supplier.Options, limit int, answer func(r supplier.Request) supplier.Answer) (*supplier.Guard, *supplier.Registry) {
	t.Helper()

	registry, err := supplier.NewRegistry(opts, supplier.Entry{Code: "one", Adapter: inquired{newScripted(), answer}, Limit: limit})
	if err != nil {
		t.Fatal(err)
	}

	guard, _ := registry.Get("one")

	return guard, registry
}

// Behind 1,000 waiting inquiries of one client, other clients' inquiries get the next freed slots, and those of a
// client are sent in their order.
func TestInquiriesTakeTurnsByClient(t *testing.T) {
	t.Parallel()

	synctest.Test(t, func(t *testing.T) {
		const (
			waiting = 1_000
			freed   = 8
		)

		sent, answers := make(chan string, waiting), make(chan struct{})

		guard, _ := newInquired(t, supplier.Options{}, 1, func(r supplier.Request) supplier.Answer {
			sent <- r.Reference

			<-answers

			return supplier.Answer{Outcome: supplier.Success}
		})

		inquire := func(client int64, n int) {
			for i := range n {
				reference := strconv.FormatInt(client, 10) + "-" + strconv.Itoa(i)

				go guard.Inquire(t.Context(), supplier.Request{ClientID: client, Reference: reference})

				synctest.Wait() // it is in flight or waits, in this order
			}
		}

		inquire(1, waiting+1)
		inquire(2, 3)
		inquire(3, 1)

		var got []string

		for range freed {
			got = append(got, <-sent)

			answers <- struct{}{}
		}

		if want := []string{"1-0", "1-1", "2-0", "3-0", "1-2", "2-1", "1-3", "2-2"}; !slices.Equal(got, want) {
			t.Errorf("sent %v, want %v", got, want)
		}

		close(answers)
	})
}

// When the circuit opens while inquiries wait, they are refused and their slots are free again. One inquiry after the
// rest is the probe.
func TestCircuitOpensWhileInquiriesWait(t *testing.T) {
	t.Parallel()

	synctest.Test(t, func(t *testing.T) {
		const (
			waiting = 10
			rest    = 5 * time.Second
		)

		clk, answers := clock.NewManual(start()), make(chan supplier.Answer)

		guard, registry := newInquired(t, supplier.Options{Clock: clk, CircuitAfter: 1, CircuitRest: rest}, 1,
			func(supplier.Request) supplier.Answer { return <-answers })

		said := make(chan supplier.Answer, waiting+1)
		inquire := func() { said <- guard.Inquire(t.Context(), supplier.Request{}) }

		for range waiting + 1 {
			go inquire()
		}

		synctest.Wait() // one is in flight, the others wait

		answers <- supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeNoAnswer}

		synctest.Wait()

		refused := 0

		for range len(said) {
			if got := <-said; got.Outcome == supplier.FailedNotCreated && got.Code == supplier.CodeCircuitOpen {
				refused++
			}
		}

		if refused != waiting || registry.Health()[0].InFlight != 0 {
			t.Fatalf("%d refused, %d in flight", refused, registry.Health()[0].InFlight)
		}

		// While the circuit is open, an inquiry doesn't wait for a slot.
		if took, _ := guard.TryTake(supplier.Purchase); took != supplier.Taken {
			t.Fatal("no slot")
		}

		if got := guard.Inquire(t.Context(), supplier.Request{}); got.Code != supplier.CodeCircuitOpen {
			t.Errorf("circuit open, no slot free: %+v", got)
		}

		// An inquiry that is stopped while it waits is not the probe.
		clk.Advance(rest)

		ctx, cancel := context.WithCancel(t.Context())

		go guard.Inquire(ctx, supplier.Request{})

		synctest.Wait()
		cancel()
		synctest.Wait()
		guard.Release(supplier.Purchase)

		go inquire()

		synctest.Wait() // the probe is in flight

		answers <- supplier.Answer{Outcome: supplier.Success}

		if got := <-said; got.Outcome != supplier.Success || !guard.Answers(supplier.Inquiry) {
			t.Errorf("probe: %+v", got)
		}
	})
}

// Inquiries that are stopped at any moment, also when they get their slot, lose none, beside purchases and status
// queries. If one waited while a slot is free, the test would end with a deadlock.
func TestStoppedInquiriesLoseNoSlot(t *testing.T) {
	t.Parallel()

	synctest.Test(t, func(t *testing.T) {
		const (
			limit   = 8
			most    = limit / 4
			callers = 100
			each    = 50
		)

		var inFlight, inquiries, above atomic.Int64

		count := func(n *atomic.Int64, most int64) {
			if n.Add(1) > most {
				above.Add(1)
			}

			runtime.Gosched()
			n.Add(-1)
		}

		guard, registry := newInquired(t, supplier.Options{}, limit, func(supplier.Request) supplier.Answer {
			inFlight.Add(1)
			count(&inquiries, most)
			inFlight.Add(-1)

			return supplier.Answer{Outcome: supplier.Success}
		})

		var calls sync.WaitGroup

		for client := range int64(callers) {
			calls.Go(func() {
				for range each {
					ctx, cancel := context.WithCancel(t.Context())

					if rand.IntN(2) == 0 {
						go cancel()
					}

					guard.Inquire(ctx, supplier.Request{ClientID: client % 10})
					cancel()
				}
			})
			calls.Go(func() {
				for i := range each {
					kind := []supplier.CallKind{supplier.Purchase, supplier.StatusQuery}[i%2]

					if took, _ := guard.TryTake(kind); took == supplier.Taken {
						count(&inFlight, limit)
						guard.Release(kind)
					}
				}
			})
		}

		calls.Wait()

		if above.Load() != 0 || registry.Health()[0].InFlight != 0 {
			t.Errorf("%d calls above the limits, %d in flight at the end", above.Load(), registry.Health()[0].InFlight)
		}

		for range most {
			if took, _ := guard.TryTake(supplier.Inquiry); took != supplier.Taken {
				t.Error("the share of inquiries is not free at the end")
			}
		}
	})
}
