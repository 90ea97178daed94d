package dispatch

import (
	"context"
	"sync"
	"time"

	"loket/internal/orders/order"
	"loket/internal/supplier"
)

// line sends the waiting orders of one supplier: as many at a time as the supplier's limit allows, in
// turns between clients. Status queries have their own share of the limit.
type line struct {
	s        *Service
	code     string
	supplier *supplier.Guard
	turns    *turns
	wake     chan struct{}
	calls    sync.WaitGroup

	// The last look at waiting orders while the circuit was open: when it ended, and where the next one goes on.
	diverted   time.Time
	divertFrom waitingKey

	// Where the next look for orders that have waited too long for a free slot goes on.
	overflowFrom waitingKey

	// The clients behind which the poller's next look and the turns of status queries go on.
	lookFrom, checkedUpTo int64
}

func newLine(s *Service, code string, guard *supplier.Guard) *line {
	return &line{s: s, code: code, supplier: guard, turns: newTurns(), wake: make(chan struct{}, 1)}
}

func (l *line) wakeUp() {
	select {
	case l.wake <- struct{}{}:
	default: // a signal is there already
	}
}

// maxClaim is the most orders that one claim takes.
const maxClaim = 128

// run sends purchases until ctx ends.
func (l *line) run(ctx context.Context) {
	for ctx.Err() == nil {
		if l.turns.empty() {
			l.sleep(ctx, time.Time{}, l.wake)

			continue
		}

		free, again := l.takeSlots()

		switch {
		case free > 0:
			l.send(ctx, free)
		case again.IsZero():
			l.sleep(ctx, time.Time{}, l.supplier.Freed(supplier.Purchase))
		default:
			l.divert(ctx)
			l.sleep(ctx, again, l.supplier.Freed(supplier.Purchase))
		}
	}
}

// sleep waits for a signal, for a moment unless it is zero, or for the end of ctx.
func (l *line) sleep(ctx context.Context, until time.Time, signal <-chan struct{}) {
	var due <-chan time.Time

	if !until.IsZero() {
		timer := time.NewTimer(max(minPause, until.Sub(l.s.Clock.Now())))
		defer timer.Stop()

		due = timer.C
	}

	select {
	case <-ctx.Done():
	case <-signal:
	case <-due:
	}
}

// minPause is the shortest sleep of a line.
const minPause = 10 * time.Millisecond

// takeSlots takes the free slots for purchases. When the circuit is open, it returns the time to ask again.
func (l *line) takeSlots() (int, time.Time) {
	for n := range maxClaim {
		switch took, again := l.supplier.TryTake(supplier.Purchase); {
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
func (l *line) send(ctx context.Context, slots int) {
	due := l.take(ctx, slots)

	for range slots - len(due) {
		l.supplier.Unused(supplier.Purchase)
	}

	if len(due) > 0 {
		l.calls.Go(func() { l.claim(ctx, due) })
	}
}

// claim claims orders whose slots were taken, and makes their calls.
func (l *line) claim(ctx context.Context, due []*task) {
	claimed, err := l.s.claims.Do(context.WithoutCancel(ctx), dispatchWrite{claim: due})
	if err != nil {
		claimed = dispatchWritten{} // nothing is known to be stored, so nothing may be sent

		l.s.Log.ErrorContext(ctx, "orders not claimed, trying again", "supplier", l.code, "orders", len(due), "error", err)
		l.sleep(ctx, l.s.Clock.Now().Add(pauseAfterError), nil) // the slots are kept, so that few claims are refused
		l.turns.readAgain(due)
		l.wakeUp()
	} else {
		l.turns.settled(due)
	}

	for range len(due) - len(claimed.tasks) {
		l.supplier.Unused(supplier.Purchase)
	}

	for _, t := range claimed.tasks {
		l.calls.Go(func() { l.purchase(t) }) //nolint:contextcheck // calls outlive the line: Stop waits for them
	}
}

// pauseAfterError is how long a line waits after the database refused a claim.
const pauseAfterError = time.Second

// take returns up to n waiting orders in their turns.
func (l *line) take(ctx context.Context, n int) []*task {
	due := make([]*task, 0, n)

	for len(due) < n {
		t, found, refill := l.turns.next()

		switch {
		case found:
			due = append(due, t)
		case refill == nil:
			return due
		default:
			read, err := l.s.waitingTasks(ctx, l.code, *refill)
			if err != nil {
				if ctx.Err() == nil {
					l.s.Log.ErrorContext(ctx, "waiting orders not read, trying again", "supplier", l.code, "error", err)
					l.sleep(ctx, l.s.Clock.Now().Add(pauseAfterError), nil)
				}

				return due
			}

			l.turns.fill(*refill, read)
		}
	}

	return due
}

// purchase makes the call of a claimed attempt and stores its answer.
func (l *line) purchase(t *task) {
	r := l.s.supplierRequest(t)

	var said supplier.Answer
	if t.order.Kind == order.Prepaid {
		said = l.supplier.Buy(l.s.calling, r)
	} else {
		said = l.supplier.Pay(l.s.calling, r)
	}

	l.supplier.Release(supplier.Purchase)
	l.s.keepAnswer(t, said)
}

// check sends the status queries that are due, as many as there are free slots. It reports whether more may be due.
func (l *line) check(ctx context.Context) (more bool, err error) {
	free := 0

	for ; free < maxClaim; free++ {
		if took, _ := l.supplier.TryTake(supplier.StatusQuery); took != supplier.Taken {
			break
		}
	}

	if free == 0 {
		return true, nil
	}

	found, err := l.s.dueTasks(ctx, due{supplier: l.code, after: l.checkedUpTo, limit: free})
	l.checkedUpTo = found.last

	var waiting []*task
	if err == nil {
		waiting, err = l.s.stillPending(ctx, found.tasks)
	}

	var claimed dispatchWritten
	if err == nil && len(waiting) > 0 {
		claimed, err = l.s.claims.Do(context.WithoutCancel(ctx), dispatchWrite{query: waiting})
	}

	if err != nil {
		claimed = dispatchWritten{} // as in claim
	}

	for range free - len(claimed.tasks) {
		l.supplier.Unused(supplier.StatusQuery)
	}

	for _, t := range claimed.tasks {
		l.calls.Go(func() { //nolint:contextcheck // as in send
			said := l.supplier.Status(l.s.calling, l.s.supplierRequest(t))

			l.supplier.Release(supplier.StatusQuery)
			l.s.keepAnswer(t, said)
		})
	}

	return found.more, err
}
