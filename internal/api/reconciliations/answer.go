package reconciliations

import (
	"time"

	"loket/internal/developer/reconciliation"
	"loket/internal/orders/order"
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
	Rows       []ReconciliationRow `json:"rows" nullable:"false" doc:"The first 100 differences of each kind; the file has all"`
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

func show(day string, found reconciliation.Result) Reconciliation {
	out := Reconciliation{
		Day: day, Lines: found.Lines, Same: found.Same, Missing: found.Missing, Different: found.Different, Duplicates: found.Duplicates,
		OursOnly: found.OursOnly, Rows: make([]ReconciliationRow, len(found.Rows)), File: ReconciliationFile{found.URL, found.Size, found.ExpiresAt},
	}

	for i := range found.Rows {
		out.Rows[i] = showRow(&found.Rows[i])
	}

	return out
}

func showRow(r *reconciliation.Row) ReconciliationRow {
	out := ReconciliationRow{Kind: string(r.Kind), ClientRef: r.Reference}

	if r.Line > 0 {
		out.Line, out.Amount, out.Status = &r.Line, &r.Amount, new(r.Status.String())
	}

	if r.OrderID > 0 {
		out.OrderID, out.OurAmount, out.OurStatus = new(order.FormatID(r.OrderID)), &r.OurAmount, new(r.OurStatus.String())
	}

	return out
}
