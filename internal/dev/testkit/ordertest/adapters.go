package ordertest

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/supplier"
)

// Place places an order and returns it.
func Place(t *testing.T, node *Node, r placing.Request) order.Order {
	t.Helper()

	placed, err := node.Placing.Place(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}

	return placed.Order
}

// Attempts returns the attempts of an order.
func Attempts(t *testing.T, node *Node, o order.Order) []order.Attempt {
	t.Helper()

	list, err := node.Orders.Attempts(t.Context(), o.ClientID, o.ID)
	if err != nil {
		t.Fatal(err)
	}

	return list
}

// Events returns the steps of an order's history with their outcomes: "placed, charged, sent, answered success".
func Events(d order.Detail) string {
	list := make([]string, len(d.Steps))
	for i, s := range d.Steps {
		list[i] = strings.TrimSpace(string(s.Event) + " " + s.Outcome)
	}

	return strings.Join(list, ", ")
}

// Call is a call of an adapter.
type Call = func(ctx context.Context, r supplier.Request) supplier.Answer

// Override is an adapter whose calls a test can replace one by one.
type Override struct {
	supplier.Adapter

	OnBuy, OnStatus, OnInquire Call
}

// Inquire is OnInquire, if it is set.
func (o Override) Inquire(ctx context.Context, r supplier.Request) supplier.Answer {
	if o.OnInquire != nil {
		return o.OnInquire(ctx, r)
	}

	return o.Adapter.Inquire(ctx, r)
}

// Buy is OnBuy, if it is set.
func (o Override) Buy(ctx context.Context, r supplier.Request) supplier.Answer {
	if o.OnBuy != nil {
		return o.OnBuy(ctx, r)
	}

	return o.Adapter.Buy(ctx, r)
}

// Status is OnStatus, if it is set.
func (o Override) Status(ctx context.Context, r supplier.Request) supplier.Answer {
	if o.OnStatus != nil {
		return o.OnStatus(ctx, r)
	}

	return o.Adapter.Status(ctx, r)
}

// Seen shows each purchase of a prepaid product and each inquiry to a test before it is sent.
func Seen(see func(r supplier.Request)) func(a supplier.Adapter) supplier.Adapter {
	show := func(send Call) Call {
		return func(ctx context.Context, r supplier.Request) supplier.Answer {
			see(r)

			return send(ctx, r)
		}
	}

	return func(a supplier.Adapter) supplier.Adapter {
		return Override{Adapter: a, OnBuy: show(a.Buy), OnInquire: show(a.Inquire)}
	}
}

// BlockedAdapter lets calls of a supplier wait until Let is closed. It counts those that began.
type BlockedAdapter struct {
	Began atomic.Int64
	Let   chan struct{}
}

// NewBlocked makes one whose calls wait.
func NewBlocked() *BlockedAdapter { return &BlockedAdapter{Let: make(chan struct{})} }

// Wrap holds the purchases.
func (b *BlockedAdapter) Wrap(a supplier.Adapter) supplier.Adapter {
	return Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer { return b.Wait(ctx, r, a.Buy) }}
}

// Wait makes a call once Let is closed.
func (b *BlockedAdapter) Wait(ctx context.Context, r supplier.Request, call Call) supplier.Answer {
	b.Began.Add(1)

	select {
	case <-b.Let:
		return call(ctx, r)
	case <-ctx.Done():
		return supplier.Answer{Code: supplier.CodeStopped}
	}
}
