package pages_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"loket/internal/api/shop/pages"
	"loket/internal/catalog"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/shop/storefront"
)

const index = `<html><head><!--__LOKET_HEAD__--><script nonce="__LOKET_NONCE__" src="/shop/assets/a.js"></script>
<script type="application/json" id="loket-shop">__LOKET_SHOP__</script></head><body><div id="root"><!--__LOKET_BODY__--></div></body></html>`

var errDown = errors.New("the database is down")

// published has three shops: one that is open, one that is hidden, and one that is hidden and sends shoppers elsewhere.
type published struct{ err error }

// A name may be what stands in the document for the data.
const name = `Maju </script><b>&"__LOKET_SHOP__`

func (p published) ByCode(_ context.Context, code string) (storefront.Shop, error) {
	content := storefront.Content{
		Name: name, Logo: "LOGO", Theme: storefront.DefaultTheme(), Popular: []string{"ml", "xl"},
		Contact: storefront.Contact{WhatsApp: "081200001001", Email: "halo@maju.example", Hours: "08.00-22.00 WIB"},
		Banners: []storefront.Banner{{Name: "off", Image: "OFF"}, {Name: "on", Image: "ON", Active: true, Link: "https://maju.example/"}},
	}
	s := storefront.Shop{ClientID: 1001, ClientCode: code, Content: content}

	switch code {
	case "majujaya":
		s.IsPublished, s.Published = true, &content
	case "moved":
		s.Content.FallbackURL, s.Published = "https://maju.example/shop", &content
	case "drafted":
		s.Content.FallbackURL = "https://maju.example/shop"
	case "hidden":
	default:
		return s, cmp.Or(p.err, error(fault.ErrNotFound.New()))
	}

	return s, p.err
}

func (p published) OnSale(context.Context, int64) ([]storefront.SKU, error) {
	sku := func(operator, operatorName, kind, product string, price money.Rupiah) storefront.SKU {
		return storefront.SKU{
			Product:  &catalog.Product{Code: product, OperatorType: "game", Name: operatorName + " " + product},
			Operator: catalog.Operator{Code: operator, Name: operatorName, Type: kind}, Committed: price,
		}
	}

	byCode := sku("ml", "Mobile Legends", "game", "86 Diamonds", 21_500)
	byCode.Product.Name = "ml 86 Diamonds"

	return []storefront.SKU{
		sku("ml", "Mobile Legends", "game", "172 Diamonds", 43_200), byCode,
		sku("ff", "Free Fire", "game", "70 Diamonds", 9_900), sku("xl", "XL", "mobile", "10.000", 11_000), sku("pln", "PLN", "electricity", "20.000", 21_000),
	}, p.err
}

func (p published) Stamp(context.Context, storefront.Shop) (string, error) { return "", p.err }

func (p published) Icon(context.Context, storefront.Shop, int) ([]byte, error) {
	return []byte("PNG"), p.err
}

func (p published) OpenImage(_ context.Context, _ storefront.Shop, name string) (io.ReadSeekCloser, error) {
	if name != "ON.webp" {
		return nil, fault.ErrNotFound.New()
	}

	return nopCloser{strings.NewReader("RIFF")}, nil
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

func newPages(t *testing.T, files fstest.MapFS, opt pages.Options) *pages.Pages {
	t.Helper()

	opt.ReportPath = "/csp-reports"
	opt.Failed = func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}

	p, err := pages.New(files, opt)
	if err != nil {
		t.Fatal(err)
	}

	return p
}

func built() fstest.MapFS {
	return fstest.MapFS{"index.html": {Data: []byte(index)}, "assets/a-1.js": {Data: []byte("plain")}, "assets/a-1.js.br": {Data: []byte("brotli")}}
}

func get(t *testing.T, serve http.HandlerFunc, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}

	w := httptest.NewRecorder()
	w.Header().Set("X-Frame-Options", "DENY") // as the server does
	serve(w, r)

	return w
}

func TestOwns(t *testing.T) {
	t.Parallel()

	for path, want := range map[string]bool{
		"/majujaya": true, "/majujaya/": true, "/majujaya/mobile-legends": true, "/maju-jaya-2/Mobile%20Legends": true, "/example/example": true,
		"/": false, "/ab": false, "/Majujaya": true, "/MAJUJAYA/mlbb": true, "/External/x": false, "/Openapi.json": false, "/favicon.ico": false, "/majujaya/a/b": true, "/majujaya/a/b/c": true, "/majujaya/images/x.webp": true, "/majujaya/images/a/b": true, "/external/x": false, "/v1/user": false,
		"/v1": false, "/h2h/x": false, "/openapi.json": false, "/metrics": false, "/shop/x": false, "//majujaya": false, "/maju jaya": false,
	} {
		if got := pages.Owns(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// The preview looks nothing up: it is the same for the code of a client and for any other.
func TestPreviewTellsNothing(t *testing.T) {
	t.Parallel()

	p := newPages(t, built(), pages.Options{Shops: published{err: errDown}, Dashboard: "https://dashboard.example/external/"})
	data := regexp.MustCompile(`id="loket-shop">(.*)</script></head>`)

	for _, code := range []string{"majujaya", "nobodys", "example"} {
		for _, path := range []string{"/" + code, "/" + code + "/example"} {
			w := get(t, p.ServeHTTP, path+"?isFromExternalDashboard=true&card=%23123456&primary=</script>")
			csp, body := w.Header().Get("Content-Security-Policy"), w.Body.String()

			if w.Code != http.StatusOK || strings.Contains(body, "<style") || strings.Contains(body, "__LOKET_") {
				t.Fatalf("%s: %d %q\n%s", path, w.Code, csp, body)
			}

			if got := data.FindStringSubmatch(body); got == nil ||
				got[1] != `{"code":"`+code+`","preview":true,"dashboardOrigin":"https://dashboard.example"}` {
				t.Errorf("%s: %v", path, got)
			}

			for _, directive := range []string{
				"default-src 'none'", "script-src 'self';", "style-src 'self';", "connect-src 'self';", "img-src 'self' data: blob: https://dashboard.example;", "frame-ancestors https://dashboard.example;",
				"base-uri 'none'", "form-action 'none'", "report-uri /csp-reports",
			} {
				if !strings.Contains(csp, directive) {
					t.Errorf("%s: no %s in %s", path, directive, csp)
				}
			}

			if w.Header().Get("X-Frame-Options") != "" || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %v", path, w.Header())
			}
		}
	}

	own := newPages(t, built(), pages.Options{})
	if csp := get(t, own.ServeHTTP, "/example?isFromExternalDashboard=true").Header().Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'self';") {
		t.Errorf("on the dashboard's own origin: %s", csp)
	}
}

func TestPublishedShop(t *testing.T) {
	t.Parallel()

	p := newPages(t, built(), pages.Options{Shops: published{}})

	body := get(t, p.ServeHTTP, "/majujaya/ml").Body.String()

	for _, text := range []string{
		`<title>Mobile Legends - Maju &lt;/script&gt;&lt;b&gt;&amp;&#34;__LOKET_SHOP__</title>`, `<meta name="description" content="Beli Mobile Legends di Maju`,
		`content="hsl(`, `--shop-ground:hsl(0 0% 100%)`, `<link rel="icon" href="/majujaya/images/LOGO-320.webp">`, `"name":"Maju \u003c/script\u003e\u003cb\u003e\u0026\"__LOKET_SHOP__"`, `"product":{"operator":{"code":"ml"`,
	} {
		if !strings.Contains(body, text) {
			t.Errorf("no %s in %s", text, body)
		}
	}

	if strings.Contains(body, "noindex") || strings.Contains(body, "<b>") {
		t.Error(body)
	}

	if help := get(t, p.ServeHTTP, "/majujaya/help").Body.String(); !strings.Contains(help, `<meta name="description" content="Cara membeli`) {
		t.Errorf("the page of help: %s", help)
	}

	product := dataIn(t, body).Product
	if product == nil || len(product.Nominals) != 2 || product.Nominals[0] != (pages.Nominal{Code: "86 Diamonds", Denom: "86 Diamonds", Price: 21_500}) ||
		!reflect.DeepEqual(product.Fields, []pages.Field{{Name: "userId"}}) {
		t.Errorf("what can be bought: %+v", product)
	}

	home := dataIn(t, get(t, p.ServeHTTP, "/majujaya/").Body.String())
	if home.Product != nil || home.Name != name || home.Logo != "/majujaya/images/LOGO-320.webp" || *home.Theme.ButtonRadius != 16 {
		t.Errorf("the home page: %+v", home)
	}

	if !slices.Equal(home.Banners, []pages.Banner{{Name: "on", Image: "/majujaya/images/ON.webp", Href: "https://maju.example/"}}) {
		t.Errorf("banners: %+v", home.Banners)
	}

	if groups := fmt.Sprint(home.Groups); groups != "[{mobile Mobile Credit [{xl XL }]} {electricity Electricity Token [{pln PLN }]} {game Game [{ff Free Fire } {ml Mobile Legends }]}]" {
		t.Errorf("groups: %s", groups)
	}
}

func dataIn(t *testing.T, body string) pages.Data {
	t.Helper()

	var data pages.Data

	_, text, _ := strings.Cut(body, `id="loket-shop">`)
	text, _, _ = strings.Cut(text, "</script>")

	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatalf("%v: %s", err, body)
	}

	return data
}

func TestPicturesOfAShop(t *testing.T) {
	t.Parallel()

	p := newPages(t, built(), pages.Options{Shops: published{}})

	w := get(t, p.ServeHTTP, "/majujaya/images/ON.webp")
	if h := w.Header(); w.Body.String() != "RIFF" || h.Get("Content-Type") != "image/webp" || !strings.Contains(h.Get("Cache-Control"), "immutable") {
		t.Errorf("%d %s %v", w.Code, w.Body, h)
	}

	for _, path := range []string{"/majujaya/images/OFF.webp", "/majujaya/images/", "/hidden/images/ON.webp"} {
		if w := get(t, p.ServeHTTP, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestWithoutAShop(t *testing.T) {
	t.Parallel()

	p := newPages(t, built(), pages.Options{Shops: published{}})
	english := []string{"Accept-Language", "en-GB"}

	for path, c := range map[string]struct {
		status       int
		text, absent string
		headers      []string
	}{
		"/nobodys":          {404, "Toko tidak ditemukan", "Maju", nil},
		"/nobodys/":         {404, "Shop not found", "Maju", english},
		"/hidden":           {404, "Toko sedang tutup", "loket-shop", nil},
		"/hidden/ml":        {404, "Maju &lt;/script&gt;", "<b>", english},
		"/majujaya/unknown": {404, `href="/majujaya"`, "loket-shop", nil},
		"/moved/ml":         {404, `<b>https://maju.example/shop</b></p><a href="https://maju.example/shop" rel="noopener noreferrer nofollow">Buka alamat ini</a>`, "loket-shop", nil},
		"/drafted/ml":       {404, "Toko sedang tutup", "maju.example", nil}, // its address was never anybody's
		"/majujaya/a/b/c":   {404, `href="/majujaya"`, "requestId", nil},
		"/Majujaya?a=1":     {301, "/majujaya?a=1", "loket-shop", nil},
		"/MAJUJAYA/ml/":     {301, "/majujaya/ml/", "loket-shop", nil},
	} {
		w := get(t, p.ServeHTTP, path, c.headers...)
		if body := w.Body.String(); w.Code != c.status || !strings.Contains(body, c.text) || strings.Contains(body, c.absent) || strings.Contains(body, "<script") {
			t.Errorf("%s: %d %s", path, w.Code, body)
		}

		if c.status == http.StatusMovedPermanently && w.Header().Get("Location") != c.text {
			t.Errorf("%s leads to %s", path, w.Header().Get("Location"))
		}
	}

	if w := get(t, newPages(t, built(), pages.Options{Shops: published{err: errDown}}).ServeHTTP, "/majujaya"); w.Code != http.StatusInternalServerError {
		t.Errorf("without a database: %d", w.Code)
	}

	if w := get(t, newPages(t, fstest.MapFS{".keep": {}}, pages.Options{}).ServeHTTP, "/majujaya"); !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("unbuilt: %s", w.Body)
	}
}

// A sandboxed frame has no origin: it may read the assets only if all may.
func TestAssetsAreForEveryOrigin(t *testing.T) {
	t.Parallel()

	p := newPages(t, built(), pages.Options{})

	w := get(t, p.ServeAsset, "/shop/assets/a-1.js", "Accept-Encoding", "br", "Origin", "null")
	if h := w.Header(); w.Body.String() != "brotli" || h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		t.Errorf("%s %v", w.Body, h)
	}

	if w := get(t, p.ServeAsset, "/shop/index.html"); w.Code != http.StatusNotFound {
		t.Errorf("the document as an asset: %d", w.Code)
	}
}

func TestOriginsMustBeAddresses(t *testing.T) {
	t.Parallel()

	for _, bad := range []string{"javascript:alert(1)", "//x", "loket.example"} {
		if _, err := pages.New(built(), pages.Options{Dashboard: bad}); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
