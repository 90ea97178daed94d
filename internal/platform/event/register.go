package event

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/db"
)

// register stores the positions of new consumers.
func (r *Record) register(ctx context.Context) error {
	r.store.Lock()
	defer r.store.Unlock()

	if r.known {
		return nil
	}

	return r.registerLocked(ctx)
}

// registerAgain is register for consumers whose positions are gone.
func (r *Record) registerAgain(ctx context.Context) error {
	r.store.Lock()
	defer r.store.Unlock()

	r.handleRestore(ctx)

	return r.registerLocked(ctx)
}

func (r *Record) registerLocked(ctx context.Context) error {
	if err := r.askPhases(ctx); err != nil {
		return err
	}

	err := r.d.Tx(ctx, func(tx *db.Tx) error {
		for _, c := range r.consumers {
			begin := r.end()
			if c.FromStart {
				begin = "0"
			}

			_, err := tx.Exec(ctx, "INSERT INTO event_positions (name, position) SELECT CAST($1 AS TEXT), "+begin+" WHERE TRUE ON CONFLICT (name) DO NOTHING", c.Name)
			if err != nil {
				return fmt.Errorf("register %s: %w", c.Name, err)
			}

			var position, aside int64
			if err := tx.QueryRow(ctx, "SELECT position, set_aside FROM event_positions WHERE name = $1", c.Name).Scan(&position, &aside); err != nil {
				return fmt.Errorf("register %s: %w", c.Name, err)
			}

			c.stored.Store(&storedPosition{position, r.restores.Load()})
			c.aside.Store(aside)
		}

		return nil
	})
	if err != nil {
		return fmt.Errorf("consumers of events: %w", err)
	}

	r.known = true

	return nil
}

// phasesTime is how long a look doesn't ask again whether transactions are committed in phases.
const phasesTime = time.Minute

// askPhases learns whether transactions are committed in phases: Citus may come to a database while programs run.
func (r *Record) askPhases(ctx context.Context) error {
	inPhases, err := r.d.CommitsInPhases(ctx)
	if err != nil {
		return fmt.Errorf("ask how commits become visible: %w", err)
	}

	r.inPhases.Store(inPhases)
	r.phasesAsked.Store(time.Now().UnixMicro())

	return nil
}

// end is the greatest position, in SQL.
func (r *Record) end() string {
	if r.d.Engine() == db.SQLite {
		return "(SELECT COALESCE(MAX(seq), 0) FROM events)"
	}

	return "(SELECT position FROM event_positions WHERE name = '" + numbering + "')"
}
