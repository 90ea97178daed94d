package suppliers

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/balances"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// SupplierBalance is what is left of our deposit at a supplier. Amounts are whole rupiah.
type SupplierBalance struct {
	Amount    *int64     `json:"amount" doc:"Of the last reading; null before the first one"`
	At        *time.Time `json:"at" doc:"Of the last reading"`
	PerHour   int64      `json:"perHour" doc:"What left it in the last hour, without refills"`
	Hours     *int64     `json:"hours" doc:"How long it lasts at that pace; null where nothing left"`
	Alarm     int64      `json:"alarm" doc:"Below it staff are warned once; 0: never"`
	Stop      int64      `json:"stop" doc:"Below it purchases stop until a refill is seen; 0: never"`
	AlarmedAt *time.Time `json:"alarmedAt" doc:"When it fell below the alarm; null while it is not"`
	StoppedAt *time.Time `json:"stoppedAt" doc:"When purchases stopped; null while they go on"`
}

// BalancePoint is a balance at a moment.
type BalancePoint struct {
	At     time.Time `json:"at"`
	Amount int64     `json:"amount"`
}

// SupplierRefill is money that was sent to a supplier.
type SupplierRefill struct {
	Amount    int64     `json:"amount"`
	Reference string    `json:"reference"`
	NotedBy   string    `json:"notedBy" example:"staff:budi"`
	NotedAt   time.Time `json:"notedAt"`
}

// SupplierPage is a supplier with the last week of its balance.
type SupplierPage struct {
	Supplier SupplierState    `json:"supplier"`
	Points   []BalancePoint   `json:"points" nullable:"false" doc:"The last one of each hour of 7 days, oldest first"`
	Refills  []SupplierRefill `json:"refills" nullable:"false" doc:"At most 50, newest first"`
}

// SupplierLimitsInput sets at which balance staff are warned and purchases stop.
type SupplierLimitsInput struct {
	Alarm  int64  `json:"alarm" minimum:"0" doc:"0: never"`
	Stop   int64  `json:"stop" minimum:"0" doc:"At most the alarm; 0: never"`
	Reason string `json:"reason" maxLength:"500"`
}

// SupplierRefillInput is money that was sent to a supplier.
type SupplierRefillInput struct {
	Amount    int64  `json:"amount" minimum:"1"`
	Reference string `json:"reference" maxLength:"100" doc:"Of the transfer; once for each supplier" example:"BCA 27/11 4500123"`
	Reason    string `json:"reason" maxLength:"500"`
}

type ofSupplier struct {
	Code string `path:"code" maxLength:"64"`
}

type setLimits struct {
	Code string `path:"code" maxLength:"64"`
	Body SupplierLimitsInput
}

type noteRefill struct {
	Code string `path:"code" maxLength:"64"`
	Body SupplierRefillInput
}

func registerBalances(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-get-supplier", Method: http.MethodGet, Path: "/staff/v1/suppliers/{code}", Summary: "A supplier with the last week of its balance", Tag: tag,
		Access: api.Needs(identity.SupplierManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.page)

	api.Register(a, api.Operation{
		ID: "staff-limit-supplier", Method: http.MethodPut, Path: "/staff/v1/suppliers/{code}/limits", Summary: "Set the alarm and the stop of a balance", Tag: tag,
		Description: "They hold at once, by the last reading.",
		Access:      api.Needs(identity.SupplierManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
		Example: SupplierLimitsInput{Alarm: 150_000_000, Stop: 10_000_000, Reason: "A night's use"},
	}, func(ctx context.Context, in *setLimits) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Balances.SetLimits(ctx, staff.By(ctx, in.Body.Reason), in.Code, money.Rupiah(in.Body.Alarm), money.Rupiah(in.Body.Stop)))
	})

	api.Register(a, api.Operation{
		ID: "staff-refill-supplier", Method: http.MethodPost, Path: "/staff/v1/suppliers/{code}/refills", Summary: "Note a refill of a supplier", Tag: tag,
		Description: "It moves no money: the balance follows when the supplier has it.",
		Access:      api.Needs(identity.SupplierManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
		Example: SupplierRefillInput{Amount: 300_000_000, Reference: "BCA 27/11 4500123", Reason: "For the weekend"},
	}, func(ctx context.Context, in *noteRefill) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Balances.NoteRefill(ctx, staff.By(ctx, in.Body.Reason), in.Code, money.Rupiah(in.Body.Amount), in.Body.Reference))
	})
}

func (s Services) page(ctx context.Context, in *ofSupplier) (*portal.Body[SupplierPage], error) {
	points, refills, err := s.Balances.History(ctx, in.Code)
	if err != nil {
		return nil, err
	}

	states, err := s.states(ctx)
	if err != nil {
		return nil, err
	}

	out := SupplierPage{Points: make([]BalancePoint, len(points)), Refills: make([]SupplierRefill, len(refills))}

	for _, one := range states {
		if one.Code == in.Code {
			out.Supplier = one
		}
	}

	for i, p := range points {
		out.Points[i] = BalancePoint{p.At, int64(p.Balance)}
	}

	for i, r := range refills {
		out.Refills[i] = SupplierRefill{int64(r.Amount), r.Reference, r.NotedBy, r.NotedAt}
	}

	return portal.Answer(out), nil
}

func showBalance(b balances.State) SupplierBalance {
	out := SupplierBalance{
		PerHour: int64(b.PerHour), Alarm: int64(b.Alarm), Stop: int64(b.Stop), At: orNil(b.At), AlarmedAt: orNil(b.AlarmedAt), StoppedAt: orNil(b.StoppedAt),
	}

	if !b.At.IsZero() {
		amount := int64(b.Balance)
		out.Amount = &amount
	}

	if b.Hours >= 0 && b.PerHour > 0 {
		out.Hours = &b.Hours
	}

	return out
}
