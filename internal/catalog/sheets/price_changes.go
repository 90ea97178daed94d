package sheets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/approval"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// PriceImport is the input of Schedule.
type PriceImport struct {
	File      io.Reader
	ClientIDs []int64 // all clients; a price of another client is a faulty row
	Apply     bool    // false: only the preview
	By        catalog.By
	// Partly leaves faulty rows out, and lets those below cost alone wait for a second person; otherwise it is all or nothing.
	Partly bool
	// MaxRows is the most rows that are read; 0: as many as any file has.
	MaxRows int
	// Refuse says why a row may not be in this import; empty: it may. May be nil.
	Refuse func(catalog.PriceChange) string
	// Tag is that of the preview which is carried out; empty: any.
	Tag string
}

// PriceReport is the result of Schedule.
type PriceReport struct {
	Report

	Previews []catalog.PricePreview // of the new changes, in the order of the file
	Waiting  *approval.Approval     // set when prices below cost wait for a second person
	Tag      string                 // of what Previews and Rows say
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
// (catalog.Service.DecidePrices). Errors are those of Import.
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

	if in.MaxRows > 0 && len(lines) > in.MaxRows {
		return PriceReport{}, ErrFile.Msg(msgRows.With(in.MaxRows))
	}

	rows := parseAll(sh, lines)

	err = s.catalog.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		report = PriceReport{Report: Report{Table: "price changes"}}

		st, err := sh.open(ctx, tx)
		if err != nil {
			return err
		}

		if in.Refuse != nil {
			st.check = refusing(in.Refuse, st.check)
		}

		changed, reported := judge(sh, st, rows)
		report.Rows = reported

		if report.Count(Faulty) > 0 && !in.Partly {
			return catalog.ErrImportRefused.New()
		}

		if report.Previews, err = catalog.PreviewPricesTx(ctx, tx, changed); err != nil {
			return err
		}

		if report.Tag, err = tagOf(report); err != nil {
			return err
		}

		if in.Apply && in.Tag != "" && in.Tag != report.Tag {
			return catalog.ErrPreview.New()
		}

		if len(changed) == 0 || !in.Apply {
			return errNothing
		}

		if in.Partly {
			report.Waiting, err = schedulePartly(ctx, tx, now, report.Previews, in.By)
			report.Applied = err == nil

			return err
		}

		report.Waiting, err = catalog.SchedulePricesTx(ctx, tx, now, report.Previews, in.By)
		report.Applied = report.Waiting == nil && err == nil

		return err
	})

	switch {
	case errors.Is(err, errNothing):
		return report, nil
	case catalog.ErrImportRefused.Is(err), catalog.ErrPreview.Is(err):
		return report, err
	case err != nil:
		return PriceReport{}, fmt.Errorf("schedule prices: %w", err)
	}

	return report, nil
}

var (
	errPast       = errors.New("effective_at must be in the future")
	errBoth       = errors.New("client_id and supplier can't both be set")
	errNoAmount   = errors.New("amount must be filled, unless a client's own price ends")
	errNoSupplier = errors.New("the product has no SKU at this supplier")
	errClash      = errors.New("another amount is scheduled for this moment; cancel that one first")
)

func changeSheet(zone *time.Location, now time.Time, clientIDs []int64) sheet[catalog.PriceChange] {
	return sheet[catalog.PriceChange]{
		columns: []string{"effective_at", "product_code", "client_id", "supplier", "amount"},
		key:     catalog.PriceChange.Key,
		parse: func(c *cells) catalog.PriceChange {
			change := catalog.PriceChange{Cause: catalog.CauseImport, EffectiveAt: c.moment(zone), ProductCode: c.code(), ClientID: c.client()}
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
		open: func(ctx context.Context, tx *db.Tx) (state[catalog.PriceChange], error) {
			products, err := catalog.ReadProducts(ctx, tx)
			if err != nil {
				return state[catalog.PriceChange]{}, fmt.Errorf("read products: %w", err)
			}

			skus, err := catalog.ReadSKUs(ctx, tx)
			if err != nil {
				return state[catalog.PriceChange]{}, fmt.Errorf("read SKUs: %w", err)
			}

			scheduled, err := catalog.ReadScheduledPrices(ctx, tx)
			if err != nil {
				return state[catalog.PriceChange]{}, err
			}

			byCode := indexed(products, func(p catalog.Product) string { return p.Code })
			bySupplier := indexed(skus, skuKey)
			existing := indexed(scheduled, catalog.PriceChange.Key)

			return state[catalog.PriceChange]{
				existing: existing,
				same:     func(a, b catalog.PriceChange) bool { return a.SameAmount(b) },
				check: func(c catalog.PriceChange) (catalog.PriceChange, error) {
					old, exists := existing[c.Key()]
					product, known := byCode[c.ProductCode]
					_, sold := bySupplier[skuKey(catalog.SKU{ProductCode: c.ProductCode, Supplier: c.Supplier})]

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
					case c.Supplier == "" && c.Amount != nil && *c.Amount == 0 && product.Kind == catalog.Prepaid:
						return c, errPrice
					case exists && !old.SameAmount(c):
						return c, errClash
					}

					return c, nil
				},
			}, nil
		},
	}
}
