package clientevent

import (
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clientid"
	"loket/internal/platform/event"
	"loket/internal/platform/language"
	"loket/internal/supplier"
)

// Order is an order as clients' programs get it, by calls and in events.
type Order struct {
	OrderID       string            `json:"orderId" doc:"19 decimal digits: keep it as text" example:"2611210815300100042"`
	ClientRef     string            `json:"clientRef" example:"INV-7"`
	ProductCode   string            `json:"productCode" example:"TSEL10"`
	ProductName   string            `json:"productName" example:"Telkomsel 10.000"`
	Reference     map[string]string `json:"reference" doc:"What the product shows beside its name"`
	WalletType    string            `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	DestinationNo string            `json:"destinationNo" example:"081234567890"`
	Price         int64             `json:"price" doc:"Whole rupiah that were charged" example:"10250"`
	Status        string            `json:"status" enum:"pending,success,failed" doc:"Seldom a success becomes failed: staff reverse it, and it is refunded"`
	Refunded      bool              `json:"refunded"`
	PaymentType   string            `json:"paymentType" enum:"deposit,settlement"`
	Reason        string            `json:"reason" doc:"Why it failed; else empty"`
	Failure       *Failure          `json:"failure,omitempty" doc:"Of a failed order alone: why, for programs"`
	SerialNumber  string            `json:"serialNumber" doc:"Proof of delivery: a token, a voucher code; empty until success"`
	Test          bool              `json:"test,omitempty" doc:"True in the sandbox, else absent: nothing was bought"`
	CreatedAt     string            `json:"createdAt" format:"date-time"`
	UpdatedAt     string            `json:"updatedAt" format:"date-time"`
}

// ShowOrder shows an order with its reason in a language.
func ShowOrder(o order.Order, l language.Language) Order {
	reference := o.DisplayFields
	if reference == nil {
		reference = map[string]string{}
	}

	out := Order{
		OrderID: order.FormatID(o.ID), ClientRef: o.ClientRef, ProductCode: o.ProductCode, ProductName: o.ProductName,
		Reference: reference, WalletType: string(o.WalletType), DestinationNo: o.DestinationNo, Price: int64(o.Price),
		Status: o.Status.String(), Refunded: o.Refunded, PaymentType: string(o.PaymentType), Reason: o.Reason.Message().In(l),
		SerialNumber: o.SerialNumber, Test: clientid.IsSandbox(o.ClientID), CreatedAt: formatTime(o.CreatedAt), UpdatedAt: formatTime(o.UpdatedAt),
	}

	if o.Status == order.Failed {
		out.Failure = showFailure(o.Reason, l)
	}

	return out
}

// formatTime formats a time as encoding/json does, but faster.
func formatTime(t time.Time) string { return t.Format(time.RFC3339Nano) }

// OrderEvent is the data of order.succeeded, order.failed and order.reversed: the order as it was right after it happened.
type OrderEvent struct {
	Order

	Seq int64 `json:"seq" doc:"Rises with each event of the order, from 1: drop an event whose seq is not above the last one you handled" example:"1"`
}

// Numbers of the events of an order. It ends once; after that only a success can still be reversed.
const (
	seqEnd      = 1
	seqReversal = 2
)

// afterEvent is an order as it was right after a fact about it. The row may have changed since: a success may have been reversed.
func afterEvent(o order.Order, e *event.Event, l language.Language) OrderEvent {
	seq := int64(seqEnd)
	o.UpdatedAt = e.At

	switch e.Kind { //nolint:exhaustive // those of orders
	case event.OrderSucceeded:
		if o.Status != order.Success {
			o.Reason = supplier.Reason("")
		}

		o.Status, o.Refunded = order.Success, false
	case event.OrderReversed:
		seq = seqReversal

		fallthrough
	default:
		o.Status, o.Refunded = order.Failed, true
	}

	return OrderEvent{ShowOrder(o, l), seq}
}
