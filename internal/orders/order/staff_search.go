package order

import (
	"context"
	"slices"

	"loket/internal/platform/fault"
)

// mostOfNumber is how many orders of one number a search finds.
const mostOfNumber = 10

// StaffSearch finds the orders of the clients that a text names exactly: by their id, by our reference at a supplier, by the client's
// reference, by the serial number of a text supplier, or by their destination in any writing (the newest of all). Exact ones come first.
func (s *Service) StaffSearch(ctx context.Context, clients []int64, text string) ([]Order, error) {
	found := []Order{}

	add := func(list ...Order) {
		for _, o := range list {
			if !slices.ContainsFunc(found, func(known Order) bool { return known.ID == o.ID }) {
				found = append(found, o)
			}
		}
	}

	attempts, err := s.withSerial(ctx, text)
	if err != nil {
		return nil, err
	}

	if k, ok := ParseAttemptKey(text); ok {
		attempts = append(attempts, k)
	}

	for _, k := range attempts {
		if !slices.Contains(clients, k.ClientID) {
			continue
		}

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
