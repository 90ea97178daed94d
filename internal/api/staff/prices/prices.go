// Package prices serves staff's calls about prices: changes to come and those that took effect, list prices, own prices of clients, and the
// import of changes with its preview.
package prices

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/identity"
	"loket/internal/platform/approval"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

const (
	tag     = "prices"
	perPage = 50
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Catalog  *catalog.Service
	Sheets   *sheets.Service
	Identity *identity.Service
}

// StaffPriceChange is a price or a cost that holds from a moment on.
type StaffPriceChange struct {
	ID          string    `json:"id" example:"12"`
	ProductCode string    `json:"productCode" example:"TSEL10"`
	ProductName string    `json:"productName"`
	ClientID    *int64    `json:"clientId" doc:"Whose own price it is; null: the list price, or a cost"`
	ClientName  string    `json:"clientName"`
	Supplier    string    `json:"supplier" doc:"Whose cost it is; empty: a price"`
	Amount      *int64    `json:"amount" doc:"Whole rupiah; null: the client's own price ends"`
	Before      *int64    `json:"before" doc:"What it replaced; null before it takes effect, and for the first own price"`
	EffectiveAt time.Time `json:"effectiveAt"`
	Status      string    `json:"status" enum:"scheduled,applied,cancelled"`
	Cause       string    `json:"cause" enum:"hand,import,rule,end" doc:"hand: staff set it; import: from a file or a supplier's list; rule: it follows a price rule; end: a price by hand ended"`
	CreatedBy   string    `json:"createdBy" example:"staff:citra"`
	Reason      string    `json:"reason"`
	CreatedAt   time.Time `json:"createdAt"`
}

// StaffPriceChangePage is a page of changes.
type StaffPriceChangePage struct {
	Data    []StaffPriceChange `json:"data" nullable:"false"`
	Page    int                `json:"page"`
	PerPage int                `json:"perPage"`
	Total   int                `json:"total" doc:"Of all pages"`
}

// SetPriceInput changes a price.
type SetPriceInput struct {
	Amount      *int64     `json:"amount,omitempty" minimum:"0" maximum:"1000000000000" doc:"Whole rupiah; of bills and open amounts our fee on top. Missing: the price by hand ends, and the price rule holds"`
	EffectiveAt *time.Time `json:"effectiveAt,omitempty" doc:"From when it holds; missing: at once. Below cost it is needed"`
	Until       *time.Time `json:"until,omitempty" doc:"When it ends: the price rule holds then, or without one the price before; missing: no end"`
	Reason      string     `json:"reason" maxLength:"500"`
}

// CancelPriceInput says why.
type CancelPriceInput struct {
	Reason string `json:"reason" maxLength:"500"`
}

type listChanges struct {
	Status      string `query:"status" enum:"scheduled,applied,cancelled" doc:"scheduled without it"`
	ProductCode string `query:"productCode" maxLength:"32" doc:"All without it"`
	Page        int    `query:"page" minimum:"1" maximum:"100000"`
}

type setPrice struct {
	Code string `path:"code" maxLength:"32" example:"TSEL10"`
	Body SetPriceInput
}

type cancelChange struct {
	ID   string `path:"id" maxLength:"19" example:"12"`
	Body CancelPriceInput
}

type waitingAnswer struct {
	Status int
	Body   staff.Waiting
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-price-changes", Method: http.MethodGet, Path: "/staff/v1/price-changes", Summary: "Changes of prices and costs", Tag: tag,
		Description: "Those to come in their order, others newest first. Without permission 73 own prices of clients are left out.",
		Access:      api.Needs(identity.ProductList), Client: api.AnyClient,
	}, s.list)

	api.Register(a, api.Operation{
		ID: "staff-list-client-prices", Method: http.MethodGet, Path: "/staff/v1/clients/{id}/prices", Summary: "Own prices of a client", Tag: tag,
		Access: api.Needs(identity.ClientPriceEdit), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.clientPrices)

	waits := map[int]string{http.StatusAccepted: "It waits for a second person, and nothing has changed yet"}

	api.Register(a, api.Operation{
		ID: "staff-set-price", Method: http.MethodPost, Path: "/staff/v1/products/{code}/price", Summary: "Change the list price of a product", Tag: tag,
		Access: api.Needs(identity.ProductEditPrice), Client: api.AnyClient, StepUp: true, Status: http.StatusOK, Faults: []fault.Definition{fault.ErrNotFound}, Also: waits,
		Example: SetPriceInput{Amount: new(int64(10_300)), Reason: "The supplier's price rose"},
	}, func(ctx context.Context, in *setPrice) (*waitingAnswer, error) {
		return s.set(ctx, catalog.PriceChange{ProductCode: in.Code, Amount: (*money.Rupiah)(in.Body.Amount)}, in.Body.EffectiveAt, in.Body.Until, in.Body.Reason)
	})

	api.Register(a, api.Operation{
		ID: "staff-set-client-price", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/prices", Summary: "Set or end the own price of a client", Tag: tag,
		Access: api.Needs(identity.ClientPriceEdit), Client: api.AnyClient, StepUp: true, Status: http.StatusOK, Faults: []fault.Definition{fault.ErrNotFound}, Also: waits,
		Example: SetClientPriceInput{ProductCode: "TSEL10", Amount: new(int64(10_200)), Reason: "Contract 14/2026"},
	}, s.setClientPrice)

	api.Register(a, api.Operation{
		ID: "staff-cancel-price-change", Method: http.MethodPost, Path: "/staff/v1/price-changes/{id}/cancel", Summary: "Cancel a change before it takes effect", Tag: tag,
		Description: "Where a price would be below cost without it, a second person decides. The own price of a client needs permission 73, too, a cost 35.",
		Access:      api.Needs(identity.ProductEditPrice), Client: api.AnyClient, StepUp: true, Status: http.StatusOK, Faults: []fault.Definition{fault.ErrNotFound}, Also: waits,
		Example: CancelPriceInput{Reason: "The supplier took it back"},
	}, s.cancel)

	registerImport(a, s)
	registerRules(a, s)
	registerSegments(a, s)
}

func (s Services) list(ctx context.Context, in *listChanges) (*portal.Body[StaffPriceChangePage], error) {
	in.Page = max(in.Page, 1)
	q := catalog.ChangeQuery{
		Product: in.ProductCode, Status: catalog.Scheduled, Skip: (in.Page - 1) * perPage, Limit: perPage,
		NoClients: portal.Caller(ctx).Require(identity.ClientPriceEdit) != nil,
	}

	if in.Status != "" {
		q.Status = catalog.ChangeStatus(in.Status)
	}

	list, total, err := s.Catalog.PriceChanges(ctx, q)
	if err != nil {
		return nil, err
	}

	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, err
	}

	names, out := s.namesOf(ctx), StaffPriceChangePage{Data: make([]StaffPriceChange, len(list)), Page: in.Page, PerPage: perPage, Total: total}

	for i, c := range list {
		if out.Data[i], err = show(snap, c, names); err != nil {
			return nil, err
		}
	}

	return portal.Answer(out), nil
}

// namesOf reads the name of each client once.
func (s Services) namesOf(ctx context.Context) func(id int64) (string, error) {
	names := map[int64]string{}

	return func(id int64) (string, error) {
		if name, read := names[id]; read || id == 0 {
			return name, nil
		}

		c, err := s.Identity.Client(ctx, id)
		names[id] = c.Name

		return c.Name, err
	}
}

func show(snap *catalog.Snapshot, c catalog.PriceChange, nameOf func(int64) (string, error)) (StaffPriceChange, error) {
	name, err := nameOf(c.ClientID)
	product, _ := snap.Product(c.ProductCode)

	return StaffPriceChange{
		ID: portal.FormatID(c.ID), ProductCode: c.ProductCode, ProductName: product.Name, ClientID: portal.OrNil(c.ClientID), ClientName: name,
		Supplier: c.Supplier, Amount: (*int64)(c.Amount), Before: (*int64)(c.Before), EffectiveAt: c.EffectiveAt, Status: string(c.Status), Cause: string(c.Cause),
		CreatedBy: c.CreatedBy, Reason: c.Reason, CreatedAt: c.CreatedAt,
	}, err
}

// by is who changes the catalogue. Error: fault.ErrValidation without a reason.
func by(ctx context.Context, reason string) (catalog.By, error) {
	b := staff.By(ctx, reason)

	return catalog.By{Actor: b.Actor, Reason: b.Reason, Address: b.Address}, b.Check(nil)
}

func (s Services) set(ctx context.Context, change catalog.PriceChange, from, until *time.Time, reason string) (*waitingAnswer, error) {
	author, err := by(ctx, reason)
	if err != nil {
		return nil, err
	}

	if from != nil {
		change.EffectiveAt = from.UTC()
	}

	var end time.Time
	if until != nil {
		end = until.UTC()
	}

	waiting, err := s.Catalog.SetPrice(ctx, change, end, author)

	return answer(waiting), err
}

func answer(waiting *approval.Approval) *waitingAnswer {
	if waiting == nil {
		return &waitingAnswer{Status: http.StatusOK}
	}

	return &waitingAnswer{http.StatusAccepted, staff.Waiting{ApprovalID: portal.FormatID(waiting.ID)}}
}

func (s Services) cancel(ctx context.Context, in *cancelChange) (*waitingAnswer, error) {
	author, err := by(ctx, in.Body.Reason)
	if err != nil {
		return nil, err
	}

	change, err := s.Catalog.PriceChange(ctx, portal.ParseID(in.ID))
	if err != nil {
		return nil, err
	}

	if err := mayChange(portal.Caller(ctx), change); err != nil {
		return nil, err
	}

	waiting, err := s.Catalog.CancelChange(ctx, change.ID, author)

	return answer(waiting), err
}

// mayChange reports whether staff with permission 34 may change a price of this kind.
func mayChange(caller *identity.Principal, c catalog.PriceChange) error {
	switch {
	case c.ClientID != 0:
		return caller.Require(identity.ClientPriceEdit)
	case c.Supplier != "":
		return caller.Require(identity.ProductEditProvider)
	}

	return nil
}
