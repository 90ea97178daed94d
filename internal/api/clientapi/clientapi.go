// Package clientapi serves the client API: calls of clients' own programs with an API key. Every
// answer is {"data": ...}.
package clientapi

import (
	"context"
	"time"

	"loket/internal/api"
	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/shop/checkout"
)

const tag = "client API"

// Services are the domains that the handlers call. All may be nil in the generator of the
// document.
type Services struct {
	Orders     *order.Service
	Placing    *placing.Service
	Wallets    *wallet.Service
	Catalog    *catalog.Service
	Storefront *checkout.Service
}

// Register adds the client API's calls.
func Register(a *api.API, s Services) {
	registerOrders(a, s)
	registerBatch(a, s)
	registerInquiries(a, s)
	registerLists(a, s)
	registerStorefront(a, s)
}

// Data wraps every answer of the client API.
type Data[T any] struct {
	Data T `json:"data"`
}

type body[T any] struct {
	Body Data[T]
}

func answer[T any](v T) *body[T] { return &body[T]{Body: Data[T]{v}} }

// Order is an order as the client API shows it.
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
	SerialNumber  string            `json:"serialNumber" doc:"Proof of delivery: a token, a voucher code; empty until success"`
	CreatedAt     string            `json:"createdAt" format:"date-time"`
	UpdatedAt     string            `json:"updatedAt" format:"date-time"`
}

func show(ctx context.Context, o order.Order) Order {
	reference := o.DisplayFields
	if reference == nil {
		reference = map[string]string{}
	}

	return Order{
		OrderID: order.FormatID(o.ID), ClientRef: o.ClientRef, ProductCode: o.ProductCode, ProductName: o.ProductName,
		Reference: reference, WalletType: string(o.WalletType), DestinationNo: o.DestinationNo, Price: int64(o.Price),
		Status: o.Status.String(), Refunded: o.Refunded, PaymentType: string(o.PaymentType), Reason: api.Say(ctx, o.Reason.Message()),
		SerialNumber: o.SerialNumber, CreatedAt: formatTime(o.CreatedAt), UpdatedAt: formatTime(o.UpdatedAt),
	}
}

// formatTime formats a time as encoding/json does, but faster.
func formatTime(t time.Time) string { return t.Format(time.RFC3339Nano) }

func clientID(ctx context.Context) int64 { return api.Principal(ctx).ClientID }
