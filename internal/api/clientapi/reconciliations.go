package clientapi

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/developer/reconciliation"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

// Reconciliation is what a comparison of a client's books with its orders found.
type Reconciliation struct {
	Day        string              `json:"day" format:"date" doc:"In Jakarta (WIB)" example:"2026-11-25"`
	Lines      int64               `json:"lines" doc:"Of your file, without its head"`
	Same       int64               `json:"same" doc:"Lines that agree with their orders"`
	Missing    int64               `json:"missing" doc:"Lines without an order"`
	Different  int64               `json:"different" doc:"Lines with another status, or another amount of an order that didn't fail"`
	Duplicates int64               `json:"duplicates" doc:"Further lines with the same reference"`
	OursOnly   int64               `json:"oursOnly" doc:"Orders that were placed on the day and are not in your file"`
	Rows       []ReconciliationRow `json:"rows" nullable:"false" doc:"The first 100 differences; the file has all"`
	File       ReconciliationFile  `json:"file"`
}

// ReconciliationRow is one difference.
type ReconciliationRow struct {
	Kind      string  `json:"kind" enum:"missing,different,duplicate,oursOnly"`
	Line      *int    `json:"line,omitempty" doc:"Of your file, from 1; absent of oursOnly"`
	ClientRef string  `json:"clientRef" example:"INV-7"`
	Amount    *int64  `json:"amount,omitempty" doc:"Of your file"`
	Status    *string `json:"status,omitempty" enum:"pending,success,failed" doc:"Of your file"`
	OrderID   *string `json:"orderId,omitempty" doc:"Absent without an order" example:"2611210815300100042"`
	OurAmount *int64  `json:"ourAmount,omitempty" doc:"Whole rupiah that were charged"`
	OurStatus *string `json:"ourStatus,omitempty" enum:"pending,success,failed"`
}

// ReconciliationFile is the file with all differences.
type ReconciliationFile struct {
	URL       string    `json:"url" doc:"Of a CSV file. Signed, serves without a key until it ends: don't pass it on"`
	Size      int64     `json:"size" doc:"Bytes"`
	ExpiresAt time.Time `json:"expiresAt" doc:"When the file is deleted, after 7 days"`
}

const (
	csvType           = "text/csv"
	dayParameter      = "day"
	reconcileTime     = 60 * time.Second
	reconcileMaxBytes = reconciliation.MaxBytes
)

func registerReconciliations(a *api.API, s Services) {
	a.Raw(api.RawRoute{
		ID: "reconcile-orders", Method: http.MethodPost, Path: "/h2h/v1/reconciliations", Summary: "Compare your books of a day with your orders", Tag: tag,
		Description: "The body is CSV: a line for each of your orders with its reference, amount and status (success, failed, pending), with commas, semicolons or tabs between, " +
			"and a head with these names, or without one in this order. Exports of orders are such files, too. At most 200,000 lines and 20 MiB. " +
			"It changes nothing, so it is safe to repeat. A line that can't be read is refused with its number, and then nothing is compared.",
		Access: api.WithAPIKey(), Client: api.CallersClient, MaxBody: reconcileMaxBytes, Cost: api.Upload,
		Body: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			csvType: {Schema: &huma.Schema{Type: huma.TypeString}, Example: "reference,amount,status\nINV-7,10250,success\n"},
		}},
		Parameters: []*huma.Param{{
			Name: dayParameter, In: "query", Required: true, Schema: &huma.Schema{Type: huma.TypeString, Format: "date"}, Example: "2026-11-25",
			Description: "The day, in Jakarta (WIB), of which all orders must be in the file",
		}},
		Result: Data[Reconciliation]{}, Faults: []fault.Definition{api.ErrTooLarge, api.ErrMediaType},
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := s.reconcile(r)
		if err != nil {
			a.WriteError(w, r, err)

			return
		}

		api.WriteJSON(w, http.StatusOK, Data[Reconciliation]{out})
	}))
}

func (s Services) reconcile(r *http.Request) (Reconciliation, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != csvType {
		return Reconciliation{}, api.ErrMediaType.Msg(msgCSV)
	}

	day, err := clock.ParseDay(r.URL.Query().Get(dayParameter))
	if err != nil {
		return Reconciliation{}, fault.InvalidField(dayParameter, msgDay)
	}

	ctx, cancel := context.WithTimeout(r.Context(), reconcileTime)
	defer cancel()

	found, err := s.Reconciliations.Reconcile(ctx, reconciliation.Request{ClientID: clientID(ctx), Day: day, File: r.Body, Language: api.LanguageOf(ctx)})
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return Reconciliation{}, api.ErrTooLarge.New()
	}

	if err != nil {
		return Reconciliation{}, err
	}

	out := Reconciliation{
		Day: day.String(), Lines: found.Lines, Same: found.Same, Missing: found.Missing, Different: found.Different, Duplicates: found.Duplicates,
		OursOnly: found.OursOnly, Rows: make([]ReconciliationRow, len(found.Rows)), File: ReconciliationFile{found.URL, found.Size, found.ExpiresAt},
	}

	for i := range found.Rows {
		out.Rows[i] = showReconciliationRow(&found.Rows[i])
	}

	return out, nil
}

func showReconciliationRow(r *reconciliation.Row) ReconciliationRow {
	out := ReconciliationRow{Kind: string(r.Kind), ClientRef: r.Reference}

	if r.Line > 0 {
		out.Line, out.Amount, out.Status = &r.Line, &r.Amount, new(r.Status.String())
	}

	if r.OrderID > 0 {
		out.OrderID, out.OurAmount, out.OurStatus = new(order.FormatID(r.OrderID)), &r.OurAmount, new(r.OurStatus.String())
	}

	return out
}
