package dispatch

import (
	"context"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/supplier"
)

// overflowPause is the time between two looks for orders that have waited too long for a free slot.
const overflowPause = time.Second

// overflow moves orders to suppliers that have free slots, until ctx ends: those that have waited for
// Options.MoveAfter while all slots of their supplier were taken. A short wait moves nothing, since the
// preferred supplier is the cheaper one as a rule.
func (l *line) overflow(ctx context.Context) {
	for ctx.Err() == nil {
		l.sleep(ctx, l.s.Clock.Now().Add(min(overflowPause, l.s.opt.MoveAfter)), nil)

		// While the circuit is open, divert moves them.
		if l.turns.empty() || l.supplier.Room(supplier.Purchase) > 0 || !l.supplier.Answers(supplier.Purchase) {
			continue
		}

		if err := l.moveLate(ctx); err != nil && ctx.Err() == nil {
			l.s.Log.ErrorContext(ctx, "orders that wait for a free slot not moved, trying again", "supplier", l.code, "error", err)
		}
	}
}

// moveLate moves as many late orders as the other suppliers have free slots. It goes on where it ended the last time,
// so that orders which no other supplier sells don't stand before the others.
func (l *line) moveLate(ctx context.Context) error {
	began := l.s.Clock.Now()
	room := l.s.roomBeside(l.code)

	for room.any() && l.s.Clock.Now().Sub(began) < divertTime {
		list, err := l.s.tasks(ctx, `SELECT `+taskColumns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
			WHERE a.state = 'prepared' AND a.supplier = $1 AND (a.client_id, a.order_id) > ($2, $3) AND a.prepared_at <= $4
			ORDER BY a.client_id, a.order_id LIMIT $5`, l.code, l.overflowFrom.clientID, l.overflowFrom.orderID,
			clock.Micros(began.Add(-l.s.opt.MoveAfter)), int64(divertPage))
		if err != nil {
			return err
		}

		for _, t := range list {
			if !room.any() {
				return nil
			}

			if err := l.s.moveToRoom(ctx, t, room); err != nil {
				return err
			}

			l.overflowFrom = waitingKey{t.order.ClientID, t.order.ID}
		}

		if len(list) < divertPage {
			l.overflowFrom = waitingKey{}

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

// roomBeside are the free slots of all suppliers but one. A supplier whose own orders wait has none.
func (s *Service) roomBeside(code string) freeSlots {
	room := freeSlots{}

	for other, l := range s.lines {
		if n := l.supplier.Room(supplier.Purchase); other != code && n > 0 && l.turns.empty() {
			room[other] = n
		}
	}

	return room
}

// moveToRoom moves a waiting order to the first supplier, in order of preference, that was not tried, has room and costs no
// more than the order's price: its own supplier would send it later without a loss. A bill stays where it was inquired.
func (s *Service) moveToRoom(ctx context.Context, t *task, room freeSlots) error {
	if t.order.Kind != order.Prepaid {
		return nil
	}

	skus, err := s.untried(ctx, t)
	if err != nil {
		return err
	}

	for _, sku := range skus {
		if sku.Cost <= t.order.Price && room.take(sku.Supplier) {
			return s.move(ctx, t, sku.Supplier, sku.Code)
		}
	}

	return nil
}
