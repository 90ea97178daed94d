package pages

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"loket/internal/catalog"
	"loket/internal/catalog/destination"
	"loket/internal/shop/storefront"
)

// Data is what a page of the shop shows: ShopData in web/shared/shop/shop-data.ts.
type Data struct {
	Code            string            `json:"code"`
	Name            string            `json:"name,omitempty"`
	Logo            string            `json:"logo,omitempty"` // address of the picture
	Theme           *storefront.Theme `json:"theme,omitempty"`
	Banners         []Banner          `json:"banners,omitempty"`
	Popular         []string          `json:"popular,omitempty"` // codes of operators
	Groups          []Group           `json:"groups,omitempty"`
	Contact         *Contact          `json:"contact,omitempty"` // of the owner; nil without any
	Product         *Product          `json:"product,omitempty"`
	Events          bool              `json:"events,omitempty"` // the page counts what is looked at and chosen
	Preview         bool              `json:"preview"`
	DashboardOrigin string            `json:"dashboardOrigin"`
}

// Contact is how shoppers reach the owner.
type Contact struct {
	WhatsApp string `json:"whatsapp,omitempty"` // 0812…
	Email    string `json:"email,omitempty"`
	Hours    string `json:"hours,omitempty"`
}

// Link is where WhatsApp is written to; empty without a number.
func (c Contact) Link() string {
	if c.WhatsApp == "" {
		return ""
	}

	return "https://wa.me/62" + strings.TrimPrefix(c.WhatsApp, "0")
}

// contactOf is nil where nobody can be reached: hours alone reach nobody.
func contactOf(c storefront.Contact) *Contact {
	if c.WhatsApp == "" && c.Email == "" {
		return nil
	}

	return &Contact{WhatsApp: c.WhatsApp, Email: c.Email, Hours: c.Hours}
}

// Banner is a picture that leads to Href, or nowhere.
type Banner struct {
	Name  string `json:"name"`
	Image string `json:"image"`
	Href  string `json:"href"`
}

// Operator is a game, network or company.
type Operator struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
}

// Group has the operators of one type.
type Group struct {
	Type      string     `json:"type"`
	Label     string     `json:"label"`
	Operators []Operator `json:"operators"`
}

// Product is what can be bought of an operator.
type Product struct {
	Operator Operator  `json:"operator"`
	Fields   []Field   `json:"fields"`
	Nominals []Nominal `json:"nominals"`
	// Inquiry says that the name behind a destination can be asked for.
	Inquiry bool `json:"inquiry"`
}

// Field is one of the destination: number, userId, zoneId, server or meter. The page has the words for it.
type Field struct {
	Name    string   `json:"name"`
	Example string   `json:"example,omitempty"`
	Digits  bool     `json:"digits,omitempty"`  // digits alone: a phone shows its number keys
	Options []Option `json:"options,omitempty"` // one of these
}

// Option is a choice of a field.
type Option struct {
	Code  string `json:"code"`
	Label string `json:"label"`
}

// Nominal is a product with its price in rupiah.
type Nominal struct {
	Code        string `json:"code"`
	Denom       string `json:"denom"`
	Price       int64  `json:"price"`
	Description string `json:"description"`
}

// json is the data for the script element. json.Marshal escapes < and >, so no value can end the element.
func (d Data) json() ([]byte, error) {
	text, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("data of the shop %s: %w", d.Code, err)
	}

	return text, nil
}

// dataOf is what the home page of a published shop shows: of its offer only operators with something on sale.
func dataOf(shop storefront.Shop, skus []storefront.SKU) Data {
	content := shop.Published
	d := Data{
		Code: shop.ClientCode, Name: content.Name, Logo: imageOf(shop, content.Logo, true), Theme: &content.Theme,
		Groups: groupsOf(skus), Banners: []Banner{}, Popular: content.Popular, Contact: contactOf(content.Contact),
	}

	for _, b := range content.Banners {
		if b.Active && b.Image != "" {
			d.Banners = append(d.Banners, Banner{Name: b.Name, Image: imageOf(shop, b.Image, false), Href: b.Link})
		}
	}

	return d
}

func imageOf(shop storefront.Shop, token string, small bool) string {
	name := storefront.ImageName(token, small)
	if name == "" {
		return ""
	}

	return "/" + shop.ClientCode + "/" + imageFolder + name
}

// groupsOf lists the operators by type: types in the catalogue's order, operators by name.
func groupsOf(skus []storefront.SKU) []Group {
	byType := map[string][]Operator{}
	seen := map[string]bool{}

	for _, k := range skus {
		if o := k.Operator; !seen[o.Code] {
			seen[o.Code] = true
			byType[o.Type] = append(byType[o.Type], Operator{Code: o.Code, Name: o.Name})
		}
	}

	groups := []Group{}

	for _, t := range catalog.OperatorTypes() {
		if list := byType[t.Code]; len(list) > 0 {
			slices.SortFunc(list, func(a, b Operator) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Code, b.Code)) })
			groups = append(groups, Group{Type: t.Code, Label: t.Label, Operators: list})
		}
	}

	return groups
}

// productOf is what can be bought of an operator, cheapest first; nil for one of which nothing can be.
func productOf(skus []storefront.SKU, operator string) *Product {
	var p *Product

	for _, k := range skus {
		if k.Operator.Code != operator {
			continue
		}

		if p == nil {
			o := k.Operator
			p = &Product{Operator: Operator{Code: o.Code, Name: o.Name, Type: o.Type}, Fields: fieldsOf(k.Product), Inquiry: storefront.HasNames(o.Type)}
		}

		p.Nominals = append(p.Nominals, Nominal{Code: k.Product.Code, Denom: k.Denomination(), Price: int64(k.Committed), Description: k.Product.Description})
	}

	if p != nil {
		slices.SortStableFunc(p.Nominals, func(a, b Nominal) int { return cmp.Compare(a.Price, b.Price) })
	}

	return p
}

// fieldsOf are the fields of a destination of a product: all products of an operator have the same.
func fieldsOf(p *catalog.Product) []Field {
	parts := storefront.DestinationFields(p)
	fields := make([]Field, len(parts))

	for i, part := range parts {
		fields[i] = Field{Name: part.Name, Example: part.Example, Digits: part.Form == destination.PartDigits}

		for _, o := range part.Options {
			fields[i].Options = append(fields[i].Options, Option(o))
		}
	}

	return fields
}
