package clientevent

import (
	"context"
	"crypto/aes"
	"crypto/cipher"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/event"
	"loket/internal/platform/required"
	"loket/internal/platform/secret"
	"loket/internal/shop/checkout"
)

// Deps are the service's dependencies; all are required.
type Deps struct {
	Clock      clock.Clock
	Events     *event.Record
	Clients    *identity.Service
	Orders     *order.Service
	Wallets    *wallet.Service
	Schedules  *schedule.Service
	Invoices   *invoice.Service
	ShopOrders *checkout.Service
	Catalog    *catalog.Service
	// Stopping is closed when the program begins to stop: who waits for events gets an answer then.
	Stopping <-chan struct{}
}

// Service reads the events of clients.
type Service struct {
	deps   Deps
	cursor cipher.Block
}

// NewService makes the service. The secret makes places in the record unreadable for clients; with another one their cursors are refused.
func NewService(deps Deps, key secret.Text) *Service {
	required.Fields(deps)

	block, err := aes.NewCipher(secret.HMAC([]byte(key.Reveal()), "cursors of client events"))
	if err != nil {
		panic(err) // another length than 32 bytes
	}

	return &Service{deps: deps, cursor: block}
}

// Render gives the events of a client to facts, with the bodies that all ways of getting them share. Facts that don't concern it are left out.
func (s *Service) Render(ctx context.Context, clientID int64, list []event.Event) ([]Event, error) {
	r := renderer{deps: &s.deps, client: clientID}

	return r.render(ctx, list)
}
