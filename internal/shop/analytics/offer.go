package analytics

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/safetext"
)

// offer is what events of a shop may name. Anything else is dropped, so that nobody fills the tables with texts.
type offer struct {
	clientID  int64
	published bool
	zone      *time.Location
	operators map[string]bool   // codes
	skus      map[string]string // operator by SKU
	banners   map[pair]bool
}

// offers keeps the offers of the shops that were visited last, for a short time: pages post often.
type offers struct {
	mu     sync.Mutex
	byCode map[string]heldOffer
}

type heldOffer struct {
	offer *offer
	until time.Time
}

const (
	offerLife = 10 * time.Second
	maxOffers = 1000
	maxText   = 500 // bytes of a stored name or value
)

// offerOf is the offer of a shop's code. Error: fault.ErrNotFound for a code without a shop.
func (s *Service) offerOf(ctx context.Context, code string) (*offer, error) {
	now := s.deps.Clock.Now()

	s.held.mu.Lock()
	h, known := s.held.byCode[code]
	s.held.mu.Unlock()

	if known && now.Before(h.until) {
		return h.offer, nil
	}

	o, err := s.loadOffer(ctx, code)
	if err != nil {
		return nil, err
	}

	s.held.mu.Lock()
	defer s.held.mu.Unlock()

	if len(s.held.byCode) >= maxOffers {
		clear(s.held.byCode)
	}

	s.held.byCode[code] = heldOffer{o, now.Add(offerLife)}

	return o, nil
}

func (s *Service) loadOffer(ctx context.Context, code string) (*offer, error) {
	shop, err := s.deps.Shops.ByCode(ctx, code)
	if err != nil {
		return nil, err
	}

	o := &offer{clientID: shop.ClientID, published: shop.IsPublished, operators: map[string]bool{}, skus: map[string]string{}, banners: map[pair]bool{}}
	if !o.published {
		return o, nil
	}

	if o.zone, err = s.zone(ctx, shop.ClientID); err != nil {
		return nil, err
	}

	skus, err := s.deps.Shops.OnSale(ctx, shop.ClientID)
	if err != nil {
		return nil, fmt.Errorf("offer of the shop %s: %w", code, err)
	}

	for _, k := range skus {
		o.operators[k.Operator.Code] = true
		o.skus[k.Product.Code] = k.Operator.Code
	}

	for b := range slices.Values(shop.Published.Banners) {
		if b.Active {
			o.banners[pair{b.Name, b.Link}] = true
		}
	}

	return o, nil
}

// zone is the zone of a client's days.
func (s *Service) zone(ctx context.Context, clientID int64) (*time.Location, error) {
	client, err := s.deps.Identity.Client(ctx, clientID)
	if err != nil {
		return nil, fmt.Errorf("client %d: %w", clientID, err)
	}

	return clock.Zone(client.TimeZone)
}

// valueKind says what the value of a component is: nothing, an operator, or a SKU.
type valueKind int

const (
	noValue valueKind = iota
	operatorValue
	skuValue
)

// components are the parts of a shop's pages whose clicks are counted.
func components() map[string]valueKind {
	return map[string]valueKind{
		"search": noValue, "operator": operatorValue, "popular": operatorValue, "nominal": skuValue, "pay": skuValue, "checkout": skuValue,
		"language": noValue, "theme": noValue, "help": noValue, "share": noValue, "back": noValue, "home": noValue, "install": noValue,
		"copy": noValue, "retry": noValue, "again": noValue, "group": noValue, "fallback": noValue,
	}
}

// pages are the names of page views.
func pages() []string { return []string{"home", "product", "checkout", "order", "help"} }

// admit returns an event as it is stored, or false for one that names what the shop doesn't have.
func (o *offer) admit(k Kind, name, value string) (pair, bool) {
	switch k {
	case PageView:
		if !o.operators[value] {
			value = "" // of an order whose operator isn't sold any more
		}

		return pair{name, value}, slices.Contains(pages(), name)
	case ComponentClick:
		return pair{name, value}, o.isComponent(name, value)
	case BannerClick:
		return pair{safetext.ClipBytes(name, maxText), safetext.ClipBytes(value, maxText)}, o.banners[pair{name, value}]
	case OperatorView:
		return pair{value, ""}, name == "" && o.operators[value]
	case ProductSelect, Checkout:
		operator, known := o.skus[value]

		return pair{operator, value}, known && name == operator
	default:
		return pair{}, false
	}
}

func (o *offer) isComponent(name, value string) bool {
	what, known := components()[name]

	switch {
	case !known:
		return false
	case what == operatorValue:
		return o.operators[value]
	case what == skuValue:
		return o.skus[value] != ""
	default:
		return value == ""
	}
}
