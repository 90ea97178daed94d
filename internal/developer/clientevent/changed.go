package clientevent

import (
	"context"
	"fmt"
	"slices"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
)

// ChangedQuery asks for the orders of a client that ended, or whose success was reversed, since a moment.
type ChangedQuery struct {
	ClientID int64
	From     time.Time // not before the oldest event that is kept
	Cursor   string    // of the page before, or empty
	Status   order.Status
	Product  string // its code; all when empty
	Limit    int
}

// ChangedPage is a page of orders, each as it is now, in the order of their changes. An order that changes again comes again.
type ChangedPage struct {
	Orders []order.Order
	Next   string // the cursor where to go on, also when there were none
	More   bool   // there may be further ones at once
}

// ChangedOrders returns a page of orders by the time of their change. It reads the record of events, so no order is skipped: a change that is
// committed late comes late. Errors: fault.ErrValidation.
func (s *Service) ChangedOrders(ctx context.Context, q ChangedQuery) (ChangedPage, error) {
	if now := s.deps.Clock.Now(); q.From.After(now) || now.Sub(q.From) > event.Kept {
		return ChangedPage{}, fault.InvalidField("changedFrom", msgChangedFrom)
	}

	after, err := s.parse("cursor", q.Cursor)
	if err != nil {
		return ChangedPage{}, err
	}

	if q.Cursor == "" {
		if after, err = s.deps.Events.PlaceAt(ctx, q.From); err != nil {
			return ChangedPage{}, err
		}
	}

	facts := event.ClientQuery{ClientID: q.ClientID, Kinds: order.Ends(), After: after, Limit: q.Limit}

	for scans := 1; ; scans++ {
		list, next, more, err := s.deps.Events.OfClient(ctx, facts)
		if err != nil {
			return ChangedPage{}, err
		}

		facts.After = next

		orders, err := s.changed(ctx, q, list)
		if err != nil {
			return ChangedPage{}, err
		}

		if len(orders) > 0 || scans == mostScans || !more {
			return ChangedPage{orders, s.format(next), more}, nil
		}
	}
}

// changed reads the orders that facts are about, each once, at the place of its last fact.
func (s *Service) changed(ctx context.Context, q ChangedQuery, list []event.Event) ([]order.Order, error) {
	place := map[string]int{}

	for i := range list {
		if !list[i].At.Before(q.From) {
			place[list[i].Subject] = i
		}
	}

	if len(place) == 0 {
		return nil, nil
	}

	ids := make([]string, 0, len(place))
	for id := range place {
		ids = append(ids, id)
	}

	found, err := s.deps.Orders.ByIDs(ctx, q.ClientID, ids)
	if err != nil {
		return nil, fmt.Errorf("changed orders of client %d: %w", q.ClientID, err)
	}

	found = slices.DeleteFunc(found, func(o order.Order) bool {
		return q.Status != 0 && o.Status != q.Status || q.Product != "" && o.ProductCode != q.Product
	})

	slices.SortFunc(found, func(a, b order.Order) int { return place[event.Subject(a.ID)] - place[event.Subject(b.ID)] })

	return found, nil
}
