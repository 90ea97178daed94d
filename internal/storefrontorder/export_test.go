package storefrontorder

import (
	"net/netip"
	"time"
)

// TakeOrder counts an order, without one.
func (s *Service) TakeOrder(source netip.Addr, client int64, destination string, now time.Time) error {
	return s.takeOrder(source, destinationKey{client, destination}, now)
}
