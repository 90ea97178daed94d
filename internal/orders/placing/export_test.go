package placing

import (
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
)

// LockedBatches returns how many further batches of a client's placer are written with locks.
func (s *Service) LockedBatches(clientID int64) int { return s.placer(clientID).pace.pessimistic }

// Remembers reports whether a placer remembers the balance of a client's wallet.
func (s *Service) Remembers(clientID int64, t wallet.Type) bool {
	_, known := s.placer(clientID).cache.recall(order.AccountKeys{Wallets: []wallet.Key{{ClientID: clientID, Type: t}}})

	return known
}
