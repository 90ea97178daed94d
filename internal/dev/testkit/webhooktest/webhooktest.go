// Package webhooktest starts nodes that push events to endpoints, for tests and drills.
package webhooktest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/identitytest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/developer/clientevent"
	"loket/internal/developer/webhook"
	"loket/internal/money/invoice"
	"loket/internal/orders/order"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/shop/checkout"
)

// Node records facts, makes events of them and pushes those to endpoints on this machine. It has no orders, scheduled orders, invoices and shops:
// its facts are about wallets and products.
type Node struct {
	*parts.Parts

	Record   *event.Record
	Events   *clientevent.Service
	Webhooks *webhook.Service

	stop []func(ctx context.Context) error
}

const (
	look = 20 * time.Millisecond
	gap  = time.Millisecond
)

// New makes a node that doesn't run yet.
func New(t testing.TB, d *db.DB, clk clock.Clock, opt webhook.Options) *Node {
	t.Helper()

	n := &Node{Parts: parts.New(t, d, clk)}
	n.Record = event.New(d, clk, n.Log, event.Options{Look: look, Gap: gap})
	n.Events = clientevent.NewService(clientevent.Deps{
		DB: d, Clock: clk, Events: n.Record, Jobs: n.Jobs, Clients: n.Clients, Wallets: n.Wallets(), Catalog: catalog.New(d, clk), Stopping: make(chan struct{}),
		Orders: &order.Service{}, Schedules: &schedule.Service{}, Invoices: &invoice.Service{}, ShopOrders: &checkout.Service{},
	}, identitytest.Key)

	opt.AllowLocal = true
	n.Webhooks = webhook.NewService(webhook.Deps{
		DB: d, Clock: clk, IDs: n.IDs, Events: n.Record, Bodies: n.Events, People: n.Clients, Jobs: n.Jobs, Mail: n.Mail, Log: n.Log, Key: identitytest.Key,
		Screen: func() string { return "https://loket.example/external/profile/developers" },
	}, opt)

	return n
}

// Start runs the node until Stop, or the end of the test.
func (n *Node) Start(t testing.TB) {
	t.Helper()
	testkit.Must(t, n.Record.Start(t.Context()))
	n.Webhooks.Start(t.Context())

	n.stop = []func(context.Context) error{n.Webhooks.Stop, n.Record.Stop}

	t.Cleanup(func() { _ = n.Stop(context.WithoutCancel(t.Context())) })
}

// Stop ends the node.
func (n *Node) Stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, testkit.Patience)
	defer cancel()

	var errs []error
	for _, stop := range n.stop {
		errs = append(errs, stop(ctx))
	}

	n.stop = nil

	return errors.Join(errs...)
}

// Wake has the node look for what is due, after its clock was moved.
func (n *Node) Wake(t testing.TB) {
	t.Helper()
	testkit.Must(t, n.DB.Tx(t.Context(), func(tx *db.Tx) error {
		tx.Signal("webhooks")

		return nil
	}))
}

// TopUp records that money came into wallet 1 of a client, once for each amount.
func (n *Node) TopUp(t testing.TB, client int64, amounts ...int) {
	t.Helper()

	list := make([]event.Event, len(amounts))
	for i, amount := range amounts {
		list[i] = event.Event{ClientID: client, Kind: event.TopupCredited, Subject: "1", Data: fmt.Sprintf(`{"amount":%d}`, amount), At: n.Clock.Now()}
	}

	n.Add(t, list...)
}

// Endpoint makes an endpoint of a client and returns it with its secret.
func (n *Node) Endpoint(t testing.TB, client int64, url string, types ...string) (webhook.Endpoint, string) {
	t.Helper()

	e, secret, err := n.Webhooks.Create(t.Context(), By(client), webhook.Input{URL: &url, Types: &types})
	testkit.Must(t, err)

	return e, secret.Reveal()
}

// By is a user of a client.
func By(client int64) webhook.By { return webhook.By{ClientID: client, Actor: "user:1"} }

// Add records facts.
func (n *Node) Add(t testing.TB, list ...event.Event) {
	t.Helper()
	testkit.Must(t, n.DB.Tx(t.Context(), func(tx *db.Tx) error { return event.AddTx(t.Context(), tx, list...) }))
}
