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
)

// Event is the kind of a step in an order's history.
type Event string

// The events in the order in which they happen.
const (
	EventPlaced   Event = "placed"
	EventCharged  Event = "charged"
	EventSent     Event = "sent"     // to a supplier, which is not named
	EventAnswered Event = "answered" // by that supplier
	EventEnded    Event = "ended"    // without an answer: by staff, or because no supplier was left
	EventRefunded Event = "refunded"
	EventWaiting  Event = "waiting" // now, since its supplier does not answer or is full
)

// Step is one event of an order's history.
type Step struct {
	Event   Event
	At      time.Time
	Channel Channel // for placed
	// APIKeyEnding, of placed, is the last four characters of the API key.
	APIKeyEnding string
	Attempt      int // for sent and answered, from 1
	// Outcome, for answered and ended, is success, failed, pending, or retried when
	// nothing was created and the order went to the next supplier.
	Outcome string
	Reason  supplier.Reason // for failed and retried

	// For charged and refunded: the row of history of the wallet or the settlement.
	Amount, BalanceBefore, BalanceAfter money.Rupiah // Amount is signed
}

// outcomeRetried is the outcome of an attempt that created nothing and was followed by
// another one.
const outcomeRetried = "retried"

// Detail is an order with its history.
type Detail struct {
	Order

	Steps []Step // oldest first
	// NextCheckAt is the time of the next status query of a pending order. It is zero
	// when the order has ended, is being sent, or waits for staff.
	NextCheckAt time.Time
}

// Detail returns an order with its history, or fault.ErrNotFound. It contains no names,
// codes or messages of suppliers; the reason of a failure is one of ours.
func (s *Service) Detail(ctx context.Context, clientID, orderID int64) (Detail, error) {
	o, err := s.Get(ctx, clientID, orderID)
	if err != nil {
		return Detail{}, err
	}

	paid, err := moneySteps(ctx, s.deps.DB.Reader(), o)
	if err != nil {
		return Detail{}, fmt.Errorf("detail: %w", err)
	}

	attempts, err := s.Attempts(ctx, clientID, orderID)
	if err != nil {
		return Detail{}, err
	}

	d := Detail{Order: o, Steps: s.steps(o, paid, attempts)}

	if o.Status == Pending {
		if d.NextCheckAt, err = s.nextCheck(ctx, o); err != nil {
			return Detail{}, err
		}
	}

	return d, nil
}

func (s *Service) steps(o Order, paid []Step, attempts []Attempt) []Step {
	list := []Step{{Event: EventPlaced, At: o.CreatedAt, Channel: o.Channel, APIKeyEnding: o.APIKeyEnding}}
	refunds := []Step{}

	for _, step := range paid {
		if step.Event == EventRefunded {
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

		if a.AnsweredAt.Unix() > 0 && a.SentAt.Unix() > 0 { // else it was never sent
			step := s.answerStep(o, a, i == len(attempts)-1)
			explained = explained || step.Outcome == o.Status.String()
			list = append(list, step)
		}
	}

	if o.Status != Pending && !explained {
		list = append(list, Step{Event: EventEnded, At: o.UpdatedAt, Outcome: o.Status.String(), Reason: o.Reason})
	}

	list = append(list, refunds...)

	// Steps of one transaction have equal times, so the sort must be stable.
	slices.SortStableFunc(list, func(a, b Step) int { return a.At.Compare(b.At) })

	if at := list[len(list)-1].At; o.Status == Pending && len(attempts) > 0 && s.waitsForSupplier(attempts[len(attempts)-1]) {
		list = append(list, Step{Event: EventWaiting, At: at})
	}

	return list
}

// waitsForSupplier reports whether an attempt is not sent because the circuit of its supplier is open, or all its slots
// are taken.
func (s *Service) waitsForSupplier(a Attempt) bool {
	guard, ok := s.deps.Suppliers.Get(a.Supplier)

	return a.State == StatePrepared && ok && guard.Room(supplier.Purchase) == 0
}

func (s *Service) answerStep(o Order, a Attempt, last bool) Step {
	step := Step{Event: EventAnswered, At: a.AnsweredAt, Attempt: a.Number, Outcome: Pending.String()}

	switch a.Outcome {
	case supplier.Success:
		step.Outcome = Success.String()
	case supplier.FailedCreated, supplier.FailedNotCreated:
		step.Outcome = Failed.String()

		if !last {
			step.Outcome, step.Reason = outcomeRetried, FailureReason(s.deps.Suppliers, a.Supplier, a.Code)
		} else if o.Status == Failed {
			step.Reason = o.Reason
		}
	case supplier.Pending, supplier.Unknown:
	}

	return step
}

// nextCheck is the time of the next status query of a pending order's last attempt.
func (s *Service) nextCheck(ctx context.Context, o Order) (time.Time, error) {
	var at sql.Null[int64]

	err := s.deps.DB.Reader().QueryRow(ctx, `SELECT next_check_at FROM order_attempts
		WHERE order_id = $1 AND client_id = $2 AND state = 'answered' ORDER BY number DESC LIMIT 1`, o.ID, o.ClientID).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !at.Valid {
		return time.Time{}, nil
	}

	if err != nil {
		return time.Time{}, fmt.Errorf("when order %d is looked at next: %w", o.ID, err)
	}

	return clock.FromMicros(at.V), nil
}
