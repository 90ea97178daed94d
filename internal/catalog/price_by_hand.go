package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/approval"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// SetPrice changes the list price of a product or the own price of a client by hand, from a moment on; without one at once. No price rule
// changes it until it ends: at a time, if one is given, or by a change without an amount. Then the rule's price holds, or without a rule the
// price that it replaced; a list price that is ended without a rule stays. A price of a prepaid product below its cost needs a moment to come:
// it stores a request, which it returns, that another person approves (DecidePrices). Errors: fault.ErrNotFound, also if no price by hand is to
// be ended; fault.ErrValidation.
func (s *Service) SetPrice(ctx context.Context, c PriceChange, until time.Time, by By) (*approval.Approval, error) {
	var waiting *approval.Approval

	err := s.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		scheduled, err := ReadScheduledPrices(ctx, tx)
		if err != nil {
			return err
		}

		p, err := readPlan(ctx, tx, scheduled)
		if err != nil {
			return err
		}

		change := c

		atOnce := change.EffectiveAt.IsZero()
		if atOnce {
			change.EffectiveAt = now
		}

		changes, err := p.handChanges(change, until, now)
		if err != nil {
			return err
		}

		previews, err := PreviewPricesTx(ctx, tx, changes)
		if err != nil {
			return err
		}

		if atOnce && slices.ContainsFunc(previews, func(p PricePreview) bool { return p.Below }) {
			return fault.InvalidField("effectiveAt", msgBelowLater)
		}

		waiting, err = SchedulePricesTx(ctx, tx, now, previews, by)
		if db.IsUnique(err) {
			return fault.InvalidField("effectiveAt", msgSameMoment)
		}

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("set a price of %s: %w", c.ProductCode, err)
	}

	return waiting, nil
}

// handChanges are the changes that set a price by hand, with its end if it has one, or that end it.
func (p plan) handChanges(c PriceChange, until, now time.Time) ([]PriceChange, error) {
	if err := p.checkPrice(c, until, now); err != nil {
		return nil, err
	}

	before := p.beforeHand(c)

	if c.Amount == nil {
		c.Cause = CauseEnd

		switch {
		case !p.byHand(c):
			return nil, fault.ErrNotFound.New()
		case c.ClientID == 0:
			c.Amount = before
		}

		return []PriceChange{c}, nil
	}

	c.Cause = CauseHand
	if until.IsZero() {
		return []PriceChange{c}, nil
	}

	end := c
	end.Cause, end.EffectiveAt, end.Amount = CauseEnd, until, before

	return []PriceChange{c, end}, nil
}

// beforeHand is what holds again without a rule when a price by hand ends: the price just before it. Of a client whose price follows a rule, or
// who has none, it is the list price.
func (p plan) beforeHand(c PriceChange) *money.Rupiah {
	if c.ClientID != 0 && !p.byHand(c) {
		return nil
	}

	return p.at(c, c.EffectiveAt.Add(-time.Microsecond))
}

// checkPrice refuses a price that the product can't have.
func (p plan) checkPrice(c PriceChange, until, now time.Time) error {
	product, known := p.products[c.ProductCode]

	switch {
	case !known:
		return fault.ErrNotFound.New()
	case c.Amount != nil && (*c.Amount > MaxAmount || *c.Amount == 0 && product.Kind == Prepaid):
		return fault.InvalidField("amount", msgPrice)
	case c.EffectiveAt.Before(now) || c.EffectiveAt.After(now.Add(longestPlan)):
		return fault.InvalidField("effectiveAt", msgPriceTime)
	case !until.IsZero() && (c.Amount == nil || !until.After(c.EffectiveAt) || until.After(now.Add(longestPlan))):
		return fault.InvalidField("until", msgPriceUntil)
	}

	return nil
}

// endHand ends a price by hand: its rule's price holds from now on, or without a rule the amount of the change.
func endHand(ctx context.Context, tx *db.Tx, c PriceChange, now time.Time) error {
	var status ChangeStatus

	if err := tx.QueryRow(ctx, "SELECT status FROM price_changes WHERE id = $1", c.ID).Scan(&status); err != nil || status != Scheduled {
		return err // another price took effect just before, and cancelled it
	}

	p, err := readPlan(ctx, tx, nil)
	if err != nil {
		return err
	}

	price := p.byRule(c, now)
	if price != nil {
		c.Amount = price
	}

	switch {
	case c.ClientID == 0:
		_, err = tx.Exec(ctx, `UPDATE products SET price = $1, price_by_hand = FALSE, updated_at = $2 WHERE code = $3`, db.NullPtr(c.Amount), clock.Micros(now), c.ProductCode)
	case c.Amount == nil:
		err = DeletePriceTx(ctx, tx, c.ClientID, c.ProductCode)
	default:
		err = StorePriceTx(ctx, tx, ClientPrice{ClientID: c.ClientID, ProductCode: c.ProductCode, Price: *c.Amount, ByRule: price != nil}, now)
	}

	if err != nil {
		return fmt.Errorf("end a price by hand: %w", err)
	}

	return recordApplied(ctx, tx, c, p.today(c), now)
}

// recordApplied records that a scheduled change took effect, and cancels the end of the price that it replaced.
func recordApplied(ctx context.Context, tx *db.Tx, c PriceChange, before *money.Rupiah, now time.Time) error {
	if err := c.recordTx(ctx, tx, now); err != nil {
		return err
	}

	_, err := tx.Exec(ctx, `UPDATE price_changes SET status = 'applied', amount = $1, before = $2, ended_at = $3 WHERE id = $4`,
		db.NullPtr(c.Amount), db.NullPtr(before), clock.Micros(now), c.ID)
	if err != nil {
		return fmt.Errorf("record a change of %s: %w", c.subject(), err)
	}

	return c.cancelEnd(ctx, tx, now)
}

// cancelEnd cancels the end to come of the price by hand that a change replaced.
func (c PriceChange) cancelEnd(ctx context.Context, tx *db.Tx, now time.Time) error {
	if c.Supplier != "" {
		return nil
	}

	_, err := tx.Exec(ctx, `UPDATE price_changes SET status = 'cancelled', ended_at = $1
		WHERE status = 'scheduled' AND cause = 'end' AND product_code = $2 AND COALESCE(client_id, 0) = $3 AND ends_id <> $4
			AND ends_id IN (SELECT p.id FROM price_changes AS p WHERE p.product_code = $2 AND p.status = 'applied')`,
		clock.Micros(now), c.ProductCode, c.ClientID, c.ID)
	if err != nil {
		return fmt.Errorf("cancel the end of a price: %w", err)
	}

	return nil
}
