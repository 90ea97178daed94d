package dispatch

import (
	"context"
	"errors"
	"time"

	"loket/internal/orders/order"
)

// The dispatch in short: an order is stored with its first attempt, which waits (prepared). The queue of its
// supplier takes a slot, marks the attempt as sending, and makes the call at once. The answer ends the order,
// or schedules a status query, or prepares an attempt at the next supplier. Everything that waits stands in
// the rows of the attempts, so another node can go on after a crash: memory only saves reading them.

func newQueues(s *Service) map[string]*supplierQueue {
	queues := map[string]*supplierQueue{}

	for _, code := range s.deps.Suppliers.Codes() {
		guard, _ := s.deps.Suppliers.Get(code)
		queues[code] = newSupplierQueue(s, code, guard)
	}

	return queues
}

// Enqueue hands an order whose attempt waits to its supplier. Without a supplier the poller finds it.
func (s *Service) Enqueue(o order.Order, a order.Attempt) { s.enqueue(&orderAttempt{o, a}) }

// enqueue hands a waiting attempt to the queue of its supplier. An attempt without one is found by the poller.
func (s *Service) enqueue(t *orderAttempt) {
	if q := s.queues[t.attempt.Supplier]; q != nil && !s.opt.Hold {
		q.turns.add(t)
		q.wakeUp()
	}
}

// Start begins to send orders.
func (s *Service) Start(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	s.stopping, s.stopQueues = context.WithCancel(ctx)
	s.calling, s.stopCalls = context.WithCancel(ctx)
	s.answers.Start(ctx)
	s.claims.Start(ctx)
	s.noticeReads.Start(ctx)

	if s.opt.Hold {
		return
	}

	for _, q := range s.queues {
		s.running.Go(func() { q.run(s.stopping) })
		s.running.Go(func() { q.rerouteSaturated(s.stopping) })
	}

	s.readiness.recordLook(s.deps.Clock.Now())
	s.running.Go(func() { s.poll(s.stopping) })
}

// leaveTime is how long cancelled calls may take to return.
const leaveTime = 2 * time.Second

// Stop ends the looks for orders that wait, and waits for the calls to suppliers that are in flight. When ctx ends first,
// these calls are cancelled; a status query finds their outcome later.
func (s *Service) Stop(ctx context.Context) error {
	if s.stopQueues == nil {
		return nil // never started
	}

	s.stopQueues()

	done := make(chan struct{})

	go func() {
		s.running.Wait()

		for _, q := range s.queues {
			q.calls.Wait()
		}

		close(done)
	}()

	patience, cancel := shorter(ctx, leaveTime)
	defer cancel()

	select {
	case <-done:
	case <-patience.Done():
		s.stopCalls()

		select {
		case <-done:
		case <-time.After(leaveTime):
		}
	}

	s.stopCalls()

	ctx = context.WithoutCancel(ctx)

	return errors.Join(s.noticeReads.Stop(ctx), s.claims.Stop(ctx), s.answers.Stop(ctx))
}

// shorter is ctx with a deadline that is earlier by some time.
func shorter(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}

	return context.WithDeadline(ctx, deadline.Add(-by))
}
