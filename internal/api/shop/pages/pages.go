package pages

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"loket/internal/shop/storefront"
)

// Sides of the icons for the home screens of phones, in pixels.
const (
	smallIcon = 192
	largeIcon = 512
)

func iconName(side int) string { return iconPrefix + strconv.Itoa(side) + ".png" }

// build makes what a published shop has at a path after its code. Nil: nothing is there.
func (p *Pages) build(ctx context.Context, shop storefront.Shop, rest string) (*page, error) {
	switch rest {
	case sitemapPath:
		return p.sitemap(ctx, shop)
	case manifestPath:
		return p.manifest(shop)
	case productsPath:
		return p.products(ctx, shop)
	case checkoutPath, ordersPath:
		about := aboutOf(shop)
		about.hidden = true

		return p.html(about, shellOf(shop), shellPage)
	case helpPath:
		about := aboutOf(shop)
		about.description = "Cara membeli dan membayar, dan cara menghubungi " + about.site + "."

		return p.html(about, shellOf(shop), helpPage)
	}

	skus, err := p.Shops.OnSale(ctx, shop.ClientID)
	if err != nil {
		return nil, err
	}

	data, about := dataOf(shop, skus), aboutOf(shop)
	data.DashboardOrigin = p.Dashboard
	about.canonical = p.Origin() + "/" + shop.ClientCode
	about.description = "Isi ulang game dan produk digital di " + data.Name + "."

	if rest != "" {
		data.Product = productOf(skus, rest)
		if data.Product == nil {
			return nil, nil //nolint:nilnil // nothing is there
		}

		about.product = data.Product
		about.canonical = p.Origin() + productPath(data.Code, data.Product.Operator.Code)
		about.title = data.Product.Operator.Name + " - " + data.Name
		about.description = "Beli " + data.Product.Operator.Name + " di " + data.Name + ". " + deliveryText(data.Product.Operator.Type) + "."
	}

	if data.Logo != "" {
		about.picture = p.Origin() + "/" + shop.ClientCode + "/" + iconName(largeIcon)
	}

	about.rules = tileRules(data)

	if data.Product != nil {
		return p.html(about, data, productPage)
	}

	return p.html(about, data, homePage)
}

func (p *Pages) html(about head, data Data, name string) (*page, error) {
	body, err := firstHTML(name, data)
	if err != nil {
		return nil, err
	}

	text, err := p.document(about, data, body)
	if err != nil {
		return nil, err
	}

	return newPage(htmlType, text, about.style()), nil
}

// aboutOf is what the pages of a shop have in common.
func aboutOf(shop storefront.Shop) head {
	c := shop.Published

	return head{
		title: c.Name, site: c.Name, logo: imageOf(shop, c.Logo, true), theme: &c.Theme, manifest: "/" + shop.ClientCode + "/" + manifestPath,
	}
}

// shellOf is the data of a page that the scripts write alone.
func shellOf(shop storefront.Shop) Data {
	c := shop.Published

	return Data{Code: shop.ClientCode, Name: c.Name, Logo: imageOf(shop, c.Logo, true), Theme: &c.Theme, Contact: contactOf(c.Contact)}
}

// order answers with the page of an order. What it shows it reads itself: the document is the same for each.
func (p *Pages) order(w http.ResponseWriter, r *http.Request, shop storefront.Shop) {
	about := aboutOf(shop)
	about.hidden, about.private = true, true

	w.Header().Set("Referrer-Policy", "no-referrer") // the address of an order is its key

	data := shellOf(shop)

	body, err := firstHTML(shellPage, data)
	if err != nil {
		p.Failed(w, r, err)

		return
	}

	p.private(w, r, about, data, body)
}

func productPath(code, operator string) string { return "/" + code + "/" + operator }

func (p *Pages) sitemap(ctx context.Context, shop storefront.Shop) (*page, error) {
	skus, err := p.Shops.OnSale(ctx, shop.ClientID)
	if err != nil {
		return nil, err
	}

	type address struct {
		Loc string `xml:"loc"`
	}

	set := struct {
		XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []address `xml:"url"`
	}{URLs: []address{{p.Origin() + "/" + shop.ClientCode}}}

	for _, g := range groupsOf(skus) {
		for _, o := range g.Operators {
			set.URLs = append(set.URLs, address{p.Origin() + productPath(shop.ClientCode, o.Code)})
		}
	}

	text, err := xml.Marshal(set)
	if err != nil {
		return nil, fmt.Errorf("sitemap of the shop %s: %w", shop.ClientCode, err)
	}

	return newPage("application/xml", append([]byte(xml.Header), text...), ""), nil
}

// foundProduct is a product as the search of the home page finds it: FoundProduct in web/storefront.
type foundProduct struct {
	Operator string `json:"operator"`
	Code     string `json:"code"`
	Denom    string `json:"denom"`
	Price    int64  `json:"price"`
}

// products are all products on sale, for the search.
func (p *Pages) products(ctx context.Context, shop storefront.Shop) (*page, error) {
	skus, err := p.Shops.OnSale(ctx, shop.ClientID)
	if err != nil {
		return nil, err
	}

	list := make([]foundProduct, len(skus))
	for i, k := range skus {
		list[i] = foundProduct{k.Operator.Code, k.Product.Code, k.Denomination(), int64(k.Committed)}
	}

	slices.SortStableFunc(list, func(a, b foundProduct) int {
		return cmp.Or(cmp.Compare(a.Operator, b.Operator), cmp.Compare(a.Price, b.Price))
	})

	text, err := json.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("products of the shop %s: %w", shop.ClientCode, err)
	}

	return newPage("application/json", text, ""), nil
}

// manifest lets phones install the shop under its own name.
func (p *Pages) manifest(shop storefront.Shop) (*page, error) {
	type icon struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose"`
	}

	const shortName = 12

	c, base := shop.Published, "/"+shop.ClientCode
	icons := []icon{}

	if c.Logo != "" {
		for _, side := range []int{smallIcon, largeIcon} {
			icons = append(icons, icon{base + "/" + iconName(side), fmt.Sprintf("%dx%d", side, side), "image/png", "any maskable"})
		}
	}

	short := []rune(c.Name)

	text, err := json.Marshal(map[string]any{
		"id": base, "name": c.Name, "short_name": strings.TrimSpace(string(short[:min(len(short), shortName)])), "lang": "id", "start_url": base, "scope": base,
		"display": "standalone", "theme_color": "hsl(" + string(c.Theme.Card) + ")", "background_color": "hsl(" + string(c.Theme.Background) + ")", "icons": icons,
	})
	if err != nil {
		return nil, fmt.Errorf("manifest of the shop %s: %w", shop.ClientCode, err)
	}

	return newPage("application/manifest+json", text, ""), nil
}

// icon answers with the logo for the home screens of phones. It is kept as long as the logo stays, since making one takes a while.
func (p *Pages) icon(w http.ResponseWriter, r *http.Request, shop storefront.Shop, side int) {
	if shop.Published.Logo == "" {
		http.Error(w, "Not found", http.StatusNotFound)

		return
	}

	page, err := p.cache.icon(r.Context(), fmt.Sprint(shop.Published.Logo, " ", side), func(ctx context.Context) (*page, error) {
		content, err := p.Shops.Icon(ctx, shop, side)

		return newPage("image/png", content, ""), err
	})
	if err != nil {
		p.Failed(w, r, err)

		return
	}

	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	page.serve(w, r)
}

// Templates of the first HTML. The scripts alone write what follows a shell.
const (
	homePage    = "home"
	productPage = "product"
	helpPage    = "help"
	shellPage   = "shell"
)

// firstHTML is what shows before the scripts run, and all that shows without them: the products with their prices.
func firstHTML(name string, data Data) ([]byte, error) {
	var body bytes.Buffer

	if err := firstPages.ExecuteTemplate(&body, name, viewOf(data)); err != nil {
		return nil, fmt.Errorf("page of the shop %s: %w", data.Code, err)
	}

	return body.Bytes(), nil
}
