package clientapi

import (
	"context"
	"fmt"
	"net/http"

	"loket/internal/api"
	"loket/internal/identity"
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
	Months        int    `json:"months,omitempty" minimum:"0" maximum:"12" doc:"Months to pay, of health insurance alone"`
	Year          int    `json:"year,omitempty" minimum:"0" maximum:"2100" doc:"Year of a tax, of PBB alone; this year without it"`
	Identity      string `json:"identity,omitempty" maxLength:"16" doc:"Number of the payer's identity card, of e-Samsat alone"`
}

// Detail is one further line of a bill.
type Detail struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Bill is the result of an inquiry, which charges nothing.
type Bill struct {
	ProductCode   string     `json:"productCode"`
	DestinationNo string     `json:"destinationNo"`
	CustomerName  string     `json:"customerName" doc:"Empty where the biller tells none"`
	Periods       []string   `json:"periods" doc:"As the biller writes them; empty for a meter or an open amount"`
	Amount        int64      `json:"amount" doc:"Of the bill with its fines and the biller's own fees, whole rupiah; of a meter your price"`
	Fee           int64      `json:"fee" doc:"Ours, whole rupiah"`
	Total         int64      `json:"total" doc:"What an order would charge, whole rupiah"`
	Fine          *int64     `json:"fine,omitempty" doc:"Of all periods, a part of amount; absent where the supplier doesn't tell it"`
	Bills         []BillPart `json:"bills" nullable:"false" doc:"What is owed for each period; empty where the supplier doesn't tell it"`
	Details       []Detail   `json:"details" doc:"The supplier's other fields, with its names"`
}

// BillPart is what is owed for one period.
type BillPart struct {
	Period string `json:"period" example:"202611"`
	Amount int64  `json:"amount" doc:"Without admin and fine, whole rupiah"`
	Admin  int64  `json:"admin" doc:"The biller's own fee"`
	Fine   int64  `json:"fine"`
}

func registerInquiries(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "inquire-bill", Method: http.MethodPost, Path: "/h2h/v1/inquiries", Summary: "Look a bill up", Tag: tag,
		Description: "Finds what a customer owes, or the name behind the destination of an open amount or of a prepaid meter (operator type electricity), " +
			"where a supplier tells it. Nothing is charged.",
		Access: api.WithAPIKey(identity.BillsInquire), Client: api.CallersClient,
		Faults: []fault.Definition{
			placing.ErrProductNotFound, placing.ErrProductInactive, placing.ErrProductProblem, placing.ErrProductCutOff, placing.ErrBill, placing.ErrSupplierUnavailable,
		},
		Example: InquiryInput{ProductCode: "PLNPOST", DestinationNo: "530000000001"},
	}, func(ctx context.Context, in *struct{ Body InquiryInput }) (*body[Bill], error) {
		b, err := s.Placing.InquireBill(ctx, placing.Request{
			ClientID: clientID(ctx), ProductCode: in.Body.ProductCode, DestinationNo: in.Body.DestinationNo, Amount: money.Rupiah(in.Body.Amount),
			Bill: placing.BillFields{Months: in.Body.Months, Year: in.Body.Year, Identity: in.Body.Identity},
		})
		if err != nil {
			return nil, fmt.Errorf("inquire: %w", err)
		}

		return answer(showBill(b)), nil
	})
}

func showBill(b placing.Bill) Bill {
	out := Bill{
		ProductCode: b.ProductCode, DestinationNo: b.DestinationNo, CustomerName: b.CustomerName,
		Periods: append([]string{}, b.Periods...), Amount: int64(b.Amount), Fee: int64(b.Fee), Total: int64(b.Total),
		Bills: make([]BillPart, len(b.Parts)), Details: details(b.Details),
	}

	if b.Fine != nil {
		out.Fine = new(int64(*b.Fine))
	}

	for i, p := range b.Parts {
		out.Bills[i] = BillPart{p.Period, int64(p.Amount), int64(p.Admin), int64(p.Fine)}
	}

	return out
}

func details(list []supplier.Detail) []Detail {
	out := make([]Detail, len(list))
	for i, d := range list {
		out[i] = Detail{d.Key, d.Value}
	}

	return out
}
