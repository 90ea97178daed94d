package analytics

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/shop/checkout"
)

// consumer reads which delivered storefront orders were reversed.
const consumer = "analytics"

func (s *Service) consumeReversals() {
	if s.opt.On {
		s.deps.Events.Consume(event.Consumer{Name: consumer, Kinds: []event.Kind{event.ShopOrderFailed}, FromStart: true, Handle: s.markReversedTx})
	}
}

// markReversedTx makes the days due again on which storefront orders counted as delivered that were reversed since.
func (s *Service) markReversedTx(ctx context.Context, tx *db.Tx, list []event.Event) error {
	reversed := map[dayKey]bool{}

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

		reversed[dayKey{e.ClientID, number(clock.DayOf(clock.FromMicros(failure.Delivered).In(zone)))}] = true
	}

	byKey := func(a, b dayKey) int { return cmp.Or(cmp.Compare(a.client, b.client), cmp.Compare(a.day, b.day)) } // as store locks days

	for _, k := range slices.SortedFunc(maps.Keys(reversed), byKey) {
		_, err := tx.Exec(ctx, "UPDATE analytics_days SET version = version + 1 WHERE client_id = $1 AND day = $2", k.client, k.day)
		if err != nil {
			return fmt.Errorf("mark a day of client %d: %w", k.client, err)
		}
	}

	return nil
}
