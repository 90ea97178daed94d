package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/money"
)

// RuleEffect is a price that changes by rules.
type RuleEffect struct {
	ProductCode string
	ClientID    int64         // 0: the list price
	Before      *money.Rupiah // nil: the client had no own price
	After       *money.Rupiah // nil: the own price ends
	Cost        money.Rupiah
	Below       bool // what is paid then is below the cost
}

// Change is what the price rises by; for an own price that begins or ends against the list price.
func (e RuleEffect) change(list money.Rupiah) money.Rupiah {
	before, after := list, list
	if e.Before != nil {
		before = *e.Before
	}

	if e.After != nil {
		after = *e.After
	}

	return after - before
}

// effects are the prices that rules change in a catalogue, by product and client. A price by hand stays, and so does one of a product without a cost.
func (p plan) effects() []RuleEffect {
	out := []RuleEffect{}

	withRules := p.clientsWithRules()

	for _, code := range slices.Sorted(maps.Keys(p.products)) {
		product := p.products[code]
		if product.Kind != Prepaid {
			continue
		}

		cost := p.costNow(code)
		list := product.Price

		if r := p.ruleFor(&product, 0); r != nil && !product.PriceByHand && cost > 0 {
			if list = r.PriceFor(cost); list != product.Price {
				out = append(out, RuleEffect{ProductCode: code, Before: new(product.Price), After: new(list), Cost: cost, Below: list < cost})
			}
		}

		for _, client := range p.clientsByRule(code, withRules) {
			if e, changes := p.ownEffect(&product, client, cost, list); changes {
				out = append(out, e)
			}
		}
	}

	return out
}

// ownEffect is what happens to the own price of a client.
func (p plan) ownEffect(product *Product, client int64, cost, list money.Rupiah) (RuleEffect, bool) {
	e := RuleEffect{ProductCode: product.Code, ClientID: client, Cost: cost}

	own, has := p.ownOf(product.Code, client)
	if has {
		e.Before = &own.Price
	}

	r := p.ruleFor(product, client)

	switch {
	case has && !own.ByRule:
		return e, false
	case r == nil:
		e.Below = list < cost

		return e, has
	case cost <= 0:
		return e, false
	}

	after := r.PriceFor(cost)
	e.After, e.Below = &after, after < cost

	return e, !has || own.Price != after
}

// ruleFor is the rule for the price of a product that a client pays, or with client 0 for the list price: a rule of the client goes before those of
// its segment, whatever products they are for. nil without one.
func (p plan) ruleFor(product *Product, client int64) *PriceRule {
	if r := p.rules.of(product, client, ""); r != nil || p.segments[client] == "" {
		return r
	}

	return p.rules.of(product, 0, p.segments[client])
}

// clientsWithRules are the clients with a rule of their own, and those of segments with one.
func (p plan) clientsWithRules() []int64 {
	list, segments := []int64{}, map[string]bool{}

	for _, r := range p.rules {
		if r.ClientID != 0 {
			list = append(list, r.ClientID)
		}

		if r.Segment != "" {
			segments[r.Segment] = true
		}
	}

	for client, segment := range p.segments {
		if segments[segment] {
			list = append(list, client)
		}
	}

	return list
}

// clientsByRule are the clients with rules, and those with an own price of the product by a rule; sorted.
func (p plan) clientsByRule(code string, withRules []int64) []int64 {
	list := slices.Clone(withRules)

	for _, own := range p.own[code] {
		if own.ByRule {
			list = append(list, own.ClientID)
		}
	}

	slices.Sort(list)

	return slices.Compact(list)
}

func (p plan) ownOf(code string, client int64) (ClientPrice, bool) {
	for _, own := range p.own[code] {
		if own.ClientID == client {
			return own, true
		}
	}

	return ClientPrice{}, false
}

// costNow is the recorded cost at the preferred supplier; 0 without one.
func (p plan) costNow(code string) money.Rupiah {
	if list := p.skus[code]; len(list) > 0 {
		return list[0].Cost
	}

	return 0
}

// LeastByHand is, by product, the least price that no price rule changes. A product whose prices all follow rules is not in it.
func (s *Service) LeastByHand(ctx context.Context) (map[string]money.Rupiah, error) {
	p, err := readPlan(ctx, s.db.Reader(), nil)
	if err != nil {
		return nil, err
	}

	out := map[string]money.Rupiah{}
	add := func(code string, price money.Rupiah) {
		if least, known := out[code]; !known || price < least {
			out[code] = price
		}
	}

	for code, product := range p.products {
		if product.PriceByHand || p.ruleFor(&product, 0) == nil {
			add(code, product.Price)
		}

		for _, own := range p.own[code] {
			if !own.ByRule {
				add(code, own.Price)
			}
		}
	}

	return out, nil
}

// followRules lets prices follow the rules after whatever changed in the catalogue. It is the last step of each change.
func followRules(ctx context.Context, tx *db.Tx, now time.Time) error {
	rules, err := readPriceRules(ctx, tx)
	if err != nil || len(rules) == 0 {
		return err
	}

	p, err := readPlan(ctx, tx, nil)
	if err != nil {
		return err
	}

	return writeEffects(ctx, tx, now, p.effects(), By{Actor: audit.System, Reason: "The price follows the cost"})
}

// writeEffects stores prices with their history and events.
func writeEffects(ctx context.Context, tx *db.Tx, now time.Time, effects []RuleEffect, by By) error {
	if len(effects) == 0 {
		return nil
	}

	var (
		list, own ruleColumns
		changes   = make([]PriceChange, len(effects))
		facts     = make([]event.Event, len(effects))
	)

	for i, e := range effects {
		changes[i] = PriceChange{ProductCode: e.ProductCode, ClientID: e.ClientID, Amount: e.After, Before: e.Before}
		facts[i] = changes[i].fact(now)

		switch {
		case e.ClientID == 0:
			list.add(e)
		case e.After != nil:
			own.add(e)
		default:
			if err := DeletePriceTx(ctx, tx, e.ClientID, e.ProductCode); err != nil {
				return fmt.Errorf("end a price by rule: %w", err)
			}
		}
	}

	_, err := tx.ExecRows(ctx, list.columns(), `UPDATE products AS p SET price = {price}, updated_at = $1 {FROM} WHERE p.code = {product}`, clock.Micros(now))
	if err != nil {
		return fmt.Errorf("store list prices by rules: %w", err)
	}

	_, err = tx.ExecRows(ctx, append(own.columns(), db.Column{Name: "client", Values: own.clients}), `INSERT INTO client_prices (client_id, product_code, price, by_rule, updated_at)
		SELECT {client}, {product}, {price}, TRUE, $1 {FROM} WHERE TRUE
		ON CONFLICT (client_id, product_code) DO UPDATE SET price = excluded.price, by_rule = excluded.by_rule, updated_at = excluded.updated_at`, clock.Micros(now))
	if err != nil {
		return fmt.Errorf("store own prices by rules: %w", err)
	}

	if err := insertApplied(ctx, tx, now, changes, by); err != nil {
		return err
	}

	return event.AddTx(ctx, tx, facts...)
}

// ruleColumns are prices for one statement.
type ruleColumns struct {
	clients, prices []int64
	products        []string
}

func (c *ruleColumns) add(e RuleEffect) {
	c.clients, c.prices, c.products = append(c.clients, e.ClientID), append(c.prices, int64(*e.After)), append(c.products, e.ProductCode)
}

func (c *ruleColumns) columns() db.Columns {
	return db.Columns{{Name: "price", Values: c.prices}, {Name: "product", Values: c.products}}
}
