package prices

import (
	"context"
	"net/http"
	"slices"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// maxRuleRows is the most changes that a preview lists; it counts all.
const maxRuleRows = 100

// PriceRuleReach says which prices a rule gives. At most one of category, operator and product is set, and one of client and segment.
type PriceRuleReach struct {
	OperatorType string `json:"operatorType" required:"false" maxLength:"64" doc:"Category of products; empty: not by category" example:"mobile"`
	OperatorCode string `json:"operatorCode" required:"false" maxLength:"64" doc:"Empty: not by operator"`
	ProductCode  string `json:"productCode" required:"false" maxLength:"32" doc:"Empty: not for one product"`
	ClientID     int64  `json:"clientId" required:"false" minimum:"0" maximum:"999999999" doc:"Whose own prices; 0: those of a segment, or the list prices"`
	Segment      string `json:"segment" required:"false" maxLength:"40" doc:"The own prices of which clients; empty: those of one client, or the list prices" example:"Gold"`
}

// PriceRuleAmounts say how a price follows from the cost.
type PriceRuleAmounts struct {
	Fixed       int64 `json:"fixed" minimum:"-1000000000" maximum:"1000000000" doc:"Whole rupiah, added to the cost" example:"100"`
	BasisPoints int64 `json:"basisPoints" minimum:"0" maximum:"10000" doc:"Of the cost, added; 100 are 1 %" example:"50"`
	Step        int64 `json:"step" minimum:"1" maximum:"1000000" doc:"The price is rounded up to a multiple of it" example:"25"`
	MinMargin   int64 `json:"minMargin" minimum:"-1000000000" maximum:"1000000000" doc:"The least that the price is above the cost" example:"100"`
}

// StaffPriceRule is a price rule.
type StaffPriceRule struct {
	PriceRuleReach
	PriceRuleAmounts

	ID           string    `json:"id" example:"3"`
	OperatorName string    `json:"operatorName"`
	ProductName  string    `json:"productName"`
	ClientName   string    `json:"clientName"`
	ChangedBy    string    `json:"changedBy" example:"staff:citra"`
	Reason       string    `json:"reason"`
	ChangedAt    time.Time `json:"changedAt"`
}

// PriceRuleList has all rules.
type PriceRuleList struct {
	Data []StaffPriceRule `json:"data" nullable:"false" doc:"Those for list prices first, then by segment, then by client; of these the more special ones last"`
}

// PriceRuleStep says whether a change is only previewed, or carried out.
type PriceRuleStep struct {
	Apply  bool   `json:"apply,omitempty" doc:"false: only the preview; nothing changes"`
	Tag    string `json:"tag,omitempty" maxLength:"64" doc:"That of the preview which is carried out; needed with apply"`
	Reason string `json:"reason,omitempty" maxLength:"500" doc:"Needed with apply"`
}

// PriceRuleInput stores a rule. It replaces the one with the same reach.
type PriceRuleInput struct {
	PriceRuleReach
	PriceRuleAmounts
	PriceRuleStep

	EndHand bool `json:"endHand,omitempty" doc:"Prices by hand in the reach of the rule end, and follow it"`
}

// RemovePriceRuleInput removes a rule.
type RemovePriceRuleInput struct {
	PriceRuleStep
}

// PriceRuleReport is what a change of the rules does, or did.
type PriceRuleReport struct {
	Rows       []PriceRuleRow `json:"rows" nullable:"false" doc:"The 100 greatest changes"`
	Prices     int            `json:"prices" doc:"How many prices change"`
	Products   int            `json:"products" doc:"Of how many products"`
	Clients    int            `json:"clients" doc:"How many clients' own prices change"`
	Below      int            `json:"below" doc:"How many are below the cost then"`
	Held       int            `json:"held" doc:"How many prices in the reach of the rule are set by hand; they stay without endHand"`
	Tag        string         `json:"tag" doc:"Of this preview"`
	Applied    bool           `json:"applied"`
	ApprovalID string         `json:"approvalId" doc:"Of the request that another member of staff decides, if the rule may give prices below cost; empty without one"`
}

// PriceRuleRow is a price that changes.
type PriceRuleRow struct {
	ProductCode string `json:"productCode"`
	ProductName string `json:"productName"`
	ClientID    *int64 `json:"clientId" doc:"Null: the list price"`
	ClientName  string `json:"clientName"`
	Before      *int64 `json:"before" doc:"Null: the client had no own price"`
	After       *int64 `json:"after" doc:"Null: the own price ends"`
	Cost        int64  `json:"cost"`
	Below       bool   `json:"below" doc:"What is paid then is below the cost"`
}

type setRule struct {
	Body PriceRuleInput
}

type removeRule struct {
	ID   string `path:"id" maxLength:"19" example:"3"`
	Body RemovePriceRuleInput
}

func registerRules(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-price-rules", Method: http.MethodGet, Path: "/staff/v1/price-rules", Summary: "Rules by which prices follow costs", Tag: tag,
		Description: "Without permission 73 rules of clients and segments are left out.",
		Access:      api.Needs(identity.ProductList), Client: api.AnyClient,
	}, s.rules)

	const steps = "Without apply it is the preview. With apply and the preview's tag the prices change at once, or wait for a second person. If the catalogue changed since " +
		"the preview, nothing is done. A rule of a client or segment needs permission 73, too."

	api.Register(a, api.Operation{
		ID: "staff-set-price-rule", Method: http.MethodPost, Path: "/staff/v1/price-rules", Summary: "Set a rule by which prices follow costs", Tag: tag,
		Description: "It replaces the rule with the same reach. " + steps, Cost: api.Bulk,
		Access: api.Needs(identity.ProductEditPrice), Client: api.AnyClient, StepUp: true, Status: http.StatusOK,
		Faults: []fault.Definition{fault.ErrNotFound, catalog.ErrPreview},
		Example: PriceRuleInput{
			PriceRuleReach: PriceRuleReach{OperatorType: "mobile"}, PriceRuleAmounts: PriceRuleAmounts{Fixed: 100, BasisPoints: 50, Step: 25, MinMargin: 100},
		},
	}, s.setRule)

	api.Register(a, api.Operation{
		ID: "staff-remove-price-rule", Method: http.MethodPost, Path: "/staff/v1/price-rules/{id}/remove", Summary: "Remove a rule by which prices follow costs", Tag: tag,
		Description: "List prices stay as they are, own prices by the rule end, unless a less special rule holds then. " + steps, Cost: api.Bulk,
		Access: api.Needs(identity.ProductEditPrice), Client: api.AnyClient, StepUp: true, Status: http.StatusOK,
		Faults:  []fault.Definition{fault.ErrNotFound, catalog.ErrPreview},
		Example: RemovePriceRuleInput{},
	}, s.removeRule)
}

func (s Services) rules(ctx context.Context, _ *portal.NoInput) (*portal.Body[PriceRuleList], error) {
	list, err := s.Catalog.PriceRules(ctx)
	if err != nil {
		return nil, err
	}

	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, err
	}

	nameOf, all := s.namesOf(ctx), portal.Caller(ctx).Require(identity.ClientPriceEdit) == nil
	out := PriceRuleList{Data: []StaffPriceRule{}}

	for _, r := range list {
		if (r.ClientID != 0 || r.Segment != "") && !all {
			continue
		}

		one, err := showRule(snap, r, nameOf)
		if err != nil {
			return nil, err
		}

		out.Data = append(out.Data, one)
	}

	return portal.Answer(out), nil
}

func showRule(snap *catalog.Snapshot, r catalog.PriceRule, nameOf func(int64) (string, error)) (StaffPriceRule, error) {
	client, err := nameOf(r.ClientID)
	product, _ := snap.Product(r.ProductCode)
	out := StaffPriceRule{
		ID: portal.FormatID(r.ID), PriceRuleReach: PriceRuleReach{r.OperatorType, r.OperatorCode, r.ProductCode, r.ClientID, r.Segment},
		PriceRuleAmounts: PriceRuleAmounts{int64(r.Fixed), r.BasisPoints, int64(r.Step), int64(r.MinMargin)},
		ProductName:      product.Name, ClientName: client, ChangedBy: r.ChangedBy, Reason: r.Reason, ChangedAt: r.ChangedAt,
	}

	for _, o := range snap.Operators() {
		if o.Code == r.OperatorCode {
			out.OperatorName = o.Name
		}
	}

	return out, err
}

func (s Services) setRule(ctx context.Context, in *setRule) (*portal.Body[PriceRuleReport], error) {
	b := in.Body

	if b.ClientID != 0 {
		if err := s.client(ctx, b.ClientID); err != nil {
			return nil, err
		}
	}

	return s.changeRule(ctx, catalog.RuleChange{EndHand: b.EndHand, PriceRule: catalog.PriceRule{
		OperatorType: b.OperatorType, OperatorCode: b.OperatorCode, ProductCode: b.ProductCode, ClientID: b.ClientID, Segment: b.Segment,
		Fixed: money.Rupiah(b.Fixed), BasisPoints: b.BasisPoints, Step: money.Rupiah(b.Step), MinMargin: money.Rupiah(b.MinMargin),
	}}, b.PriceRuleStep)
}

func (s Services) removeRule(ctx context.Context, in *removeRule) (*portal.Body[PriceRuleReport], error) {
	list, err := s.Catalog.PriceRules(ctx)
	if err != nil {
		return nil, err
	}

	id := portal.ParseID(in.ID)

	at := slices.IndexFunc(list, func(r catalog.PriceRule) bool { return r.ID == id })
	if at < 0 {
		return nil, fault.ErrNotFound.New()
	}

	return s.changeRule(ctx, catalog.RuleChange{PriceRule: list[at], Remove: true}, in.Body.PriceRuleStep)
}

// changeRule previews a change of the rules, or carries it out.
func (s Services) changeRule(ctx context.Context, change catalog.RuleChange, step PriceRuleStep) (*portal.Body[PriceRuleReport], error) {
	if change.ClientID != 0 || change.Segment != "" {
		if err := portal.Caller(ctx).Require(identity.ClientPriceEdit); err != nil {
			return nil, err
		}
	}

	return s.take(ctx, step, func() (catalog.RulePreview, error) { return s.Catalog.PreviewRule(ctx, change) },
		func(tag string, author catalog.By) (catalog.RulePreview, error) {
			return s.Catalog.ChangeRule(ctx, change, tag, author)
		})
}

// take takes a step: it previews a change, or carries it out.
func (s Services) take(
	ctx context.Context, step PriceRuleStep, look func() (catalog.RulePreview, error), carryOut func(tag string, author catalog.By) (catalog.RulePreview, error),
) (*portal.Body[PriceRuleReport], error) {
	if !step.Apply {
		preview, err := look()
		if err != nil {
			return nil, err
		}

		return portal.AnswerOr(s.showPreview(ctx, preview))
	}

	author, err := by(ctx, step.Reason)
	if err != nil {
		return nil, err
	}

	if step.Tag == "" {
		return nil, fault.InvalidField("tag", msgTag)
	}

	done, err := carryOut(step.Tag, author)
	if err != nil {
		return nil, err
	}

	return portal.AnswerOr(s.showPreview(ctx, done))
}

func (s Services) showPreview(ctx context.Context, p catalog.RulePreview) (PriceRuleReport, error) {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return PriceRuleReport{}, err
	}

	out := PriceRuleReport{Rows: []PriceRuleRow{}, Prices: len(p.Effects), Held: p.Held, Tag: p.Tag, Applied: p.Applied}
	nameOf, products, clients := s.namesOf(ctx), map[string]bool{}, map[int64]bool{}

	if p.Waiting != nil {
		out.ApprovalID = portal.FormatID(p.Waiting.ID)
	}

	for i, e := range p.Effects {
		products[e.ProductCode] = true

		if e.ClientID != 0 {
			clients[e.ClientID] = true
		}

		if e.Below {
			out.Below++
		}

		if i >= maxRuleRows {
			continue
		}

		name, err := nameOf(e.ClientID)
		if err != nil {
			return PriceRuleReport{}, err
		}

		product, _ := snap.Product(e.ProductCode)
		out.Rows = append(out.Rows, PriceRuleRow{
			ProductCode: e.ProductCode, ProductName: product.Name, ClientID: portal.OrNil(e.ClientID), ClientName: name,
			Before: (*int64)(e.Before), After: (*int64)(e.After), Cost: int64(e.Cost), Below: e.Below,
		})
	}

	out.Products, out.Clients = len(products), len(clients)

	return out, nil
}
