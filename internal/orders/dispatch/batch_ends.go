package dispatch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/batch"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/inbox"
)

// addEnds stores notices, and ends orders. Unlike attempts, both have several indexes that fit.
func (s *Service) addEnds(ctx context.Context, b *db.Batch, notices []*inbox.ReceivedNotice, succeeded, failed []*attemptResult, now time.Time) error {
	if len(notices)+len(succeeded)+len(failed) == 0 {
		return nil
	}

	b.PlanAnew()
	s.deps.Inbox.Add(b, notices, now)
	addSucceeded(b, succeeded, now)

	if err := s.addFailed(ctx, b, failed, now); err != nil {
		return err
	}

	b.KeepPlans()

	return nil
}

// addSucceeded ends orders with success. Each order must be pending.
func addSucceeded(b *db.Batch, list []*attemptResult, now time.Time) {
	n := len(list)
	clients, ids, serials, references := make([]int64, n), make([]int64, n), make([]string, n), make([]string, n)

	for i, a := range list {
		clients[i], ids[i], serials[i] = a.order.ClientID, a.order.ID, a.answer.SerialNumber
		references[i] = order.EncodeDisplayFields(order.DeliveredFields(a.order, a.answer))
	}

	rows := db.Columns{
		{Name: "client", Values: clients}, {Name: "id", Values: ids}, {Name: "serial", Values: serials}, {Name: "fields", Values: references},
	}

	b.ExecRowsExpect(rows, `UPDATE orders AS o SET status = $1, serial_number = {serial}, reference = {fields}, updated_at = $2 {FROM}
		WHERE o.client_id = {client} AND o.id = {id} AND o.status = $3`,
		int64(order.Success), clock.Micros(now), int64(order.Pending))
}

// addFailed ends orders with failure and refunds them. Each order must be pending. A further attempt begins
// only after the one before was answered, so the answer of an earlier attempt meets no open attempt.
func (s *Service) addFailed(ctx context.Context, b *db.Batch, list []*attemptResult, now time.Time) error {
	if len(list) == 0 {
		return nil
	}

	n := len(list)
	clients, ids, reasons, keys := make([]int64, n), make([]int64, n), make([]string, n), order.AccountKeys{}

	for i, a := range list {
		clients[i], ids[i] = a.order.ClientID, a.order.ID
		reasons[i] = order.ClipMessage(string(order.FailureReason(s.deps.Suppliers, a.attempt.Supplier, a.answer.Code)))
		keys.Add(a.order.PaymentType, order.WalletKey(&a.order))
	}

	rows := db.Columns{{Name: "client", Values: clients}, {Name: "id", Values: ids}, {Name: "why", Values: reasons}}

	b.ExecRowsExpect(rows, `UPDATE orders AS o SET status = $1, refunded = TRUE, reason = {why}, updated_at = $2 {FROM}
		WHERE o.client_id = {client} AND o.id = {id} AND o.status = $3`,
		int64(order.Failed), clock.Micros(now), int64(order.Pending))

	accounts := order.LockAccounts(b, keys)

	if err := b.Flush(ctx); err != nil {
		return fmt.Errorf("end orders: %w", err)
	}

	for _, a := range list {
		if err := accounts.Refund(&a.order, now); err != nil {
			return fmt.Errorf("refund order %d: %w", a.order.ID, errors.Join(batch.ErrOneCall, err))
		}
	}

	accounts.Post(b)

	return nil
}

// addEnded notifies screens and metrics after the commit.
func (s *Service) addEnded(b *db.Batch, status order.Status, list []*attemptResult) {
	clients := map[int64]bool{}

	for _, a := range list {
		if !clients[a.order.ClientID] {
			clients[a.order.ClientID] = true
			s.deps.Live.ChangedTx(b, a.order.ClientID, order.LiveTopic)
		}
	}

	if len(list) > 0 {
		b.AfterCommit(func() {
			for _, a := range list {
				if clientid.IsSandbox(a.order.ClientID) {
					continue // metrics are of real business
				}

				s.opt.Hooks.Finished(status)
				s.countResult(a)

				if status == order.Success {
					s.countCost(a.order, a.attempt, a.answer)
				}
			}
		})
	}
}

// addEndEvents records the ends of the orders of a batch.
func addEndEvents(b *db.Batch, succeeded, failed []*attemptResult, at time.Time) {
	list := make([]event.Event, 0, len(succeeded)+len(failed))

	for _, a := range succeeded {
		list = append(list, order.EndEvent(&a.order, event.OrderSucceeded, at))
	}

	for _, a := range failed {
		list = append(list, order.EndEvent(&a.order, event.OrderFailed, at))
	}

	event.Add(b, list)
}
