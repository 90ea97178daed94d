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

// previewRule is what a change does to a catalogue that has its rule, and the products whose prices by hand are in the reach of it.
func (p plan) previewRule(change RuleChange) (out RulePreview, held []string, err error) {
	if !change.Remove {
		held = p.heldBy(change.PriceRule)
	}

	if change.EndHand {
		p.follow(change.ClientID, held)
	}

	out.Effects, out.Held = p.effects(), len(held)

	text, err := json.Marshal([]any{change, out.Effects, held})
	if err != nil {
		return out, nil, fmt.Errorf("sum a preview up: %w", err)
	}

	sum := sha256.Sum256(text)
	out.Tag = hex.EncodeToString(sum[:])

	slices.SortStableFunc(out.Effects, func(a, b RuleEffect) int { return cmp.Compare(p.size(b), p.size(a)) })

	return out, held, nil
}

// heldBy are the products to whose price a rule would apply if it were not set by hand, sorted.
func (p plan) heldBy(r PriceRule) []string {
	list := []string{}

	for code, product := range p.products {
		won := p.rules.of(&product, r.ClientID)
		if won != nil && won.sameReach(r) && product.Kind == Prepaid && p.costNow(code) > 0 && p.byHand(PriceChange{ProductCode: code, ClientID: r.ClientID}) {
			list = append(list, code)
		}
	}

	slices.Sort(list)

	return list
}

// follow lets prices by hand follow their rule.
func (p plan) follow(client int64, products []string) {
	for _, code := range products {
		if client == 0 {
			product := p.products[code]
			product.PriceByHand = false
			p.products[code] = product

			continue
		}

		for i := range p.own[code] {
			own := &p.own[code][i]
			own.ByRule = own.ByRule || own.ClientID == client
		}
	}
}

// followTx stores that prices by hand follow their rule.
func followTx(ctx context.Context, tx *db.Tx, client int64, products []string) error {
	text, args := `UPDATE products AS p SET price_by_hand = FALSE {FROM} WHERE p.code = {product}`, []any{}
	if client != 0 {
		text, args = `UPDATE client_prices AS c SET by_rule = TRUE {FROM} WHERE c.client_id = $1 AND c.product_code = {product}`, []any{client}
	}

	if _, err := tx.ExecRows(ctx, db.Columns{{Name: "product", Values: products}}, text, args...); err != nil {
		return fmt.Errorf("end prices by hand: %w", err)
	}

	return nil
}

// size is by how much a price changes.
func (p plan) size(e RuleEffect) int64 {
	change := int64(e.change(p.products[e.ProductCode].Price))

	return max(change, -change)
}
