// Package switches has what staff switched off at suppliers, for a reason and perhaps until a time. Every node follows within seconds.
package switches

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/follow"
	"loket/internal/platform/language"
	"loket/internal/platform/required"
	"loket/internal/supplier"
)

const (
	// followEvery is how often a node looks what others switched.
	followEvery = 2 * time.Second
	followLimit = 10 * time.Second
	// longest is how far away the end of a switch may be.
	longest = 31 * 24 * time.Hour
)

var messages = language.NewTable("switches")

var (
	msgUntil = messages.Add("until", "The end must be within the next 31 days", "Waktu berakhir harus dalam 31 hari ke depan")
	msgOn    = messages.Add("on", "Only what is switched off has an end", "Hanya yang dimatikan memiliki waktu berakhir")
)

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Suppliers *supplier.Registry
	Log       *slog.Logger
}

// Service switches suppliers on and off. It is safe for concurrent use.
type Service struct {
	deps Deps
	loop follow.Loop
}

// New makes a service.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{deps: deps}
}

// State is what is on at a supplier.
type State struct {
	Purchases, Inquiries bool
	Reason               string    // of the last change; empty without one
	Until                time.Time // when all is on again by itself; zero without an end
	ChangedBy            string    // staff:budi
	ChangedAt            time.Time
}

// Change changes a supplier's switches. What is nil stays.
type Change struct {
	Purchases, Inquiries *bool
	Until                *time.Time
}

// Set changes what is on at a supplier. Without an end it stays so until the next change. Errors: fault.ErrNotFound for a supplier that is not
// configured, fault.ErrValidation.
func (s *Service) Set(ctx context.Context, by identity.By, code string, c Change) (State, error) {
	if _, ok := s.deps.Suppliers.Get(code); !ok || code == supplier.Sandbox {
		return State{}, fault.ErrNotFound.New()
	}

	if err := by.Check(nil); err != nil {
		return State{}, err
	}

	var after State

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		// Who changes the same supplier at the same time waits here.
		if _, err := db.NextSequence(ctx, tx, "supplier_switches"); err != nil {
			return err
		}

		now := s.deps.Clock.Now()

		states, err := readStates(ctx, tx, now)
		if err != nil {
			return err
		}

		before := states.of(code)
		if after, err = before.changed(c, by, now); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `INSERT INTO supplier_switches (supplier, purchases, inquiries, reason, until, changed_by, changed_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (supplier) DO UPDATE SET purchases = EXCLUDED.purchases, inquiries = EXCLUDED.inquiries,
				reason = EXCLUDED.reason, until = EXCLUDED.until, changed_by = EXCLUDED.changed_by, changed_at = EXCLUDED.changed_at`,
			code, after.Purchases, after.Inquiries, after.Reason, db.NullMicros(after.Until), after.ChangedBy, clock.Micros(now))
		if err != nil {
			return fmt.Errorf("switch a supplier: %w", err)
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Action: "supplier.switch", Subject: "supplier:" + code, Reason: by.Reason, Address: by.Address,
			Detail: map[string]any{"before": before.facts(), "after": after.facts()},
		})
	})
	if err == nil {
		err = s.follow(context.WithoutCancel(ctx))
	}

	return after, err
}

func (s State) changed(c Change, by identity.By, now time.Time) (State, error) {
	if c.Purchases != nil {
		s.Purchases = *c.Purchases
	}

	if c.Inquiries != nil {
		s.Inquiries = *c.Inquiries
	}

	s.Until = time.Time{}

	if c.Until != nil {
		s.Until = c.Until.UTC()

		switch {
		case s.Purchases && s.Inquiries:
			return s, fault.InvalidField("until", msgOn)
		case !s.Until.After(now) || s.Until.After(now.Add(longest)):
			return s, fault.InvalidField("until", msgUntil)
		}
	}

	s.Reason, s.ChangedBy, s.ChangedAt = by.Reason, by.Actor, now

	return s, nil
}

func (s State) facts() map[string]any {
	out := map[string]any{"purchases": s.Purchases, "inquiries": s.Inquiries}
	if !s.Until.IsZero() {
		out["until"] = s.Until
	}

	return out
}

// States are those of suppliers with a change, by code.
type States map[string]State

// of is the state of a supplier. One without a change is on.
func (s States) of(code string) State {
	if state, ok := s[code]; ok {
		return state
	}

	return State{Purchases: true, Inquiries: true}
}

// Of is the state of a supplier. One without a change is on.
func (s States) Of(code string) State { return s.of(code) }

// States returns what was changed, as it is now.
func (s *Service) States(ctx context.Context) (States, error) {
	return readStates(ctx, s.deps.DB.Reader(), s.deps.Clock.Now())
}

func readStates(ctx context.Context, q db.Querier, now time.Time) (States, error) {
	rows, err := q.Query(ctx, "SELECT supplier, purchases, inquiries, reason, until, changed_by, changed_at FROM supplier_switches")
	found := States{}

	_, err = db.Collect(rows, err, func(row *sql.Rows) (one State, err error) {
		var (
			code  string
			until sql.NullInt64
			at    int64
		)

		err = row.Scan(&code, &one.Purchases, &one.Inquiries, &one.Reason, &until, &one.ChangedBy, &at)
		one.ChangedAt = clock.FromMicros(at)

		if until.Valid {
			one.Until = clock.FromMicros(until.Int64)
		}

		// Its end has come.
		if until.Valid && !now.Before(one.Until) {
			one.Purchases, one.Inquiries, one.Until = true, true, time.Time{}
		}

		found[code] = one

		return one, err
	})
	if err != nil {
		return nil, fmt.Errorf("read switches of suppliers: %w", err)
	}

	return found, nil
}

// Start has this node follow what is switched, and returns once it does.
func (s *Service) Start(ctx context.Context) error {
	return s.loop.Start(ctx, s.deps.Log, follow.Look{Name: "switches of suppliers", Every: followEvery, Do: s.follow})
}

// Stop ends it.
func (s *Service) Stop(context.Context) error {
	s.loop.Stop()

	return nil
}

// follow has the suppliers of this node take what is on.
func (s *Service) follow(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, followLimit)
	defer cancel()

	states, err := s.States(ctx)
	if err != nil {
		return err
	}

	for _, code := range s.deps.Suppliers.Codes() {
		guard, _ := s.deps.Suppliers.Get(code)
		state := states.of(code)
		guard.SetSwitch(supplier.Switch{Purchases: !state.Purchases, Inquiries: !state.Inquiries, Since: state.ChangedAt, Until: state.Until})
	}

	return nil
}
