package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/config"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/metrics"
	"loket/internal/platform/money"
	"loket/internal/platform/report"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
	"loket/internal/supplier/iak"
	"loket/internal/supplier/sandbox"
	"loket/internal/supplier/texth2h"
)

// CheckParts checks the suppliers and the error-reporting address without starting anything.
func CheckParts(conf config.Config, list []config.Supplier) error {
	_, suppliers := buildSuppliers(list, partsWithoutOrders())
	_, reports := report.New(report.Options{DSN: conf.ReportDSN})

	return errors.Join(suppliers, reports)
}

// partsWithoutOrders are for suppliers that get no order.
func partsWithoutOrders() supplierParts {
	return supplierParts{
		metrics: metrics.New(), clock: clock.System{}, reverse: func(context.Context, string) error { return nil },
		claim: func(context.Context, string, string, string) (bool, error) { return false, nil },
	}
}

// SupplierBalance is what a supplier says about our money there.
type SupplierBalance struct {
	Code    string
	Balance money.Rupiah
	Err     error // it didn't say
}

// AskBalances asks the suppliers of the settings for our balances, without anything else of the program.
func AskBalances(ctx context.Context, list []config.Supplier) ([]SupplierBalance, error) {
	registry, err := buildSuppliers(list, partsWithoutOrders())
	if err != nil {
		return nil, err
	}

	out := make([]SupplierBalance, len(list))

	for i, s := range list {
		out[i].Code = s.Code
		if guard, ok := registry.Get(s.Code); ok {
			out[i].Balance, out[i].Err = guard.Balance(ctx)
		}
	}

	return out, nil
}

// supplierParts is what suppliers need of the program.
type supplierParts struct {
	metrics *metrics.Metrics
	clock   clock.Clock
	log     *slog.Logger
	// reverse has an order of a sandbox reversed.
	reverse func(ctx context.Context, reference string) error
	// claim is order.Serials.Claim.
	claim func(ctx context.Context, supplierCode, serial, reference string) (bool, error)
}

func (a *App) supplierParts() supplierParts {
	return supplierParts{metrics: a.metrics, clock: a.Clock, log: a.logger, reverse: a.queueReversal, claim: order.NewSerials(a.DB, a.Clock).Claim}
}

// buildSuppliers makes the suppliers of the settings, and the one of sandboxes, which each deployment has.
func buildSuppliers(list []config.Supplier, parts supplierParts) (*supplier.Registry, error) {
	entries := []supplier.Entry{{Code: supplier.Sandbox, Adapter: sandbox.New(parts.clock, parts.reverse), NoCircuit: true}}
	found := []error{}

	for _, s := range list {
		if s.Code == supplier.Sandbox {
			found = append(found, fmt.Errorf("supplier %s: %w: this code is that of the sandbox's own supplier", s.Code, supplier.ErrConfig))

			continue
		}

		adapter, err := newAdapter(s, parts)
		if err != nil {
			found = append(found, fmt.Errorf("supplier %s: %w", s.Code, err))

			continue
		}

		entries = append(entries, supplier.Entry{Code: s.Code, Adapter: adapter, Limit: s.Limit})
	}

	if err := errors.Join(found...); err != nil {
		return nil, err
	}

	registry, err := supplier.NewRegistry(supplier.Options{Clock: parts.clock, Metrics: parts.metrics.Registerer(), Log: parts.log}, entries...)
	if err != nil {
		return nil, fmt.Errorf("suppliers: %w", err)
	}

	return registry, nil
}

// newAdapter makes the adapter of a supplier's kind. An unknown kind was refused with the settings.
func newAdapter(s config.Supplier, parts supplierParts) (supplier.Adapter, error) {
	switch s.Kind {
	case config.KindIAK:
		return iak.New(iak.Config{
			PrepaidURL: s.BaseURL, PostpaidURL: s.PostpaidURL, Testing: s.Testing, Username: s.Username, Key: s.Key,
			Timeout: s.Timeout, NotFoundAfter: s.NotFoundAfter, Clock: parts.clock,
		})
	case config.KindText:
		return newText(s, parts)
	default:
		return digiflazz.New(digiflazz.Config{
			BaseURL: s.BaseURL, Username: s.Username, Key: s.Key, WebhookSecret: s.WebhookSecret, Testing: s.Testing,
			Timeout: s.Timeout, NotFoundAfter: s.NotFoundAfter, Clock: parts.clock,
		})
	}
}

func newText(s config.Supplier, parts supplierParts) (*texth2h.Client, error) {
	settings, err := texth2h.Parse([]byte(s.Text.Reveal()))
	if err != nil {
		return nil, err
	}

	return texth2h.New(texth2h.Config{
		BaseURL: s.BaseURL, Settings: settings, Timeout: s.Timeout, NotFoundAfter: s.NotFoundAfter, Clock: parts.clock,
		ClaimSerial: func(ctx context.Context, serial, reference string) (bool, error) {
			return parts.claim(ctx, s.Code, serial, reference)
		},
	})
}

// ErrNotText means that a supplier of the settings is none of the kind text.
var ErrNotText = errors.New("no supplier of the kind text with this code in the settings")

// TextSupplier makes the adapter of one supplier of the kind text, to try its rules. It must not be used for purchases.
func TextSupplier(list []config.Supplier, code string) (*texth2h.Client, error) {
	for _, s := range list {
		if s.Code == code && s.Kind == config.KindText {
			return newText(s, supplierParts{clock: clock.System{}, claim: func(context.Context, string, string, string) (bool, error) { return false, nil }})
		}
	}

	return nil, fmt.Errorf("%q: %w", code, ErrNotText)
}

// takeOverMargin is the time between the longest call to a supplier and the moment at which it counts as lost.
const takeOverMargin = 15 * time.Second

// takeOverAfter is the time after which a call to a supplier without an answer counts as lost.
func takeOverAfter(list []config.Supplier) time.Duration {
	longest := max(digiflazz.DefaultTimeout, iak.DefaultTimeout, texth2h.DefaultTimeout)
	for _, s := range list {
		longest = max(longest, s.Timeout)
	}

	return longest + takeOverMargin
}
