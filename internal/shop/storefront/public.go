package storefront

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/picture"
)

// ByCode returns the shop of a client's code, published or hidden. Error: fault.ErrNotFound for a code that is nobody's, and for a
// client without a shop, without the feature connect or that is switched off.
func (s *Service) ByCode(ctx context.Context, code string) (Shop, error) {
	shop, err := scan(s.deps.DB.Reader().QueryRow(ctx, shopQuery+"WHERE c.code = $1", code))
	if err != nil {
		return Shop{}, err
	}

	client, err := s.deps.Identity.Client(ctx, shop.ClientID)
	if err != nil {
		return Shop{}, fmt.Errorf("client of the shop %s: %w", code, err)
	}

	if !client.Active || !client.Features.Has(identity.Connect) {
		return Shop{}, fault.ErrNotFound.Msg(msgNone)
	}

	return shop, nil
}

// OnSale are the SKUs of a client that shoppers can buy now, by code.
func (s *Service) OnSale(ctx context.Context, clientID int64) ([]SKU, error) {
	list, err := s.offeredSKUs(ctx, clientID)
	if err != nil {
		return nil, err
	}

	return slices.DeleteFunc(list, func(k SKU) bool { return !k.OnSale() }), nil
}

// ImageName is the name of a picture on the pages of the shop: small for a logo, large for a banner; empty for none.
func ImageName(token string, small bool) string {
	switch {
	case token == "":
		return ""
	case small:
		return token + smallSuffix + "." + webp
	default:
		return token + "." + webp
	}
}

// OpenImage opens a picture that a published shop shows, by its ImageName. Error: fault.ErrNotFound for any other.
func (s *Service) OpenImage(ctx context.Context, shop Shop, name string) (io.ReadSeekCloser, error) {
	id, isWebP := strings.CutSuffix(name, "."+webp)
	token := strings.TrimSuffix(id, smallSuffix)

	if !isWebP || !shop.IsPublished || !slices.Contains(shop.Published.images(), token) {
		return nil, fault.ErrNotFound.New()
	}

	f, _, err := s.deps.Files.Open(ctx, file.KeyOf(fileKind, shop.ClientID, id, webp))
	if errors.Is(err, file.ErrNone) {
		return nil, fault.ErrNotFound.Wrap(fmt.Errorf("picture %s: %w", id, err))
	}

	return f, err
}

// IsImage reports whether a file is a picture of a shop.
func IsImage(key file.Key) bool {
	kind, _, _ := key.Parts()

	return kind == fileKind
}

// OneOnSale returns a SKU of a client that shoppers can buy now. Error: fault.ErrNotFound for any other.
func (s *Service) OneOnSale(ctx context.Context, clientID int64, code string) (SKU, error) {
	o, err := s.offer(ctx, clientID)
	if err != nil {
		return SKU{}, err
	}

	p, ok := o.snap.Product(code)
	if !ok {
		return SKU{}, fault.ErrNotFound.New()
	}

	if _, ok := o.operators[p.OperatorCode]; !ok {
		return SKU{}, fault.ErrNotFound.New()
	}

	k := o.sku(&p)
	if !k.OnSale() {
		return SKU{}, fault.ErrNotFound.New()
	}

	return k, nil
}

// Stamp is another text whenever what shoppers see of a shop may have changed: its content, prices, operators or the catalogue.
func (s *Service) Stamp(ctx context.Context, shop Shop) (string, error) {
	pricing, err := readPricing(ctx, s.deps.DB.Reader(), shop.ClientID)
	if err != nil {
		return "", err
	}

	snap, err := s.deps.Catalog.Reload(ctx) // its version now: a kept page would add to the age of a snapshot
	if err != nil {
		return "", err
	}

	assigned, err := assignedTo(ctx, s.deps.DB.Reader(), shop.ClientID)
	if err != nil {
		return "", err
	}

	return fmt.Sprint(shop.Version, pricing.Version, snap.Version(), slices.Sorted(maps.Keys(assigned))), nil
}

// Icon is the logo of a published shop in the middle of a square of the header's colour, as a PNG. Phones may cut its corners round.
func (s *Service) Icon(ctx context.Context, shop Shop, side int) ([]byte, error) {
	leave, err := s.pictures.Enter(ctx, shop.ClientID, nil) // stored pictures are small
	if err != nil {
		return nil, err
	}
	defer leave()

	f, _, err := s.deps.Files.Open(ctx, file.KeyOf(fileKind, shop.ClientID, shop.Published.Logo, png))
	if err != nil {
		return nil, fmt.Errorf("logo of the shop %s: %w", shop.ClientCode, err)
	}
	defer func() { _ = f.Close() }() // read only, so nothing can be lost

	content, err := io.ReadAll(io.LimitReader(f, MaxImage))
	if err != nil {
		return nil, fmt.Errorf("logo of the shop %s: %w", shop.ClientCode, err)
	}

	logo, err := picture.Decode(ctx, content, largeSide)
	if err != nil {
		return nil, fmt.Errorf("logo of the shop %s: %w", shop.ClientCode, err)
	}

	return picture.EncodePNG(picture.Tile(logo, side, shop.Published.Theme.Card.RGB()))
}
