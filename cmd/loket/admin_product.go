package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"loket/internal/app"
	"loket/internal/catalog"
	"loket/internal/platform/clock"
)

type productCmd struct {
	Problem productProblemCmd `cmd:"" help:"Say that products have a problem, and which: orders are refused."`
	Fine    productFineCmd    `cmd:"" help:"Say that products have no problem any more."`
	Cutoff  productCutoffCmd  `cmd:"" help:"Set the time of each day in which products are not sold."`
}

// productChoice is the argument that names products.
type productChoice struct {
	Code     string `arg:"" help:"Code of the product; with --operator that of an operator, for all its products."`
	Operator bool   `help:"The code is that of an operator."`
}

func (c productChoice) choice() catalog.Choice {
	if c.Operator {
		return catalog.Choice{Operator: c.Code}
	}

	return catalog.Choice{Product: c.Code}
}

type productProblemCmd struct {
	productChoice

	Text   string `help:"What clients read in English." placeholder:"TEXT"`
	TextID string `name:"text-id" help:"What clients read in Indonesian; one language is enough." placeholder:"TEKS"`
	From   string `help:"When it begins, in Jakarta, like '2026-12-01 00:00'; without it now." placeholder:"TIME"`
	Until  string `help:"When it ends by itself; without it with 'product fine'." placeholder:"TIME"`
	Tell   bool   `name:"tell-clients" help:"Tell clients that bought them in the last 30 days: in the dashboard while it lasts, and by mail."`
}

func (c *productProblemCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	from, err := parseMoment(c.From)
	if err != nil {
		return err
	}

	until, err := parseMoment(c.Until)
	if err != nil {
		return err
	}

	what := "products that have a problem now"
	if !from.IsZero() {
		what = "products that will have a problem"
	}

	return c.set(ctx, out, admin, catalog.Problem{On: true, English: c.Text, Indonesian: c.TextID, From: from, Until: until}, c.Tell, what)
}

// parseMoment reads a day and time in Jakarta; zero for an empty text.
func parseMoment(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}

	at, err := time.ParseInLocation("2006-01-02 15:04", text, clock.Jakarta())
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no time like 2026-12-01 00:00", text)
	}

	return at, nil
}

type productFineCmd struct{ productChoice }

func (c *productFineCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.set(ctx, out, admin, catalog.Problem{}, false, "products that have no problem now")
}

func (c productChoice) set(ctx context.Context, out io.Writer, admin *adminCmd, p catalog.Problem, tell bool, what string) error {
	return admin.work(ctx, func(a *app.App) error {
		n, told, err := a.Announcements.SetProblem(ctx, c.choice(), p, tell, admin.by())
		if err != nil {
			return err
		}

		_, _ = fmt.Fprintf(out, "%s: %d\n", what, n)

		if tell {
			_, _ = fmt.Fprintf(out, "clients that are told: %d\n", told)
		}

		return nil
	})
}

type productCutoffCmd struct {
	productChoice

	From string `arg:"" help:"Time in Jakarta, like 23:00."`
	To   string `arg:"" help:"Time from which they are sold again, like 01:00; the same time twice means all day."`
}

func (c *productCutoffCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	from, err := clock.ParseTimeOfDay(c.From)
	if err != nil {
		return err
	}

	to, err := clock.ParseTimeOfDay(c.To)
	if err != nil {
		return err
	}

	return admin.work(ctx, func(a *app.App) error {
		cutOff := catalog.CutOff{From: from, To: to}

		n, err := a.Catalog.SetCutOff(ctx, c.choice(), cutOff, admin.by())
		if err != nil {
			return err
		}

		if cutOff.None() {
			_, _ = fmt.Fprintf(out, "products that are sold all day now: %d\n", n)

			return nil
		}

		_, _ = fmt.Fprintf(out, "products that are not sold from %s to %s (WIB) now: %d\n", from, to, n)

		return nil
	})
}
