package suppliers

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/exclusions"
	"loket/internal/identity"
	"loket/internal/orders/routing"
	"loket/internal/platform/fault"
)

// SupplierExclusions are what the system switched off since too much of it failed, and when it does.
type SupplierExclusions struct {
	Settings ExclusionSettings   `json:"settings"`
	Data     []SupplierExclusion `json:"data" nullable:"false" doc:"By supplier and product"`
}

// ExclusionSettings say when the system switches something off.
type ExclusionSettings struct {
	ExclusionRules

	Reason    string     `json:"reason" doc:"Of the last change; empty before the first one"`
	ChangedBy string     `json:"changedBy" example:"staff:budi"`
	ChangedAt *time.Time `json:"changedAt"`
}

// ExclusionRules are what staff set.
type ExclusionRules struct {
	On            bool  `json:"on" doc:"false: nothing more is switched off; what is off has its trial"`
	SpanMinutes   int64 `json:"spanMinutes" doc:"Over which results count, 1 to 60" example:"15"`
	Fewest        int64 `json:"fewest" doc:"Purchases that must have ended in the span, 2 to 1000" example:"10"`
	FailedPercent int64 `json:"failedPercent" doc:"It is switched off if more than this share of them failed, 1 to 99" example:"60"`
	PauseMinutes  int64 `json:"pauseMinutes" doc:"The first pause before a trial, 1 to 1440; each further one in a row is twice as long, at most eight times" example:"15"`
	Successes     int64 `json:"successes" doc:"Purchases of a trial that must succeed, 1 to 100; it has failed when more than half as many failed before" example:"5"`
}

// SupplierExclusion is a product at a supplier, or a whole supplier, that the system switched off, or may not switch off.
type SupplierExclusion struct {
	Supplier    string     `json:"supplier" example:"digiflazz-a"`
	ProductCode string     `json:"productCode" doc:"Empty: the whole supplier"`
	State       string     `json:"state" enum:"off,trial,never" doc:"off: it gets no orders; trial: some orders try it; never: staff forbade the system to switch it off"`
	Since       time.Time  `json:"since"`
	Until       *time.Time `json:"until" doc:"When the trial begins; null unless it is off"`
	Ended       int64      `json:"ended" doc:"Purchases by which it was switched off"`
	Failed      int64      `json:"failed" doc:"How many of them failed"`
	Pauses      int64      `json:"pauses" doc:"Pauses in a row, this one included"`
	OneOf       int64      `json:"oneOf" doc:"In a trial one order of so many goes there first"`
	Succeeded   int64      `json:"succeeded" doc:"Purchases of the trial that succeeded"`
	FailedTrial int64      `json:"failedTrial" doc:"Purchases of the trial that failed"`
	Reason      string     `json:"reason" doc:"Of staff"`
	ChangedBy   string     `json:"changedBy" example:"system"`
}

// ExclusionSettingsInput sets when the system switches something off.
type ExclusionSettingsInput struct {
	ExclusionRules

	Reason string `json:"reason" maxLength:"500"`
}

// ExclusionActionInput says what becomes of an exclusion.
type ExclusionActionInput struct {
	ProductCode string `json:"productCode,omitempty" maxLength:"50" doc:"Missing: the whole supplier"`
	Action      string `json:"action" enum:"end,forbid,allow" doc:"end: it is on at once; forbid: as end, and the system never switches it off, of a whole supplier also none of its products; allow: ends forbid"`
	Reason      string `json:"reason" maxLength:"500"`
}

type actOnExclusion struct {
	Code string `path:"code" maxLength:"64"`
	Body ExclusionActionInput
}

func registerExclusions(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-exclusions", Method: http.MethodGet, Path: "/staff/v1/supplier-exclusions", Summary: "What the system switched off at suppliers", Tag: tag,
		Access: api.Needs(identity.SupplierManage), Client: api.AnyClient,
	}, s.exclusions)

	rules := ExclusionRules{On: true, SpanMinutes: 15, Fewest: 20, FailedPercent: 70, PauseMinutes: 10, Successes: 5}
	api.Register(a, api.Operation{
		ID: "staff-set-exclusions", Method: http.MethodPut, Path: "/staff/v1/supplier-exclusions/settings", Summary: "Set when the system switches something off", Tag: tag,
		Access: api.Needs(identity.SupplierManage), Client: api.AnyClient,
		Example: ExclusionSettingsInput{ExclusionRules: rules, Reason: "Fewer false alarms at night"},
	}, func(ctx context.Context, in *struct{ Body ExclusionSettingsInput }) (*portal.Body[portal.Empty], error) {
		b := in.Body

		return portal.EmptyAnswer(s.Exclusions.SetSettings(ctx, staff.By(ctx, b.Reason), exclusions.Settings{
			On: b.On, SpanMinutes: b.SpanMinutes, Fewest: b.Fewest, FailedPercent: b.FailedPercent, PauseMinutes: b.PauseMinutes, Successes: b.Successes,
		}))
	})

	api.Register(a, api.Operation{
		ID: "staff-act-on-exclusion", Method: http.MethodPost, Path: "/staff/v1/suppliers/{code}/exclusion", Summary: "Switch on what the system switched off, or forbid it", Tag: tag,
		Description: "Results from before don't count any more. NotFoundError where there is nothing that the action is for.",
		Access:      api.Needs(identity.SupplierManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
		Example: ExclusionActionInput{ProductCode: "TSEL10", Action: "end", Reason: "The supplier mended it"},
	}, func(ctx context.Context, in *actOnExclusion) (*portal.Body[portal.Empty], error) {
		k := routing.SKUKey{Supplier: in.Code, Product: in.Body.ProductCode}

		return portal.EmptyAnswer(s.Exclusions.Act(ctx, staff.By(ctx, in.Body.Reason), k, exclusions.Action(in.Body.Action)))
	})
}

func (s Services) exclusions(ctx context.Context, _ *portal.NoInput) (*portal.Body[SupplierExclusions], error) {
	rules, list, err := s.Exclusions.List(ctx)
	if err != nil {
		return nil, err
	}

	out := SupplierExclusions{
		Settings: ExclusionSettings{
			ExclusionRules: ExclusionRules{rules.On, rules.SpanMinutes, rules.Fewest, rules.FailedPercent, rules.PauseMinutes, rules.Successes},
			Reason:         rules.Reason, ChangedBy: rules.ChangedBy, ChangedAt: orNil(rules.ChangedAt),
		},
		Data: make([]SupplierExclusion, len(list)),
	}

	for i, one := range list {
		out.Data[i] = SupplierExclusion{
			Supplier: one.Supplier, ProductCode: one.Product, State: string(one.State), Since: one.Since, Until: orNil(one.Until), Ended: one.Ended,
			Failed: one.Failed, Pauses: one.Pauses, OneOf: one.OneOf, Succeeded: one.Tried.Succeeded, FailedTrial: one.Tried.Failed,
			Reason: one.Reason, ChangedBy: one.ChangedBy,
		}
	}

	return portal.Answer(out), nil
}
