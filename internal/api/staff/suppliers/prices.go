package suppliers

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/pricelist"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

const skusPerPage = 50

// PriceListChanges are what changed in a supplier's price list.
type PriceListChanges struct {
	ReadAt  *time.Time        `json:"readAt" doc:"When the list was read last; null before the first time"`
	TakenAt *time.Time        `json:"takenAt" doc:"When the last list was read that was taken; null before the first one"`
	Failure string            `json:"failure" enum:",limited,refused,broken,none" doc:"Why the last reading was not taken. limited: read too often; refused: the supplier refused the call; broken: more than half of the codes were missing; none: no usable answer; empty if it was taken"`
	Listed  int64             `json:"listed" doc:"Rows of the last list that was taken"`
	Waiting []PriceListChange `json:"waiting" nullable:"false" doc:"For a person, the oldest first"`
	Others  []PriceListChange `json:"others" nullable:"false" doc:"The last 50 that don't wait, the newest first"`
}

// PriceListChange is a change in a supplier's price list. Amounts are whole rupiah.
type PriceListChange struct {
	ID          string         `json:"id" example:"14"`
	SKU         string         `json:"sku" example:"tsel10"`
	Name        string         `json:"name" doc:"At the supplier"`
	ProductCode string         `json:"productCode" doc:"Ours; empty without one"`
	Kind        string         `json:"kind" enum:"price,new,gone"`
	State       string         `json:"state" enum:"waiting,applied,left,outdated,noted" doc:"applied: the price is the recorded cost; left: the cost stayed as it was; outdated: the price changed again before a person decided; noted: nothing was to be decided"`
	Cause       string         `json:"cause" enum:",below,jump" doc:"Why it waits, or did. below: a client pays less; jump: it changed by more than the setting --price-jump; empty if it didn't wait"`
	Before      int64          `json:"before" doc:"The recorded cost; of a code that is gone its last price"`
	After       int64          `json:"after" doc:"The new price; 0 of a code that is gone, and of bills"`
	Concerns    []PriceConcern `json:"concerns" nullable:"false" doc:"Of a change that waits: who pays less than the new price, at most 20"`
	Clients     int            `json:"clients" doc:"Of a change that waits: how many clients have a price of their own that is less"`
	SeenAt      time.Time      `json:"seenAt"`
	DecidedBy   string         `json:"decidedBy" doc:"Empty where no person decided" example:"staff:budi"`
	Reason      string         `json:"reason" doc:"Of the decision"`
}

// PriceConcern is a client who pays less than a new price.
type PriceConcern struct {
	ClientID int64 `json:"clientId" doc:"0: all who pay the list price"`
	Price    int64 `json:"price"`
}

// PriceDecisionInput decides a change of a price.
type PriceDecisionInput struct {
	Apply  bool   `json:"apply" doc:"true: the new price becomes the recorded cost; false: the cost stays as it is until the next price"`
	Reason string `json:"reason" maxLength:"500"`
}

// ListedSKUs are our products at a supplier.
type ListedSKUs struct {
	Data    []ListedSKU `json:"data" nullable:"false"`
	Total   int         `json:"total" doc:"Of all pages"`
	PerPage int         `json:"perPage"`
	All     int         `json:"all" doc:"That match the search"`
	Above   int         `json:"above" doc:"Of these: the last price seen is above the recorded cost"`
	Below   int         `json:"below" doc:"Of these: the list price is below the recorded cost"`
	NotSold int         `json:"notSold" doc:"Of these: the supplier doesn't sell it at present"`
}

// ListedSKU is one of our products at a supplier. Amounts are whole rupiah.
type ListedSKU struct {
	ProductCode string `json:"productCode" example:"TSEL10"`
	Name        string `json:"name"`
	SKU         string `json:"sku" doc:"The supplier's code"`
	Prepaid     bool   `json:"prepaid" doc:"Others have no cost; their price is our fee on top"`
	Cost        int64  `json:"cost" doc:"Recorded"`
	LastSeen    *int64 `json:"lastSeen" doc:"In the supplier's last list; null where it has none"`
	Price       int64  `json:"price" doc:"Our list price"`
	Position    int64  `json:"position" doc:"1 is tried first"`
	Of          int    `json:"of" doc:"How many suppliers sell the product"`
	State       string `json:"state" enum:"active,problem,off,inactive,gone" doc:"problem: we say that deliveries are slow or failing; off: we don't sell the product; inactive: the supplier has it switched off; gone: the supplier doesn't list it any more"`
}

type decidePrice struct {
	Code string `path:"code" maxLength:"64"`
	ID   string `path:"id" maxLength:"19"`
	Body PriceDecisionInput
}

type listSKUs struct {
	Code string `path:"code" maxLength:"64"`
	Text string `query:"q" maxLength:"100" doc:"Words of the product's code or name, or of the supplier's code"`
	Only string `query:"only" enum:"above,below,not_sold" doc:"above: the last price seen is above the recorded cost; below: the list price is below it; not_sold: the supplier doesn't sell it at present"`
	Page int    `query:"page" minimum:"1" maximum:"10000" default:"1"`
}

func registerPrices(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-supplier-skus", Method: http.MethodGet, Path: "/staff/v1/suppliers/{code}/skus", Summary: "Our products at a supplier", Tag: tag,
		Access: api.Needs(identity.SupplierManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.skus)

	api.Register(a, api.Operation{
		ID: "staff-list-supplier-prices", Method: http.MethodGet, Path: "/staff/v1/suppliers/{code}/price-changes", Summary: "What changed in a supplier's price list", Tag: tag,
		Access: api.Needs(identity.SupplierManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.priceChanges)

	api.Register(a, api.Operation{
		ID: "staff-decide-supplier-price", Method: http.MethodPost, Path: "/staff/v1/suppliers/{code}/price-changes/{id}", Summary: "Apply or leave a price of a supplier", Tag: tag,
		Description: "The recorded cost decides where orders are bought; nobody's price changes. NotFoundError also where it doesn't wait any more.",
		Access:      api.Needs(identity.SupplierManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
		Example: PriceDecisionInput{Apply: true, Reason: "Announced by the supplier"},
	}, func(ctx context.Context, in *decidePrice) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Prices.Decide(ctx, staff.By(ctx, in.Body.Reason), in.Code, portal.ParseID(in.ID), in.Body.Apply))
	})
}

// known reports whether a supplier is one that staff see.
func (s Services) known(code string) bool {
	_, ok := s.Suppliers.Get(code)

	return ok && code != supplier.Sandbox
}

func (s Services) skus(ctx context.Context, in *listSKUs) (*portal.Body[ListedSKUs], error) {
	if !s.known(in.Code) {
		return nil, fault.ErrNotFound.New()
	}

	page, err := s.Prices.SKUs(ctx, in.Code, in.Text, pricelist.Only(in.Only), in.Page, skusPerPage)
	if err != nil {
		return nil, err
	}

	out := ListedSKUs{
		Data: make([]ListedSKU, len(page.List)), Total: page.Total, PerPage: skusPerPage, All: page.Counts[pricelist.All],
		Above: page.Counts[pricelist.Above], Below: page.Counts[pricelist.BelowCost], NotSold: page.Counts[pricelist.NotSold],
	}

	for i, k := range page.List {
		out.Data[i] = showSKU(k)
	}

	return portal.Answer(out), nil
}

func showSKU(k pricelist.SKU) ListedSKU {
	out := ListedSKU{
		ProductCode: k.ProductCode, Name: k.Name, SKU: k.Code, Prepaid: k.Prepaid, Cost: int64(k.Cost), Price: int64(k.Price), Position: k.Preference,
		Of: k.Of, State: "active",
	}

	if k.LastSeen != nil {
		seen := int64(*k.LastSeen)
		out.LastSeen = &seen
	}

	switch {
	case !k.On:
		out.State = "off"
	case k.Listed != "" && k.Listed != out.State:
		out.State = k.Listed
	case k.Problem:
		out.State = "problem"
	}

	return out
}

func (s Services) priceChanges(ctx context.Context, in *ofSupplier) (*portal.Body[PriceListChanges], error) {
	if !s.known(in.Code) {
		return nil, fault.ErrNotFound.New()
	}

	last, err := s.Prices.Last(ctx, in.Code)
	if err != nil {
		return nil, err
	}

	waiting, others, err := s.Prices.Changes(ctx, in.Code)
	if err != nil {
		return nil, err
	}

	out := PriceListChanges{
		ReadAt: orNil(last.At), TakenAt: orNil(last.TakenAt), Failure: last.Failure, Listed: last.Rows,
		Waiting: make([]PriceListChange, len(waiting)), Others: make([]PriceListChange, len(others)),
	}

	for i, c := range waiting {
		out.Waiting[i] = showChange(c.Record)
		out.Waiting[i].Clients = c.Clients

		for _, one := range c.Concerns {
			out.Waiting[i].Concerns = append(out.Waiting[i].Concerns, PriceConcern{one.ClientID, int64(one.Price)})
		}
	}

	for i, c := range others {
		out.Others[i] = showChange(c)
	}

	return portal.Answer(out), nil
}

func showChange(c pricelist.Record) PriceListChange {
	return PriceListChange{
		ID: portal.FormatID(c.ID), SKU: c.SKU, Name: c.Name, ProductCode: c.Product, Kind: string(c.Kind), State: string(c.State), Cause: string(c.Cause),
		Before: int64(c.Before), After: int64(c.After), Concerns: []PriceConcern{}, SeenAt: c.SeenAt, DecidedBy: c.DecidedBy, Reason: c.Reason,
	}
}
