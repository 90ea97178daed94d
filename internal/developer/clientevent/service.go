package clientevent

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/json"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/job"
	"loket/internal/platform/required"
	"loket/internal/platform/secret"
	"loket/internal/shop/checkout"
)

// Deps are the service's dependencies; all are required.
type Deps struct {
	DB         *db.DB
	Clock      clock.Clock
	Events     *event.Record
	Jobs       *job.Queue
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

// Service has the events of clients.
type Service struct {
	deps   Deps
	cursor cipher.Block
}

// NewService makes the service and registers its job. The secret makes places in the record unreadable for clients; with another one their cursors are refused.
func NewService(deps Deps, key secret.Text) *Service {
	required.Fields(deps)

	block, err := aes.NewCipher(secret.HMAC([]byte(key.Reveal()), "cursors of client events"))
	if err != nil {
		panic(err) // another length than 32 bytes
	}

	s := &Service{deps: deps, cursor: block}
	deps.Jobs.EveryPurge(purgeKind, purgeEvery, s.Purge)

	return s
}

// Render gives the events of a client to facts, with the bodies that all ways of getting them share. Facts that are no news for it are left out.
func (s *Service) Render(ctx context.Context, clientID int64, list []event.Event) ([]Event, error) {
	return s.render(ctx, clientID, list, func(fresh []*bodyRow) error {
		return s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return s.storeTx(ctx, tx, clientID, fresh) })
	})
}

// RenderTx is Render within a transaction.
func (s *Service) RenderTx(ctx context.Context, tx *db.Tx, clientID int64, list []event.Event) ([]Event, error) {
	return s.render(ctx, clientID, list, func(fresh []*bodyRow) error { return s.storeTx(ctx, tx, clientID, fresh) })
}

func (s *Service) render(ctx context.Context, clientID int64, list []event.Event, store func(fresh []*bodyRow) error) ([]Event, error) {
	ids := make([]string, len(list))

	var changing []string

	for i := range list {
		if ids[i] = idOf(&list[i]); mayChange(list[i].Kind) {
			changing = append(changing, ids[i])
		}
	}

	known, err := s.readStored(ctx, s.deps.DB.Reader(), clientID, changing)
	if err != nil {
		return nil, err
	}

	bodies := make([]*bodyRow, len(list))

	var (
		missing []event.Event
		places  []int
	)

	for i, id := range ids {
		if b, is := known[id]; is {
			bodies[i] = &b
		} else {
			missing, places = append(missing, list[i]), append(places, i)
		}
	}

	r := renderer{deps: &s.deps, client: clientID}

	written, err := r.render(ctx, missing)
	if err != nil {
		return nil, err
	}

	var fresh []*bodyRow

	for n := range written {
		bodies[places[n]] = &written[n]
		written[n].id = ids[places[n]]

		if mayChange(missing[n].Kind) {
			fresh = append(fresh, &written[n])
		}
	}

	if len(fresh) > 0 {
		if err := store(fresh); err != nil {
			return nil, err
		}
	}

	return eventsOf(clientID, list, bodies), nil
}

// eventsOf are the events of facts that are news.
func eventsOf(clientID int64, list []event.Event, bodies []*bodyRow) []Event {
	events, test := make([]Event, 0, len(list)), clientid.IsSandbox(clientID)

	for i, b := range bodies {
		if t, known := TypeOf(list[i].Kind); known && b.data != nil {
			events = append(events, Event{ID: b.id, Type: t, At: list[i].At, Subject: b.subject, Data: json.RawMessage(*b.data), Test: test})
		}
	}

	return events
}
