package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// PriceImport is the input of Schedule.
type PriceImport struct {
	File      io.Reader
	ClientIDs []int64 // all clients; a price of another client is a faulty row
	Apply     bool    // false: only the preview
	By        By
}

// Preview is what a scheduled change does to the margin of its product at the moment when it takes effect.
type Preview struct {
	Change

	Now          *money.Rupiah // the amount that applies today; nil: a client has no own price
	MarginBefore money.Rupiah  // just before the change
	MarginAfter  money.Rupiah
	Below        bool // a prepaid product costs more than the client pays
}

// PriceReport is the result of Schedule.
type PriceReport struct {
	Report

	Previews []Preview          // of the new changes, in the order of the file
	Waiting  *approval.Approval // set when prices below cost wait for a second person
}

// Below counts the changes to a price below cost.
func (r PriceReport) Below() int {
	n := 0

	for _, p := range r.Previews {
		if p.Below {
			n++
		}
	}

	return n
}

// Schedule reads changes of prices and costs with the moment from which each holds, all or nothing. Columns: effective_at
// (day and time in Jakarta), product_code, client_id (empty: the list price), supplier (set: the cost there) and amount
// (empty: the client's own price ends). With prices below cost it stores a request that another person approves
// (DecidePrices). Errors are those of Import.
func (s *Service) Schedule(ctx context.Context, in PriceImport) (PriceReport, error) {
	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		return PriceReport{}, err
	}

	var report PriceReport

	sh := changeSheet(zone, s.clk.Now(), in.ClientIDs)

	lines, err := readLines(in.File, sh.columns)
	if err != nil {
		return PriceReport{}, err
	}

	rows := parseAll(sh, lines)

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		report = PriceReport{Report: Report{Table: "price changes"}}

		if _, err := Bump(ctx, tx); err != nil {
			return err
		}

		st, err := sh.open(ctx, tx)
		if err != nil {
			return err
		}

		changed, reported := judge(sh, st, rows)
		report.Rows = reported

		if report.Count(Faulty) > 0 {
			return ErrImportRefused.New()
		}

		if report.Previews, err = preview(ctx, tx, changed); err != nil {
			return err
		}

		switch {
		case len(changed) == 0, !in.Apply:
			return errNothing
		case report.Below() > 0:
			report.Waiting, err = askPrices(ctx, tx, s.clk.Now(), changed, in.By)
		default:
			report.Applied, err = true, s.scheduleTx(ctx, tx, s.clk.Now(), changed, in.By)
		}

		return err
	})

	switch {
	case errors.Is(err, errNothing):
		return report, nil
	case ErrImportRefused.Is(err):
		return report, err
	case err != nil:
		return PriceReport{}, fmt.Errorf("schedule prices: %w", err)
	}

	return report, nil
}

// askPrices stores changes that need a second person. The same changes again are the same request.
func askPrices(ctx context.Context, tx *db.Tx, now time.Time, changes []Change, by By) (*approval.Approval, error) {
	keys := make([]string, len(changes))
	for i, c := range changes {
		keys[i] = changeKey(c) + " " + amountText(c.Amount)
		if c.Status == Cancelled {
			keys[i] = "cancel " + strconv.FormatInt(c.ID, 10)
		}
	}

	sum := sha256.Sum256([]byte(strings.Join(keys, "\n")))

	a, err := approval.AskTx(ctx, tx, now, approval.Wanted{
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

func (s *Service) scheduleTx(ctx context.Context, tx *db.Tx, now time.Time, changes []Change, by By) error {
	for _, c := range changes {
		c.Status, c.CreatedAt, c.CreatedBy, c.Reason = Scheduled, now, by.Actor, by.Reason
		if err := insertChange(ctx, tx, c); err != nil {
			return err
		}
	}

	tx.AfterCommit(s.stale)

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Action: "catalog.schedule", Subject: "price changes", Reason: by.Reason, Address: by.Address,
		Detail: map[string]any{"changes": len(changes)},
	})
}

// DecidePrices approves or rejects changes to prices below cost, and cancellations that lead to one, that wait. Errors: those of approval.DecideTx; ErrLate if the
// moment of a change has passed; ErrImportRefused if another change of the same moment was scheduled meanwhile;
// fault.ErrNotFound if a change to cancel was cancelled meanwhile.
func (s *Service) DecidePrices(ctx context.Context, d approval.Decision) (int, error) {
	d.Kind = PriceKind
	count := 0

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := Bump(ctx, tx); err != nil {
			return err
		}

		now := s.clk.Now()

		decided, err := approval.DecideTx(ctx, tx, now, d)
		if err != nil || !d.Approve {
			return err
		}

		var changes []Change
		if err := json.Unmarshal([]byte(decided.Input), &changes); err != nil {
			return fmt.Errorf("read changes of prices: %w", err)
		}

		if slices.ContainsFunc(changes, func(c Change) bool { return !c.EffectiveAt.After(now) }) {
			return ErrLate.New()
		}

		count = len(changes)
		by := By{Actor: decided.RequestedBy, Reason: decided.Reason}

		if changes[0].Status == Cancelled { // a cancellation is a request of its own
			return s.cancelTx(ctx, tx, now, changes[0].ID, by)
		}

		err = s.scheduleTx(ctx, tx, now, changes, by)
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

// CancelChange ends a scheduled change before it takes effect. If a price would be below cost without it, nothing is cancelled:
// it stores a request, which it returns, that another person approves (DecidePrices). Errors: fault.ErrNotFound, also when the
// change took effect.
func (s *Service) CancelChange(ctx context.Context, id int64, by By) (*approval.Approval, error) {
	var waiting *approval.Approval

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := Bump(ctx, tx); err != nil {
			return err
		}

		now := s.clk.Now()

		below, c, err := belowWithout(ctx, tx, id)
		if err != nil {
			return err
		}

		if below && c.EffectiveAt.After(now) {
			c.Status = Cancelled
			waiting, err = askPrices(ctx, tx, now, []Change{c}, by)

			return err
		}

		return s.cancelTx(ctx, tx, now, id, by)
	})
	if err != nil {
		return nil, fmt.Errorf("cancel change %d: %w", id, err)
	}

	return waiting, nil
}

func (s *Service) cancelTx(ctx context.Context, tx *db.Tx, now time.Time, id int64, by By) error {
	n, err := tx.Exec(ctx, `UPDATE price_changes SET status = 'cancelled', ended_at = $1
		WHERE id = $2 AND status = 'scheduled' AND effective_at > $1`, clock.Micros(now), id)
	if err != nil {
		return err
	}

	if n == 0 {
		return fault.ErrNotFound.New()
	}

	tx.AfterCommit(s.stale)

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Action: "catalog.cancel", Subject: "price change " + strconv.FormatInt(id, 10), Reason: by.Reason, Address: by.Address,
	})
}

var (
	errPast       = errors.New("effective_at must be in the future")
	errBoth       = errors.New("client_id and supplier can't both be set")
	errNoAmount   = errors.New("amount must be filled, unless a client's own price ends")
	errNoSupplier = errors.New("the product has no SKU at this supplier")
	errClash      = errors.New("another amount is scheduled for this moment; cancel that one first")
)

func changeKey(c Change) string {
	return c.EffectiveAt.UTC().Format(time.RFC3339) + " " + c.subject()
}

func changeSheet(zone *time.Location, now time.Time, clientIDs []int64) sheet[Change] {
	return sheet[Change]{
		columns: []string{"effective_at", "product_code", "client_id", "supplier", "amount"},
		key:     changeKey,
		parse: func(c *cells) Change {
			change := Change{EffectiveAt: c.moment(zone), ProductCode: c.code(), ClientID: c.client()}
			if c.values[c.next] != "" {
				change.Supplier = c.supplier()
			} else {
				c.take()
			}

			if amount, given := c.amount(); given {
				change.Amount = &amount
			}

			return change
		},
		open: func(ctx context.Context, tx *db.Tx) (state[Change], error) {
			products, err := readProducts(ctx, tx)
			if err != nil {
				return state[Change]{}, fmt.Errorf("read products: %w", err)
			}

			skus, err := readSKUs(ctx, tx)
			if err != nil {
				return state[Change]{}, fmt.Errorf("read SKUs: %w", err)
			}

			scheduled, err := scheduledChanges(ctx, tx)
			if err != nil {
				return state[Change]{}, err
			}

			byCode := indexed(products, func(p Product) string { return p.Code })
			bySupplier := indexed(skus, skuKey)
			existing := indexed(scheduled, changeKey)

			return state[Change]{
				existing: existing,
				same:     func(a, b Change) bool { return sameAmount(a.Amount, b.Amount) },
				check: func(c Change) (Change, error) {
					old, exists := existing[changeKey(c)]
					product, known := byCode[c.ProductCode]
					_, sold := bySupplier[skuKey(SKU{ProductCode: c.ProductCode, Supplier: c.Supplier})]

					switch {
					case !c.EffectiveAt.After(now):
						return c, errPast
					case !known:
						return c, errProduct
					case c.ClientID != 0 && c.Supplier != "":
						return c, errBoth
					case c.ClientID != 0 && !slices.Contains(clientIDs, c.ClientID):
						return c, errClient
					case c.Supplier != "" && !sold:
						return c, errNoSupplier
					case c.Amount == nil && c.ClientID == 0:
						return c, errNoAmount
					case c.Supplier == "" && c.Amount != nil && *c.Amount == 0 && product.Kind == Prepaid:
						return c, errPrice
					case exists && !sameAmount(old.Amount, c.Amount):
						return c, errClash
					}

					return c, nil
				},
			}, nil
		},
	}
}
