package clientevent

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"loket/internal/platform/language"
	"loket/internal/supplier"
)

// Sample is an event of a type with made-up data, marked as a test, to try a receiver with. ok is false for an unknown type.
func Sample(t Type, now time.Time) (e Event, ok bool) {
	if !slices.Contains(Types(), t) {
		return Event{}, false
	}

	text, err := json.Marshal(sampleData(t, now))
	if err != nil {
		return Event{}, false
	}

	data := json.RawMessage(`{"test":true,` + strings.TrimPrefix(string(text), "{"))

	return Event{Type: t, At: now, Subject: "TEST", Data: data}, true
}

func sampleData(t Type, now time.Time) any {
	at := formatTime(now.UTC())
	order := Order{
		OrderID: "2611210815300100042", ClientRef: "TEST", ProductCode: "TSEL10", ProductName: "Telkomsel 10.000", Reference: map[string]string{},
		WalletType: "level_1", DestinationNo: "081234567890", Price: 10250, Status: "failed", Refunded: true, PaymentType: "deposit", //nolint:mnd // made up
		CreatedAt: at, UpdatedAt: at,
	}

	switch t {
	case OrderSucceeded:
		order.Status, order.Refunded, order.SerialNumber = "success", false, "0123456789"

		return OrderEvent{order, seqEnd}
	case OrderFailed:
		return OrderEvent{failed(order, supplier.ReasonNumberWrong), seqEnd}
	case OrderReversed:
		order = failed(order, supplier.ReasonReversed)

		return OrderEvent{order, seqReversal}
	case ComplaintAnswered:
		return ComplaintEvent{OrderID: order.OrderID, ClientRef: order.ClientRef, Number: 1, Reason: "not_received", Answer: "TEST", Result: "delivered"}
	case TopupCredited:
		return TopupEvent{"1", "level_1", 5_000_000} //nolint:mnd // made up
	case WalletLow:
		return WalletEvent{"1", "level_1", 90_000, 100_000} //nolint:mnd // made up
	case ScheduledOrderDone:
		return ScheduledOrderEvent{ID: "1", Name: "TEST", ProductCode: "TSEL10", Success: 1, Charged: 10250, ExecutedAt: &now, EndedAt: &now} //nolint:mnd // made up
	case InvoiceIssued, InvoicePaid, InvoiceOverdue:
		return InvoiceEvent{ID: "1", InvoiceNo: "TEST", Status: strings.Replace(strings.TrimPrefix(string(t), "invoice."), "issued", "unpaid", 1), Amount: 10250, IssuedAt: now, DueAt: now} //nolint:mnd // made up
	case StorefrontOrderPaid, StorefrontOrderDelivered, StorefrontOrderFailed:
		status := map[Type]string{StorefrontOrderPaid: "paid", StorefrontOrderDelivered: "success", StorefrontOrderFailed: "failed"}[t]

		return StorefrontOrder{ID: "2611210815300100042", Status: status, ProductCode: "ML86", DestinationNo: "123456780 2010", Price: 21900, NetPrice: 19850, CreatedAt: now} //nolint:mnd // made up
	case PriceChanged, ProductDisturbed, ProductRestored:
		return ProductEvent{Code: "TSEL10", Name: "Telkomsel 10.000", Price: 10250, Active: true, Problem: t == ProductDisturbed} //nolint:mnd // made up
	case APIChanged:
		return APIEvent{[]APIChange{{Date: now.UTC().Format(time.DateOnly), Kind: "added", Text: "TEST"}}}
	}

	return struct{}{}
}

func failed(o Order, why supplier.Reason) Order {
	o.Reason, o.Failure = why.Message().In(language.English), showFailure(why, language.English)

	return o
}
