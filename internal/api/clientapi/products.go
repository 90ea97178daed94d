package clientapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/catalog"
	"loket/internal/catalog/destination"
	"loket/internal/identity"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

// Product is one row of the client's price list.
type Product struct {
	Code         string `json:"code" example:"TSEL10"`
	Name         string `json:"name" example:"Telkomsel 10.000"`
	Description  string `json:"description" doc:"In the language of the caller; may be empty"`
	Kind         string `json:"kind" enum:"prepaid,bill,open_amount" doc:"prepaid: costs price. bill: look it up first; it costs the bill and price. open_amount: you send amount; it costs amount and price"`
	OperatorType string `json:"operatorType" example:"mobile"`
	OperatorCode string `json:"operatorCode" example:"TSEL"`
	WalletType   string `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Price        int64  `json:"price" doc:"Whole rupiah; of bills and open amounts the fee on top" example:"10250"`
	MinAmount    *int64 `json:"minAmount,omitempty" doc:"Least amount of an open amount, whole rupiah; absent without one"`
	MaxAmount    *int64 `json:"maxAmount,omitempty" doc:"Greatest amount of an open amount, whole rupiah; absent without one"`
	Active       bool   `json:"active"`
	Problem      bool   `json:"problem" doc:"Orders are refused while it is true"`

	ProblemReason string               `json:"problemReason,omitempty" doc:"Why, in the language of the caller; absent if nothing was said"`
	CutOff        *catalog.CutOffTimes `json:"cutOff,omitempty" doc:"When no orders are taken, each day; absent if they always are"`
	Destination   DestinationForm      `json:"destination"`
	ChangedAt     time.Time            `json:"changedAt" doc:"When the product, its list price, its problem or its cut-off changed last; prices of your own come by the event price.changed"`
}

// DestinationForm is what destinations of a product look like.
type DestinationForm struct {
	Form      string            `json:"form" enum:"mobile,digits,customer,plate,abroad,game,text" doc:"mobile: 08...; digits; customer: letters and digits as the biller prints them; plate: of a vehicle, or a payment code; abroad: with the country's code; game: parts with a blank between; text"`
	MinLength int               `json:"minLength" doc:"Characters of the form that an order's answer has" example:"10"`
	MaxLength int               `json:"maxLength" example:"13"`
	Example   string            `json:"example" example:"081134567890"`
	Text      string            `json:"text,omitempty" doc:"The form in words, in the language of the caller; absent where nothing is known"`
	Parts     []DestinationPart `json:"parts,omitempty" doc:"Of form game alone, in their order"`
}

// DestinationPart is one part of the destination of a game.
type DestinationPart struct {
	Name    string              `json:"name" enum:"userId,zoneId,server"`
	Form    string              `json:"form" enum:"digits,word,riot,text,list"`
	Example string              `json:"example" example:"2010"`
	Options []DestinationOption `json:"options,omitempty" doc:"Of form list alone"`
}

// DestinationOption is a choice of a part.
type DestinationOption struct {
	Code  string `json:"code" doc:"What the destination has" example:"os_asia"`
	Label string `json:"label" example:"Asia"`
}

type listProducts struct {
	OperatorType string `query:"operatorType" maxLength:"64" example:"mobile"`
	OperatorCode string `query:"operatorCode" maxLength:"64" example:"TSEL"`
	Search       string `query:"search" maxLength:"100" doc:"Words of code or name; a product has all of them"`
	IfNoneMatch  string `header:"If-None-Match" doc:"ETag of the list that you have: 304 without a body if it is still the same"`
}

type productsAnswer struct {
	Status int
	ETag   string `header:"ETag" doc:"Of this list: it changes with anything in it"` //nolint:tagliatelle // as RFC 9110 writes it
	Body   Data[[]Product]
}

func registerProducts(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-products", Method: http.MethodGet, Path: "/h2h/v1/products", Summary: "Your price list", Tag: tag,
		Description: "Compressed with Accept-Encoding: gzip. Keep the ETag and send it as If-None-Match with the same parameters: while nothing has changed, the answer is 304 without a body.",
		Cost:        api.Sums, Access: api.WithAPIKey(identity.ProductsRead), Client: api.CallersClient, Compressed: true,
		Also: map[int]string{http.StatusNotModified: "The list is the one with the ETag of If-None-Match"},
	}, s.listProducts)
}

func (s Services) listProducts(ctx context.Context, in *listProducts) (*productsAnswer, error) {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}

	list := snap.List(catalog.Filter{Search: in.Search, OperatorType: in.OperatorType, OperatorCode: in.OperatorCode})
	out := &productsAnswer{Status: http.StatusOK, Body: Data[[]Product]{make([]Product, len(list))}}

	for i, p := range list {
		out.Body.Data[i] = showProduct(p, snap.Price(clientID(ctx), p), api.LanguageOf(ctx))
	}

	if out.ETag, err = tagOf(out.Body.Data); err != nil {
		return nil, err
	}

	if matches(in.IfNoneMatch, out.ETag) {
		out.Status, out.Body.Data = http.StatusNotModified, nil
	}

	return out, nil
}

func showProduct(p catalog.Product, price money.Rupiah, l language.Language) Product {
	out := Product{
		Code: p.Code, Name: p.Name, Description: p.Describe(price, l), Kind: kinds[p.Kind], OperatorType: p.OperatorType, OperatorCode: p.OperatorCode,
		WalletType: p.WalletType, Price: int64(price), Active: p.Active, Problem: p.Problem,
		ProblemReason: p.ProblemReason(l), CutOff: p.CutOff.Times(), Destination: showForm(destination.FormOf(p.Destination()), l), ChangedAt: p.UpdatedAt,
	}

	if p.Kind == catalog.Open && p.MinAmount > 0 {
		out.MinAmount = new(int64(p.MinAmount))
	}

	if p.Kind == catalog.Open && p.MaxAmount > 0 {
		out.MaxAmount = new(int64(p.MaxAmount))
	}

	return out
}

// kinds are the published words for the kinds of products.
var kinds = map[catalog.Kind]string{catalog.Prepaid: "prepaid", catalog.Postpaid: "bill", catalog.Open: "open_amount"}

func showForm(f destination.Writing, l language.Language) DestinationForm {
	out := DestinationForm{Form: string(f.Kind), MinLength: f.Least, MaxLength: f.Most, Example: f.Example, Text: f.Message.In(l)}

	for _, p := range f.Parts {
		part := DestinationPart{Name: p.Name, Form: string(p.Form), Example: p.Example}
		for _, o := range p.Options {
			part.Options = append(part.Options, DestinationOption{o.Code, o.Label})
		}

		out.Parts = append(out.Parts, part)
	}

	return out
}

// tagOf is the ETag of an answer. It is weak, since the answer is the same with another encoding.
func tagOf(data any) (string, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return "", fmt.Errorf("tag of an answer: %w", err)
	}

	const bytes = 16 // no two lists have the same

	sum := sha256.Sum256(text)

	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:bytes]) + `"`, nil
}

// matches reports whether a header If-None-Match names a tag (RFC 9110, 13.1.2).
func matches(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}

	return false
}
