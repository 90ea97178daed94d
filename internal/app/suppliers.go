package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/config"
	"loket/internal/platform/clock"
	"loket/internal/platform/metrics"
	"loket/internal/platform/report"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
	"loket/internal/supplier/iak"
	"loket/internal/supplier/sandbox"
)

// CheckParts checks the suppliers and the error-reporting address without starting anything.
func CheckParts(conf config.Config, list []config.Supplier) error {
	_, suppliers := buildSuppliers(list, metrics.New(), clock.System{}, nil, func(context.Context, string) error { return nil })
	_, reports := report.New(report.Options{DSN: conf.ReportDSN})

	return errors.Join(suppliers, reports)
}

// buildSuppliers makes the suppliers of the settings, and the one of sandboxes, which each deployment has. reverse has an order of a sandbox
// reversed.
func buildSuppliers(
	list []config.Supplier, m *metrics.Metrics, clk clock.Clock, log *slog.Logger, reverse func(ctx context.Context, reference string) error,
) (*supplier.Registry, error) {
	entries := []supplier.Entry{{Code: supplier.Sandbox, Adapter: sandbox.New(clk, reverse), NoCircuit: true}}
	found := []error{}

	for _, s := range list {
		if s.Code == supplier.Sandbox {
			found = append(found, fmt.Errorf("supplier %s: %w: this code is that of the sandbox's own supplier", s.Code, supplier.ErrConfig))

			continue
		}

		adapter, err := newAdapter(s, clk)
		if err != nil {
			found = append(found, fmt.Errorf("supplier %s: %w", s.Code, err))

			continue
		}

		entries = append(entries, supplier.Entry{Code: s.Code, Adapter: adapter, Limit: s.Limit})
	}

	if err := errors.Join(found...); err != nil {
		return nil, err
	}

	registry, err := supplier.NewRegistry(supplier.Options{Clock: clk, Metrics: m.Registerer(), Log: log}, entries...)
	if err != nil {
		return nil, fmt.Errorf("suppliers: %w", err)
	}

	return registry, nil
}

// newAdapter makes the adapter of a supplier's kind. An unknown kind was refused with the settings.
func newAdapter(s config.Supplier, clk clock.Clock) (supplier.Adapter, error) {
	if s.Kind == config.KindIAK {
		return iak.New(iak.Config{
			PrepaidURL: s.BaseURL, PostpaidURL: s.PostpaidURL, Testing: s.Testing, Username: s.Username, Key: s.Key,
			Timeout: s.Timeout, NotFoundAfter: s.NotFoundAfter, Clock: clk,
		})
	}

	return digiflazz.New(digiflazz.Config{
		BaseURL: s.BaseURL, Username: s.Username, Key: s.Key, WebhookSecret: s.WebhookSecret, Testing: s.Testing,
		Timeout: s.Timeout, NotFoundAfter: s.NotFoundAfter, Clock: clk,
	})
}

// takeOverMargin is the time between the longest call to a supplier and the moment at which it counts as lost.
const takeOverMargin = 15 * time.Second

// takeOverAfter is the time after which a call to a supplier without an answer counts as lost.
func takeOverAfter(list []config.Supplier) time.Duration {
	longest := max(digiflazz.DefaultTimeout, iak.DefaultTimeout)
	for _, s := range list {
		longest = max(longest, s.Timeout)
	}

	return longest + takeOverMargin
}
