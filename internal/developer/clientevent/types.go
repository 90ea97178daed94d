// Package clientevent has the events that a client gets: facts of the record that concern it, with their bodies. Clients' programs read them
// by a call, and their webhooks get the same bodies.
package clientevent

import (
	"slices"

	"loket/internal/platform/event"
)

// Type names what happened, for clients. The texts are published and never change.
type Type string

// The types.
const (
	OrderSucceeded           Type = "order.succeeded"
	OrderFailed              Type = "order.failed"
	OrderReversed            Type = "order.reversed"
	ComplaintAnswered        Type = "complaint.answered"
	TopupCredited            Type = "topup.credited"
	ScheduledOrderDone       Type = "scheduled_order.done"
	InvoiceIssued            Type = "invoice.issued"
	InvoicePaid              Type = "invoice.paid"
	InvoiceOverdue           Type = "invoice.overdue"
	StorefrontOrderPaid      Type = "storefront_order.paid"
	StorefrontOrderDelivered Type = "storefront_order.delivered"
	StorefrontOrderFailed    Type = "storefront_order.failed"
	WalletLow                Type = "wallet.low"
	PriceChanged             Type = "price.changed"
	ProductDisturbed         Type = "product.disturbed"
	ProductRestored          Type = "product.restored"
	APIChanged               Type = "api.changed"
)

// published has the types with the kinds of facts that they tell of, in the order of the documentation.
var published = []struct {
	t Type
	k event.Kind
}{
	{OrderSucceeded, event.OrderSucceeded},
	{OrderFailed, event.OrderFailed},
	{OrderReversed, event.OrderReversed},
	{ComplaintAnswered, event.ComplaintAnswered},
	{TopupCredited, event.TopupCredited},
	{ScheduledOrderDone, event.ScheduledOrderDone},
	{InvoiceIssued, event.InvoiceIssued},
	{InvoicePaid, event.InvoicePaid},
	{InvoiceOverdue, event.InvoiceOverdue},
	{StorefrontOrderPaid, event.ShopOrderPaid},
	{StorefrontOrderDelivered, event.ShopOrderDelivered},
	{StorefrontOrderFailed, event.ShopOrderFailed},
	{WalletLow, event.BalanceBelowThreshold},
	{PriceChanged, event.PriceChanged},
	{ProductDisturbed, event.ProductDisturbed},
	{ProductRestored, event.ProductFine},
	{APIChanged, event.APIChanged},
}

// Types returns all types.
func Types() []Type {
	list := make([]Type, len(published))
	for i, p := range published {
		list[i] = p.t
	}

	return list
}

// TypeOf is the type of a fact; ok is false for one that clients don't get.
func TypeOf(k event.Kind) (t Type, ok bool) {
	for _, p := range published {
		if p.k == k {
			return p.t, true
		}
	}

	return "", false
}

// KindsOf returns the kinds of facts of some types, of all without any. Unknown types are left out.
func KindsOf(types []Type) []event.Kind {
	var kinds []event.Kind

	for _, p := range published {
		if len(types) == 0 || slices.Contains(types, p.t) {
			kinds = append(kinds, p.k)
		}
	}

	return kinds
}
