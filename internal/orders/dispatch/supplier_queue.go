package dispatch

import (
	"context"
	"sync"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/batch"
	"loket/internal/supplier"
)

// supplierQueue sends the waiting orders of one supplier: as many at a time as the supplier's limit allows, in
// turns between clients. Status queries have their own share of the limit.
type supplierQueue struct {
	s        *Service
	code     string
	supplier *supplier.Guard
	turns    *turns
	wake     chan struct{}
	calls    sync.WaitGroup

	// The last look at waiting orders while the circuit was open: when it ended, and where the next one goes on.
	reroutedAt  time.Time
	rerouteFrom waitingKey

	// Where the next look for orders that have waited too long for a free slot goes on.
	saturatedFrom waitingKey

	// The clients behind which the poller's next look and the turns of status queries go on.
	lookFrom, checkedUpTo int64
}

func newSupplierQueue(s *Service, code string, guard *supplier.Guard) *supplierQueue {
	return &supplierQueue{s: s, code: code, supplier: guard, turns: newTurns(s.deps.DB.Part), wake: make(chan struct{}, 1)}
}

func (q *supplierQueue) wakeUp() {
	select {
	case q.wake <- struct{}{}:
	default: // a signal is there already
	}
}

// maxClaim is the most orders that one claim takes.
const maxClaim = 128

// run sends purchases until ctx ends.
func (q *supplierQueue) run(ctx context.Context) {
	for ctx.Err() == nil {
		if q.turns.empty() {
			q.sleep(ctx, time.Time{}, q.wake)

			continue
		}

		free, again := q.takeSlots()

		switch {
		case free > 0:
			q.send(ctx, free)
		case again.IsZero():
			q.sleep(ctx, time.Time{}, q.supplier.SlotFreed(supplier.Purchase))
			q.gather(ctx)
		default:
			q.rerouteOpenCircuit(ctx)
			q.sleep(ctx, again, q.supplier.SlotFreed(supplier.Purchase))
		}
	}
}

// claimPause is how long orders that wait for a slot wait for further ones, which share the claim, where a claim costs much.
const claimPause = 10 * time.Millisecond

// gather waits for further free slots.
func (q *supplierQueue) gather(ctx context.Context) {
	pause := q.s.deps.DB.Pause(0, claimPause)
	if pause == 0 {
		return
	}

	select {
	case <-ctx.Done():
	case <-time.After(pause):
	}
}

// sleep waits for a signal, for a moment unless it is zero, or for the end of ctx.
func (q *supplierQueue) sleep(ctx context.Context, until time.Time, signal <-chan struct{}) {
	var due <-chan time.Time

	if !until.IsZero() {
		timer := time.NewTimer(max(minPause, until.Sub(q.s.deps.Clock.Now())))
		defer timer.Stop()

		due = timer.C
	}

	select {
	case <-ctx.Done():
	case <-signal:
	case <-due:
	}
}

// minPause is the shortest sleep of a supplier queue.
const minPause = 10 * time.Millisecond

// takeSlots takes the free slots for purchases. When the circuit is open, it returns the time to ask again.
func (q *supplierQueue) takeSlots() (int, time.Time) {
	for n := range maxClaim {
		switch took, again := q.supplier.TryTake(supplier.Purchase); {
		case took == supplier.Taken:
		case n > 0:
			return n, time.Time{}
		default:
			return 0, again
		}
	}

	return maxClaim, time.Time{}
}

// send takes as many waiting orders as slots were taken. It doesn't wait for their claim: orders for which slots become
// free meanwhile are claimed in the next commit.
func (q *supplierQueue) send(ctx context.Context, slots int) {
	due := q.take(ctx, slots)

	for range slots - len(due) {
		q.supplier.ReleaseUnused(supplier.Purchase)
	}

	for _, some := range batch.ByPart(due, func(t *orderAttempt) int { return q.s.deps.DB.Part(t.order.ClientID) }) {
		q.calls.Go(func() { q.claim(ctx, some) })
	}
}

// claim claims orders whose slots were taken, and makes their calls.
func (q *supplierQueue) claim(ctx context.Context, due []*orderAttempt) {
	claimed, err := q.s.claims.Do(context.WithoutCancel(ctx), dispatchWrite{claim: due})
	if err != nil {
		claimed = dispatchResult{} // nothing is known to be stored, so nothing may be sent

		q.s.deps.Log.ErrorContext(ctx, "orders not claimed, trying again", "supplier", q.code, "orders", len(due), "error", err)
		q.sleep(ctx, q.s.deps.Clock.Now().Add(pauseAfterError), nil) // the slots are kept, so that few claims are refused
		q.turns.readAgain(due)
		q.wakeUp()
	} else {
		q.turns.forget(due)
	}

	for range len(due) - len(claimed.attempts) {
		q.supplier.ReleaseUnused(supplier.Purchase)
	}

	for _, t := range claimed.attempts {
		q.calls.Go(func() { q.buy(t) }) //nolint:contextcheck // calls outlive the queue: Stop waits for them
	}
}

// pauseAfterError is how long a supplier queue waits after the database refused a claim.
const pauseAfterError = time.Second

// take returns up to n waiting orders in their turns.
func (q *supplierQueue) take(ctx context.Context, n int) []*orderAttempt {
	due := make([]*orderAttempt, 0, n)

	for len(due) < n {
		t, found, refill := q.turns.next()

		switch {
		case found:
			due = append(due, t)
		case refill == nil:
			return due
		default:
			read, err := q.s.waitingAttempts(ctx, q.code, *refill)
			if err != nil {
				if ctx.Err() == nil {
					q.s.deps.Log.ErrorContext(ctx, "waiting orders not read, trying again", "supplier", q.code, "error", err)
					q.sleep(ctx, q.s.deps.Clock.Now().Add(pauseAfterError), nil)
				}

				return due
			}

			q.turns.fill(*refill, read)
		}
	}

	return due
}

// buy makes the call of a claimed attempt and stores its answer.
func (q *supplierQueue) buy(t *orderAttempt) {
	if t.order.Kind == catalog.Prepaid {
		q.call(t, supplier.Purchase, callBuy, q.supplier.Buy)
	} else {
		q.call(t, supplier.Purchase, callPay, q.supplier.Pay)
	}
}

// call makes a call whose slot was taken, and stores its answer.
func (q *supplierQueue) call(t *orderAttempt, kind supplier.CallKind, name string, ask func(context.Context, supplier.Request) supplier.Answer) {
	traced := q.s.traceCall(t, name)
	answer := ask(q.s.calling, q.s.supplierRequest(t))
	traced.keepAnswer(answer)

	q.supplier.Release(kind)
	q.s.storeAnswer(t, answer)
	traced.send()
}

// check sends the status queries that are due, as many as there are free slots. It reports whether more may be due.
func (q *supplierQueue) check(ctx context.Context) (more bool, err error) {
	free := 0

	for ; free < maxClaim; free++ {
		if took, _ := q.supplier.TryTake(supplier.StatusQuery); took != supplier.Taken {
			break
		}
	}

	if free == 0 {
		return true, nil
	}

	found, err := q.s.dueAttempts(ctx, dueQuery{supplier: q.code, after: q.checkedUpTo, limit: free})
	q.checkedUpTo = found.last

	var waiting []*orderAttempt
	if err == nil {
		waiting, err = q.s.stillPending(ctx, found.attempts)
	}

	var claimed dispatchResult
	if err == nil && len(waiting) > 0 {
		claimed, err = q.s.claims.Do(context.WithoutCancel(ctx), dispatchWrite{query: waiting})
	}

	if err != nil {
		claimed = dispatchResult{} // as in claim
	}

	for range free - len(claimed.attempts) {
		q.supplier.ReleaseUnused(supplier.StatusQuery)
	}

	for _, t := range claimed.attempts {
		q.calls.Go(func() { //nolint:contextcheck // as in send
			q.call(t, supplier.StatusQuery, callStatus, q.supplier.Status)
		})
	}

	return found.more, err
}
