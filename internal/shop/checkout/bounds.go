package checkout

import (
	"net/netip"
	"time"

	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
)

// Bounds of what one address and one destination of a shop may do in a window, on each node
// (docs/product/shop.md#limits-for-shoppers). Orders and inquiries count apart, so that inquiries for somebody's number hold up no order, and a number in one shop nothing in another.
const (
	perAddress     = 30
	perDestination = 5
	window         = 10 * time.Minute

	// perTries bounds the orders of an address that come to nothing, such as those with another price.
	perTries = 300

	// A shop where more orders than crowded were made in a window is flooded: then an address that has made perCrowded of them waits,
	// so that new shoppers still come through. At perShop the shop is full. Only orders that are stored count.
	crowded    = 5_000
	perCrowded = 2
	perShop    = 50_000

	// keys is how many addresses, destinations or shops are remembered.
	keys = 100_000
)

// destinationKey is a destination in a shop.
type destinationKey struct {
	client      int64
	destination string
}

// bounds counts orders, or inquiries.
type bounds struct {
	addresses    *limiter.Quota[netip.Addr]
	destinations *limiter.Quota[destinationKey]
}

func newBounds() bounds {
	return bounds{limiter.NewQuota[netip.Addr](perAddress, keys, window), limiter.NewQuota[destinationKey](perDestination, keys, window)}
}

// take counts one. Error: fault.ErrThrottled, and then nothing was counted.
func (b bounds) take(source netip.Addr, k destinationKey, now time.Time) error {
	if !b.addresses.Take(source, now) {
		return fault.Throttled(window)
	}

	if !b.destinations.Take(k, now) {
		b.addresses.Return(source)

		return fault.Throttled(window)
	}

	return nil
}

// full reports that an address may do nothing more for now, before anything of its request is read from the database.
func (b bounds) full(source netip.Addr, now time.Time) bool {
	return b.addresses.Used(source, now) >= perAddress
}

func (b bounds) giveBack(source netip.Addr, k destinationKey) {
	b.addresses.Return(source)
	b.destinations.Return(k)
}

// takeOrder counts an order that is about to be stored. Error: fault.ErrThrottled, and then nothing was counted.
func (s *Service) takeOrder(source netip.Addr, k destinationKey, now time.Time) error {
	if s.shops.Used(k.client, now) >= crowded && s.orders.addresses.Used(source, now) >= perCrowded {
		return fault.Throttled(window)
	}

	if err := s.orders.take(source, k, now); err != nil {
		return err
	}

	if !s.shops.Take(k.client, now) {
		s.orders.giveBack(source, k)

		return fault.Throttled(window)
	}

	return nil
}

// returnOrder takes back an order that was counted and not stored.
func (s *Service) returnOrder(source netip.Addr, k destinationKey) {
	s.orders.giveBack(source, k)
	s.shops.Return(k.client)
}
