package clientevent

import (
	"time"

	"loket/internal/platform/event"
	"loket/internal/platform/language"
	"loket/internal/shop/checkout"
)

// StorefrontOrder is an order of a shopper as the shop's owner sees it, by calls and in events.
type StorefrontOrder struct {
	ID            string             `json:"id" doc:"19 decimal digits: keep it as text" example:"2611210815300100042"`
	Status        string             `json:"status" enum:"waiting,paid,processing,success,failed" doc:"waiting for the payment; paid, but not on the wallet yet; processing; success; failed: refund the shopper if they paid. Seldom a success becomes failed: staff reverse it"`
	ProductCode   string             `json:"productCode" example:"ML86"`
	ProductName   string             `json:"productName" example:"Mobile Legends 86 Diamonds"`
	DestinationNo string             `json:"destinationNo" example:"123456780 2010"`
	Price         int64              `json:"price" doc:"What the shopper pays, whole rupiah: the amount of the payment" example:"21900"`
	NetPrice      int64              `json:"netPrice" doc:"What your wallet is charged, whole rupiah" example:"19850"`
	PaidLate      bool               `json:"paidLate" doc:"Paid after the 15 minutes for which the price was kept"`
	WaitsForMoney bool               `json:"waitsForMoney" doc:"Paid, and your wallet is too short to place it"`
	OrderID       string             `json:"orderId" doc:"Of the order on your wallet; empty before" example:"2611210815310100043"`
	ClientRef     string             `json:"clientRef" doc:"Reference of the order on your wallet" example:"shop-2611210815300100042"`
	SerialNumber  string             `json:"serialNumber" doc:"Proof of delivery; empty until success"`
	Reason        string             `json:"reason" doc:"Why it failed; else empty"`
	Failure       *StorefrontFailure `json:"failure,omitempty" doc:"Of a failed order alone: why, for programs"`
	CreatedAt     time.Time          `json:"createdAt"`
	PriceUntil    time.Time          `json:"priceUntil"`
	PayableUntil  time.Time          `json:"payableUntil"`
	PaidAt        *time.Time         `json:"paidAt"`
	EndedAt       *time.Time         `json:"endedAt"`
}

// ShowStorefrontOrder shows an order of a shopper with its reason in a language.
func ShowStorefrontOrder(o checkout.Order, l language.Language) StorefrontOrder {
	out := StorefrontOrder{
		ID: checkout.FormatID(o.ID), Status: string(o.Status), ProductCode: o.ProductCode, ProductName: o.ProductName, DestinationNo: o.DestinationNo,
		Price: int64(o.Price), NetPrice: int64(o.NetPrice), PaidLate: o.PaidLate, WaitsForMoney: o.Status == checkout.Paid && o.ShortSince != nil,
		ClientRef: o.ClientRef(), SerialNumber: o.SerialNumber, CreatedAt: o.CreatedAt, PriceUntil: o.PriceUntil, PayableUntil: o.PayableUntil,
		PaidAt: o.PaidAt, EndedAt: o.EndedAt,
	}

	if o.OrderID != 0 {
		out.OrderID = checkout.FormatID(o.OrderID)
	}

	if why, ok := o.Why(); ok {
		out.Reason = why.In(l)
	}

	out.Failure = showStorefrontFailure(o, l)

	return out
}

// afterStorefrontEvent is an order of a shopper as it was right after a fact about it, in what the fact is about.
func afterStorefrontEvent(o checkout.Order, e *event.Event) checkout.Order {
	switch e.Kind { //nolint:exhaustive // those of orders of shoppers
	case event.ShopOrderPaid:
		o.Status, o.OrderID, o.SerialNumber, o.Reason, o.EndedAt, o.ShortSince = checkout.Paid, 0, "", "", nil, nil
	case event.ShopOrderDelivered:
		o.Status, o.Reason, o.EndedAt = checkout.Success, "", &e.At
	case event.ShopOrderFailed:
		o.Status, o.EndedAt = checkout.Failed, &e.At
	}

	return o
}
