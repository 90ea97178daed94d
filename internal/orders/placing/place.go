package placing

import (
	"context"
	"fmt"
	"slices"

	"loket/internal/catalog"
)

// draft is a checked request before it is placed in a batch.
type draft struct {
	Request

	hash int64
	// bill is set for products that are inquired first: the order id, price and
	// first attempt are then known before the batch.
	bill *inquiredBill
}

// Place charges the wallet or the settlement limit, stores the order and queues its dispatch in one commit, which it shares
// with other requests. It is idempotent: the same request again returns the same order. Errors:
// fault.ErrValidation, the errors of this package, those of charges (packages wallet and settlement),
// fault.ErrOutcomeUnknown.
func (s *Service) Place(ctx context.Context, r Request) (PlacedOrder, error) {
	snap, err := s.snapshotFor(ctx, r)
	if err != nil {
		return PlacedOrder{}, err
	}

	if r, err = r.prepare(snap); err != nil {
		return PlacedOrder{}, err
	}

	d := draft{Request: r, hash: r.InputHash()}

	if product, billed := needsBill(snap, r); billed {
		first, found, err := s.findByClientRef(ctx, r)
		if err != nil || found {
			return first, err
		}

		if err := s.reserveBacklog(d.ClientID); err != nil {
			return PlacedOrder{}, err
		}
		defer s.releaseReservation(d.ClientID)

		if d.bill, err = s.inquireFor(ctx, snap, r, product); err != nil {
			return PlacedOrder{}, err
		}
	} else {
		if err := s.reserveBacklog(d.ClientID); err != nil {
			return s.earlierOr(ctx, r, err)
		}
		defer s.releaseReservation(d.ClientID)
	}

	placed, err := s.placer(d.ClientID).batches.Do(ctx, d)
	s.tracePlaced(ctx, placed, err)

	return placed, placeError(err, r)
}

// snapshotFor is the catalogue by which requests are checked before their batch, which compares its version. A bill is charged what
// is found now, and what was added just now is in the next snapshot alone: both need one that is at most a second old.
func (s *Service) snapshotFor(ctx context.Context, requests ...Request) (*catalog.Snapshot, error) {
	snap, err := s.deps.Catalog.Latest(ctx)

	if err == nil && slices.ContainsFunc(requests, func(r Request) bool {
		p, ok := snap.Product(r.ProductCode)

		return !ok || p.Kind != catalog.Prepaid
	}) {
		snap, err = s.deps.Catalog.Snapshot(ctx)
	}

	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}

	return snap, nil
}

// earlierOr answers a repeat even when the backlog is full; otherwise it returns refusal.
func (s *Service) earlierOr(ctx context.Context, r Request, refusal error) (PlacedOrder, error) {
	first, found, err := s.findByClientRef(ctx, r)
	if err == nil && !found {
		err = refusal
	}

	return first, err
}

// reserveBacklog counts an order among those that wait, or returns fault.ErrBusy when the backlog is full. Call
// releaseReservation after it. Benchmarks that dispatch nothing need none.
func (s *Service) reserveBacklog(clientID int64) error {
	if s.opt.Hold {
		return nil
	}

	return s.backlog.reserve(clientID)
}

// releaseReservation ends a reservation once the order is stored or refused.
func (s *Service) releaseReservation(clientID int64) {
	if !s.opt.Hold {
		s.backlog.release(clientID)
	}
}

func placeError(err error, r Request) error {
	if err == nil {
		return nil
	}

	return fmt.Errorf("place an order of client %d: %w", r.ClientID, err)
}
