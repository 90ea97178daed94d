package calls

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/orders/placing"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
)

// DestinationInput is what a shopper filled in: the parts that the operator's type asks for.
type DestinationInput struct {
	Number string `json:"number,omitempty" maxLength:"64" doc:"Of a phone or wallet" example:"081234567890"`
	UserID string `json:"userId,omitempty" maxLength:"64" doc:"Of a game" example:"123456780"`
	ZoneID string `json:"zoneId,omitempty" maxLength:"64" doc:"Of a game that has zones" example:"2010"`
	Server string `json:"server,omitempty" maxLength:"64" doc:"Of a game that has servers: the code of one of them" example:"os_asia"`
	Meter  string `json:"meter,omitempty" maxLength:"64" doc:"Electricity meter or customer" example:"32014477812"`
}

func (d DestinationInput) destination() checkout.Destination {
	return checkout.Destination{Number: d.Number, UserID: d.UserID, ZoneID: d.ZoneID, Server: d.Server, Meter: d.Meter}
}

// ShopOrderInput is an order of a shopper.
type ShopOrderInput struct {
	ProductCode string           `json:"productCode" minLength:"1" maxLength:"64" example:"ML86"`
	Price       int64            `json:"price" minimum:"1" maximum:"1000000000" doc:"That the shopper saw, whole rupiah; another price is refused" example:"21900"`
	Destination DestinationInput `json:"destination"`
}

// ShopOrderMade is a new order with where it is paid.
type ShopOrderMade struct {
	ID         string    `json:"id" doc:"19 decimal digits" example:"2611210815300100042"`
	Link       string    `json:"link" doc:"Path of the order's page. Who knows it may see the order" example:"/majujaya/orders/q2n5w7..."`
	PaymentURL string    `json:"paymentUrl" doc:"Where the shopper pays, signed" example:"https://bayar.majugames.id/checkout?order_id=..."`
	Price      int64     `json:"price" doc:"Whole rupiah" example:"21900"`
	PriceUntil time.Time `json:"priceUntil"`
}

// ShopStep is a moment in the life of an order.
type ShopStep struct {
	Name string    `json:"name" enum:"created,paid,processing,success,failed"`
	At   time.Time `json:"at"`
}

// OrderedOperator is the brand of an order.
type OrderedOperator struct {
	Code string `json:"code" example:"MLBB"`
	Name string `json:"name" example:"Mobile Legends"`
	Type string `json:"type" example:"game"`
}

// OrderedProduct is what was ordered.
type OrderedProduct struct {
	Code  string `json:"code" example:"ML86"`
	Name  string `json:"name" example:"Mobile Legends 86 Diamonds"`
	Denom string `json:"denom" example:"86 Diamonds"`
}

// ShopOrder is an order as its shopper sees it.
type ShopOrder struct {
	ID          string          `json:"id" doc:"19 decimal digits" example:"2611210815300100042"`
	Status      string          `json:"status" enum:"waiting,expired,paid,processing,success,failed" doc:"expired: not paid while the price was kept; a payment that is under way still counts"`
	Operator    OrderedOperator `json:"operator"`
	Product     OrderedProduct  `json:"product"`
	Destination string          `json:"destination" example:"123456780 2010"`
	// Filled lets the shopper order the same again.
	Filled       DestinationInput `json:"filled" doc:"What was filled in; empty once the product is not sold any more"`
	Price        int64            `json:"price" doc:"Whole rupiah" example:"21900"`
	CreatedAt    time.Time        `json:"createdAt"`
	PriceUntil   time.Time        `json:"priceUntil"`
	PayableUntil time.Time        `json:"payableUntil"`
	PaymentURL   string           `json:"paymentUrl" doc:"Empty unless the order waits for its payment"`
	SerialNumber string           `json:"serialNumber" doc:"Proof of delivery: a token, a voucher code"`
	Reason       string           `json:"reason" doc:"Why it failed; else empty"`
	Steps        []ShopStep       `json:"steps" doc:"Oldest first" nullable:"false"`
}

type createShopOrder struct {
	Code string `path:"clientCode" maxLength:"32" example:"majujaya"`
	Key  string `header:"Idempotency-Key" required:"true" minLength:"22" maxLength:"64" pattern:"^[!-~]*$" doc:"A random text: a repeat with the same input is the same order" example:"0f9c2d4e-7a51-4c7b-9b1e-5d7c1a2b3c4d"`
	Body ShopOrderInput
}

type shopOrderPath struct {
	Code  string `path:"clientCode" maxLength:"32" example:"majujaya"`
	Token string `path:"token" maxLength:"64" doc:"Of the order's page" example:"q2n5w7"`
}

type private[T any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         T
}

func registerOrders(a *api.API, s Services) {
	g := newGate()

	api.Register(a, api.Operation{
		ID: "make-shop-order", Secret: true, Method: http.MethodPost, Path: "/shop/v1/{clientCode}/orders", Summary: "Order in a shop", Tag: tag,
		Description: "Keeps the price for 15 minutes and leads to the payment page of the shop's owner. Nothing is delivered before the owner's system confirms the payment. " +
			"At most 30 orders and inquiries of one network address and 5 for one destination in 10 minutes.",
		Access: api.Public(), Client: api.NoClient, Status: http.StatusCreated,
		Faults: []fault.Definition{
			fault.ErrNotFound, checkout.ErrClosed, checkout.ErrNotSold, placing.ErrProductCutOff, placing.ErrPriceAboveMaximum, fault.ErrThrottled, fault.ErrBusy,
			idempotency.ErrConflict, idempotency.ErrRunning, fault.ErrOutcomeUnknown,
		},
		Example: ShopOrderInput{ProductCode: "ML86", Price: 21900, Destination: DestinationInput{UserID: "123456780", ZoneID: "2010"}},
	}, func(ctx context.Context, in *createShopOrder) (*private[ShopOrderMade], error) {
		return withPlace(g, in.Code, func() (*private[ShopOrderMade], error) { return s.createOrder(ctx, in) })
	})

	api.Register(a, api.Operation{
		ID: "get-shop-order", Secret: true, Method: http.MethodGet, Path: "/shop/v1/{clientCode}/orders/{token}", Summary: "A shopper's own order", Tag: tag,
		Access: api.Public(), Client: api.NoClient, Faults: []fault.Definition{fault.ErrNotFound, fault.ErrBusy},
	}, func(ctx context.Context, in *shopOrderPath) (*private[ShopOrder], error) {
		return withPlace(g, in.Code, func() (*private[ShopOrder], error) { return s.showOrder(ctx, in.Code, in.Token) })
	})
}

// ShopInquiryInput asks for the name behind a destination.
type ShopInquiryInput struct {
	ProductCode string           `json:"productCode" minLength:"1" maxLength:"64" example:"PLN20"`
	Destination DestinationInput `json:"destination"`
}

// ShopInquiry is the name behind a destination.
type ShopInquiry struct {
	AccountName string `json:"accountName" example:"BUDI SANTOSO"`
}

type askShopName struct {
	Code string `path:"clientCode" maxLength:"32" example:"majujaya"`
	Body ShopInquiryInput
}

func registerInquiries(a *api.API, s Services) {
	g := newGate()

	api.Register(a, api.Operation{
		ID: "ask-shop-name", Method: http.MethodPost, Path: "/shop/v1/{clientCode}/inquiries", Summary: "The name behind a destination", Tag: tag,
		Description: "For products whose page says so: electricity. Counts like an order for the bounds of addresses and destinations.",
		Access:      api.Public(), Client: api.NoClient,
		Faults: []fault.Definition{
			fault.ErrNotFound, checkout.ErrClosed, checkout.ErrNotSold, placing.ErrProductCutOff, placing.ErrBill, placing.ErrSupplierUnavailable, fault.ErrThrottled, fault.ErrBusy,
		},
		Example: ShopInquiryInput{ProductCode: "PLN20", Destination: DestinationInput{Meter: "32014477812"}},
	}, func(ctx context.Context, in *askShopName) (*private[ShopInquiry], error) {
		return withPlace(g, in.Code, func() (*private[ShopInquiry], error) {
			name, err := s.Orders.AccountName(ctx, checkout.Input{
				Code: in.Code, ProductCode: in.Body.ProductCode, Destination: in.Body.Destination.destination(), Source: api.Source(ctx),
			})

			return &private[ShopInquiry]{noStore, ShopInquiry{name}}, err
		})
	})
}

// ShopDestination is a destination as it would be ordered.
type ShopDestination struct {
	Destination string `json:"destination" example:"081712345670"`
	Doubt       string `json:"doubt" doc:"Why it is unlikely to be right; empty for a likely one" example:"The prefix belongs to XL"`
}

func registerDestinations(a *api.API, s Services) {
	g := newGate()

	api.Register(a, api.Operation{
		ID: "judge-shop-destination", Method: http.MethodPost, Path: "/shop/v1/{clientCode}/destinations", Summary: "Judge a destination before anything is ordered", Tag: tag,
		Description: "Refuses what an order would refuse, by the fields of the destination, and tells what is doubtful. Asks no supplier and keeps nothing.",
		Access:      api.Public(), Client: api.NoClient,
		Faults:  []fault.Definition{fault.ErrNotFound, checkout.ErrClosed, checkout.ErrNotSold, placing.ErrProductCutOff, fault.ErrBusy},
		Example: ShopInquiryInput{ProductCode: "TSEL10", Destination: DestinationInput{Number: "081712345670"}},
	}, func(ctx context.Context, in *askShopName) (*private[ShopDestination], error) {
		return withPlace(g, in.Code, func() (*private[ShopDestination], error) {
			destination, err := s.Orders.Judge(ctx, checkout.Input{
				Code: in.Code, ProductCode: in.Body.ProductCode, Destination: in.Body.Destination.destination(),
			})
			if err != nil {
				return nil, err
			}

			return &private[ShopDestination]{noStore, ShopDestination{destination.Number, api.Say(ctx, destination.Doubt)}}, nil
		})
	})
}

const noStore = "no-store"

func (s Services) createOrder(ctx context.Context, in *createShopOrder) (*private[ShopOrderMade], error) {
	o, err := s.Orders.Create(ctx, checkout.Input{
		Code: in.Code, ProductCode: in.Body.ProductCode, Price: money.Rupiah(in.Body.Price), Destination: in.Body.Destination.destination(),
		Key: in.Key, Source: api.Source(ctx),
	})
	if err != nil {
		return nil, err
	}

	shop, err := s.Shops.ByCode(ctx, in.Code)
	if err != nil {
		return nil, err
	}

	link, err := s.Orders.PaymentLink(ctx, shop, o)
	if err != nil {
		return nil, err
	}

	return &private[ShopOrderMade]{noStore, ShopOrderMade{
		ID: checkout.FormatID(o.ID), Link: checkout.Path(in.Code, o.Token), PaymentURL: link, Price: int64(o.Price), PriceUntil: o.PriceUntil,
	}}, nil
}

// showOrder is an order, also of a shop that was taken back meanwhile: who bought may follow it.
func (s Services) showOrder(ctx context.Context, code, token string) (*private[ShopOrder], error) {
	shop, err := s.Shops.ByCode(ctx, code)
	if err != nil {
		return nil, err
	}

	o, err := s.Orders.ByToken(ctx, shop.ClientID, token)
	if err != nil {
		return nil, err
	}

	if o, err = s.Orders.CurrentState(ctx, o); err != nil {
		return nil, err
	}

	out, err := s.shopOrder(ctx, shop, o)

	return &private[ShopOrder]{noStore, out}, err
}

func (s Services) shopOrder(ctx context.Context, shop storefront.Shop, o checkout.Order) (ShopOrder, error) {
	status := s.Orders.Status(o)
	out := ShopOrder{
		ID: checkout.FormatID(o.ID), Status: string(status), Operator: OrderedOperator{o.OperatorCode, o.OperatorName, o.OperatorType},
		Product: OrderedProduct{o.ProductCode, o.ProductName, o.Denomination}, Destination: o.DestinationNo, Price: int64(o.Price),
		CreatedAt: o.CreatedAt, PriceUntil: o.PriceUntil, PayableUntil: o.PayableUntil, SerialNumber: o.SerialNumber, Steps: []ShopStep{},
	}

	destination, err := s.Orders.FilledDestination(ctx, o)
	if err != nil {
		return out, err
	}

	out.Filled = DestinationInput(destination)

	if why, ok := o.Why(); ok {
		out.Reason = api.Say(ctx, why)
	}

	for _, step := range o.Steps() {
		out.Steps = append(out.Steps, ShopStep{step.Name, step.At})
	}

	if status != checkout.Waiting {
		return out, nil
	}

	out.PaymentURL, err = s.Orders.PaymentLink(ctx, shop, o)

	return out, err
}
