package sandbox

import (
	"context"
	"fmt"
	"slices"

	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

// State is what a client's developers see of their sandbox.
type State struct {
	Open    bool // there is one
	Keys    []identity.APIKey
	Wallets []wallet.Wallet
	// Waiting are the newest orders that are pending, of the last days that a list of orders has: a page at most.
	Waiting []order.Order
	Clock   Clock
	// Settlement is nil without one.
	Settlement *settlement.Settlement
	// Unpaid are the newest invoices that are not paid: a page at most.
	Unpaid []invoice.Invoice
}

// Of returns the id of a client's sandbox. The client may be given by the id of its sandbox. Errors: fault.ErrNotFound without one.
func (s *Service) Of(ctx context.Context, client int64) (int64, error) {
	id, found, err := s.deps.Identity.Sandbox(ctx, clientid.Live(client))
	if err != nil {
		return 0, fmt.Errorf("sandbox of client %d: %w", client, err)
	}

	if !found {
		return 0, fault.ErrNotFound.Msg(msgNone)
	}

	return id, nil
}

// State reads the sandbox of a client; one that is not open has nothing.
func (s *Service) State(ctx context.Context, client int64) (State, error) {
	id, err := s.Of(ctx, client)
	if fault.ErrNotFound.Is(err) {
		return State{Clock: Clock{Now: s.deps.Clock.Now()}}, nil
	}

	out := State{Open: true}

	if err == nil {
		out.Keys, err = s.deps.Identity.TestKeys(ctx, id)
	}

	if err == nil {
		out.Wallets, err = s.deps.Wallets.List(ctx, id)
	}

	if err == nil {
		out.Waiting, err = s.waiting(ctx, id)
	}

	if err == nil {
		out.Clock, err = s.clock(ctx, id)
	}

	if err == nil {
		err = s.addLater(ctx, id, &out)
	}

	if err != nil {
		return State{}, fmt.Errorf("state of the sandbox of client %d: %w", client, err)
	}

	return out, nil
}

// addLater adds what is paid later.
func (s *Service) addLater(ctx context.Context, sandboxID int64, out *State) error {
	st, err := s.deps.Settlements.OfClient(ctx, sandboxID)
	if fault.ErrNotFound.Is(err) {
		return nil
	}

	if err != nil {
		return err
	}

	out.Settlement = &st
	out.Unpaid, err = s.deps.Invoices.List(ctx, invoice.Query{ClientID: sandboxID, Status: invoice.Unpaid, Page: 1})

	return err
}

func (s *Service) waiting(ctx context.Context, sandboxID int64) ([]order.Order, error) {
	zone := clock.Jakarta()
	today := clock.DayOf(s.deps.Clock.Now().In(zone))
	from := today.AddDays(-order.MaxDays)

	return s.deps.Orders.List(ctx, order.Query{
		ClientID: sandboxID, Zone: zone, Page: 1, From: &from, To: &today, Filter: order.Filter{Status: order.Pending},
	})
}

// RemoveKey deletes a key of the sandbox of the caller's client; it is refused at once. Errors: identity.ErrForbidden, fault.ErrNotFound.
func (s *Service) RemoveKey(ctx context.Context, by identity.Self, id int64) error {
	keys, err := s.deps.Identity.TestKeys(ctx, by.Principal.ClientID)
	if err != nil {
		return fmt.Errorf("test keys: %w", err)
	}

	// The call deletes users and real keys, too.
	if !slices.ContainsFunc(keys, func(k identity.APIKey) bool { return k.ID == id }) {
		return fault.ErrNotFound.New()
	}

	return s.deps.Identity.DeletePrincipal(ctx, by, id)
}
