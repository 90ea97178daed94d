package overview

import (
	"context"
	"time"

	"loket/internal/api/portal"
	"loket/internal/api/staff/suppliers"
	"loket/internal/backoffice/balances"
	"loket/internal/backoffice/sales"
	"loket/internal/identity"
	"loket/internal/supplier"
)

// successSpan is over how long the success of suppliers is counted.
const successSpan = 15 * time.Minute

// Supplier is the state of a supplier.
type Supplier struct {
	Code         string     `json:"code" example:"digiflazz-a"`
	State        string     `json:"state" enum:"healthy,silent,open,off,empty,failing,trial" doc:"As this node sees it. silent: its latest purchases had no usable answer; open: no purchase is sent at present; off: staff switched purchases off; empty: purchases stopped since the balance is too low; failing: the system switched it off since too much failed; trial: after that some orders try it"`
	InFlight     int        `json:"inFlight" doc:"Calls in flight on this node"`
	Succeeded    int64      `json:"succeeded" doc:"Purchases that succeeded in the last 15 minutes, of all nodes"`
	Failed       int64      `json:"failed" doc:"Purchases that failed in the last 15 minutes, of all nodes"`
	MedianMS     *int64     `json:"medianMs" doc:"How long purchases of the last 15 minutes on this node took; null without one"`
	SlowMS       *int64     `json:"slowMs" doc:"95 percent of them took less"`
	LastAnswerAt *time.Time `json:"lastAnswerAt"`
	Balance      *int64     `json:"balance" doc:"Of our deposit, whole rupiah; null if unknown, and for who may not manage suppliers"`
	Hours        *int64     `json:"hours" doc:"How long the balance lasts; null if nothing left it"`
	Low          bool       `json:"low" doc:"The balance is below the alarm"`
}

// suppliers are the suppliers that staff see. Balances are for who manages them.
func (s Services) suppliers(ctx context.Context) ([]Supplier, error) {
	switched, err := s.Switches.States(ctx)
	if err != nil {
		return nil, err
	}

	left, err := s.Balances.States(ctx)
	if err != nil {
		return nil, err
	}

	excluded, _, err := s.Exclusions.Whole(ctx)
	if err != nil {
		return nil, err
	}

	results, err := s.Routing.RecentBySupplier(ctx, successSpan)
	if err != nil {
		return nil, err
	}

	out, seesBalances := []Supplier{}, portal.Caller(ctx).Permissions.Has(identity.SupplierManage)

	for _, h := range s.Suppliers.Health() {
		if h.Code == supplier.Sandbox { // part of this program, and of no interest to staff
			continue
		}

		one := Supplier{
			Code: h.Code, State: suppliers.StateOf(h, switched.Of(h.Code), left[h.Code], excluded[h.Code]), InFlight: h.InFlight,
			Succeeded: results[h.Code].Succeeded, Failed: results[h.Code].Failed,
		}

		if h.Median > 0 {
			median, slow := h.Median.Milliseconds(), h.Slow.Milliseconds()
			one.MedianMS, one.SlowMS = &median, &slow
		}

		if !h.LastAnswerAt.IsZero() {
			one.LastAnswerAt = &h.LastAnswerAt
		}

		if seesBalances {
			one.addBalance(left[h.Code])
		}

		out = append(out, one)
	}

	return out, nil
}

func (one *Supplier) addBalance(b balances.State) {
	if b.At.IsZero() {
		return
	}

	amount := int64(b.Balance)
	one.Balance, one.Low = &amount, !b.AlarmedAt.IsZero()

	if b.Hours >= 0 {
		one.Hours = &b.Hours
	}
}

// sold is nil for who may not read reports.
func (s Services) sold(ctx context.Context) (*SalesToday, error) {
	if !portal.Caller(ctx).Permissions.Has(identity.ReportRead) {
		return nil, nil //nolint:nilnil // documented: null in the answer
	}

	today := s.Sales.Today()

	report, err := s.Sales.Read(ctx, sales.Query{GroupBy: sales.ByDay, From: today, To: today})
	if err != nil {
		return nil, err
	}

	return &SalesToday{Amount: int64(report.Total.Amount - report.Total.Refunded), Margin: int64(report.Total.Margin())}, nil
}
