package pages_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"loket/internal/api/shop/pages"
	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/platform/money"
	"loket/internal/shop/storefront"
)

// moving is a shop whose price and stamp a test changes.
type moving struct {
	published

	price, stamp, reads atomic.Int64
}

func (m *moving) Stamp(context.Context, storefront.Shop) (string, error) {
	return money.Rupiah(m.stamp.Load()).String(), nil
}

func (m *moving) OnSale(context.Context, int64) ([]storefront.SKU, error) {
	m.reads.Add(1)

	return []storefront.SKU{{
		Product:  &catalog.Product{Code: "ML86", OperatorType: "game", Name: "Mobile Legends 86 Diamonds"},
		Operator: catalog.Operator{Code: "ml", Name: "Mobile Legends", Type: "game"}, Committed: money.Rupiah(m.price.Load()),
	}}, nil
}

// A page is made once, and anew within a second when the shop changed. Nothing has another effect on what is kept.
func TestPagesAreKeptUntilTheShopChanges(t *testing.T) {
	t.Parallel()

	shops := &moving{}
	shops.price.Store(21_500)

	p := newPages(t, built(), pages.Options{Shops: shops})
	for range 50 {
		get(t, p.ServeHTTP, "/majujaya/ml?utm_source=x")
	}

	if n := shops.reads.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}

	first := get(t, p.ServeHTTP, "/majujaya/ml")
	if w := get(t, p.ServeHTTP, "/majujaya/ml", "If-None-Match", first.Header().Get("ETag")); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
		t.Errorf("the same again: %d with %d bytes", w.Code, w.Body.Len())
	}

	if w := get(t, p.ServeHTTP, "/majujaya/ml", "Accept-Encoding", "br, gzip"); w.Header().Get("Content-Encoding") != "gzip" || w.Header().Get("ETag") == first.Header().Get("ETag") {
		t.Errorf("compressed: %v", w.Header())
	}

	shops.price.Store(22_000)
	shops.stamp.Store(1)
	testkit.Eventually(t, testkit.Patience, "the new price shows", func() bool {
		return strings.Contains(get(t, p.ServeHTTP, "/majujaya/ml").Body.String(), "&nbsp;22.000<")
	})

	if w := get(t, p.ServeHTTP, "/majujaya/ml", "If-None-Match", first.Header().Get("ETag")); w.Code != http.StatusOK {
		t.Errorf("the old tag: %d", w.Code)
	}
}

func TestReadersWithoutScripts(t *testing.T) {
	t.Parallel()

	p := newPages(t, built(), pages.Options{Shops: published{}, Origin: func() string { return "https://toko.example" }})
	home, product, help := get(t, p.ServeHTTP, "/majujaya"), get(t, p.ServeHTTP, "/majujaya/ml"), get(t, p.ServeHTTP, "/majujaya/help")

	for text, body := range map[string]string{
		`<span class="block text-sm font-medium">Token listrik</span>`:                    home.Body.String(),
		`<h2 class="text-base font-semibold">Semua game</h2>`:                             home.Body.String(),
		`<img src="/majujaya/images/ON.webp" alt="on"`:                                    home.Body.String(),
		`<a href="/majujaya/help" `:                                                       home.Body.String(),
		`<h2 class="font-semibold">Hubungi toko</h2>`:                                     help.Body.String(),
		`<a href="https://wa.me/6281200001001" `:                                          help.Body.String(),
		`<a href="mailto:halo@maju.example" `:                                             help.Body.String(),
		`Jam layanan: 08.00-22.00 WIB`:                                                    help.Body.String(),
		`<a href="/majujaya/ff" `:                                                         home.Body.String(),
		`<link rel="canonical" href="https://toko.example/majujaya">`:                     home.Body.String(),
		`<link rel="manifest" href="/majujaya/manifest.webmanifest">`:                     home.Body.String(),
		`<meta property="og:image" content="https://toko.example/majujaya/icon-512.png">`: product.Body.String(),
		`<link rel="canonical" href="https://toko.example/majujaya/ml">`:                  product.Body.String(),
		`86 Diamonds</span></span><span class="whitespace-nowrap mt-1 text-sm"><span class="font-normal text-quiet">Rp</span>&nbsp;21.500</span>`: product.Body.String(),
		`"lowPrice":21500`:  product.Body.String(),
		`"highPrice":43200`: product.Body.String(),
	} {
		if !strings.Contains(body, text) {
			t.Errorf("no %s in %s", text, body)
		}
	}

	// All games, the popular ones too.
	if games := home.Body.String()[strings.Index(home.Body.String(), "Semua game"):]; !strings.Contains(games, `<a href="/majujaya/ml" `) {
		t.Errorf("without the popular game: %s", games)
	}

	// The policy allows exactly the page's own style.
	style := regexp.MustCompile(`<style>(.*?)</style>`).FindStringSubmatch(product.Body.String())[1]
	sum := sha256.Sum256([]byte(style))

	if csp := product.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") || strings.Contains(csp, "unsafe") {
		t.Errorf("%s for %s", csp, style)
	}
}

func TestWhatMachinesRead(t *testing.T) {
	t.Parallel()

	p := newPages(t, built(), pages.Options{Shops: published{}, Origin: func() string { return "https://toko.example" }})

	sitemap := get(t, p.ServeHTTP, "/majujaya/sitemap.xml").Body.String()
	for _, address := range []string{"<loc>https://toko.example/majujaya</loc>", "<loc>https://toko.example/majujaya/ml</loc>"} {
		if !strings.Contains(sitemap, address) {
			t.Errorf("no %s in %s", address, sitemap)
		}
	}

	var manifest struct {
		Name  string `json:"name"`
		Scope string `json:"scope"`
		Icons []struct {
			Src string `json:"src"`
		} `json:"icons"`
	}

	testkit.Must(t, json.Unmarshal(get(t, p.ServeHTTP, "/majujaya/manifest.webmanifest").Body.Bytes(), &manifest))

	if manifest.Name != name || manifest.Scope != "/majujaya" || len(manifest.Icons) != 2 {
		t.Errorf("%+v", manifest)
	}

	for _, icon := range manifest.Icons {
		if w := get(t, p.ServeHTTP, icon.Src); w.Body.String() != "PNG" || w.Header().Get("Content-Type") != "image/png" {
			t.Errorf("%s: %d %v", icon.Src, w.Code, w.Header())
		}
	}

	products := get(t, p.ServeHTTP, "/majujaya/products.json")
	if text := products.Body.String(); !strings.HasPrefix(text, `[{"operator":"ff","code":"70 Diamonds","denom":"70 Diamonds","price":9900},{"operator":"ml","code":"86 Diamonds"`) ||
		products.Header().Get("Content-Type") != "application/json" {
		t.Errorf("products: %v %s", products.Header(), text)
	}

	for _, path := range []string{"/hidden/products.json", "/hidden/orders", "/hidden/sitemap.xml", "/hidden/manifest.webmanifest", "/hidden/icon-192.png", "/majujaya/icon-100.png"} {
		if w := get(t, p.ServeHTTP, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// The address of an order is its key: nobody keeps the page or learns the address, and the page stays when the shop is taken back.
func TestPageOfAnOrder(t *testing.T) {
	t.Parallel()

	w := get(t, newPages(t, built(), pages.Options{Shops: takenBack{}}).ServeHTTP, "/majujaya/orders/q2n5w7")
	body := w.Body.String()

	if w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" ||
		!strings.Contains(body, `content="noindex"`) || strings.Contains(body, "q2n5w7") || dataIn(t, body).Name != name {
		t.Errorf("%d %v %s", w.Code, w.Header(), body)
	}

	if w := get(t, newPages(t, fstest.MapFS{"index.html": {Data: []byte(index)}}, pages.Options{Shops: published{}}).ServeHTTP, "/hidden/orders/q2n5w7"); w.Code != http.StatusNotFound {
		t.Errorf("of a shop that never was published: %d", w.Code)
	}
}

// takenBack was published once.
type takenBack struct{ published }

func (s takenBack) ByCode(ctx context.Context, code string) (storefront.Shop, error) {
	found, err := s.published.ByCode(ctx, code)
	found.IsPublished = false

	return found, err
}
