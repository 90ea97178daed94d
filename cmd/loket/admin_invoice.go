package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"loket/internal/app"
	"loket/internal/money/invoice"
	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

type invoiceCmd struct {
	List       invoiceListCmd   `cmd:"" help:"List the open invoices of all clients, those due first; or all of one client, newest first."`
	Paid       invoicePaidCmd   `cmd:"" help:"Record that an invoice was paid whole; the limit is free again."`
	Done       invoiceDoneCmd   `cmd:"" help:"End a paid invoice."`
	Attach     invoiceAttachCmd `cmd:"" help:"Attach the formal tax invoice, a PDF, for the client's download."`
	CreditNote invoiceNoteCmd   `cmd:"" help:"Reduce what an open invoice asks for, or what the next one does if it was paid; the client reads the reason."`
	VAT        invoiceVATCmd    `cmd:"" name:"vat" help:"Set the rate of VAT that prices contain from a day on."`
}

type invoiceListCmd struct {
	Client int64 `help:"Number of a client." placeholder:"NUMBER"`
	Limit  int   `help:"How many to list." default:"100" placeholder:"NUMBER"`
}

func (c *invoiceListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	const header = "invoice\tclient\tstatus\tamount\toutstanding\tdue\ttransferred\tproof\tformal"

	return admin.list(ctx, out, header, func(a *app.App) ([]string, error) {
		var (
			list []invoice.Invoice
			err  error
		)

		if c.Client != 0 {
			if err := requireClient(ctx, a, c.Client); err != nil {
				return nil, err
			}

			list, err = a.Invoices.OfClient(ctx, c.Client, max(c.Limit, 1))
		} else {
			list, err = a.Invoices.AllOpen(ctx, max(c.Limit, 1))
		}

		return rows(list, err, func(i invoice.Invoice) string {
			status := string(i.Status)
			if i.Overdue(a.Clock.Now()) {
				status += ", overdue"
			}

			transferred := "-"
			if i.TransferOn != (clock.Day{}) {
				transferred = i.TransferOn.String()
			}

			return fmt.Sprintf("%s\t%d\t%s\t%s\t%s\t%s\t%s\t%t\t%t",
				i.No, i.ClientID, status, i.Amount, i.Outstanding(), i.DueOn, transferred, i.Proof.ID != 0, i.Formal.ID != 0)
		})
	})
}

// invoiceRef is the argument that names an invoice.
type invoiceRef struct {
	Invoice string `arg:"" help:"Number of the invoice, as LKT-INV-2026-000001."`
}

// change finds the invoice, runs fn with its id, and prints how it stands then.
func (r invoiceRef) change(
	ctx context.Context, out io.Writer, admin *adminCmd, fn func(a *app.App, id int64, by invoice.Staff) (invoice.Invoice, error),
) error {
	return admin.work(ctx, func(a *app.App) error {
		i, err := a.Invoices.ByNo(ctx, strings.TrimSpace(r.Invoice))
		if err == nil {
			i, err = fn(a, i.ID, invoice.Staff{Actor: admin.actor(), Reason: admin.Reason})
		}

		return report(out, err, "invoice %s is %s, outstanding %s\n", i.No, i.Status, i.Outstanding())
	})
}

type invoicePaidCmd struct{ invoiceRef }

func (c *invoicePaidCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.change(ctx, out, admin, func(a *app.App, id int64, by invoice.Staff) (invoice.Invoice, error) {
		return a.Invoices.MarkPaid(ctx, id, by)
	})
}

type invoiceDoneCmd struct{ invoiceRef }

func (c *invoiceDoneCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.change(ctx, out, admin, func(a *app.App, id int64, by invoice.Staff) (invoice.Invoice, error) {
		return a.Invoices.MarkDone(ctx, id, by)
	})
}

type invoiceAttachCmd struct {
	invoiceRef

	File string `arg:"" type:"existingfile" help:"PDF of at most 10 MB."`
}

func (c *invoiceAttachCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	f, err := os.Open(c.File)
	if err != nil {
		return fmt.Errorf("attach: %w", err)
	}
	defer f.Close()

	content, err := io.ReadAll(io.LimitReader(f, invoice.MaxFile+1))
	if err != nil {
		return fmt.Errorf("attach: %w", err)
	}

	return c.change(ctx, out, admin, func(a *app.App, id int64, by invoice.Staff) (invoice.Invoice, error) {
		return a.Invoices.Attach(ctx, id, content, by)
	})
}

type invoiceNoteCmd struct {
	invoiceRef

	Amount int64 `required:"" help:"Whole rupiah, at most what was not credited yet." placeholder:"RUPIAH"`
}

func (c *invoiceNoteCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.change(ctx, out, admin, func(a *app.App, id int64, by invoice.Staff) (invoice.Invoice, error) {
		note, err := a.Invoices.IssueCreditNote(ctx, invoice.NewCreditNote{Staff: by, InvoiceID: id, Amount: money.Rupiah(c.Amount)})

		where := ""
		if note.Carried {
			where = ", with the next invoice"
		}

		if err := report(out, err, "credit note %s: %s%s\n", note.No, note.Amount, where); err != nil {
			return invoice.Invoice{}, err
		}

		return a.Invoices.ByNo(ctx, c.Invoice)
	})
}

type invoiceVATCmd struct {
	From   string `arg:"" help:"First day, YYYY-MM-DD, in Asia/Jakarta."`
	Points int64  `required:"" help:"Hundredths of a per cent of the base: 1200 is 12 %." placeholder:"NUMBER"`
	Base   string `help:"Part of the net price that is the base." default:"1/1" placeholder:"PART/WHOLE"`
}

var errBase = errors.New("--base: must be like 11/12")

func (c *invoiceVATCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	day, err := clock.ParseDay(c.From)
	if err != nil {
		return err
	}

	first, second, _ := strings.Cut(c.Base, "/")
	part, partErr := strconv.ParseInt(first, 10, 64)
	whole, wholeErr := strconv.ParseInt(second, 10, 64)

	if partErr != nil || wholeErr != nil {
		return errBase
	}

	return admin.work(ctx, func(a *app.App) error {
		err := a.Invoices.SetVATRate(ctx, invoice.VATRate{From: day, Points: c.Points, BasePart: part, BaseWhole: whole},
			invoice.Staff{Actor: admin.actor(), Reason: admin.Reason})

		return report(out, err, "VAT from %s: %d points of %s\n", day, c.Points, c.Base)
	})
}
