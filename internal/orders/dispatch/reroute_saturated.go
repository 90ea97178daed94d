package dispatch

import (
	"context"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/clock"
	"loket/internal/supplier"
)

// saturatedPause is the time between two looks for orders that have waited too long for a free slot.
const saturatedPause = time.Second

// rerouteSaturated moves orders to suppliers that have free slots, until ctx ends: those that have waited for
// Options.MoveAfter while all slots of their supplier were taken. A short wait moves nothing, since the
// preferred supplier is the cheaper one as a rule.
func (q *supplierQueue) rerouteSaturated(ctx context.Context) {
	for ctx.Err() == nil {
		q.sleep(ctx, q.s.deps.Clock.Now().Add(min(saturatedPause, q.s.opt.MoveAfter)), nil)

		// While the circuit is open, rerouteOpenCircuit moves them.
		if q.turns.empty() || q.supplier.Room(supplier.Purchase) > 0 || !q.supplier.Answers(supplier.Purchase) {
			continue
		}

		if err := q.rerouteLate(ctx); err != nil && ctx.Err() == nil {
			q.s.deps.Log.ErrorContext(ctx, "orders that wait for a free slot not moved, trying again", "supplier", q.code, "error", err)
		}
	}
}

// rerouteLate moves as many late orders as the other suppliers have free slots. It goes on where it ended the last time,
// so that orders which no other supplier sells don't stand before the others.
func (q *supplierQueue) rerouteLate(ctx context.Context) error {
	began := q.s.deps.Clock.Now()
	room := q.s.freeSlotsElsewhere(q.code)

	for room.any() && q.s.deps.Clock.Now().Sub(began) < rerouteTime {
		list, err := q.s.readAttempts(ctx, `SELECT `+columns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
			WHERE a.state = 'prepared' AND a.supplier = $1 AND (a.client_id, a.order_id) > ($2, $3) AND a.prepared_at <= $4
			ORDER BY a.client_id, a.order_id LIMIT $5`, q.code, q.saturatedFrom.clientID, q.saturatedFrom.orderID,
			clock.Micros(began.Add(-q.s.opt.MoveAfter)), int64(reroutePage))
		if err != nil {
			return err
		}

		for _, t := range list {
			if !room.any() {
				return nil
			}

			if err := q.s.reassignToFreeSlot(ctx, t, room); err != nil {
				return err
			}

			q.saturatedFrom = waitingKey{t.order.ClientID, t.order.ID}
		}

		if len(list) < reroutePage {
			q.saturatedFrom = waitingKey{}

			break
		}
	}

	return nil
}

// freeSlots is how many purchases each supplier could begin now; suppliers without room are left out.
type freeSlots map[string]int

func (f freeSlots) any() bool { return len(f) > 0 }

func (f freeSlots) take(code string) bool {
	if f[code] == 0 {
		return false
	}

	if f[code]--; f[code] == 0 {
		delete(f, code)
	}

	return true
}

// freeSlotsElsewhere are the free slots of all suppliers but one. A supplier whose own orders wait has none. That of sandboxes, which is always free,
// takes no orders of others, and its own go nowhere else: all waiting orders would be read in vain.
func (s *Service) freeSlotsElsewhere(code string) freeSlots {
	room := freeSlots{}

	if code == supplier.Sandbox {
		return room
	}

	for other, q := range s.queues {
		if n := q.supplier.Room(supplier.Purchase); other != code && other != supplier.Sandbox && n > 0 && q.turns.empty() {
			room[other] = n
		}
	}

	return room
}

// reassignToFreeSlot moves a waiting order to the first supplier, in order of preference, that was not tried, has room and costs no
// more than the order's price: its own supplier would send it later without a loss. A bill stays where it was inquired.
func (s *Service) reassignToFreeSlot(ctx context.Context, t *orderAttempt, room freeSlots) error {
	if t.order.Kind != catalog.Prepaid {
		return nil
	}

	skus, err := s.untriedSKUs(ctx, t)
	if err != nil {
		return err
	}

	for _, sku := range skus {
		if sku.Cost <= t.order.Price && room.take(sku.Supplier) {
			return s.reassign(ctx, t, sku.Supplier, sku.Code)
		}
	}

	return nil
}
