package order

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/wallet"
)

// Event is what happened to an order.
type Event string

// The events, in the order in which they come.
const (
	EventPlaced   Event = "placed"
	EventCharged  Event = "charged"
	EventSent     Event = "sent"     // to a supplier, whose name stays ours
	EventAnswered Event = "answered" // by that supplier
	EventEnded    Event = "ended"    // without an answer: by staff, or for want of a supplier
	EventRefunded Event = "refunded"
)

// Step is one event of an order's history.
type Step struct {
	Event   Event
	At      time.Time
	Channel Channel // of placed
	// APIKeyEnding, of placed, is the last four characters of the API key.
	APIKeyEnding string
	Attempt      int // of sent and answered, from 1
	// Outcome of answered and ended: success, failed or pending; retried, where
	// nothing was created and the order went on to another supplier.
	Outcome string
	Reason  supplier.Reason // of what failed, and of retried

	// Of charged and refunded: the row of the wallet.
	Amount, BalanceBefore, BalanceAfter money.Rupiah // Amount is signed
}

// outcomeRetried is an attempt that created nothing and was followed by another.
const outcomeRetried = "retried"

// Detail is an order with its history.
type Detail struct {
	Order

	Steps []Step // oldest first
	// NextCheckAt is when a pending order is looked at next; zero when it has
	// ended, is being worked on now, or waits for staff.
	NextCheckAt time.Time
}

// Detail gives an order with its history, or fault.ErrNotFound. Names, codes
// and words of suppliers stay hidden; why it failed is told in our words.
func (s *Service) Detail(ctx context.Context, clientID, orderID int64) (Detail, error) {
	o, err := s.Get(ctx, clientID, orderID)
	if err != nil {
		return Detail{}, err
	}

	entries, err := wallet.OfOrder(ctx, s.DB.Reader(), clientID, orderID)
	if err != nil {
		return Detail{}, fmt.Errorf("detail: %w", err)
	}

	attempts, err := s.Attempts(ctx, orderID)
	if err != nil {
		return Detail{}, err
	}

	d := Detail{Order: o, Steps: s.steps(o, entries, attempts)}

	if o.Status == Pending {
		if d.NextCheckAt, err = s.nextCheck(ctx, o); err != nil {
			return Detail{}, err
		}
	}

	return d, nil
}

func (s *Service) steps(o Order, entries []wallet.Entry, attempts []Attempt) []Step {
	list := []Step{{Event: EventPlaced, At: o.CreatedAt, Channel: o.Channel, APIKeyEnding: o.APIKeyEnding}}
	money := map[wallet.Action]Event{wallet.Payment: EventCharged, wallet.Refund: EventRefunded}
	refunds := []Step{}

	for _, e := range entries {
		step := Step{Event: money[e.Action], At: e.CreatedAt, Amount: e.Amount, BalanceBefore: e.BalanceBefore, BalanceAfter: e.BalanceAfter}
		if e.Action == wallet.Refund {
			refunds = append(refunds, step)
		} else {
			list = append(list, step)
		}
	}

	explained := false

	for i, a := range attempts {
		if a.SentAt.Unix() > 0 {
			list = append(list, Step{Event: EventSent, At: a.SentAt, Attempt: a.Number})
		}

		if a.State == stateAnswered {
			step := s.answerStep(o, a, i == len(attempts)-1)
			explained = explained || step.Outcome == o.Status.String()
			list = append(list, step)
		}
	}

	if o.Status != Pending && !explained {
		list = append(list, Step{Event: EventEnded, At: o.UpdatedAt, Outcome: o.Status.String(), Reason: o.Reason})
	}

	list = append(list, refunds...)

	// Moments of one transaction are equal: the order of the story stays.
	slices.SortStableFunc(list, func(a, b Step) int { return a.At.Compare(b.At) })

	return list
}

func (s *Service) answerStep(o Order, a Attempt, last bool) Step {
	step := Step{Event: EventAnswered, At: a.AnsweredAt, Attempt: a.Number, Outcome: Pending.String()}

	switch a.Outcome {
	case supplier.Success:
		step.Outcome = Success.String()
	case supplier.FailedCreated, supplier.FailedNotCreated:
		step.Outcome = Failed.String()

		if !last {
			step.Outcome, step.Reason = outcomeRetried, s.reason(a.Supplier, a.Code)
		} else if o.Status == Failed {
			step.Reason = o.Reason
		}
	case supplier.Pending, supplier.Unknown:
	}

	return step
}

// nextCheck is when the last attempt of a pending order is asked for.
func (s *Service) nextCheck(ctx context.Context, o Order) (time.Time, error) {
	var at sql.Null[int64]

	err := s.DB.Reader().QueryRow(ctx, `SELECT next_check_at FROM order_attempts
		WHERE order_id = $1 AND client_id = $2 ORDER BY number DESC LIMIT 1`, o.ID, o.ClientID).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !at.Valid {
		return time.Time{}, nil
	}

	if err != nil {
		return time.Time{}, fmt.Errorf("when order %d is looked at next: %w", o.ID, err)
	}

	return clock.FromMicros(at.V), nil
}
