// Package products serves staff's calls about products: the list, one product with its suppliers, and their changes.
package products

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/backoffice/announcement"
	"loket/internal/catalog"
	"loket/internal/catalog/destination"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

const (
	tag     = "products"
	perPage = 25
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Catalog       *catalog.Service
	Announcements *announcement.Service
}

// StaffProduct is a product in the list.
type StaffProduct struct {
	Code          string               `json:"code" example:"TSEL10"`
	Name          string               `json:"name" example:"Telkomsel 10.000"`
	OperatorCode  string               `json:"operatorCode" example:"TSEL"`
	OperatorName  string               `json:"operatorName"`
	OperatorType  string               `json:"operatorType" example:"mobile"`
	Kind          string               `json:"kind" enum:"prepaid,postpaid,open" doc:"postpaid: a bill; open: the buyer gives the amount"`
	WalletType    string               `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Price         int64                `json:"price" doc:"List price in whole rupiah; of bills and open amounts our fee on top"`
	PriceByHand   bool                 `json:"priceByHand" doc:"Staff set the list price: no price rule changes it"`
	Active        bool                 `json:"active"`
	Problem       bool                 `json:"problem" doc:"Orders are refused while it is true"`
	ProblemText   string               `json:"problemText" doc:"What clients read in English; also of a problem to come"`
	ProblemTextID string               `json:"problemTextId" doc:"And in Indonesian"`
	ProblemFrom   *time.Time           `json:"problemFrom" doc:"When it began, or will begin while problem is false; null if that is not known, or none is to come"`
	ProblemUntil  *time.Time           `json:"problemUntil" doc:"When it ends by itself; null: when staff end it"`
	CutOff        *catalog.CutOffTimes `json:"cutOff" doc:"When no orders are taken, each day; null if they always are"`
	Supplier      string               `json:"supplier" doc:"The preferred one; empty if nobody sells it"`
	Cost          *int64               `json:"cost" doc:"Recorded at the preferred supplier; null without one"`
	Suppliers     int                  `json:"suppliers" doc:"How many sell it"`
}

// StaffProductPage is a page of products.
type StaffProductPage struct {
	Data    []StaffProduct `json:"data" nullable:"false"`
	Page    int            `json:"page"`
	PerPage int            `json:"perPage"`
	Total   int            `json:"total" doc:"Of all pages"`
}

// StaffProductDetail is a product with all that the catalogue has of it.
type StaffProductDetail struct {
	StaffProduct

	Description      string             `json:"description"`
	RecommendedPrice *int64             `json:"recommendedPrice" doc:"Recommended selling price; null without one"`
	MinAmount        *int64             `json:"minAmount" doc:"Least amount of an open amount; null without one"`
	MaxAmount        *int64             `json:"maxAmount" doc:"Greatest amount of an open amount; null without one"`
	Destination      ProductDestination `json:"destination"`
	SKUs             []SKUOfProduct     `json:"skus" nullable:"false" doc:"At its suppliers, the preferred one first, inactive ones too"`
	UpdatedAt        time.Time          `json:"updatedAt"`
}

// ProductDestination is what destinations of a product look like.
type ProductDestination struct {
	Form      string   `json:"form" enum:"mobile,digits,customer,plate,abroad,game,text"`
	MinLength int      `json:"minLength"`
	MaxLength int      `json:"maxLength"`
	Example   string   `json:"example"`
	Text      string   `json:"text" doc:"The form in words, in the language of the caller; may be empty"`
	Parts     []string `json:"parts" nullable:"false" doc:"Of a game"`
}

// SKUOfProduct is a product's code at a supplier.
type SKUOfProduct struct {
	Supplier   string `json:"supplier" example:"digiflazz-a"`
	SKU        string `json:"sku" doc:"The supplier's own code"`
	Preference int64  `json:"preference" doc:"1 is tried first, unless a rule of routing says otherwise"`
	Cost       int64  `json:"cost" doc:"Recorded, in whole rupiah"`
	Active     bool   `json:"active"`
}

// ProductChoices are what a list of products can be narrowed by.
type ProductChoices struct {
	Operators []ChoiceOfOperator `json:"operators" nullable:"false"`
	Suppliers []string           `json:"suppliers" nullable:"false" doc:"That sell a product"`
}

// ChoiceOfOperator is a brand or biller.
type ChoiceOfOperator struct {
	Code string `json:"code" example:"TSEL"`
	Name string `json:"name" example:"Telkomsel"`
	Type string `json:"type" example:"mobile"`
}

// ProductPath names a product. It is exported because huma only reads exported embedded structs.
type ProductPath struct {
	Code string `path:"code" maxLength:"32" example:"TSEL10"`
}

type listProducts struct {
	Search       string `query:"search" maxLength:"100" doc:"Words of code or name; a product has all of them"`
	OperatorType string `query:"operatorType" maxLength:"64" example:"mobile"`
	OperatorCode string `query:"operatorCode" maxLength:"64" example:"TSEL"`
	Supplier     string `query:"supplier" maxLength:"64" doc:"One that sells the product" example:"digiflazz-a"`
	Status       string `query:"status" enum:"active,inactive,problem" doc:"Without it all"`
	Page         int    `query:"page" minimum:"1" maximum:"100000"`
}

func (in *listProducts) filter() catalog.Filter {
	f := catalog.Filter{Search: in.Search, OperatorType: in.OperatorType, OperatorCode: in.OperatorCode, Supplier: in.Supplier}

	switch in.Status {
	case "active", "inactive":
		f.Active = new(in.Status == "active")
	case "problem":
		f.Problem = new(true)
	}

	return f
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-products", Method: http.MethodGet, Path: "/staff/v1/products", Summary: "Products with list prices and recorded costs", Tag: tag,
		Description: "Sorted by code, numbers in it by value.",
		Access:      api.Needs(identity.ProductList), Client: api.AnyClient,
	}, s.list)

	api.Register(a, api.Operation{
		ID: "staff-list-product-choices", Method: http.MethodGet, Path: "/staff/v1/product-choices", Summary: "Operators and suppliers of products", Tag: tag,
		Access: api.Needs(identity.ProductList), Client: api.AnyClient,
	}, s.choices)

	api.Register(a, api.Operation{
		ID: "staff-get-product", Method: http.MethodGet, Path: "/staff/v1/products/{code}", Summary: "A product with its suppliers", Tag: tag,
		Access: api.Needs(identity.ProductList), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *ProductPath) (*portal.Body[StaffProductDetail], error) {
		return portal.AnswerOr(s.detail(ctx, in.Code))
	})

	registerChanges(a, s)
}

func (s Services) list(ctx context.Context, in *listProducts) (*portal.Body[StaffProductPage], error) {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, err
	}

	in.Page = max(in.Page, 1)
	list, total := snap.Page(in.filter(), in.Page, perPage)
	out := StaffProductPage{Data: make([]StaffProduct, len(list)), Page: in.Page, PerPage: perPage, Total: total}

	for i, p := range list {
		out.Data[i] = show(snap, p)
	}

	return portal.Answer(out), nil
}

func (s Services) choices(ctx context.Context, _ *portal.NoInput) (*portal.Body[ProductChoices], error) {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, err
	}

	out := ProductChoices{Operators: []ChoiceOfOperator{}, Suppliers: snap.Suppliers()}

	for _, o := range snap.Operators() {
		out.Operators = append(out.Operators, ChoiceOfOperator{o.Code, o.Name, o.Type})
	}

	return portal.Answer(out), nil
}

func (s Services) detail(ctx context.Context, code string) (StaffProductDetail, error) {
	skus, err := s.Catalog.SKUsOf(ctx, code)
	if err != nil {
		return StaffProductDetail{}, err
	}

	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return StaffProductDetail{}, err
	}

	p, found := snap.Product(code)
	if !found {
		return StaffProductDetail{}, fault.ErrNotFound.New()
	}

	out := StaffProductDetail{
		StaffProduct: show(snap, p), Description: p.Description, RecommendedPrice: portal.OrNil(int64(p.RecommendedPrice)),
		MinAmount: portal.OrNil(int64(p.MinAmount)), MaxAmount: portal.OrNil(int64(p.MaxAmount)),
		Destination: showDestination(destination.FormOf(p.Destination()), api.LanguageOf(ctx)), SKUs: make([]SKUOfProduct, len(skus)), UpdatedAt: p.UpdatedAt,
	}

	for i, k := range skus {
		out.SKUs[i] = SKUOfProduct{k.Supplier, k.Code, k.Preference, int64(k.Cost), k.Active}
	}

	return out, nil
}

func show(snap *catalog.Snapshot, p catalog.Product) StaffProduct {
	out := StaffProduct{
		Code: p.Code, Name: p.Name, OperatorCode: p.OperatorCode, OperatorName: p.OperatorName, OperatorType: p.OperatorType, Kind: string(p.Kind),
		WalletType: p.WalletType, Price: int64(p.Price), PriceByHand: p.PriceByHand, Active: p.Active, Problem: p.Problem,
		ProblemText: p.ProblemText(language.English), ProblemTextID: p.ProblemText(language.Indonesian),
		ProblemFrom: portal.OrNil(p.ProblemFrom), ProblemUntil: portal.OrNil(p.ProblemUntil), CutOff: p.CutOff.Times(),
	}

	if skus := snap.SKUs(p.Code); len(skus) > 0 {
		out.Supplier, out.Cost, out.Suppliers = skus[0].Supplier, new(int64(skus[0].Cost)), len(skus)
	}

	return out
}

func showDestination(f destination.Writing, l language.Language) ProductDestination {
	out := ProductDestination{
		Form: string(f.Kind), MinLength: f.Least, MaxLength: f.Most, Example: f.Example, Text: f.Message.In(l), Parts: make([]string, len(f.Parts)),
	}

	for i, part := range f.Parts {
		out.Parts[i] = part.Label().In(l)
	}

	return out
}
