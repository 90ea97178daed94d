package checkout

import (
	"net/netip"
	"time"
)

// TakeOrder counts an order, without one.
func (s *Service) TakeOrder(source netip.Addr, client int64, destination string, now time.Time) error {
	return s.takeOrder(source, destinationKey{client, destination}, now)
}

// NamesWaiting is how many inquiries wait for their turn.
func (s *Service) NamesWaiting() int64 { return s.names.Waiting() }
