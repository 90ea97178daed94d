// Package routing serves staff the rules by which orders get their suppliers.
package routing

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/orders/routing"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

const tag = "suppliers"

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Routing   *routing.Service
	Suppliers *supplier.Registry
}

// RoutingShare is a supplier of a rule.
type RoutingShare struct {
	Supplier string `json:"supplier" example:"digiflazz-a"`
	Weight   int64  `json:"weight" doc:"Its share of the orders, against those of the others; of the choice shares alone" example:"70"`
}

// RoutingRule orders the suppliers of the orders that meet all of its conditions. An empty condition is met by every order.
type RoutingRule struct {
	Name      string         `json:"name" maxLength:"60" example:"Telkomsel at night"`
	Groups    []string       `json:"groups" nullable:"false" doc:"Product groups: types of operators" example:"[\"mobile\"]"`
	Clients   []int64        `json:"clients" nullable:"false" doc:"Ids of clients"`
	Prefixes  []string       `json:"prefixes" nullable:"false" doc:"Beginnings of the destination, as orders have it" example:"[\"0812\"]"`
	From      int            `json:"from" minimum:"0" maximum:"23" doc:"First hour of the day in Jakarta"`
	To        int            `json:"to" minimum:"0" maximum:"23" doc:"Hour before which it ends, across midnight where it is less than from; the same: the whole day"`
	Strategy  string         `json:"strategy" enum:"fixed,cheapest,success,shares" doc:"fixed: as listed; cheapest: by recorded cost; success: by the lower bound of the success of the last hour; shares: each one for its share of the orders"`
	Suppliers []RoutingShare `json:"suppliers" nullable:"false" doc:"The only ones that it uses; empty: all that sell the product"`
}

// RoutingRules are the rules in their order: the first one that an order meets, and one of whose suppliers sells its product, holds.
type RoutingRules struct {
	Version   int64         `json:"version" doc:"For the next change; 0 before the first one"`
	Rules     []RoutingRule `json:"rules" nullable:"false"`
	Reason    string        `json:"reason" doc:"Of the last change; empty before the first one"`
	ChangedBy string        `json:"changedBy" example:"staff:budi"`
	ChangedAt *time.Time    `json:"changedAt"`
	MaxLoss   int64         `json:"maxLoss" doc:"How much more than the client pays a supplier may take: a setting"`
	Others    int           `json:"others" doc:"Percent of the orders of a rule by success that go to its other suppliers: a setting"`
	Suppliers []string      `json:"suppliers" nullable:"false" doc:"Those that are configured"`
}

// RoutingInput replaces the whole list.
type RoutingInput struct {
	Version int64         `json:"version" minimum:"0" doc:"Of the list that was changed"`
	Rules   []RoutingRule `json:"rules" nullable:"false" maxItems:"100"`
	Reason  string        `json:"reason" maxLength:"500"`
}

// RoutingTrialInput is an order that is only thought of.
type RoutingTrialInput struct {
	ProductCode   string `json:"productCode" maxLength:"50" example:"TSEL10"`
	ClientID      int64  `json:"clientId,omitempty" minimum:"0" doc:"0: one without a price or rule of its own"`
	DestinationNo string `json:"destinationNo,omitempty" maxLength:"50"`
	Hour          *int   `json:"hour,omitempty" minimum:"0" maximum:"23" doc:"Of the day in Jakarta; missing: now"`
}

// RoutingCandidate is a supplier that may be tried.
type RoutingCandidate struct {
	Supplier  string `json:"supplier"`
	SKU       string `json:"sku"`
	Cost      int64  `json:"cost" doc:"Recorded"`
	Percent   int    `json:"percent" doc:"How many of such orders have it as the first one"`
	Succeeded int64  `json:"succeeded" doc:"Purchases of the last hour in this product group"`
	Failed    int64  `json:"failed"`
	Bound     int    `json:"bound" doc:"Lower bound of their success, in percent"`
	Answers   bool   `json:"answers" doc:"Whether it takes purchases now, as this node sees it; one that doesn't is passed over while another one does"`
}

// RoutingLeftOut is a supplier that gets no such order.
type RoutingLeftOut struct {
	Supplier string `json:"supplier"`
	Cost     int64  `json:"cost" doc:"Recorded; 0 of one that doesn't sell the product"`
	Why      string `json:"why" enum:"not_sold,not_in_rule,too_dear,not_configured,excluded,trial" doc:"too_dear: it would be bought at a greater loss than the setting; excluded: the system switched it off since too much failed; trial: after that only some orders try it, first"`
}

// RoutingTrial is what the rules say of an order.
type RoutingTrial struct {
	Position   int                `json:"position" doc:"Of the rule in the list, from 1; 0: no rule, the preference of the catalogue holds"`
	Rule       string             `json:"rule" doc:"Its name; empty without a rule"`
	Strategy   string             `json:"strategy" enum:"fixed,cheapest,success,shares,preference"`
	Price      int64              `json:"price" doc:"What the client pays; of a bill our fee alone"`
	Hour       int                `json:"hour"`
	Candidates []RoutingCandidate `json:"candidates" nullable:"false" doc:"The first one is tried first"`
	LeftOut    []RoutingLeftOut   `json:"leftOut" nullable:"false"`
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-get-routing", Method: http.MethodGet, Path: "/staff/v1/routing", Summary: "Rules by which orders get their suppliers", Tag: tag,
		Access: api.Needs(identity.RoutingManage), Client: api.AnyClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[RoutingRules], error) {
		list, err := s.Routing.List(ctx)
		if err != nil {
			return nil, err
		}

		return portal.Answer(s.show(list)), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-replace-routing", Method: http.MethodPut, Path: "/staff/v1/routing", Summary: "Replace the rules of routing", Tag: tag,
		Description: "Takes the whole list in its order, with the version that was read. It holds for the next choice of a supplier; other nodes follow within 2 seconds. " +
			"Orders that wait at a supplier, and those with an unknown outcome, stay there.",
		Access: api.Needs(identity.RoutingManage), Client: api.AnyClient, Faults: []fault.Definition{routing.ErrChanged},
		Example: RoutingInput{Rules: []RoutingRule{{
			Name: "Telkomsel at night", Groups: []string{"mobile"}, Clients: []int64{}, Prefixes: []string{"0812"}, From: 22, To: 6, Strategy: "cheapest",
			Suppliers: []RoutingShare{},
		}}, Reason: "The first supplier is slow at night"},
	}, func(ctx context.Context, in *struct{ Body RoutingInput }) (*portal.Body[RoutingRules], error) {
		list, err := s.Routing.Replace(ctx, staff.By(ctx, in.Body.Reason), in.Body.Version, read(in.Body.Rules))
		if err != nil {
			return nil, err
		}

		return portal.Answer(s.show(list)), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-try-routing", Method: http.MethodPost, Path: "/staff/v1/routing/try", Summary: "Which suppliers an order would get", Tag: tag,
		Description: "By the stored rules. Nothing is ordered.",
		Access:      api.Needs(identity.RoutingManage), Client: api.AnyClient,
		Example: RoutingTrialInput{ProductCode: "TSEL10", ClientID: 1001, DestinationNo: "081234567890"},
	}, s.try)
}

func (s Services) show(l routing.List) RoutingRules {
	out := RoutingRules{
		Version: l.Version, Rules: make([]RoutingRule, len(l.Rules)), Reason: l.Reason, ChangedBy: l.ChangedBy,
		MaxLoss: int64(s.Routing.Options().MaxLoss), Others: s.Routing.Options().Others, Suppliers: []string{},
	}

	if !l.ChangedAt.IsZero() {
		out.ChangedAt = &l.ChangedAt
	}

	for i, r := range l.Rules {
		one := RoutingRule{
			Name: r.Name, Groups: append([]string{}, r.Groups...), Clients: append([]int64{}, r.Clients...), Prefixes: append([]string{}, r.Prefixes...),
			From: r.From, To: r.To, Strategy: string(r.Strategy), Suppliers: []RoutingShare{},
		}

		for _, share := range r.Suppliers {
			one.Suppliers = append(one.Suppliers, RoutingShare(share))
		}

		out.Rules[i] = one
	}

	for _, code := range s.Suppliers.Codes() {
		if code != supplier.Sandbox {
			out.Suppliers = append(out.Suppliers, code)
		}
	}

	return out
}

func read(list []RoutingRule) []routing.Rule {
	out := make([]routing.Rule, len(list))

	for i, r := range list {
		out[i] = routing.Rule{
			Name: r.Name, Groups: r.Groups, Clients: r.Clients, Prefixes: r.Prefixes, From: r.From, To: r.To, Strategy: routing.Strategy(r.Strategy),
		}

		for _, share := range r.Suppliers {
			out[i].Suppliers = append(out[i].Suppliers, routing.Share(share))
		}
	}

	return out
}

func (s Services) try(ctx context.Context, in *struct{ Body RoutingTrialInput }) (*portal.Body[RoutingTrial], error) {
	const whole = 100

	r, err := s.Routing.Try(ctx, routing.TryInput{
		ProductCode: in.Body.ProductCode, ClientID: in.Body.ClientID, Destination: in.Body.DestinationNo, Hour: in.Body.Hour,
	})
	if err != nil {
		return nil, err
	}

	out := RoutingTrial{
		Position: r.Position + 1, Strategy: "preference", Price: int64(r.Price), Hour: r.Hour, Candidates: []RoutingCandidate{}, LeftOut: []RoutingLeftOut{},
	}

	if r.Rule != nil {
		out.Rule, out.Strategy = r.Rule.Name, string(r.Rule.Strategy)
	}

	for _, c := range r.Candidates {
		out.Candidates = append(out.Candidates, RoutingCandidate{
			Supplier: c.Supplier, SKU: c.Code, Cost: int64(c.Cost), Percent: c.Percent, Succeeded: c.Succeeded, Failed: c.Failed,
			Bound: int(whole * c.LowerBound()), Answers: c.Answers,
		})
	}

	for _, one := range r.LeftOut {
		out.LeftOut = append(out.LeftOut, RoutingLeftOut{one.Supplier, int64(one.Cost), string(one.Why)})
	}

	return portal.Answer(out), nil
}
