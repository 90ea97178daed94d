package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/approval"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// PriceKind is the kind of an approval for prices below cost.
const PriceKind = "catalog.prices"

// PricePreview is what a scheduled change does to the margin of its product at the moment when it takes effect.
type PricePreview struct {
	PriceChange

	Now          *money.Rupiah // the amount that applies today; nil: a client has no own price
	MarginBefore money.Rupiah  // just before the change
	MarginAfter  money.Rupiah
	Below        bool // a prepaid product costs more than the client pays
}

// askPrices stores changes that need a second person. The same changes again are the same request.
func askPrices(ctx context.Context, tx *db.Tx, now time.Time, changes []PriceChange, by By) (*approval.Approval, error) {
	keys := make([]string, len(changes))
	for i, c := range changes {
		keys[i] = c.Key() + " " + amountText(c.Amount)
		if c.Status == Cancelled {
			keys[i] = "cancel " + strconv.FormatInt(c.ID, 10)
		}
	}

	sum := sha256.Sum256([]byte(strings.Join(keys, "\n")))

	a, err := approval.AskTx(ctx, tx, now, approval.AskInput{
		Kind: PriceKind, Key: hex.EncodeToString(sum[:]), Input: changes, Actor: by.Actor, Reason: by.Reason,
	})

	return &a, err
}

func amountText(v *money.Rupiah) string {
	if v == nil {
		return ""
	}

	return strconv.FormatInt(int64(*v), 10)
}

// SchedulePricesTx schedules changes of prices and costs. With a price below cost it stores a request instead, which it
// returns, that another person approves (DecidePrices). Call it in Edit.
func SchedulePricesTx(ctx context.Context, tx *db.Tx, now time.Time, previews []PricePreview, by By) (*approval.Approval, error) {
	changes := make([]PriceChange, len(previews))
	for i, p := range previews {
		changes[i] = p.PriceChange
	}

	if slices.ContainsFunc(previews, func(p PricePreview) bool { return p.Below }) {
		return askPrices(ctx, tx, now, changes, by)
	}

	return nil, scheduleTx(ctx, tx, now, changes, by)
}

func scheduleTx(ctx context.Context, tx *db.Tx, now time.Time, changes []PriceChange, by By) error {
	var last int64

	for i, c := range changes {
		c.Status, c.CreatedAt, c.CreatedBy, c.Reason = Scheduled, now, by.Actor, by.Reason
		if c.Cause == CauseEnd && i > 0 { // of the price before it
			c.EndsID = last
		}

		var err error
		if last, err = insertChange(ctx, tx, c); err != nil {
			return err
		}
	}

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Action: "catalog.schedule", Subject: "price changes", Reason: by.Reason, Address: by.Address,
		Detail: map[string]any{"changes": len(changes)},
	})
}

// DecidePrices decides a waiting request: changes below cost, or a cancellation that would leave a price below cost. It returns
// how many changes the request has. Errors: those of approval.DecideTx; ErrLate if the moment of a change has passed;
// ErrImportRefused if another change of the same moment was scheduled meanwhile; fault.ErrNotFound if a change to cancel was
// cancelled meanwhile.
func (s *Service) DecidePrices(ctx context.Context, d approval.Decision) (int, error) {
	d.Kind = PriceKind
	count := 0

	err := s.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		decided, err := approval.DecideTx(ctx, tx, now, d)
		if err != nil || !d.Approve {
			return err
		}

		var changes []PriceChange
		if err := json.Unmarshal([]byte(decided.Input), &changes); err != nil {
			return fmt.Errorf("read changes of prices: %w", err)
		}

		if slices.ContainsFunc(changes, func(c PriceChange) bool { return !c.EffectiveAt.After(now) }) {
			return ErrLate.New()
		}

		count = len(changes)
		by := By{Actor: decided.RequestedBy, Reason: decided.Reason}

		if changes[0].Status == Cancelled { // a cancellation is a request of its own
			return cancelTx(ctx, tx, now, changes[0].ID, by)
		}

		err = scheduleTx(ctx, tx, now, changes, by)
		if db.IsUnique(err) {
			return ErrImportRefused.Wrap(err)
		}

		return err
	})
	if err != nil {
		return 0, fmt.Errorf("decide about prices: %w", err)
	}

	return count, nil
}

// CancelChange ends a scheduled change before it takes effect; that of a price by hand with its end. If a price would be below cost without it, nothing is cancelled:
// it stores a request, which it returns, that another person approves (DecidePrices). Errors: fault.ErrNotFound, also when the
// change took effect.
func (s *Service) CancelChange(ctx context.Context, id int64, by By) (*approval.Approval, error) {
	var waiting *approval.Approval

	err := s.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		below, c, err := belowWithout(ctx, tx, id)
		if err != nil {
			return err
		}

		if below && c.EffectiveAt.After(now) {
			c.Status = Cancelled
			waiting, err = askPrices(ctx, tx, now, []PriceChange{c}, by)

			return err
		}

		return cancelTx(ctx, tx, now, id, by)
	})
	if err != nil {
		return nil, fmt.Errorf("cancel change %d: %w", id, err)
	}

	return waiting, nil
}

func cancelTx(ctx context.Context, tx *db.Tx, now time.Time, id int64, by By) error {
	n, err := tx.Exec(ctx, `UPDATE price_changes SET status = 'cancelled', ended_at = $1
		WHERE (id = $2 OR ends_id = $2) AND status = 'scheduled' AND effective_at > $1`, clock.Micros(now), id)
	if err != nil {
		return err
	}

	if n == 0 {
		return fault.ErrNotFound.New()
	}

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Action: "catalog.cancel", Subject: "price change " + strconv.FormatInt(id, 10), Reason: by.Reason, Address: by.Address,
	})
}
