package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	"loket/internal/app"
	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/platform/money"
)

type priceCmd struct {
	Import  priceImportCmd  `cmd:"" help:"Schedule changes of prices and costs from CSV, all or nothing; without --apply only a preview."`
	List    priceListCmd    `cmd:"" help:"List the changes to come."`
	Cancel  priceCancelCmd  `cmd:"" help:"Cancel a change before it takes effect."`
	Waiting priceWaitingCmd `cmd:"" help:"List the prices below cost that wait for another person."`
}

type priceImportCmd struct {
	File  string `arg:"" type:"existingfile" help:"CSV file with the columns effective_at (day and time in Jakarta as 2026-12-01 00:00), product_code, client_id (empty: the list price), supplier (set: the cost there) and amount (empty: the client's own price ends)."`
	Apply bool   `help:"Carry it out."`
}

func (c *priceImportCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	f, err := os.Open(c.File)
	if err != nil {
		return fmt.Errorf("import prices: %w", err)
	}
	defer f.Close()

	return admin.work(ctx, func(a *app.App) error {
		ids, err := clientIDs(ctx, a)
		if err != nil {
			return err
		}

		report, err := a.Sheets.Schedule(ctx, sheets.PriceImport{File: f, ClientIDs: ids, Apply: c.Apply, By: admin.by()})

		for _, row := range report.Rows {
			if row.Outcome == sheets.Faulty {
				_, _ = fmt.Fprintf(out, "line %d: %s %s\n", row.Line, row.Code, row.Reason)
			}
		}

		if err != nil {
			return err
		}

		printPreviews(out, report.Previews)
		_, _ = fmt.Fprintf(out, "%d new, %d scheduled before, %d below cost; applied: %t\n",
			len(report.Previews), report.Count(sheets.Unchanged), report.Below(), report.Applied)

		if w := report.Waiting; w != nil {
			_, _ = fmt.Fprintf(out, "request %d is %s: prices below cost wait for a decision of staff\n", w.ID, w.Status)
		}

		return nil
	})
}

func printPreviews(out io.Writer, previews []catalog.PricePreview) {
	rows := make([]string, len(previews))

	for i, p := range previews {
		below := ""
		if p.Below {
			below = "BELOW COST"
		}

		rows[i] = fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", when(p.EffectiveAt), p.ProductCode, clientOr(p.ClientID), p.Supplier,
			amountOr(p.Now), amountOr(p.Amount), p.MarginBefore, p.MarginAfter, below)
	}

	if len(rows) > 0 {
		table(out, "from\tproduct\tclient\tsupplier\tnow\tthen\tmargin before\tmargin after\t", rows...)
	}
}

// clientOr is a client's number; empty for the list price.
func clientOr(id int64) string {
	if id == 0 {
		return ""
	}

	return strconv.FormatInt(id, 10)
}

func amountOr(v *money.Rupiah) string {
	if v == nil {
		return "none"
	}

	return v.String()
}

type priceListCmd struct{}

func (priceListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "change\tfrom\tproduct\tclient\tsupplier\tamount\tby\treason", func(a *app.App) ([]string, error) {
		list, err := a.Catalog.ScheduledChanges(ctx)

		return rows(list, err, func(c catalog.PriceChange) string {
			return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s", c.ID, when(c.EffectiveAt), c.ProductCode, clientOr(c.ClientID), c.Supplier,
				amountOr(c.Amount), c.CreatedBy, c.Reason)
		})
	})
}

type priceCancelCmd struct {
	Change int64 `arg:"" help:"Number of the change, as list shows it."`
}

func (c *priceCancelCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		waiting, err := a.Catalog.CancelChange(ctx, c.Change, admin.by())
		if err != nil {
			return err
		}

		if waiting != nil {
			_, _ = fmt.Fprintf(out, "without change %d a price is below cost: request %d waits for another person\n", c.Change, waiting.ID)

			return nil
		}

		_, _ = fmt.Fprintf(out, "change %d is cancelled\n", c.Change)

		return nil
	})
}

type priceWaitingCmd struct{}

func (priceWaitingCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.waiting(ctx, out, catalog.PriceKind, catalog.RuleKind, catalog.SegmentKind)
}
