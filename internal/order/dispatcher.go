package order

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// The dispatch in short: an order is stored with its first attempt, which waits (prepared). The line of its
// supplier takes a slot, marks the attempt as sending, and makes the call at once. The answer ends the order,
// or schedules a status query, or prepares an attempt at the next supplier. Everything that waits stands in
// the rows of the attempts, so another node can go on after a crash: memory only saves reading them.

func newLines(s *Service) map[string]*line {
	lines := map[string]*line{}

	for _, code := range s.Suppliers.Codes() {
		guard, _ := s.Suppliers.Get(code)
		lines[code] = newLine(s, code, guard)
	}

	return lines
}

// waits hands a waiting attempt to the line of its supplier. An attempt without one is found by the poller.
func (s *Service) waits(t task) {
	if l := s.lines[t.attempt.Supplier]; l != nil && !s.opt.Hold {
		l.turns.add(t)
		l.wakeUp()
	}
}

func (s *Service) startDispatch(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	s.stopping, s.stopLines = context.WithCancel(ctx)
	s.calling, s.stopCalls = context.WithCancel(ctx)
	s.dispatches.Start(ctx)

	if s.opt.Hold {
		return
	}

	for _, l := range s.lines {
		s.running.Go(func() { l.run(s.stopping) })
	}

	for range noticeWorkers {
		s.running.Go(func() { s.applyNotices(s.stopping) })
	}

	s.running.Go(func() { s.poll(s.stopping) })
}

// leaveTime is how long cancelled calls may take to return.
const leaveTime = 2 * time.Second

func (s *Service) stopDispatch(ctx context.Context) error {
	if s.stopLines == nil {
		return nil // never started
	}

	s.stopLines()

	done := make(chan struct{})

	go func() {
		s.running.Wait()

		for _, l := range s.lines {
			l.calls.Wait()
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

	return s.dispatches.Stop(context.WithoutCancel(ctx))
}

// shorter is ctx with a deadline that is earlier by some time.
func shorter(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}

	return context.WithDeadline(ctx, deadline.Add(-by))
}

// poll looks for attempts whose status query is due, and for waiting orders that no line of this node knows:
// those of other nodes, and those of a program that ended.
func (s *Service) poll(ctx context.Context) {
	first := true

	for ctx.Err() == nil {
		if err := s.look(ctx, first); err != nil && ctx.Err() == nil {
			s.Log.ErrorContext(ctx, "orders that wait not read, trying again", "error", err)
		} else {
			first = false
		}

		select {
		case <-ctx.Done():
		case <-time.After(s.opt.Poll):
		}
	}
}

func (s *Service) look(ctx context.Context, first bool) error {
	upTo := s.Clock.Now()
	if !first {
		upTo = upTo.Add(-grace)
	}

	if err := s.lookForNotices(ctx, upTo); err != nil {
		return fmt.Errorf("find notices that were not applied: %w", err)
	}

	for _, code := range slices.Sorted(maps.Keys(s.lines)) {
		l := s.lines[code]

		if err := l.check(ctx); err != nil {
			return err
		}

		if err := l.lookForWaiting(ctx, upTo); err != nil {
			return err
		}
	}

	return s.lookForStrays(ctx)
}

// grace is the age from which a waiting order or notice of another node is taken over. Its own node handles younger
// ones.
const grace = 2 * time.Second

// maxClientsRead is the most clients with waiting orders that one look finds.
const maxClientsRead = 1000

// lookForWaiting finds the clients that have waiting orders, for which those prepared until a moment count. It hops from client to client over the index, so
// a long backlog costs no more than a short one.
func (l *line) lookForWaiting(ctx context.Context, upTo time.Time) error {
	found := false

	err := l.s.DB.Read(ctx, `
		WITH RECURSIVE waiting (client_id, n) AS (
			SELECT (SELECT MIN(client_id) FROM order_attempts WHERE state = 'prepared' AND supplier = $1), 1
			UNION ALL
			SELECT (SELECT MIN(client_id) FROM order_attempts WHERE state = 'prepared' AND supplier = $1 AND client_id > w.client_id), w.n + 1
			FROM waiting w WHERE w.client_id IS NOT NULL AND w.n < $2
		)
		SELECT w.client_id FROM waiting w WHERE w.client_id IS NOT NULL`,
		[]any{l.code, int64(maxClientsRead)},
		func(row db.Row) error {
			var client int64
			if err := row.Scan(&client); err != nil {
				return err
			}

			found = true

			l.turns.expect(client, upTo)

			return nil
		})
	if err != nil {
		return fmt.Errorf("find the clients that wait for %s: %w", l.code, err)
	}

	if found {
		l.wakeUp()
	}

	return nil
}

// divert goes through the waiting orders while the circuit is open: those that another supplier can take move
// there, and those that waited for too long fail, since they were never sent.
func (l *line) divert(ctx context.Context) {
	for ctx.Err() == nil {
		due := l.take(ctx, maxClaim)

		var kept []task

		for _, t := range due {
			left, err := l.s.divertOne(ctx, t)
			if err != nil {
				l.s.Log.ErrorContext(ctx, "a waiting order was not moved", "order", t.order.ID, "error", err)
			}

			if !left {
				kept = append(kept, t)
			}
		}

		l.turns.putBack(kept)

		if len(kept) == len(due) {
			return
		}
	}
}

// divertOne reports whether a waiting order left its line.
func (s *Service) divertOne(ctx context.Context, t task) (bool, error) {
	sku, more, err := s.supplierAfter(ctx, t.order, t.attempt.Number)
	if err != nil {
		return false, err
	}

	if guard, ok := s.Suppliers.Get(sku.Supplier); more && ok && t.order.Kind == Prepaid && guard.Answers(supplier.Purchase) {
		return true, s.move(ctx, t, sku.Supplier, sku.Code)
	}

	if s.Clock.Now().Sub(t.attempt.PreparedAt) < s.opt.WaitAtMost {
		return false, nil
	}

	return true, s.failWaiting(ctx, t, supplier.CodeCircuitOpen)
}

// move gives a waiting attempt to another supplier. It was never sent, so it keeps its reference.
func (s *Service) move(ctx context.Context, t task, supplierCode, sku string) error {
	moved := int64(0)

	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE order_attempts SET supplier = $1, sku = $2
			WHERE order_id = $3 AND number = $4 AND client_id = $5 AND `+unsent(""),
			supplierCode, sku, t.attempt.OrderID, t.attempt.Number, t.attempt.ClientID)
		moved = n

		return err
	})
	if err != nil {
		return fmt.Errorf("move order %d to another supplier: %w", t.order.ID, err)
	}

	if moved == 1 {
		t.attempt.Supplier, t.attempt.SKU = supplierCode, sku
		s.waits(t)
	}

	return nil
}

// maxStrays is the most orders of suppliers without a line that one look handles.
const maxStrays = 256

// lookForStrays handles attempts of suppliers that are not configured: orders that no supplier sold when they
// were placed, and those of a supplier that was taken out of the settings.
func (s *Service) lookForStrays(ctx context.Context) error {
	codes, err := s.suppliersOfAttempts(ctx)
	if err != nil {
		return err
	}

	for _, code := range codes {
		if s.lines[code] == nil {
			if err := s.handleStrays(ctx, code); err != nil {
				return fmt.Errorf("orders of supplier %q, which is not configured: %w", code, err)
			}
		}
	}

	return nil
}

// suppliersOfAttempts returns the suppliers that have attempts which wait or are due, one after the other over
// the indexes.
func (s *Service) suppliersOfAttempts(ctx context.Context) ([]string, error) {
	var codes []string

	for _, condition := range []string{"state = 'prepared'", "next_check_at IS NOT NULL"} {
		err := s.DB.Read(ctx, `
			WITH RECURSIVE codes (code) AS (
				SELECT (SELECT MIN(supplier) FROM order_attempts WHERE `+condition+`)
				UNION ALL
				SELECT (SELECT MIN(supplier) FROM order_attempts WHERE `+condition+` AND supplier > c.code) FROM codes c WHERE c.code IS NOT NULL
			)
			SELECT c.code FROM codes c WHERE c.code IS NOT NULL`, nil,
			func(row db.Row) error {
				var code string

				err := row.Scan(&code)
				codes = append(codes, code)

				return err
			})
		if err != nil {
			return nil, fmt.Errorf("suppliers of waiting orders: %w", err)
		}
	}

	slices.Sort(codes)

	return slices.Compact(codes), nil
}

func (s *Service) handleStrays(ctx context.Context, code string) error {
	waiting, err := s.tasks(ctx, `SELECT `+taskColumns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
		WHERE a.state = 'prepared' AND a.supplier = $1 ORDER BY a.client_id, a.order_id LIMIT $2`, code, int64(maxStrays))
	if err != nil {
		return err
	}

	for _, t := range waiting {
		sku, more, err := s.supplierAfter(ctx, t.order, t.attempt.Number)
		if err != nil {
			return err
		}

		if more && t.order.Kind == Prepaid {
			err = s.move(ctx, t, sku.Supplier, sku.Code)
		} else {
			err = s.failWaiting(ctx, t, codeNoSupplier)
		}

		if err != nil {
			return err
		}
	}

	due, err := s.dueTasks(ctx, code, maxStrays)
	if err != nil {
		return err
	}

	for _, t := range due {
		said := supplier.Answer{Outcome: supplier.Unknown, Code: "not-configured", Message: "The supplier is not configured any more"}
		if err := s.keepAlone(ctx, answered{task: t, said: said}); err != nil {
			return err
		}
	}

	return nil
}
