package catalog

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"loket/internal/platform/db"
)

// heldPrice is a price that is set by hand: the own one of a client, or with client 0 the list price.
type heldPrice struct {
	Product string
	Client  int64
}

// previewRule is what a change does to a catalogue that has its rule, and the prices by hand that are in the reach of it.
func (p plan) previewRule(change RuleChange) (out RulePreview, held []heldPrice, err error) {
	if !change.Remove {
		held = p.heldBy(change.PriceRule)
	}

	if change.EndHand {
		p.follow(held)
	}

	out, err = p.preview(change, held)

	return out, held, err
}

// preview is what rules change in a catalogue, with the tag of it and of what was asked for.
func (p plan) preview(change any, held []heldPrice) (RulePreview, error) {
	out := RulePreview{Effects: p.effects(), Held: len(held)}

	text, err := json.Marshal([]any{change, out.Effects, held})
	if err != nil {
		return out, fmt.Errorf("sum a preview up: %w", err)
	}

	sum := sha256.Sum256(text)
	out.Tag = hex.EncodeToString(sum[:])

	slices.SortStableFunc(out.Effects, func(a, b RuleEffect) int { return cmp.Compare(p.size(b), p.size(a)) })

	return out, nil
}

// heldBy are the prices to which a rule would apply if they were not set by hand, sorted.
func (p plan) heldBy(r PriceRule) []heldPrice {
	list, clients := []heldPrice{}, []int64{r.ClientID}

	if r.Segment != "" {
		clients = p.clientsOf(r.Segment)
	}

	for code, product := range p.products {
		if product.Kind != Prepaid || p.costNow(code) <= 0 {
			continue
		}

		for _, client := range clients {
			if won := p.ruleFor(&product, client); won != nil && won.sameReach(r) && p.byHand(PriceChange{ProductCode: code, ClientID: client}) {
				list = append(list, heldPrice{code, client})
			}
		}
	}

	slices.SortFunc(list, func(a, b heldPrice) int {
		return cmp.Or(cmp.Compare(a.Product, b.Product), cmp.Compare(a.Client, b.Client))
	})

	return list
}

// follow lets prices by hand follow their rule.
func (p plan) follow(held []heldPrice) {
	for _, h := range held {
		if h.Client == 0 {
			product := p.products[h.Product]
			product.PriceByHand = false
			p.products[h.Product] = product

			continue
		}

		for i := range p.own[h.Product] {
			own := &p.own[h.Product][i]
			own.ByRule = own.ByRule || own.ClientID == h.Client
		}
	}
}

// followTx stores that prices by hand follow their rule.
func followTx(ctx context.Context, tx *db.Tx, held []heldPrice) error {
	var (
		list, products []string
		clients        []int64
	)

	for _, h := range held {
		if h.Client == 0 {
			list = append(list, h.Product)
		} else {
			products, clients = append(products, h.Product), append(clients, h.Client)
		}
	}

	_, err := tx.ExecRows(ctx, db.Columns{{Name: "product", Values: list}}, `UPDATE products AS p SET price_by_hand = FALSE {FROM} WHERE p.code = {product}`)
	if err != nil {
		return fmt.Errorf("end list prices by hand: %w", err)
	}

	_, err = tx.ExecRows(ctx, db.Columns{{Name: "product", Values: products}, {Name: "client", Values: clients}},
		`UPDATE client_prices AS c SET by_rule = TRUE {FROM} WHERE c.client_id = {client} AND c.product_code = {product}`)
	if err != nil {
		return fmt.Errorf("end own prices by hand: %w", err)
	}

	return nil
}

// size is by how much a price changes.
func (p plan) size(e RuleEffect) int64 {
	change := int64(e.change(p.products[e.ProductCode].Price))

	return max(change, -change)
}
