package sandbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/developer/clientevent"
	"loket/internal/orders/order"
	"loket/internal/platform/clientid"
	"loket/internal/supplier"
)

// errNotYet: the reversal comes before the success is stored, so it is tried again.
var errNotYet = errors.New("the order has not succeeded yet")

// As is how an order is to end.
type As string

// The ends.
const (
	AsSuccess  As = "success"
	AsFailed   As = "failed"
	AsReversed As = "reversed" // success, then failed and refunded
)

// EndInput is the input of EndOrder.
type EndInput struct {
	SandboxID int64
	ClientRef string
	As        As
	Actor     string
}

// EndOrder ends an order of a sandbox that waits, or reverses one that succeeded. Errors: ErrNotSandbox, fault.ErrNotFound, order.ErrState,
// order.ErrInFlight.
func (s *Service) EndOrder(ctx context.Context, in EndInput) (order.Order, error) {
	if !clientid.IsSandbox(in.SandboxID) {
		return order.Order{}, ErrNotSandbox.New()
	}

	o, err := s.deps.Orders.ByRef(ctx, in.SandboxID, in.ClientRef)
	if err != nil {
		return order.Order{}, fmt.Errorf("end an order of a sandbox: %w", err)
	}

	if in.As == AsFailed && o.Status == order.Success {
		return order.Order{}, order.ErrState.Msg(msgReverse)
	}

	if in.As != AsFailed && o.Status == order.Pending {
		if o, err = s.end(ctx, o, order.Success, in.Actor); err != nil {
			return o, err
		}

		if in.As == AsSuccess {
			return o, nil
		}
	}

	if in.As == AsSuccess {
		return order.Order{}, order.ErrState.Msg(msgEnded)
	}

	return s.end(ctx, o, order.Failed, in.Actor)
}

func (s *Service) end(ctx context.Context, o order.Order, to order.Status, actor string) (order.Order, error) {
	reason := supplier.ReasonFailed

	switch {
	case to == order.Success:
		reason = "sandbox"
	case o.Status == order.Success:
		reason = supplier.ReasonReversed
	}

	ended, err := s.deps.Orders.Resolve(ctx, order.Decision{ClientID: o.ClientID, OrderID: o.ID, To: to, Actor: actor, Reason: string(reason)})
	if err != nil {
		return order.Order{}, fmt.Errorf("end order %d of a sandbox: %w", o.ID, err)
	}

	return ended, nil
}

const (
	// MaxHold is how long an answer waits for the end of its order and the push of its event.
	MaxHold = 10 * time.Second
	// holdLook is for a hint that got lost on its way from another node.
	holdLook = time.Second
)

// HoldUntilPushed returns once an order has ended and its event was sent to each endpoint that wants it, or after MaxHold. Hints about the orders
// and endpoints of the sandbox wake it.
func (s *Service) HoldUntilPushed(ctx context.Context, o order.Order) {
	ctx, cancel := context.WithTimeout(ctx, MaxHold)
	defer cancel()

	changes, leave := s.deps.Live.Subscribe(o.ClientID, false)
	defer leave()

	look := time.NewTicker(holdLook)
	defer look.Stop()

	for !s.isPushed(ctx, o) {
		select {
		case _, open := <-changes:
			if !open { // the program stops
				return
			}
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// isPushed reports whether an order has ended and its event was sent.
func (s *Service) isPushed(ctx context.Context, o order.Order) bool {
	now, err := s.deps.Orders.ByRef(ctx, o.ClientID, o.ClientRef)
	if err != nil || now.Status == order.Pending {
		return false
	}

	t := clientevent.OrderSucceeded
	if now.Status == order.Failed {
		t = clientevent.OrderFailed
	}

	pushed, err := s.deps.Webhooks.Pushed(ctx, o.ClientID, o.ClientRef, t)

	return err == nil && pushed
}
