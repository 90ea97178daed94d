// Package balances watches what is left of the provider's deposits at suppliers: it reads each balance every minute, warns staff once per
// crossing, stops purchases before a deposit is empty, and keeps the refills that staff note.
package balances

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/follow"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/required"
	"loket/internal/supplier"
)

const (
	readKind  = "supplier.balances"
	readEvery = time.Minute
	readLimit = 10 * time.Second // of one supplier; they are asked one after the other
	runLimit  = 5 * time.Minute  // of a run over all of them
	// storedFor is how long readings stay: a week is shown.
	storedFor = 8 * 24 * time.Hour

	followEvery = 2 * time.Second
	followLimit = 10 * time.Second
)

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Suppliers *supplier.Registry
	Identity  *identity.Service
	Jobs      *job.Queue
	Mail      mail.Sender
	Log       *slog.Logger
}

// Service watches balances. It is safe for concurrent use.
type Service struct {
	deps Deps
	loop follow.Loop
}

// New makes a service and registers its job.
func New(deps Deps) *Service {
	required.Fields(deps)

	s := &Service{deps: deps}

	deps.Jobs.Handle(readKind, job.KindOptions{Workers: 1, Timeout: runLimit}, func(ctx context.Context, _ job.Job) error { return s.ReadAll(ctx) })
	deps.Jobs.Every(readKind, readEvery, readKind)

	return s
}

// ReadAll reads and stores the balance at each supplier. What one of them doesn't tell is left out until the next time.
func (s *Service) ReadAll(ctx context.Context) error {
	for _, code := range s.deps.Suppliers.Codes() {
		if code == supplier.Sandbox {
			continue
		}

		balance, err := s.ask(ctx, code)

		switch {
		case errors.Is(err, supplier.ErrUnsupported):
			continue
		case err != nil:
			s.deps.Log.LogAttrs(ctx, slog.LevelWarn, "balance at a supplier not read", slog.String("supplier", code), slog.Any("error", err))

			continue
		}

		if err := s.store(ctx, code, balance); err != nil {
			return err
		}
	}

	return s.follow(ctx)
}

func (s *Service) ask(ctx context.Context, code string) (money.Rupiah, error) {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()

	guard, _ := s.deps.Suppliers.Get(code)

	return guard.Balance(ctx)
}

// store stores a reading, and what it crosses.
func (s *Service) store(ctx context.Context, code string, balance money.Rupiah) error {
	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		_, err := tx.Exec(ctx, `INSERT INTO supplier_balances (supplier, at, balance) VALUES ($1, $2, $3)
			ON CONFLICT (supplier, at) DO UPDATE SET balance = excluded.balance`, code, clock.Micros(now), int64(balance))
		if err != nil {
			return err
		}

		if _, err := tx.Exec(ctx, "DELETE FROM supplier_balances WHERE supplier = $1 AND at < $2", code, clock.Micros(now.Add(-storedFor))); err != nil {
			return err
		}

		return s.crossTx(ctx, tx, code, balance, now)
	})
	if err != nil {
		return fmt.Errorf("store the balance at %s: %w", code, err)
	}

	return nil
}

// Start has this node stop purchases at suppliers whose balance is too low, and returns once it does.
func (s *Service) Start(ctx context.Context) error {
	return s.loop.Start(ctx, s.deps.Log, follow.Look{Name: "balances of suppliers", Every: followEvery, Do: s.follow})
}

// Stop ends it.
func (s *Service) Stop(context.Context) error {
	s.loop.Stop()

	return nil
}

// follow has the suppliers of this node stop and go on.
func (s *Service) follow(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, followLimit)
	defer cancel()

	limits, err := readLimits(ctx, s.deps.DB.Reader())
	if err != nil {
		return err
	}

	for _, code := range s.deps.Suppliers.Codes() {
		guard, _ := s.deps.Suppliers.Get(code)
		guard.SetEmpty(limits[code].StoppedAt)
	}

	return nil
}
