package dispatch

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/platform/db"
)

// poll looks for attempts whose status query is due, and for waiting orders that no supplier queue of this node knows:
// those of other nodes, and those of a program that ended.
func (s *Service) poll(ctx context.Context) {
	first := true

	for ctx.Err() == nil {
		next := time.After(s.opt.Poll)

		more, err := s.look(ctx, first)
		if err == nil {
			first = false

			s.readiness.recordLook(s.deps.Clock.Now())

			if elapsed, checked := s.checkMore(ctx, more, next); elapsed {
				continue
			} else {
				err = checked
			}
		}

		if err != nil && ctx.Err() == nil {
			s.deps.Log.ErrorContext(ctx, "orders that wait not read, trying again", "error", err)
		}

		select {
		case <-ctx.Done():
		case <-next:
		}
	}
}

// checkMore sends further status queries of the suppliers that have more due than they had free slots, as slots become
// free, until the next look. It reports whether its time has come. Without it a supplier would get no more queries a second than it has slots.
func (s *Service) checkMore(ctx context.Context, queues []*supplierQueue, next <-chan time.Time) (elapsed bool, err error) {
	for len(queues) > 0 {
		select {
		case <-ctx.Done():
			return true, nil
		case <-next:
			return true, nil
		case <-time.After(minPause):
		}

		if queues, err = checkQueues(ctx, queues); err != nil {
			return false, err
		}
	}

	return false, nil
}

// checkQueues sends due status queries, and returns the queues that may have more.
func checkQueues(ctx context.Context, queues []*supplierQueue) ([]*supplierQueue, error) {
	var left []*supplierQueue

	for _, q := range queues {
		more, err := q.check(ctx)
		if err != nil {
			return nil, err
		}

		if more {
			left = append(left, q)
		}
	}

	return left, nil
}

// look returns the queues that may have more status queries due.
func (s *Service) look(ctx context.Context, first bool) ([]*supplierQueue, error) {
	upTo := s.deps.Clock.Now()
	if !first {
		upTo = upTo.Add(-grace)
	}

	queues := make([]*supplierQueue, 0, len(s.queues))
	for _, code := range slices.Sorted(maps.Keys(s.queues)) {
		queues = append(queues, s.queues[code])
	}

	more, err := checkQueues(ctx, queues)
	if err != nil {
		return nil, err
	}

	for _, q := range queues {
		if err := q.expectWaiting(ctx, upTo); err != nil {
			return nil, err
		}
	}

	return more, s.sweepUnconfigured(ctx)
}

// grace is the age from which a waiting order of another node is taken over. Its own node handles younger
// ones.
const grace = 2 * time.Second

// maxClientsRead is the most clients with waiting orders that one look finds.
const maxClientsRead = 1000

// waitingClients looks for the clients that have orders which wait for a supplier.
const waitingClients = "SELECT client_id FROM order_attempts WHERE state = 'prepared' AND supplier = $1"

// expectWaiting finds the clients that have waiting orders, and lets the queue read those prepared until a moment.
func (q *supplierQueue) expectWaiting(ctx context.Context, upTo time.Time) error {
	clients, last := int64(0), int64(0)

	err := q.s.deps.DB.ReadDistinct(ctx, db.Distinct{Column: "client_id", After: q.lookFrom, Limit: maxClientsRead},
		waitingClients, []any{q.code},
		func(row db.Row) error {
			var client int64
			if err := row.Scan(&client); err != nil {
				return err
			}

			clients, last = clients+1, client

			q.turns.expect(client, upTo)

			return nil
		})
	if err != nil {
		return fmt.Errorf("find the clients that wait for %s: %w", q.code, err)
	}

	q.lookFrom = 0 // the next look begins anew, unless there are more clients

	if clients == maxClientsRead {
		q.lookFrom = last
	}

	if clients > 0 {
		q.wakeUp()
	}

	return nil
}
