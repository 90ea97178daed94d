package routing

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// List returns the list of rules as it is stored.
func (s *Service) List(ctx context.Context) (List, error) { return readList(ctx, s.deps.DB.Reader()) }

func readList(ctx context.Context, q db.Querier) (List, error) {
	var (
		l    List
		text string
		at   int64
	)

	err := q.QueryRow(ctx, "SELECT version, rules, reason, changed_by, changed_at FROM routing_lists ORDER BY version DESC LIMIT 1").
		Scan(&l.Version, &text, &l.Reason, &l.ChangedBy, &at)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return List{}, nil
	case err != nil:
		return List{}, fmt.Errorf("read the rules of routing: %w", err)
	}

	l.ChangedAt = clock.FromMicros(at)

	if err := json.Unmarshal([]byte(text), &l.Rules); err != nil {
		return List{}, fmt.Errorf("rules of routing, version %d: %w", l.Version, err)
	}

	return l, nil
}

// Replace stores a whole list of rules in place of that with a version, so that no editor overwrites another one. This node follows at once.
// Errors: fault.ErrValidation, ErrChanged.
func (s *Service) Replace(ctx context.Context, by identity.By, version int64, rules []Rule) (List, error) {
	if err := by.Check(s.faultsOf(rules)); err != nil {
		return List{}, err
	}

	after := List{Version: version + 1, Rules: rules, Reason: by.Reason, ChangedBy: by.Actor}

	text, err := json.Marshal(rules)
	if err != nil {
		return List{}, fmt.Errorf("rules of routing: %w", err)
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		// Who changes the list at the same time waits here.
		if _, err := db.NextSequence(ctx, tx, "routing_lists"); err != nil {
			return err
		}

		before, err := readList(ctx, tx)
		if err != nil {
			return err
		}

		if before.Version != version {
			return ErrChanged.New()
		}

		after.ChangedAt = s.deps.Clock.Now()

		_, err = tx.Exec(ctx, "INSERT INTO routing_lists (version, rules, reason, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)",
			after.Version, string(text), after.Reason, after.ChangedBy, clock.Micros(after.ChangedAt))
		if err != nil {
			return fmt.Errorf("store the rules of routing: %w", err)
		}

		return audit.Write(ctx, tx, after.ChangedAt, audit.Entry{
			Actor: by.Actor, Action: "routing.change", Subject: "routing", Reason: by.Reason, Address: by.Address,
			Detail: map[string]any{"before": before.facts(), "after": after.facts()},
		})
	})
	if err != nil {
		return List{}, err
	}

	return after, s.Follow(context.WithoutCancel(ctx))
}

func (l List) facts() map[string]any {
	rules := l.Rules
	if rules == nil {
		rules = []Rule{}
	}

	return map[string]any{"version": l.Version, "rules": rules}
}
