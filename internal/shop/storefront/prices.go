package storefront

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// MaxSKUs is the most SKUs of one change.
const MaxSKUs = 50_000

// Prices is how a client prices its SKUs at one version. It is immutable.
type Prices struct {
	Version int64
	// All holds for SKUs without their own pricing, also for those that come later.
	All Pricing
	// WasSet reports whether the client chose All.
	WasSet bool
	own    map[string]Pricing // by product code
}

// Of is the pricing of a SKU.
func (p *Prices) Of(code string) Pricing {
	if own, ok := p.own[code]; ok {
		return own
	}

	return p.All
}

// pricedClients keeps the prices of the clients that asked last, since reading 50,000 rows takes longer than any answer may. Each
// use compares the version in the database.
type pricedClients struct {
	mu   sync.Mutex
	list map[int64]*Prices
}

const maxPriced = 64

func newPricedClients() *pricedClients { return &pricedClients{list: map[int64]*Prices{}} }

func (c *pricedClients) get(clientID int64) *Prices {
	c.mu.Lock()
	defer c.mu.Unlock()

	return c.list[clientID]
}

func (c *pricedClients) put(clientID int64, p *Prices) {
	c.mu.Lock()
	defer c.mu.Unlock()

	if len(c.list) >= maxPriced {
		for other := range c.list {
			delete(c.list, other)

			break
		}
	}

	c.list[clientID] = p
}

// Prices are the prices of a client as the database has them now.
func (s *Service) Prices(ctx context.Context, clientID int64) (*Prices, error) {
	for {
		now, err := readPricing(ctx, s.deps.DB.Reader(), clientID)
		if err != nil {
			return nil, err
		}

		if kept := s.priced.get(clientID); kept != nil && kept.Version == now.Version {
			return kept, nil
		}

		if now.own, err = readOwn(ctx, s.deps.DB, clientID); err != nil {
			return nil, err
		}

		after, err := readPricing(ctx, s.deps.DB.Reader(), clientID)
		if err != nil {
			return nil, err
		}

		if after.Version == now.Version { // else the two reads may not belong together
			s.priced.put(clientID, &now)

			return &now, nil
		}

		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
}

func readPricing(ctx context.Context, q db.Querier, clientID int64) (Prices, error) {
	p := Prices{All: Pricing{Type: Recommended}}

	err := q.QueryRow(ctx, "SELECT version, pricing_type, value, was_set FROM storefront_pricing WHERE client_id = $1", clientID).
		Scan(&p.Version, &p.All.Type, &p.All.Value, &p.WasSet)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Prices{}, fmt.Errorf("pricing of client %d: %w", clientID, err)
	}

	return p, nil
}

func readOwn(ctx context.Context, d *db.DB, clientID int64) (map[string]Pricing, error) {
	own := map[string]Pricing{}

	err := d.Read(ctx, "SELECT product_code, pricing_type, value FROM storefront_prices WHERE client_id = $1", []any{clientID}, func(row db.Row) error {
		var (
			code, kind db.Text
			value      int64
		)

		if err := row.Scan(&code, &kind, &value); err != nil {
			return err
		}

		own[string(code)] = Pricing{PricingType(kind), value}

		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("prices of client %d: %w", clientID, err)
	}

	return own, nil
}

// PricingResult is what a change of prices did.
type PricingResult struct {
	Changed int // SKUs
	// LeftOut are SKUs whose recommended price is below their net price. They keep what they had.
	LeftOut []SKU
}

// SetAll prices all SKUs of a client, also those that come later. What single SKUs had is gone, except of those that are left out. Errors:
// fault.ErrValidation, ErrPricing if one would be sold below its net price; then nothing is changed.
func (s *Service) SetAll(ctx context.Context, by By, p Pricing) (PricingResult, error) {
	if err := p.check(); err != nil {
		return PricingResult{}, err
	}

	skus, err := s.offeredSKUs(ctx, by.ClientID)
	if err != nil {
		return PricingResult{}, err
	}

	skus, left, err := priceable(skus, p)
	if err != nil {
		return PricingResult{}, err
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		before, err := pricesBeforeTx(ctx, tx, by.ClientID, nil)
		if err != nil {
			return err
		}

		if err := s.setAllTx(ctx, tx, by, p, before.All, left); err != nil {
			return err
		}

		return s.pricedTx(ctx, tx, by, before, p, nil, len(skus))
	})
	if err != nil {
		return PricingResult{}, fmt.Errorf("price all SKUs of client %d: %w", by.ClientID, err)
	}

	return PricingResult{len(skus), left}, nil
}

// setAllTx sets the pricing of all SKUs. Those that are left out keep the one that they have now, which another user may have set since they
// were read: their own, or the one of all before.
func (s *Service) setAllTx(ctx context.Context, tx *db.Tx, by By, p, before Pricing, left []SKU) error {
	codes := make([]string, len(left))
	for i, k := range left {
		codes[i] = k.Product.Code
	}

	list, err := json.Marshal(codes)
	if err != nil {
		return fmt.Errorf("keep prices: %w", err)
	}

	now := clock.Micros(s.deps.Clock.Now())

	_, err = tx.Exec(ctx, `INSERT INTO storefront_pricing (client_id, version, pricing_type, value, was_set, updated_at) VALUES ($1, 1, $2, $3, TRUE, $4)
		ON CONFLICT (client_id) DO UPDATE SET version = storefront_pricing.version + 1, pricing_type = excluded.pricing_type, value = excluded.value,
		was_set = TRUE, updated_at = excluded.updated_at`, by.ClientID, string(p.Type), p.Value, now)
	if err != nil {
		return err
	}

	kept := "(SELECT l.value FROM " + tx.Engine().List("$2") + " l)"
	if _, err = tx.Exec(ctx, "DELETE FROM storefront_prices WHERE client_id = $1 AND product_code NOT IN "+kept, by.ClientID, string(list)); err != nil {
		return err
	}

	_, err = tx.Exec(ctx, `INSERT INTO storefront_prices (client_id, product_code, pricing_type, value, updated_at)
		SELECT CAST($1 AS BIGINT), l.value, CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS BIGINT) FROM `+tx.Engine().List("$2")+` l WHERE TRUE
		ON CONFLICT (client_id, product_code) DO NOTHING`, by.ClientID, string(list), string(before.Type), before.Value, now)

	return err
}

// Set prices single SKUs of a client. Errors: fault.ErrValidation, also for a code that the shop doesn't offer; ErrPricing if one
// would be sold below its net price. Then nothing is changed.
func (s *Service) Set(ctx context.Context, by By, codes []string, p Pricing) (PricingResult, error) {
	if err := p.check(); err != nil {
		return PricingResult{}, err
	}

	chosen, err := s.skusOfCodes(ctx, by.ClientID, codes)
	if err != nil {
		return PricingResult{}, err
	}

	chosen, left, err := priceable(chosen, p)
	if err != nil {
		return PricingResult{}, err
	}

	unique := make([]string, len(chosen))
	for i, k := range chosen {
		unique[i] = k.Product.Code
	}

	list, err := json.Marshal(unique)
	if err != nil {
		return PricingResult{}, fmt.Errorf("price SKUs: %w", err)
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		before, err := pricesBeforeTx(ctx, tx, by.ClientID, unique)
		if err != nil {
			return err
		}

		if err := s.setTx(ctx, tx, by, string(list), p); err != nil {
			return err
		}

		return s.pricedTx(ctx, tx, by, before, p, unique, len(unique))
	})
	if err != nil {
		return PricingResult{}, fmt.Errorf("price %d SKUs of client %d: %w", len(unique), by.ClientID, err)
	}

	return PricingResult{len(unique), left}, nil
}

func (s *Service) setTx(ctx context.Context, tx *db.Tx, by By, codes string, p Pricing) error {
	now := clock.Micros(s.deps.Clock.Now())

	_, err := tx.Exec(ctx, `INSERT INTO storefront_pricing (client_id, version, pricing_type, value, was_set, updated_at)
		VALUES ($1, 1, 'recommended', 0, FALSE, $2)
		ON CONFLICT (client_id) DO UPDATE SET version = storefront_pricing.version + 1, updated_at = excluded.updated_at`,
		by.ClientID, now)
	if err != nil {
		return err
	}

	_, err = tx.Exec(ctx, `INSERT INTO storefront_prices (client_id, product_code, pricing_type, value, updated_at)
		SELECT CAST($2 AS BIGINT), l.value, CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS BIGINT) FROM `+tx.Engine().List("$1")+` l WHERE TRUE
		ON CONFLICT (client_id, product_code) DO UPDATE SET pricing_type = excluded.pricing_type, value = excluded.value, updated_at = excluded.updated_at`,
		codes, by.ClientID, string(p.Type), p.Value, now)

	return err
}

// priceable are the SKUs that a pricing can be set for. One whose recommended price is below its net price doesn't hold up the others:
// it is left out. Error: ErrPricing for any other price below net, and when nothing is left.
func priceable(skus []SKU, p Pricing) (list, left []SKU, err error) {
	if p.Type == Recommended {
		for _, k := range skus {
			if p.Price(k.Net, k.Product.RecommendedPrice) < k.Net {
				left = append(left, k)
			} else {
				list = append(list, k)
			}
		}

		if len(list) > 0 || len(left) == 0 {
			return list, left, nil
		}
	}

	return skus, nil, refuseBelow(skus, p)
}

// refuseBelow refuses a pricing with which a SKU would be sold below its net price.
func refuseBelow(skus []SKU, p Pricing) error {
	var fields []fault.Field

	for _, k := range skus {
		if p.Price(k.Net, k.Product.RecommendedPrice) < k.Net {
			if fields = append(fields, fault.Field{Field: "committedSellPrice", Message: msgBelowNetOf.With(k.Product.Code, k.Net.String())}); len(fields) == maxNamed {
				break
			}
		}
	}

	if len(fields) > 0 {
		return ErrPricing.With(fields...)
	}

	return nil
}
