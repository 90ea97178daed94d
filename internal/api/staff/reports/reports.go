// Package reports serves staff's reports about all clients.
package reports

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/sales"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

const (
	tag = "reports"

	// usualDays is the length of a report whose days are left out.
	usualDays = 30
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Sales *sales.Service
	Reads *staff.Reads
}

// SalesFilters say what a report is about.
type SalesFilters struct {
	GroupBy   string `query:"groupBy" enum:"day,product,client,supplier" default:"day" doc:"What each row is about"`
	DateStart string `query:"dateStart" format:"date" doc:"First day in Jakarta; without it, the 30 days up to dateEnd"`
	DateEnd   string `query:"dateEnd" format:"date" doc:"Last day in Jakarta, at most 366 days; without it, today"`
	ClientID  int64  `query:"clientId" minimum:"0" doc:"Of one client"`
	Supplier  string `query:"supplier" maxLength:"50" doc:"Of one supplier"`
	Group     string `query:"productGroup" maxLength:"50" doc:"Of products of one type of operator: mobile"`
}

// Sums are what is added up. Amounts are whole rupiah.
type Sums struct {
	Orders       int64 `json:"orders" doc:"Delivered on these days"`
	Amount       int64 `json:"amount" doc:"What clients paid for them"`
	Cost         int64 `json:"cost" doc:"What suppliers took for them"`
	Margin       int64 `json:"margin" doc:"amount - cost - (refunded - refundedCost)"`
	Failed       int64 `json:"failed" doc:"Never delivered, charged and given back"`
	Refunds      int64 `json:"refunds" doc:"Delivered orders that were refunded on these days, whenever they were delivered"`
	Refunded     int64 `json:"refunded" doc:"What clients got back for them"`
	RefundedCost int64 `json:"refundedCost" doc:"What suppliers had taken for them"`
	BelowCost    int64 `json:"belowCost" doc:"Delivered orders that cost more than the client paid"`
	Loss         int64 `json:"loss" doc:"By how much, over all of them"`
	Uncosted     int64 `json:"uncosted" doc:"Delivered orders whose supplier told no cost: the margin is too high by their costs"`
}

// SalesRow is the sums of a day, product, client or supplier.
type SalesRow struct {
	Sums

	Key   string `json:"key" doc:"The day, the product's code, the client's id, or the supplier's code; empty for orders that reached no supplier" example:"TSEL10"`
	Name  string `json:"name" doc:"Of the product or client; empty for what is not known any more"`
	Group string `json:"group" doc:"The product's type of operator; empty for other rows" example:"mobile"`
}

// SalesDay is a day of the charts.
type SalesDay struct {
	Day    string `json:"day" format:"date"`
	Amount int64  `json:"amount"`
	Margin int64  `json:"margin"`
}

// Earlier is the span of as many days before.
type Earlier struct {
	DateStart string     `json:"dateStart" format:"date"`
	DateEnd   string     `json:"dateEnd" format:"date"`
	Total     Sums       `json:"total"`
	Days      []SalesDay `json:"days" nullable:"false"`
}

// SalesReport is what was sold over some days.
type SalesReport struct {
	GroupBy   string     `json:"groupBy" enum:"day,product,client,supplier"`
	DateStart string     `json:"dateStart" format:"date"`
	DateEnd   string     `json:"dateEnd" format:"date"`
	Rows      []SalesRow `json:"rows" nullable:"false" doc:"By day, or the greatest amount first"`
	Total     Sums       `json:"total"`
	Days      []SalesDay `json:"days" nullable:"false" doc:"Every day of the span"`
	Earlier   Earlier    `json:"earlier"`
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-sales-report", Method: http.MethodGet, Path: "/staff/v1/reports/sales", Summary: "What was sold", Tag: tag,
		Description: "Delivered orders count on the day on which they ended, refunds of delivered orders on the day of the refund. Sandboxes never count. Days are those in Jakarta. " +
			"The figures follow what happens within seconds.",
		Access: api.Needs(identity.ReportRead), Client: api.AnyClient, Cost: api.Sums,
	}, s.sales)

	registerExport(a, s)
}

func (s Services) sales(ctx context.Context, in *struct{ SalesFilters }) (*portal.Body[SalesReport], error) {
	q, err := s.query(in.SalesFilters)
	if err != nil {
		return nil, err
	}

	report, err := s.Sales.Read(ctx, q)
	if err != nil {
		return nil, err
	}

	length := q.To.Sub(q.From) + 1
	before := q
	before.GroupBy, before.From, before.To = sales.ByDay, q.From.AddDays(-length), q.From.AddDays(-1)

	earlier, err := s.Sales.Read(ctx, before)
	if err != nil {
		return nil, err
	}

	out := SalesReport{
		GroupBy: string(q.GroupBy), DateStart: q.From.String(), DateEnd: q.To.String(), Rows: make([]SalesRow, len(report.Rows)),
		Total: show(report.Total), Days: showDays(report.Days),
		Earlier: Earlier{before.From.String(), before.To.String(), show(earlier.Total), showDays(earlier.Days)},
	}

	for i, r := range report.Rows {
		out.Rows[i] = SalesRow{show(r.Sums), r.Key, r.Name, r.Group}
	}

	return portal.Answer(out), nil
}

// query checks what was asked for.
func (s Services) query(in SalesFilters) (sales.Query, error) {
	q := sales.Query{GroupBy: sales.GroupBy(in.GroupBy), Client: in.ClientID, Supplier: in.Supplier, Type: in.Group}

	last, err := portal.ParseDay("dateEnd", in.DateEnd)
	if err != nil {
		return q, err
	}

	first, err := portal.ParseDay("dateStart", in.DateStart)
	if err != nil {
		return q, err
	}

	q.To = s.Sales.Today()
	if last != nil {
		q.To = *last
	}

	q.From = q.To.AddDays(1 - usualDays)
	if first != nil {
		q.From = *first
	}

	switch length := q.To.Sub(q.From) + 1; {
	case length < 1:
		return q, fault.InvalidField("dateEnd", msgEndsBefore)
	case length > sales.MaxDays:
		return q, fault.InvalidField("dateEnd", msgTooLong)
	}

	return q, nil
}

func show(s sales.Sums) Sums {
	return Sums{
		Orders: s.Orders, Amount: int64(s.Amount), Cost: int64(s.Cost), Margin: int64(s.Margin()), Failed: s.Failed, Refunds: s.Refunds,
		Refunded: int64(s.Refunded), RefundedCost: int64(s.RefundedCost), BelowCost: s.BelowCost, Loss: int64(s.Loss), Uncosted: max(s.Uncosted, 0),
	}
}

func showDays(list []sales.Day) []SalesDay {
	out := make([]SalesDay, len(list))
	for i, d := range list {
		out[i] = SalesDay{d.Day.String(), int64(d.Amount), int64(d.Margin())}
	}

	return out
}
