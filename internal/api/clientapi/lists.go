package clientapi

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"loket/internal/api"
	"loket/internal/catalog"
	"loket/internal/orders/placing"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// InquiryInput is the body of an inquiry.
type InquiryInput struct {
	ProductCode   string `json:"productCode" minLength:"1" maxLength:"64" example:"PLNPOST"`
	DestinationNo string `json:"destinationNo" minLength:"1" maxLength:"64" example:"530000000001"`
	Amount        int64  `json:"amount,omitempty" minimum:"0" maximum:"1000000000" doc:"Whole rupiah; open-amount products alone"`
}

// Detail is one further line of a bill.
type Detail struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Bill is the result of an inquiry, which charges nothing.
type Bill struct {
	ProductCode   string   `json:"productCode"`
	DestinationNo string   `json:"destinationNo"`
	CustomerName  string   `json:"customerName"`
	Periods       []string `json:"periods"`
	Amount        int64    `json:"amount" doc:"Of the bill, whole rupiah"`
	Fee           int64    `json:"fee" doc:"Ours, whole rupiah"`
	Total         int64    `json:"total" doc:"What an order would charge, whole rupiah"`
	Details       []Detail `json:"details"`
}

// Product is one row of the client's price list.
type Product struct {
	Code         string `json:"code" example:"TSEL10"`
	Name         string `json:"name"`
	OperatorType string `json:"operatorType" example:"mobile"`
	OperatorCode string `json:"operatorCode"`
	WalletType   string `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Price        int64  `json:"price" doc:"Whole rupiah; of bills and open amounts the fee on top"`
	Active       bool   `json:"active"`
	Problem      bool   `json:"problem" doc:"Orders are refused while it is true"`

	ProblemReason string               `json:"problemReason,omitempty" doc:"Why, in the language of the caller; absent if nothing was said"`
	CutOff        *catalog.CutOffTimes `json:"cutOff,omitempty" doc:"When no orders are taken, each day; absent if they always are"`
}

// Balance is one wallet.
type Balance struct {
	ID      string `json:"id"`
	Type    string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Balance int64  `json:"balance" doc:"Whole rupiah"`
	Active  bool   `json:"active"`
}

func registerInquiries(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "inquire-bill", Method: http.MethodPost, Path: "/h2h/v1/inquiries", Summary: "Look a bill up", Tag: tag,
		Description: "Finds what a customer owes, or the name behind an open-amount destination. Nothing is charged.",
		Access:      api.WithAPIKey(), Client: api.CallersClient, StrictQuery: true,
		Faults: []fault.Definition{
			placing.ErrProductNotFound, placing.ErrProductInactive, placing.ErrProductProblem, placing.ErrProductCutOff, placing.ErrBill, placing.ErrSupplierUnavailable,
		},
		Example: InquiryInput{ProductCode: "PLNPOST", DestinationNo: "530000000001"},
	}, func(ctx context.Context, in *struct{ Body InquiryInput }) (*body[Bill], error) {
		b, err := s.Placing.Inquire(ctx, clientID(ctx), in.Body.ProductCode, in.Body.DestinationNo, money.Rupiah(in.Body.Amount))
		if err != nil {
			return nil, fmt.Errorf("inquire: %w", err)
		}

		return answer(Bill{
			ProductCode: b.ProductCode, DestinationNo: b.DestinationNo, CustomerName: b.CustomerName,
			Periods: append([]string{}, b.Periods...), Amount: int64(b.Amount), Fee: int64(b.Fee), Total: int64(b.Total),
			Details: details(b.Details),
		}), nil
	})
}

func details(list []supplier.Detail) []Detail {
	out := make([]Detail, len(list))
	for i, d := range list {
		out[i] = Detail{d.Key, d.Value}
	}

	return out
}

type listProducts struct {
	OperatorType string `query:"operatorType" maxLength:"64" example:"mobile"`
	OperatorCode string `query:"operatorCode" maxLength:"64"`
	Search       string `query:"search" maxLength:"100" doc:"Words of code or name; a product has all of them"`
}

func registerLists(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-products", Method: http.MethodGet, Path: "/h2h/v1/products", Summary: "Your price list", Tag: tag,
		Cost: api.Sums, Access: api.WithAPIKey(), Client: api.CallersClient,
	}, func(ctx context.Context, in *listProducts) (*body[[]Product], error) {
		snap, err := s.Catalog.Snapshot(ctx)
		if err != nil {
			return nil, fmt.Errorf("read the catalogue: %w", err)
		}

		list := snap.List(catalog.Filter{Search: in.Search, OperatorType: in.OperatorType, OperatorCode: in.OperatorCode})
		out := make([]Product, len(list))

		for i, p := range list {
			out[i] = Product{
				Code: p.Code, Name: p.Name, OperatorType: p.OperatorType, OperatorCode: p.OperatorCode, WalletType: p.WalletType,
				Price: int64(snap.Price(clientID(ctx), p)), Active: p.Active, Problem: p.Problem,
				ProblemReason: p.ProblemReason(api.LanguageOf(ctx)), CutOff: p.CutOff.Times(),
			}
		}

		return answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "get-balance", Method: http.MethodGet, Path: "/h2h/v1/balance", Summary: "Your wallets", Tag: tag,
		Access: api.WithAPIKey(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *struct{}) (*body[[]Balance], error) {
		list, err := s.Wallets.List(ctx, clientID(ctx))
		if err != nil {
			return nil, fmt.Errorf("balance: %w", err)
		}

		out := make([]Balance, len(list))
		for i, w := range list {
			out[i] = Balance{strconv.FormatInt(w.ID, 10), string(w.Type), int64(w.Balance), w.Active}
		}

		return answer(out), nil
	})
}
