// Package exclusions switches off, by itself, what fails at suppliers: a product at a supplier, or a whole supplier. After a pause some orders
// try it again, and it is on again once enough of them succeeded. Staff set when, see why, end it and forbid it.
package exclusions

import (
	"context"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/orders/routing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/follow"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
	"loket/internal/supplier"
)

const (
	// followEvery is how often a node looks what is switched off, and decideEvery how often it looks what should be.
	followEvery = 2 * time.Second
	decideEvery = 10 * time.Second
	followLimit = 10 * time.Second
)

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Suppliers *supplier.Registry
	Routing   *routing.Service
	Identity  *identity.Service
	Mail      mail.Sender
	Log       *slog.Logger
}

// Service switches off what fails. It is safe for concurrent use.
type Service struct {
	deps Deps
	loop follow.Loop
}

// New makes a service.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{deps: deps}
}

// Start has the choices of this node leave out what is off, and returns once they do.
func (s *Service) Start(ctx context.Context) error {
	return s.loop.Start(ctx, s.deps.Log,
		follow.Look{Name: "exclusions of suppliers", Every: followEvery, Do: s.Follow},
		follow.Look{Name: "results that exclude suppliers", Every: decideEvery, Do: s.Decide})
}

// Stop ends it.
func (s *Service) Stop(context.Context) error {
	s.loop.Stop()

	return nil
}

// Follow has the choices of this node leave out what is off now.
func (s *Service) Follow(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, followLimit)
	defer cancel()

	list, err := read(ctx, s.deps.DB.Reader())
	if err != nil {
		return err
	}

	found := routing.Exclusions{}

	for k, one := range list {
		e := routing.Exclusion{Since: one.Since, Off: one.State == Off}
		if one.State == Trial {
			e.OneOf = one.OneOf
		}

		found[k] = e
	}

	s.deps.Routing.SetExclusions(found)

	return nil
}

// Decide switches off what fails, begins trials and ends them, by the results that all nodes stored. Nodes that decide at the same time do so
// one after the other, so each change is made once.
func (s *Service) Decide(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, followLimit)
	defer cancel()

	// Nearly always nothing changes, and then nothing is locked.
	if list, err := s.changes(ctx, s.deps.DB.Reader()); err != nil || len(list) == 0 {
		return err
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if _, err := db.NextSequence(ctx, tx, sequence); err != nil {
			return err
		}

		list, err := s.changes(ctx, tx)
		if err != nil {
			return err
		}

		now := s.deps.Clock.Now()

		for _, c := range list {
			if err := c.storeTx(ctx, tx, now); err != nil {
				return err
			}
		}

		return s.warnTx(ctx, tx, list)
	})
	if err != nil {
		return err
	}

	return s.Follow(ctx)
}

// sequence is held by who changes exclusions, or when they are made.
const sequence = "supplier_exclusions"

// changes are those that are due.
func (s *Service) changes(ctx context.Context, q db.Querier) ([]change, error) {
	settings, err := readSettings(ctx, q)
	if err != nil {
		return nil, err
	}

	list, err := read(ctx, q)
	if err != nil {
		return nil, err
	}

	now := s.deps.Clock.Now()

	recent, err := routing.SKUResults(ctx, q, now.Add(-settings.Span()))
	if err != nil {
		return nil, err
	}

	in := input{now: now, settings: settings, list: list, recent: recent, trials: map[routing.SKUKey]routing.Result{}}

	for k, one := range list {
		if one.State != Trial {
			continue
		}

		if in.trials[k], err = routing.SKUResultSince(ctx, q, k, one.Since); err != nil {
			return nil, err
		}
	}

	return in.decide(), nil
}
