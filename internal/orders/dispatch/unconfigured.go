package dispatch

import (
	"context"
	"fmt"
	"slices"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// maxUnconfigured is the most orders of suppliers without a queue that one look handles.
const maxUnconfigured = 256

// sweepUnconfigured handles attempts of suppliers that are not configured: orders that no supplier sold when they
// were placed, and those of a supplier that was taken out of the settings.
func (s *Service) sweepUnconfigured(ctx context.Context) error {
	codes, err := s.suppliersOfAttempts(ctx)
	if err != nil {
		return err
	}

	for _, code := range codes {
		if s.queues[code] == nil {
			if err := s.handleUnconfigured(ctx, code); err != nil {
				return fmt.Errorf("orders of supplier %q, which is not configured: %w", code, err)
			}
		}
	}

	return nil
}

// maxSuppliersRead is the most suppliers that one look finds.
const maxSuppliersRead = 1000

// suppliersOfAttempts returns the suppliers that have attempts which wait or are due.
func (s *Service) suppliersOfAttempts(ctx context.Context) ([]string, error) {
	var codes []string

	for _, condition := range []string{"state = 'prepared'", "next_check_at IS NOT NULL"} {
		err := s.deps.DB.ReadDistinct(ctx, db.Distinct{Column: "supplier", Limit: maxSuppliersRead},
			"SELECT supplier FROM order_attempts WHERE "+condition, nil,
			func(row db.Row) error {
				var code string

				err := row.Scan(&code)
				codes = append(codes, code)

				return err
			})
		if err != nil {
			return nil, fmt.Errorf("suppliers of waiting orders: %w", err)
		}
	}

	slices.Sort(codes)

	return slices.Compact(codes), nil
}

func (s *Service) handleUnconfigured(ctx context.Context, code string) error {
	waiting, err := s.readAttempts(ctx, `SELECT `+columns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
		WHERE a.state = 'prepared' AND a.supplier = $1 ORDER BY a.client_id, a.order_id LIMIT $2`, code, int64(maxUnconfigured))
	if err != nil {
		return err
	}

	for _, t := range waiting {
		sku, more, err := s.nextSupplier(ctx, t)
		if err != nil {
			return err
		}

		if more && t.order.Kind == catalog.Prepaid {
			err = s.reassign(ctx, t, sku.Supplier, sku.Code)
		} else {
			err = s.failWaiting(ctx, t, order.CodeNoSupplier)
		}

		if err != nil {
			return err
		}
	}

	found, err := s.dueAttempts(ctx, dueQuery{supplier: code, limit: maxUnconfigured})
	if err != nil {
		return err
	}

	for _, t := range found.attempts {
		answer := supplier.Answer{Outcome: supplier.Unknown, Code: "not-configured", Message: "The supplier is not configured any more"}
		if err := s.storeInOwnTx(ctx, &attemptResult{orderAttempt: t, answer: answer}); err != nil {
			return err
		}
	}

	return nil
}
