// Package suppliers serves staff what state suppliers are in, and switches them on and off.
package suppliers

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/balances"
	"loket/internal/backoffice/exclusions"
	"loket/internal/backoffice/pricelist"
	"loket/internal/backoffice/switches"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

const tag = "suppliers"

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Suppliers *supplier.Registry
	Switches  *switches.Service
	Balances  *balances.Service
	Prices    *pricelist.Service

	Exclusions *exclusions.Service
}

// SupplierState is the state of a supplier.
type SupplierState struct {
	Code         string     `json:"code" example:"digiflazz-a"`
	State        string     `json:"state" enum:"healthy,silent,open,off,empty,failing,trial" doc:"As this node sees it. silent: its latest purchases had no usable answer; open: no purchase is sent for some seconds; off: staff switched purchases off; empty: purchases stopped since the balance is too low; failing: the system switched it off since too much failed; trial: after that some orders try it"`
	Purchases    bool       `json:"purchases" doc:"Whether staff let it have purchases"`
	Inquiries    bool       `json:"inquiries" doc:"Whether staff let it have inquiries"`
	Reason       string     `json:"reason" doc:"Of the last change; empty without one"`
	Until        *time.Time `json:"until" doc:"When all is on again by itself"`
	ChangedBy    string     `json:"changedBy" example:"staff:budi"`
	ChangedAt    *time.Time `json:"changedAt"`
	InFlight     int        `json:"inFlight" doc:"Calls in flight on this node"`
	LastAnswerAt *time.Time `json:"lastAnswerAt"`

	Balance SupplierBalance `json:"balance"`
}

// SupplierStates are the suppliers by code.
type SupplierStates struct {
	Data []SupplierState `json:"data" nullable:"false"`
}

// SupplierSwitchInput switches a supplier on or off.
type SupplierSwitchInput struct {
	Purchases *bool      `json:"purchases,omitempty" doc:"Missing: as it is"`
	Inquiries *bool      `json:"inquiries,omitempty" doc:"Missing: as it is"`
	Reason    string     `json:"reason" maxLength:"500"`
	Until     *time.Time `json:"until,omitempty" doc:"When all is on again by itself, within 31 days; missing: when somebody switches it on"`
}

type switchSupplier struct {
	Code string `path:"code" maxLength:"64"`
	Body SupplierSwitchInput
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-suppliers", Method: http.MethodGet, Path: "/staff/v1/suppliers", Summary: "Suppliers and what is on", Tag: tag,
		Access: api.Needs(identity.SupplierManage), Client: api.AnyClient,
	}, s.list)

	off := false
	api.Register(a, api.Operation{
		ID: "staff-switch-supplier", Method: http.MethodPatch, Path: "/staff/v1/suppliers/{code}", Summary: "Switch a supplier on or off", Tag: tag,
		Description: "One that is off gets no purchase: orders go to the next supplier, or wait as while it doesn't answer. Its status queries go on. Other nodes follow within 2 seconds.",
		Access:      api.Needs(identity.SupplierManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
		Example: SupplierSwitchInput{Purchases: &off, Reason: "Its deposit is empty"},
	}, func(ctx context.Context, in *switchSupplier) (*portal.Body[SupplierState], error) {
		after, err := s.Switches.Set(ctx, staff.By(ctx, in.Body.Reason), in.Code, switches.Change{
			Purchases: in.Body.Purchases, Inquiries: in.Body.Inquiries, Until: in.Body.Until,
		})
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

		for _, h := range s.Suppliers.Health() {
			if h.Code == in.Code {
				return portal.Answer(show(h, after, left[in.Code], excluded[in.Code])), nil
			}
		}

		return nil, fault.ErrNotFound.New()
	})

	registerBalances(a, s)
	registerPrices(a, s)
	registerExclusions(a, s)
}

func (s Services) list(ctx context.Context, _ *portal.NoInput) (*portal.Body[SupplierStates], error) {
	list, err := s.states(ctx)
	if err != nil {
		return nil, err
	}

	return portal.Answer(SupplierStates{Data: list}), nil
}

func (s Services) states(ctx context.Context) ([]SupplierState, error) {
	states, err := s.Switches.States(ctx)
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

	out := []SupplierState{}

	for _, h := range s.Suppliers.Health() {
		if h.Code != supplier.Sandbox { // part of this program, and of no interest to staff
			out = append(out, show(h, states.Of(h.Code), left[h.Code], excluded[h.Code]))
		}
	}

	return out, nil
}

func show(h supplier.Health, s switches.State, b balances.State, e exclusions.State) SupplierState {
	out := SupplierState{
		Code: h.Code, State: StateOf(h, s, b, e), Purchases: s.Purchases, Inquiries: s.Inquiries, Reason: s.Reason, Until: orNil(s.Until),
		ChangedBy: s.ChangedBy, ChangedAt: orNil(s.ChangedAt), InFlight: h.InFlight, LastAnswerAt: orNil(h.LastAnswerAt),
		Balance: showBalance(b),
	}

	return out
}

// StateOf is the state of a supplier in a word, as SupplierState has it.
func StateOf(h supplier.Health, s switches.State, b balances.State, e exclusions.State) string {
	switch {
	case !s.Purchases:
		return "off"
	case !b.StoppedAt.IsZero():
		return "empty"
	case e == exclusions.Off:
		return "failing"
	case h.Open:
		return "open"
	case h.SilentInARow > 0:
		return "silent"
	case e == exclusions.Trial:
		return "trial"
	default:
		return "healthy"
	}
}

func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}

	return &t
}
