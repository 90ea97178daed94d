package invoice

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/sheet"
)

// documentOf finds the invoice with a token, or the credit note with it and its invoice.
func (s *Service) documentOf(ctx context.Context, token string) (i Invoice, note *CreditNote, err error) {
	q := s.deps.DB.Reader()

	i, err = scanInvoice(q.QueryRow(ctx, invoiceQuery+"WHERE i.token = $1", token))
	if !fault.ErrNotFound.Is(err) {
		return i, nil, err
	}

	i, err = scanInvoice(q.QueryRow(ctx, invoiceQuery+"WHERE i.id = (SELECT n.invoice_id FROM credit_notes n WHERE n.token = $1)", token))
	if fault.ErrNotFound.Is(err) {
		return i, nil, file.ErrLink.Wrap(err)
	}

	if err != nil {
		return i, nil, err
	}

	n, err := scanNote(q.QueryRow(ctx, noteQuery+"WHERE n.token = $1", token))
	if err != nil {
		return i, nil, fmt.Errorf("read a credit note: %w", err)
	}

	return i, &n, nil
}

// lineColumns are those of the file of lines. It is for programs, so its words are the same in every language.
func lineColumns() []sheet.Column {
	return []sheet.Column{
		{Name: "invoice_no"}, {Name: "level"}, {Name: "kind"}, {Name: "order_id"}, {Name: "reference"}, {Name: "amount"}, {Name: "time"},
	}
}

// The levels of the file of lines. The amounts of each level but vat add up: those of invoice to the amount of the invoice,
// those of order to usage and refund of the invoice.
const (
	levelInvoice = "invoice"
	levelVAT     = "vat"
	levelOrder   = "order"
)

// writeLines writes the lines of an invoice and the orders behind them as CSV, in constant memory. Times are in the zone of
// tax dates.
func (s *Service) writeLines(ctx context.Context, out io.Writer, i *Invoice) error {
	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		return err
	}

	lines, err := s.Lines(ctx, i)
	if err != nil {
		return err
	}

	table, err := sheet.NewCSV(out, zone, lineColumns())
	if err != nil {
		return err
	}

	row := func(level, kind, order, reference string, amount, micros int64) error {
		for _, text := range []string{i.No, level, kind, order, reference} {
			table.Text(text)
		}

		table.Int(amount)
		table.Time(micros)

		return table.EndRow()
	}

	for _, l := range lines {
		if err := row(levelInvoice, string(l.Kind), "", "", int64(l.Amount), clock.Micros(i.IssuedAt)); err != nil {
			return err
		}
	}

	if i.VAT.Points > 0 {
		if err := row(levelVAT, "included", "", "", int64(i.VAT.Amount), clock.Micros(i.IssuedAt)); err != nil {
			return err
		}
	}

	err = s.deps.Limits.StreamOrders(ctx, i.ClientID, i.PeriodID, func(o settlement.PeriodOrder) error {
		kind := Usage
		if o.Credit {
			kind = Refunds
		}

		return row(levelOrder, string(kind), strconv.FormatInt(o.OrderID, 10), o.ClientRef, int64(o.Amount), clock.Micros(o.At))
	})
	if err != nil {
		return fmt.Errorf("orders of invoice %d: %w", i.ID, err)
	}

	return table.Close()
}
