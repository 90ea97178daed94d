package placing

import (
	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
)

// LockedBatches returns how many further batches of a client's placer are written with locks.
func (s *Service) LockedBatches(clientID int64) int { return s.placer(clientID).pace.pessimistic }

// Catalog is what the service reads prices from.
func (s *Service) Catalog() *catalog.Service { return s.deps.Catalog }

// Orders reads what the service placed.
func (s *Service) Orders() *order.Service { return s.deps.Orders }

// Remembers reports whether a placer remembers the balance of a client's wallet.
func (s *Service) Remembers(clientID int64, t wallet.Type) bool {
	_, known := s.placer(clientID).cache.recall(order.AccountKeys{Wallets: []wallet.Key{{ClientID: clientID, Type: t}}})

	return known
}
