package order

import (
	"context"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// task is an attempt with its order.
type task struct {
	order   Order
	attempt Attempt
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

// dueTasks reads attempts whose status query is due, the longest overdue first: calls that were in flight
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
