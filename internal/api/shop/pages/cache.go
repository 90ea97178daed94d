package pages

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"loket/internal/shop/storefront"
)

// fresh is how long a page is served before the shop is looked at again: a change of prices shows within a second, of which reading the
// catalogue takes its part.
const fresh = 200 * time.Millisecond

// Bounds of what is kept.
const (
	maxShops = 500
	maxPages = 200 // of a shop
	maxIcons = 200
)

// page is an answer that is the same for everybody.
type page struct {
	kind         string
	style        string // content of its style element
	plain, small []byte // as it is and compressed
	tag          string
}

func newPage(kind string, content []byte, style string) *page {
	const tagBytes = 12

	sum := sha256.Sum256(content)
	p := &page{kind: kind, plain: content, style: style, tag: `"` + hex.EncodeToString(sum[:tagBytes]) + `"`}

	var small bytes.Buffer

	to := gzip.NewWriter(&small)
	_, _ = to.Write(content) // a buffer takes everything
	_ = to.Close()

	if small.Len() < len(content) {
		p.small = small.Bytes()
	}

	return p
}

// serve answers. Browsers ask again each time, and get nothing new if nothing changed.
func (p *page) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", p.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")

	content, tag := p.plain, p.tag

	if p.small != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		content, tag = p.small, strings.TrimSuffix(p.tag, `"`)+`-gzip"`

		h.Set("Content-Encoding", "gzip")
	}

	h.Set("ETag", tag)

	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)

		return
	}

	h.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(content) //nolint:gosec // escaped where it is made; the reader may be gone
}

// cache keeps the pages of the shops that were asked for.
type cache struct {
	mu    *sync.Mutex
	shops map[string]*cachedShop
	icons map[string]*page // by logo and side
}

func newCache() cache { return cache{&sync.Mutex{}, map[string]*cachedShop{}, map[string]*page{}} }

// icon returns an icon, which is made if it isn't kept.
func (c cache) icon(ctx context.Context, key string, draw func(ctx context.Context) (*page, error)) (*page, error) {
	c.mu.Lock()
	cached := c.icons[key]
	c.mu.Unlock()

	if cached != nil {
		return cached, nil
	}

	drawn, err := draw(ctx)
	if err != nil {
		return nil, err
	}

	c.mu.Lock()
	defer c.mu.Unlock()

	if len(c.icons) >= maxIcons {
		clear(c.icons)
	}

	c.icons[key] = drawn

	return drawn, nil
}

// cachedShop is a shop with its pages, as long as its stamp stays.
type cachedShop struct {
	mu     sync.Mutex
	readAt time.Time
	stamp  string
	now    storefront.Shop
	pages  map[string]*page
}

// shop returns the shop of a code, looked at a moment ago at most. Error: fault.ErrNotFound for a code without one.
func (c cache) shop(ctx context.Context, shops Shops, code string) (storefront.Shop, *cachedShop, error) {
	c.mu.Lock()
	k := c.shops[code]
	c.mu.Unlock()

	if k == nil {
		k = &cachedShop{}
	}

	k.mu.Lock()
	defer k.mu.Unlock()

	if !k.readAt.IsZero() && time.Since(k.readAt) < fresh {
		return k.now, k, nil
	}

	readAt := time.Now()

	shop, err := shops.ByCode(ctx, code)
	if err != nil {
		c.forget(code)

		return storefront.Shop{}, nil, err
	}

	stamp, err := shops.Stamp(ctx, shop)
	if err != nil {
		return storefront.Shop{}, nil, err
	}

	if stamp != k.stamp || k.pages == nil {
		k.pages = map[string]*page{}
	}

	k.now, k.stamp, k.readAt = shop, stamp, readAt
	c.keep(code, k)

	return shop, k, nil
}

func (c cache) keep(code string, k *cachedShop) {
	c.mu.Lock()
	defer c.mu.Unlock()

	if c.shops[code] == nil && len(c.shops) >= maxShops {
		for other := range c.shops {
			delete(c.shops, other)

			break
		}
	}

	c.shops[code] = k
}

func (c cache) forget(code string) {
	c.mu.Lock()
	defer c.mu.Unlock()

	delete(c.shops, code)
}

// page returns a page, which is made if it isn't kept. Paths without a page are not kept, so that nobody fills the memory with them.
func (k *cachedShop) page(ctx context.Context, rest string, write func(ctx context.Context, shop storefront.Shop, rest string) (*page, error)) (*page, error) {
	k.mu.Lock()
	defer k.mu.Unlock()

	if p := k.pages[rest]; p != nil {
		return p, nil
	}

	p, err := write(ctx, k.now, rest)
	if err == nil && p != nil && len(k.pages) < maxPages {
		k.pages[rest] = p
	}

	return p, err
}

func (k *cachedShop) name() string {
	k.mu.Lock()
	defer k.mu.Unlock()

	return k.now.Published.Name
}

func (k *cachedShop) code() string {
	k.mu.Lock()
	defer k.mu.Unlock()

	return k.now.ClientCode
}
