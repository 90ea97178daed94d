package order

import (
	"context"
	"fmt"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
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

// send claims as many waiting orders as slots were taken, and makes their calls.
func (l *line) send(ctx context.Context, slots int) {
	due := l.take(ctx, slots)

	for range slots - len(due) {
		l.supplier.Unused(supplier.Purchase)
	}

	if len(due) == 0 {
		return
	}

	claimed, err := l.s.dispatches.Do(context.WithoutCancel(ctx), dispatchWrite{claim: due})
	if err != nil {
		l.s.Log.ErrorContext(ctx, "orders not claimed, trying again", "supplier", l.code, "orders", len(due), "error", err)

		for _, t := range due {
			l.turns.expect(t.order.ClientID, t.attempt.PreparedAt)
		}
	}

	for range len(due) - len(claimed.tasks) {
		l.supplier.Unused(supplier.Purchase)
	}

	for _, t := range claimed.tasks {
		l.calls.Go(func() { l.purchase(t) }) //nolint:contextcheck // calls outlive the line: stopDispatch waits for them
	}

	if err != nil {
		l.sleep(ctx, l.s.Clock.Now().Add(pauseAfterError), nil)
	}
}

// pauseAfterError is how long a line waits after the database refused a claim.
const pauseAfterError = time.Second

// take returns up to n waiting orders in their turns.
func (l *line) take(ctx context.Context, n int) []task {
	due := make([]task, 0, n)

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
func (l *line) purchase(t task) {
	r := l.s.supplierRequest(t)

	var said supplier.Answer
	if t.order.Kind == Prepaid {
		said = l.supplier.Buy(l.s.calling, r)
	} else {
		said = l.supplier.Pay(l.s.calling, r)
	}

	l.supplier.Release(supplier.Purchase)
	l.s.keepAnswer(t, said)
}

// check sends the status queries that are due, as many as there are free slots.
func (l *line) check(ctx context.Context) error {
	free := 0

	for ; free < maxClaim; free++ {
		if took, _ := l.supplier.TryTake(supplier.StatusQuery); took != supplier.Taken {
			break
		}
	}

	if free == 0 {
		return nil
	}

	due, err := l.s.dueTasks(ctx, l.code, free)
	if err == nil {
		due, err = l.s.stillPending(ctx, due)
	}

	var claimed dispatchWritten
	if err == nil && len(due) > 0 {
		claimed, err = l.s.dispatches.Do(context.WithoutCancel(ctx), dispatchWrite{query: due})
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

	return err
}

// stillPending leaves out the attempts of orders that have ended, and clears their status queries.
func (s *Service) stillPending(ctx context.Context, due []task) ([]task, error) {
	pending := make([]task, 0, len(due))

	for _, t := range due {
		if t.order.Status == Pending {
			pending = append(pending, t)

			continue
		}

		err := s.DB.Tx(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE order_attempts SET next_check_at = NULL WHERE order_id = $1 AND client_id = $2", t.order.ID, t.order.ClientID)

			return err
		})
		if err != nil {
			return nil, fmt.Errorf("end the status queries of order %d: %w", t.order.ID, err)
		}
	}

	return pending, nil
}

// supplierRequest is the call for an attempt. The price limit is the greater of the price charged and the
// recorded cost of the SKU, so that a supplier that became dearer refuses instead of selling to us below cost.
func (s *Service) supplierRequest(t task) supplier.Request {
	kind := supplier.Prepaid
	if t.order.Kind != Prepaid {
		kind = supplier.Postpaid
	}

	return supplier.Request{
		Reference: t.attempt.Reference, SKU: t.attempt.SKU, Destination: t.order.DestinationNo, Kind: kind,
		MaxPrice: max(t.order.Price, s.recordedCost(t)), Amount: t.order.Amount, InquiredAt: t.attempt.PreparedAt, SentAt: t.attempt.SentAt,
	}
}

// recordedCost is what the catalogue says that the attempt's SKU costs us; 0 when it is not sold any more.
func (s *Service) recordedCost(t task) money.Rupiah {
	snap, err := s.Catalog.Snapshot(s.calling)
	if err != nil {
		return 0 // the price charged is the limit
	}

	for _, sku := range snap.SKUs(t.order.ProductCode) {
		if sku.Supplier == t.attempt.Supplier {
			return sku.Cost
		}
	}

	return 0
}

const taskColumns = orderColumns + ", " + attemptColumns

func scanTask(row db.Row) (task, error) {
	var (
		o orderRow
		a attemptRow
	)

	if err := row.Scan(append(o.into(), a.into()...)...); err != nil {
		return task{}, fmt.Errorf("read an order that waits: %w", err)
	}

	var (
		t   task
		err error
	)

	if t.order, err = o.order(); err != nil {
		return task{}, err
	}

	t.attempt, err = a.attempt()

	return t, err
}

// waitingTasks reads orders of a client that wait for a supplier, the oldest first.
func (s *Service) waitingTasks(ctx context.Context, supplierCode string, r refill) ([]task, error) {
	return s.tasks(ctx, `SELECT `+taskColumns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
		WHERE a.state = 'prepared' AND a.supplier = $1 AND a.client_id = $2 AND a.prepared_at <= $3
		ORDER BY a.order_id LIMIT $4`, supplierCode, r.client, clock.Micros(r.upTo), int64(r.limit))
}

// dueTasks reads attempts whose status query is due, the longest overdue first: calls that were under way
// when their node died, and open outcomes.
func (s *Service) dueTasks(ctx context.Context, supplierCode string, limit int) ([]task, error) {
	return s.tasks(ctx, `SELECT `+taskColumns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
		WHERE a.supplier = $1 AND a.next_check_at <= $2
		ORDER BY a.next_check_at LIMIT $3`, supplierCode, clock.Micros(s.Clock.Now()), int64(limit))
}

func (s *Service) tasks(ctx context.Context, text string, args ...any) ([]task, error) {
	var list []task

	err := s.DB.Read(ctx, text, args, func(row db.Row) error {
		t, err := scanTask(row)
		list = append(list, t)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read orders that wait: %w", err)
	}

	return list, nil
}
