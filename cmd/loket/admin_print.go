package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"loket/internal/app"
	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
)

// list prints a table with a row for each line that get returns. Cells are separated
// by tabs, in the header too.
func (c *adminCmd) list(ctx context.Context, out io.Writer, header string, get func(a *app.App) ([]string, error)) error {
	return c.work(ctx, func(a *app.App) error {
		found, err := get(a)
		if err == nil {
			table(out, header, found...)
		}

		return err
	})
}

// listOf is list for one client.
func (c *adminCmd) listOf(
	ctx context.Context, out io.Writer, client int64, header string, get func(a *app.App) ([]string, error),
) error {
	return c.list(ctx, out, header, func(a *app.App) ([]string, error) {
		if err := requireClient(ctx, a, client); err != nil {
			return nil, err
		}

		return get(a)
	})
}

// rows formats a line for each item, unless err is set.
func rows[T any](items []T, err error, line func(T) string) ([]string, error) {
	if err != nil {
		return nil, err
	}

	out := make([]string, len(items))
	for i, item := range items {
		out[i] = line(item)
	}

	return out, nil
}

// table prints rows under a header in columns.
func table(to io.Writer, header string, rows ...string) {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)

	for _, line := range append([]string{header}, rows...) {
		_, _ = fmt.Fprintln(w, line)
	}

	_ = w.Flush()
}

// report prints what was done, unless err is set.
func report(out io.Writer, err error, format string, args ...any) error {
	if err == nil {
		_, _ = fmt.Fprintf(out, format, args...)
	}

	return err
}

// showOnce prints a secret that can't be read again later.
func showOnce(out io.Writer, err error, what string, value secret.Text) error {
	return report(out, err, "%s: %s\nKeep it now: it can't be shown again.\n", what, value.Reveal())
}

// when is a time as staff in Jakarta read it, with the zone: files of prices have the same.
func when(t time.Time) string {
	if t.IsZero() {
		return "never"
	}

	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		return t.UTC().Format(time.DateTime) + " UTC"
	}

	return t.In(zone).Format(time.DateTime) + " WIB"
}
