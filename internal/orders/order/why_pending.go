package order

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// PendingState is what a pending order waits for.
type PendingState string

// The states of a pending order.
const (
	PendingUnsent PendingState = "unsent" // its supplier is full or doesn't answer; nothing was sent
	PendingCall   PendingState = "call"   // a call is in flight
	PendingQuery  PendingState = "query"  // the next status query
	PendingStaff  PendingState = "staff"  // a decision of staff: nobody asks any more
)

// WhyPending says why an order is pending and what follows.
type WhyPending struct {
	State   PendingState
	Outcome supplier.Outcome // Pending or Unknown, of the last answer
	Asked   int              // status queries so far
	NextAt  time.Time        // of the next status query; zero: none
	// Deadline is when the status queries end and the order becomes a review; zero before the first send.
	Deadline time.Time
}

// Why says why a pending order is pending, by its attempts and the time of its next status query. Status queries end giveUp after the first send.
func Why(attempts []Attempt, nextAt time.Time, giveUp time.Duration) WhyPending {
	if len(attempts) == 0 {
		return WhyPending{State: PendingUnsent}
	}

	last := attempts[len(attempts)-1]
	w := WhyPending{Outcome: last.Outcome, Asked: last.Checks, NextAt: nextAt}

	if last.SentAt.Unix() > 0 {
		w.Deadline = last.SentAt.Add(giveUp)
	}

	switch {
	case last.State == StatePrepared:
		w.State = PendingUnsent
	case last.State == StateSending:
		w.State = PendingCall
	case nextAt.IsZero():
		w.State = PendingStaff
	default:
		w.State = PendingQuery
	}

	return w
}

// Costs are what the suppliers took for the attempts of an order, by the attempt's number; 0 where they gave no price.
func (s *Service) Costs(ctx context.Context, clientID, orderID int64) (map[int]money.Rupiah, error) {
	costs := map[int]money.Rupiah{}

	err := s.deps.DB.Read(ctx, "SELECT number, cost FROM order_attempts WHERE client_id = $1 AND order_id = $2", []any{clientID, orderID}, func(row db.Row) error {
		var n, cost int64

		err := row.Scan(&n, &cost)
		costs[int(n)] = money.Rupiah(cost)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("costs of an order: %w", err)
	}

	return costs, nil
}
