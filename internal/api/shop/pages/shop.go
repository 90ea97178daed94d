// Package pages serves the shops of clients: their HTML documents, which are written for each answer, the built files of the app, and
// the documents of the dashboard's preview.
package pages

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"

	"loket/internal/api/pages/asset"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/shop/storefront"
)

// Assets is the path of the built files. Its first part is a reserved code, so no shop has it.
const Assets = "/shop/"

// Shops is what shoppers may see: *storefront.Service.
type Shops interface {
	// ByCode returns the shop of a client's code, published or hidden, or fault.ErrNotFound.
	ByCode(ctx context.Context, code string) (storefront.Shop, error)
	// Stamp is another text whenever what shoppers see of a shop may have changed.
	Stamp(ctx context.Context, shop storefront.Shop) (string, error)
	// Icon is the logo of a published shop as a PNG of a side in pixels, for the home screens of phones.
	Icon(ctx context.Context, shop storefront.Shop, side int) ([]byte, error)
	// OnSale are the SKUs that shoppers can buy now, by code.
	OnSale(ctx context.Context, clientID int64) ([]storefront.SKU, error)
	// OpenImage opens a picture of a published shop, or returns fault.ErrNotFound.
	OpenImage(ctx context.Context, shop storefront.Shop, name string) (io.ReadSeekCloser, error)
}

// Options configure the pages.
type Options struct {
	Shops Shops
	// Origin is where the pages stand, https://host, for links that must be whole.
	Origin func() string
	// Dashboard is the origin of the dashboard, https://host, which may frame the pages and has the pictures of the preview; empty
	// is the pages' own origin.
	Dashboard string
	// Events says that the call which takes events of the pages is there.
	Events bool
	// ReportPath receives the reports of violated policies.
	ReportPath string
	// Failed answers a request that failed for an error of ours.
	Failed func(w http.ResponseWriter, r *http.Request, err error)
}

// Pages serves the shops.
type Pages struct {
	Options

	assets *asset.Files
	// layout is the app's document around what is written for a page: before the head's elements, between them and the data, between
	// that and the body, and after it. It is nil when the app was not built.
	layout [][]byte
	cache  cache
}

var (
	errAddress = errors.New("not an http or https address")
	errLayout  = errors.New("the built shop has not one place each for the head, the data and the body")
)

// New reads the built app.
func New(files fs.FS, opt Options) (*Pages, error) {
	p := &Pages{Options: opt, cache: newCache()}
	if p.Origin == nil {
		p.Origin = func() string { return "" }
	}

	var err error

	if p.Dashboard, err = origin(opt.Dashboard); err != nil {
		return nil, fmt.Errorf("origin of the dashboard: %w", err)
	}

	if p.layout, err = readLayout(files); err != nil {
		return nil, err
	}

	if p.assets, err = asset.Read(files); err != nil {
		return nil, err
	}

	return p, nil
}

func readLayout(files fs.FS) ([][]byte, error) {
	index, err := fs.ReadFile(files, asset.Index)

	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the shop: %w", err)
	}

	first, rest, ok := bytes.Cut(index, []byte(headMark))
	second, rest, also := bytes.Cut(rest, []byte(dataMark))
	third, fourth, too := bytes.Cut(rest, []byte(bodyMark))

	if !ok || !also || !too {
		return nil, errLayout
	}

	return [][]byte{first, second, third, fourth}, nil
}

// origin is the scheme and host of an address, or empty.
func origin(address string) (string, error) {
	if address == "" {
		return "", nil
	}

	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", errAddress
	}

	return u.Scheme + "://" + u.Host, nil
}

// What may follow the client's code in an address, besides the code of an operator. Those are in capitals, so none is one of these.
const (
	imageFolder  = "images/"
	orderFolder  = "orders/"
	checkoutPath = "checkout"
	helpPath     = "help"
	ordersPath   = "orders" // those that were made in the reader's browser
	productsPath = "products.json"
	sitemapPath  = "sitemap.xml"
	manifestPath = "manifest.webmanifest"
	iconPrefix   = "icon-"
)

// Owns reports whether a path is that of a shop: it begins with a code that a client may have, in any case, since phones begin words with a
// capital. Whatever follows is answered to people, by a page.
func Owns(path string) bool {
	code, _ := splitPath(path)

	return identity.ValidCode(strings.ToLower(code))
}

// splitPath are the client's code and the operator's code of a path.
func splitPath(path string) (code, operator string) {
	code, operator, _ = strings.Cut(strings.TrimPrefix(path, "/"), "/")

	return code, strings.TrimSuffix(operator, "/")
}

// ServeAsset serves the built files. Every origin may read them: the preview stands in a sandboxed frame, which has none.
func (p *Pages) ServeAsset(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")

	if !p.assets.Serve(w, r, strings.TrimPrefix(r.URL.Path, Assets)) {
		http.Error(w, "Not found", http.StatusNotFound)
	}
}

// previewMark in the query asks for the preview (docs/product/shop.md#address).
const previewMark = "isFromExternalDashboard"

// ServeHTTP serves the page of a shop. Owns accepted its path.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	code, operator := splitPath(r.URL.Path)

	if plain := strings.ToLower(code); plain != code {
		redirect(w, r, plain, strings.TrimPrefix(r.URL.Path, "/"+code))

		return
	}

	switch {
	case p.layout == nil:
		p.plain(w, r, http.StatusOK, unbuiltNotice())
	case r.URL.Query().Get(previewMark) == "true":
		// Nothing about the client is looked up, so the preview tells nothing.
		p.private(w, r, head{title: "Preview", hidden: true}, Data{Code: code, Preview: true, DashboardOrigin: p.Dashboard}, nil)
	default:
		p.public(w, r, code, operator)
	}
}

// redirect leads to the address of a shop as it is written right. It begins with a valid code, so it never leaves this host.
func redirect(w http.ResponseWriter, r *http.Request, code, rest string) {
	to := url.URL{Path: "/" + code + rest, RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
}

// public answers with what shoppers see of a code.
func (p *Pages) public(w http.ResponseWriter, r *http.Request, code, rest string) {
	shop, kept, err := p.cache.shop(r.Context(), p.Shops, code)

	switch {
	case fault.ErrNotFound.Is(err):
		p.plain(w, r, http.StatusNotFound, unknownNotice())
	case err != nil:
		p.Failed(w, r, err)
	case strings.HasPrefix(rest, orderFolder) && shop.Published != nil:
		p.order(w, r, shop)
	case !shop.IsPublished && shop.Published != nil && shop.Content.FallbackURL != "":
		// The address is the client's: it is shown, so that nobody takes it for a page of this host.
		p.plain(w, r, http.StatusNotFound, movedNotice(shop.Published.Name, shop.Content.FallbackURL))
	case !shop.IsPublished:
		p.plain(w, r, http.StatusNotFound, hiddenNotice(shop.Content.Name))
	case strings.HasPrefix(rest, imageFolder):
		p.image(w, r, shop, strings.TrimPrefix(rest, imageFolder))
	case rest == iconName(smallIcon):
		p.icon(w, r, shop, smallIcon)
	case rest == iconName(largeIcon):
		p.icon(w, r, shop, largeIcon)
	default:
		p.serveCached(w, r, kept, rest)
	}
}

// serveCached answers with a page that is made once for everybody.
func (p *Pages) serveCached(w http.ResponseWriter, r *http.Request, kept *cachedShop, rest string) {
	page, err := kept.page(r.Context(), rest, p.build)

	switch {
	case err != nil:
		p.Failed(w, r, err)
	case page == nil && p.inCapitals(w, r, kept, rest):
	case page == nil:
		p.plain(w, r, http.StatusNotFound, noProductNotice(kept.name(), "/"+kept.code()))
	default:
		p.headers(w, page.style)
		page.serve(w, r)
	}
}

// inCapitals leads to the page of an operator whose code was written in small letters. It reports whether there is one.
func (p *Pages) inCapitals(w http.ResponseWriter, r *http.Request, kept *cachedShop, rest string) bool {
	code := strings.ToUpper(rest)
	if code == rest {
		return false
	}

	page, err := kept.page(r.Context(), code, p.build)
	if err != nil || page == nil {
		return false
	}

	redirect(w, r, kept.code(), "/"+code)

	return true
}

// image answers with a picture of a published shop. Its name is unique, so it never changes.
func (p *Pages) image(w http.ResponseWriter, r *http.Request, shop storefront.Shop, name string) {
	f, err := p.Shops.OpenImage(r.Context(), shop, name)

	switch {
	case fault.ErrNotFound.Is(err):
		http.Error(w, "Not found", http.StatusNotFound)

		return
	case err != nil:
		p.Failed(w, r, err)

		return
	}

	defer func() { _ = f.Close() }() // read only, so nothing can be lost

	h := w.Header()
	h.Set("Content-Type", "image/webp")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	http.ServeContent(w, r, "", time.Time{}, f)
}

const (
	nonceMark = "__LOKET_NONCE__"
	headMark  = "<!--__LOKET_HEAD__-->"
	dataMark  = "__LOKET_SHOP__"
	bodyMark  = "<!--__LOKET_BODY__-->"
	htmlType  = "text/html; charset=utf-8"
)

// document writes the app's document around a page's head, data and body. The values are put between the parts, so none of them is
// searched for a mark.
func (p *Pages) document(about head, data Data, body []byte) ([]byte, error) {
	data.Events = p.Events && !data.Preview

	text, err := data.json()
	if err != nil {
		return nil, err
	}

	var out bytes.Buffer

	for i, written := range [][]byte{about.html(), text, body, nil} {
		out.Write(bytes.ReplaceAll(p.layout[i], []byte(` nonce="`+nonceMark+`"`), nil)) // 'self' allows the build's own files
		out.Write(written)
	}

	return out.Bytes(), nil
}

// private answers with a document that belongs to one reader, or to the preview.
func (p *Pages) private(w http.ResponseWriter, r *http.Request, about head, data Data, body []byte) {
	text, err := p.document(about, data, body)
	if err != nil {
		p.Failed(w, r, err)

		return
	}

	p.headers(w, about.style())
	w.Header().Set("Content-Type", htmlType)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(text) // the reader may be gone
}

// headers lets the dashboard alone frame a page. The page has one style element, or none, with exactly this content.
func (p *Pages) headers(w http.ResponseWriter, style string) {
	ancestor := cmp.Or(p.Dashboard, "'self'")

	own := ""

	if style != "" {
		sum := sha256.Sum256([]byte(style))
		own = " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}

	h := w.Header()
	h.Del("X-Frame-Options") // frame-ancestors says it
	h.Del("Cross-Origin-Opener-Policy")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'"+own+"; img-src 'self' data: blob: "+p.Dashboard+
		"; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "+ancestor+"; report-uri "+p.ReportPath)
}
