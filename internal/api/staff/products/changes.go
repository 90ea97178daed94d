package products

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// ChangeProductInput changes a product. What is missing stays.
type ChangeProductInput struct {
	Name             *string            `json:"name,omitempty" maxLength:"120"`
	Description      *string            `json:"description,omitempty" maxLength:"1000" doc:"Needs permission 33"`
	RecommendedPrice *int64             `json:"recommendedPrice,omitempty" minimum:"0" maximum:"1000000000000" doc:"0: none"`
	MinAmount        *int64             `json:"minAmount,omitempty" minimum:"0" maximum:"1000000000000" doc:"Of an open amount; 0: no limit"`
	MaxAmount        *int64             `json:"maxAmount,omitempty" minimum:"0" maximum:"1000000000000"`
	Active           *bool              `json:"active,omitempty" doc:"Needs permission 31"`
	CutOff           *CutOffTimesOfEdit `json:"cutOff,omitempty" doc:"Needs permission 31"`
	Reason           string             `json:"reason" maxLength:"500"`
}

// CutOffTimesOfEdit is when no orders are taken, each day in Jakarta. The same time twice: they always are.
type CutOffTimesOfEdit struct {
	From string `json:"from" maxLength:"5" example:"23:00"`
	To   string `json:"to" maxLength:"5" example:"01:00"`
}

// ProductProblemInput says that a product has a problem, or has none any more.
type ProductProblemInput struct {
	Problem  bool       `json:"problem" doc:"false: none any more, and none to come"`
	Text     string     `json:"text,omitempty" maxLength:"200" doc:"What clients read in English"`
	TextID   string     `json:"textId,omitempty" maxLength:"200" doc:"And in Indonesian; one language is enough"`
	From     *time.Time `json:"from,omitempty" doc:"When it begins; missing: now"`
	Until    *time.Time `json:"until,omitempty" doc:"When it ends by itself; missing: when somebody ends it"`
	Operator bool       `json:"operator,omitempty" doc:"For all products of the same operator"`
	Tell     bool       `json:"tellClients,omitempty" doc:"Tell the clients that bought one of the products in the last 30 days, by an announcement while it lasts and a mail; needs permission 413"`
	Reason   string     `json:"reason" maxLength:"500"`
}

// ProductProblem is the product after it, and how many were changed.
type ProductProblem struct {
	StaffProductDetail

	Changed int `json:"changed"`
	Clients int `json:"clients" doc:"How many clients are told"`
}

// ProductSuppliersInput is the order of the suppliers.
type ProductSuppliersInput struct {
	Suppliers []SupplierOfProduct `json:"suppliers" nullable:"false" maxItems:"100" doc:"Each supplier of the product once; the first one is preferred"`
	Reason    string              `json:"reason" maxLength:"500"`
}

// SupplierOfProduct is a supplier in its place.
type SupplierOfProduct struct {
	Supplier string `json:"supplier" maxLength:"64" example:"digiflazz-a"`
	Active   bool   `json:"active" doc:"Whether it gets orders of the product"`
}

type changeProduct struct {
	ProductPath

	Body ChangeProductInput
}

type setProblem struct {
	ProductPath

	Body ProductProblemInput
}

type setSuppliers struct {
	ProductPath

	Body ProductSuppliersInput
}

func registerChanges(a *api.API, s Services) {
	notFound := []fault.Definition{fault.ErrNotFound}

	api.Register(a, api.Operation{
		ID: "staff-change-product", Method: http.MethodPatch, Path: "/staff/v1/products/{code}", Summary: "Change a product; what is missing stays", Tag: tag,
		Description: "Prices have calls of their own.",
		Access:      api.Needs(identity.ProductUpdate), Client: api.AnyClient, Faults: notFound,
		Example: map[string]any{"active": false, "reason": "The operator ended it"},
	}, s.change)

	api.Register(a, api.Operation{
		ID: "staff-set-product-problem", Method: http.MethodPost, Path: "/staff/v1/products/{code}/problem", Summary: "Say that a product has a problem, or none any more", Tag: tag,
		Description: "Orders are refused while it lasts. It begins and ends at its times on all nodes, without anybody. Clients get the events product.disturbed and product.restored then. What clients were told about an earlier problem of the products ends.",
		Access:      api.Needs(identity.ProductEditProblem), Client: api.AnyClient, Faults: notFound,
		Example: ProductProblemInput{Problem: true, Text: "The operator is slow", TextID: "Operator lambat", Reason: "Chat of 14:02"},
	}, s.problem)

	api.Register(a, api.Operation{
		ID: "staff-set-product-suppliers", Method: http.MethodPut, Path: "/staff/v1/products/{code}/suppliers", Summary: "Order the suppliers of a product, and switch them on or off", Tag: tag,
		Description: "Refused if the product would be sold below the cost of the first one.",
		Access:      api.Needs(identity.ProductEditProvider), Client: api.AnyClient, Faults: notFound,
		Example: ProductSuppliersInput{Suppliers: []SupplierOfProduct{{"digiflazz-b", true}, {"digiflazz-a", false}}, Reason: "The first one is out of stock"},
	}, s.suppliers)
}

// by is who changes the catalogue. Error: fault.ErrValidation without a reason.
func by(ctx context.Context, reason string) (catalog.By, error) {
	b := staff.By(ctx, reason)

	return catalog.By{Actor: b.Actor, Reason: b.Reason, Address: b.Address}, b.Check(nil)
}

func (s Services) change(ctx context.Context, in *changeProduct) (*portal.Body[StaffProductDetail], error) {
	author, err := by(ctx, in.Body.Reason)
	if err != nil {
		return nil, err
	}

	if err := in.Body.require(portal.Caller(ctx)); err != nil {
		return nil, err
	}

	c := catalog.ProductChange{
		Name: in.Body.Name, Description: in.Body.Description, RecommendedPrice: rupiah(in.Body.RecommendedPrice),
		MinAmount: rupiah(in.Body.MinAmount), MaxAmount: rupiah(in.Body.MaxAmount), Active: in.Body.Active,
	}

	if in.Body.CutOff != nil {
		if c.CutOff, err = in.Body.CutOff.read(); err != nil {
			return nil, err
		}
	}

	if _, err := s.Catalog.ChangeProduct(ctx, in.Code, c, author); err != nil {
		return nil, err
	}

	return portal.AnswerOr(s.detail(ctx, in.Code))
}

// require refuses a change of what the caller may not change.
func (in ChangeProductInput) require(caller *identity.Principal) error {
	if in.Description != nil {
		if err := caller.Require(identity.ProductEditDescription); err != nil {
			return err
		}
	}

	if in.Active != nil || in.CutOff != nil {
		return caller.Require(identity.ProductEditStatus)
	}

	return nil
}

func (in CutOffTimesOfEdit) read() (*catalog.CutOff, error) {
	from, err := clock.ParseTimeOfDay(in.From)
	if err != nil {
		return nil, fault.InvalidField("cutOff.from", msgTimeOfDay)
	}

	to, err := clock.ParseTimeOfDay(in.To)
	if err != nil {
		return nil, fault.InvalidField("cutOff.to", msgTimeOfDay)
	}

	return &catalog.CutOff{From: from, To: to}, nil
}

func rupiah(v *int64) *money.Rupiah {
	if v == nil {
		return nil
	}

	return new(money.Rupiah(*v))
}

func (s Services) problem(ctx context.Context, in *setProblem) (*portal.Body[ProductProblem], error) {
	author, err := by(ctx, in.Body.Reason)
	if err != nil {
		return nil, err
	}

	if in.Body.Tell {
		if err := portal.Caller(ctx).Require(identity.AnnouncementSend); err != nil {
			return nil, err
		}
	}

	before, err := s.detail(ctx, in.Code)
	if err != nil {
		return nil, err
	}

	which := catalog.Choice{Product: in.Code}
	if in.Body.Operator {
		which = catalog.Choice{Operator: before.OperatorCode}
	}

	problem := catalog.Problem{On: in.Body.Problem, English: in.Body.Text, Indonesian: in.Body.TextID}
	if in.Body.From != nil {
		problem.From = in.Body.From.UTC()
	}

	if in.Body.Until != nil {
		problem.Until = in.Body.Until.UTC()
	}

	n, told, err := s.Announcements.SetProblem(ctx, which, problem, in.Body.Tell, author)
	if err != nil {
		return nil, err
	}

	after, err := s.detail(ctx, in.Code)

	return portal.Answer(ProductProblem{after, n, told}), err
}

func (s Services) suppliers(ctx context.Context, in *setSuppliers) (*portal.Body[StaffProductDetail], error) {
	author, err := by(ctx, in.Body.Reason)
	if err != nil {
		return nil, err
	}

	list := make([]catalog.SupplierChoice, len(in.Body.Suppliers))
	for i, one := range in.Body.Suppliers {
		list[i] = catalog.SupplierChoice{Supplier: one.Supplier, Active: one.Active}
	}

	if _, err := s.Catalog.SetSuppliers(ctx, in.Code, list, author); err != nil {
		return nil, err
	}

	return portal.AnswerOr(s.detail(ctx, in.Code))
}
