package clientapi

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"unicode/utf8"

	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// OrderInput is the body of a call that places one order.
type OrderInput struct {
	ProductCode    string  `json:"productCode" minLength:"1" maxLength:"64" example:"TSEL10"`
	DestinationNo  string  `json:"destinationNo" minLength:"1" maxLength:"64" doc:"Phone, meter, customer or game number" example:"081234567890"`
	ClientRef      string  `json:"clientRef" minLength:"1" maxLength:"64" doc:"Your own reference, unique for ever: a repeat answers the first order" example:"INV-7"`
	Amount         int64   `json:"amount,omitempty" minimum:"0" maximum:"1000000000" doc:"Whole rupiah; open-amount products alone"`
	Months         int     `json:"months,omitempty" minimum:"0" maximum:"12" doc:"Months to pay, of health insurance alone"`
	Year           int     `json:"year,omitempty" minimum:"0" maximum:"2100" doc:"Year of a tax, of PBB alone; this year without it"`
	Identity       string  `json:"identity,omitempty" maxLength:"16" doc:"Number of the payer's identity card, of e-Samsat alone"`
	MaxPrice       *int64  `json:"maxPrice,omitempty" minimum:"1" maximum:"9007199254740991" doc:"Refuse the order when it would cost more"`
	AllowDuplicate bool    `json:"allowDuplicate,omitempty" doc:"Buy it although the same was bought a short time ago; only matters to clients who have duplicates refused"`
	PaymentType    *string `json:"paymentType,omitempty" enum:"deposit,settlement" doc:"What pays: the wallet of the product's type, which is the default, or the settlement limit" example:"deposit"`
}

// Valid implements api.SelfValidatingBody: it repeats what the tags say.
func (in *OrderInput) Valid() bool {
	const most = 64

	for _, text := range []string{in.ProductCode, in.DestinationNo, in.ClientRef} {
		if n := utf8.RuneCountInString(text); n < 1 || n > most {
			return false
		}
	}

	if in.PaymentType != nil && !order.PaymentType(*in.PaymentType).Valid() {
		return false
	}

	if in.Months < 0 || in.Months > placing.MaxMonths || in.Year < 0 || in.Year > placing.LastYear ||
		utf8.RuneCountInString(in.Identity) > placing.IdentityDigits {
		return false
	}

	return in.Amount >= 0 && in.Amount <= int64(placing.MaxAmount) &&
		(in.MaxPrice == nil || *in.MaxPrice >= 1 && *in.MaxPrice <= int64(placing.MaxMaxPrice))
}

func (in *OrderInput) request(p *identity.Principal) placing.Request {
	r := placing.Request{
		ClientID: p.ClientID, ProductCode: in.ProductCode, DestinationNo: in.DestinationNo, ClientRef: in.ClientRef,
		Amount: money.Rupiah(in.Amount), Bill: placing.BillFields{Months: in.Months, Year: in.Year, Identity: in.Identity}, Channel: order.ChannelH2H, APIKeyEnding: p.KeyEnding,
	}

	if !in.AllowDuplicate {
		r.DuplicateWithin = p.DuplicateWithin
	}

	if in.PaymentType != nil {
		r.PaymentType = cmp.Or(order.PaymentType(*in.PaymentType), "none") // an empty one is refused; it must not mean the default
	}

	switch {
	case in.MaxPrice == nil:
	case *in.MaxPrice == 0:
		r.MaxPrice = -1 // a limit of 0 is refused; it must not mean "no limit"
	default:
		r.MaxPrice = money.Rupiah(*in.MaxPrice)
	}

	return r
}

func placeFaults() []fault.Definition {
	return []fault.Definition{
		placing.ErrProductNotFound, placing.ErrProductInactive, placing.ErrProductProblem, placing.ErrProductCutOff, placing.ErrPriceAboveMaximum, placing.ErrDuplicateOrder,
		wallet.ErrInsufficientBalance, wallet.ErrInactive, wallet.ErrNoWallet,
		settlement.ErrNoSettlement, settlement.ErrInactive, settlement.ErrOverdue, settlement.ErrInsufficientLimit, placing.ErrBill, placing.ErrReferenceConflict,
		placing.ErrSupplierUnavailable, fault.ErrFeatureOff, fault.ErrOutcomeUnknown,
	}
}

// PlacedOrder is an order as the call that places it answers.
type PlacedOrder struct {
	Order

	Balance *int64 `json:"balance,omitempty" doc:"What the wallet, or the settlement limit, had right after the charge, whole rupiah; absent of a repeat" example:"989750"`
}

func showPlaced(ctx context.Context, p placing.PlacedOrder) PlacedOrder {
	out := PlacedOrder{Order: show(ctx, p.Order)}
	if !p.Repeat {
		out.Balance = new(int64(p.BalanceAfter))
	}

	return out
}

type placeOrder struct {
	Body OrderInput
}

type placeOrderAnswer struct {
	Status int
	Body   Data[PlacedOrder]
}

func registerOrders(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "place-order", Method: http.MethodPost, Path: "/h2h/v1/orders", Summary: "Place an order", Tag: tag,
		Description: "Charges the wallet and queues the order in one step: once answered, it is not lost. " +
			"A repeat with the same clientRef and the same input answers the first order with 200. " +
			"A refused order creates nothing and frees its clientRef.",
		Access: api.WithAPIKey(identity.OrdersWrite), Client: api.CallersClient, Status: http.StatusCreated,
		Also: map[int]string{http.StatusOK: "The order that this clientRef was used for before"}, Faults: placeFaults(),
		Example: OrderInput{ProductCode: "TSEL10", DestinationNo: "081234567890", ClientRef: "INV-7"},
	}, func(ctx context.Context, in *placeOrder) (*placeOrderAnswer, error) {
		out, err := s.Placing.Place(ctx, in.Body.request(api.Principal(ctx)))
		if err != nil {
			return nil, fmt.Errorf("place an order: %w", err)
		}

		if err := s.sandboxEffect(ctx, out); err != nil {
			return nil, err
		}

		return &placeOrderAnswer{Status: statusOf(out), Body: Data[PlacedOrder]{showPlaced(ctx, out)}}, nil
	})

	api.Register(a, api.Operation{
		ID: "get-order", Method: http.MethodGet, Path: "/h2h/v1/orders/{clientRef}", Summary: "One order", Tag: tag,
		Description: "For references that a path can hold. A reference with a / needs the call with ?clientRef=.",
		Access:      api.WithAPIKey(identity.OrdersRead), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *struct {
		ClientRef string `path:"clientRef" maxLength:"64" example:"INV-7"`
	},
	) (*body[Order], error) {
		return s.lookUp(ctx, in.ClientRef)
	})
}

func (s Services) lookUp(ctx context.Context, clientRef string) (*body[Order], error) {
	o, err := s.Orders.ByRef(ctx, clientID(ctx), clientRef)
	if err != nil {
		return nil, fmt.Errorf("look an order up: %w", err)
	}

	return answer(show(ctx, o)), nil
}

func statusOf(p placing.PlacedOrder) int {
	if p.Repeat {
		return http.StatusOK
	}

	return http.StatusCreated
}
