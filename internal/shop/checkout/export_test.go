package checkout

import (
	"context"
	"net/netip"
	"time"

	"loket/internal/platform/event"
	"loket/internal/platform/job"
	"loket/internal/shop/storefront"
)

// Events is the record that the service writes and reads.
func (s *Service) Events() *event.Record { return s.deps.Events }

// Shops are the shops whose orders the service takes.
func (s *Service) Shops() *storefront.Service { return s.deps.Shops }

// RunPlaceJob runs the job that places an order.
func (s *Service) RunPlaceJob(ctx context.Context, j job.Job) error { return s.runPlaceJob(ctx, j) }

// TakeOrder counts an order, without one.
func (s *Service) TakeOrder(source netip.Addr, client int64, destination string, now time.Time) error {
	return s.takeOrder(source, destinationKey{client, destination}, now)
}

// NamesWaiting is how many inquiries wait for their turn.
func (s *Service) NamesWaiting() int64 { return s.names.Waiting() }
