package order

import (
	"context"
	"slices"

	"loket/internal/platform/fault"
)

// mostOfNumber is how many orders of one number a search finds.
const mostOfNumber = 10

// StaffSearch finds the orders of the clients that a text names exactly: by their id, by our reference at a supplier, by the client's
// reference, or by their destination in any writing (the newest of all). Exact ones come first.
func (s *Service) StaffSearch(ctx context.Context, clients []int64, text string) ([]Order, error) {
	found := []Order{}

	add := func(list ...Order) {
		for _, o := range list {
			if !slices.ContainsFunc(found, func(known Order) bool { return known.ID == o.ID }) {
				found = append(found, o)
			}
		}
	}

	if k, ok := ParseAttemptKey(text); ok && slices.Contains(clients, k.ClientID) {
		o, err := s.Get(ctx, k.ClientID, k.OrderID)
		if err == nil {
			add(o)
		} else if !fault.ErrNotFound.Is(err) {
			return nil, err
		}
	}

	id := searchedID(text)

	for _, client := range clients {
		if id > 0 {
			o, err := s.Get(ctx, client, id)
			if err == nil {
				add(o)
			} else if !fault.ErrNotFound.Is(err) {
				return nil, err
			}
		}

		o, err := s.ByRef(ctx, client, text)
		if err == nil {
			add(o)
		} else if !fault.ErrNotFound.Is(err) {
			return nil, err
		}
	}

	list, err := s.StaffList(ctx, StaffQuery{Clients: clients, Destination: text, Limit: mostOfNumber})
	add(list...)

	return found, err
}
