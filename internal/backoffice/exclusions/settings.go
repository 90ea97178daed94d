package exclusions

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Settings say when the system switches something off.
type Settings struct {
	On            bool
	SpanMinutes   int64 // over which results count; at most 60
	Fewest        int64 // purchases that ended in the span
	FailedPercent int64 // more than this share of them failed
	PauseMinutes  int64 // the first one; each further one in a row is twice as long, at most eight times
	Successes     int64 // that end a trial; it has failed when more than half as many failed before

	Reason    string // of the last change; empty before the first one
	ChangedBy string
	ChangedAt time.Time
}

// Defaults are the settings before the first change.
func Defaults() Settings {
	return Settings{On: true, SpanMinutes: 15, Fewest: 10, FailedPercent: 60, PauseMinutes: 15, Successes: 5}
}

// Span is over which time results count.
func (s Settings) Span() time.Duration { return time.Duration(s.SpanMinutes) * time.Minute }

// The bounds of settings.
const (
	maxSpan   = 60
	maxFewest = 1000
	maxPause  = 24 * 60
	maxTrial  = 100
)

func (s Settings) faults() (found []fault.Field) {
	for _, one := range []struct {
		field           string
		value, from, to int64
	}{
		{"spanMinutes", s.SpanMinutes, 1, maxSpan},
		{"fewest", s.Fewest, 2, maxFewest},
		{"failedPercent", s.FailedPercent, 1, whole - 1},
		{"pauseMinutes", s.PauseMinutes, 1, maxPause},
		{"successes", s.Successes, 1, maxTrial},
	} {
		if one.value < one.from || one.value > one.to {
			found = append(found, fault.Field{Field: one.field, Message: msgRange.With(one.from, one.to)})
		}
	}

	return found
}

func readSettings(ctx context.Context, q db.Querier) (Settings, error) {
	var (
		s  Settings
		at int64
	)

	err := q.QueryRow(ctx, `SELECT switched_on, span_minutes, fewest, failed_percent, pause_minutes, successes, reason, changed_by, changed_at
		FROM exclusion_settings`).
		Scan(&s.On, &s.SpanMinutes, &s.Fewest, &s.FailedPercent, &s.PauseMinutes, &s.Successes, &s.Reason, &s.ChangedBy, &at)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Defaults(), nil
	case err != nil:
		return Settings{}, fmt.Errorf("read when to switch off what fails: %w", err)
	}

	s.ChangedAt = clock.FromMicros(at)

	return s, nil
}

// SetSettings sets when the system switches something off. Where it is switched off, nothing more is; what is off has its trial. Error:
// fault.ErrValidation.
func (s *Service) SetSettings(ctx context.Context, by identity.By, next Settings) error {
	if err := by.Check(next.faults()); err != nil {
		return err
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if _, err := db.NextSequence(ctx, tx, sequence); err != nil {
			return err
		}

		before, err := readSettings(ctx, tx)
		if err != nil {
			return err
		}

		now := s.deps.Clock.Now()

		_, err = tx.Exec(ctx, `INSERT INTO exclusion_settings
			(id, switched_on, span_minutes, fewest, failed_percent, pause_minutes, successes, reason, changed_by, changed_at)
			VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO UPDATE SET switched_on = excluded.switched_on,
				span_minutes = excluded.span_minutes, fewest = excluded.fewest, failed_percent = excluded.failed_percent,
				pause_minutes = excluded.pause_minutes, successes = excluded.successes, reason = excluded.reason,
				changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
			next.On, next.SpanMinutes, next.Fewest, next.FailedPercent, next.PauseMinutes, next.Successes, by.Reason, by.Actor, clock.Micros(now))
		if err != nil {
			return err
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Action: "supplier.exclusion_settings", Subject: "suppliers", Reason: by.Reason, Address: by.Address,
			Detail: map[string]any{"before": before.facts(), "after": next.facts()},
		})
	})
	if err != nil {
		return fmt.Errorf("set when to switch off what fails: %w", err)
	}

	return nil
}

func (s Settings) facts() map[string]any {
	return map[string]any{
		"on": s.On, "spanMinutes": s.SpanMinutes, "fewest": s.Fewest, "failedPercent": s.FailedPercent, "pauseMinutes": s.PauseMinutes,
		"successes": s.Successes,
	}
}
