package analytics

import (
	"context"
	"encoding/json"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/shop/checkout"
)

// consumer reads which delivered storefront orders were reversed.
const consumer = "analytics"

func (s *Service) consumeReversals() {
	if s.opt.On {
		s.Events.Consume(event.Consumer{Name: consumer, Kinds: []event.Kind{event.ShopOrderFailed}, FromStart: true, Handle: s.markReversedTx})
	}
}

// markReversedTx makes the days due again on which storefront orders counted as delivered that were reversed since.
func (s *Service) markReversedTx(ctx context.Context, tx *db.Tx, list []event.Event) error {
	for _, e := range list {
		var failure checkout.Failure
		if err := json.Unmarshal([]byte(e.Data), &failure); err != nil {
			return fmt.Errorf("failure of storefront order %s: %w", e.Subject, err)
		}

		if failure.Delivered == 0 {
			continue
		}

		zone, err := s.zone(ctx, e.ClientID)
		if err != nil {
			return err
		}

		_, err = tx.Exec(ctx, "UPDATE analytics_days SET version = version + 1 WHERE client_id = $1 AND day = $2",
			e.ClientID, number(clock.DayOf(clock.FromMicros(failure.Delivered).In(zone))))
		if err != nil {
			return fmt.Errorf("mark a day of client %d: %w", e.ClientID, err)
		}
	}

	return nil
}
