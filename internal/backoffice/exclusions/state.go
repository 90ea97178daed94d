package exclusions

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/orders/routing"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// State is what an exclusion is in.
type State string

// The states. Without a row a SKU is on.
const (
	Off   State = "off"   // it gets no orders
	Trial State = "trial" // some orders try it
	On    State = "on"    // it is on again
	Never State = "never" // staff forbade the system to switch it off
)

// Exclusion is a SKU, or a whole supplier, that the system switched off, or that it may not switch off.
type Exclusion struct {
	State State
	Since time.Time
	Until time.Time // of Off: when the trial begins; zero otherwise
	// Pauses are those in a row.
	Pauses int64
	// Ended and Failed are the purchases by which it was switched off.
	Ended, Failed int64
	// OneOf is how many orders there are for each of the trial.
	OneOf     int64
	Reason    string // of staff
	ChangedBy string // system, staff:budi
}

func (e Exclusion) isOn() bool { return e.State == "" || e.State == On }

func read(ctx context.Context, q db.Querier) (map[routing.SKUKey]Exclusion, error) {
	rows, err := q.Query(ctx, "SELECT supplier, product_code, state, since, until, pauses, ended, failed, one_of, reason, changed_by FROM supplier_exclusions")
	found := map[routing.SKUKey]Exclusion{}

	_, err = db.Collect(rows, err, func(row *sql.Rows) (one Exclusion, err error) {
		var (
			k     routing.SKUKey
			since int64
			until sql.NullInt64
		)

		err = row.Scan(&k.Supplier, &k.Product, &one.State, &since, &until, &one.Pauses, &one.Ended, &one.Failed, &one.OneOf, &one.Reason, &one.ChangedBy)
		one.Since = clock.FromMicros(since)

		if until.Valid {
			one.Until = clock.FromMicros(until.Int64)
		}

		found[k] = one

		return one, err
	})
	if err != nil {
		return nil, fmt.Errorf("read what is switched off at suppliers: %w", err)
	}

	return found, nil
}

// storeTx stores a change with its entry of the audit log.
func (c change) storeTx(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO supplier_exclusions (supplier, product_code, state, since, until, pauses, ended, failed, one_of, reason, changed_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (supplier, product_code) DO UPDATE SET state = excluded.state,
			since = excluded.since, until = excluded.until, pauses = excluded.pauses, ended = excluded.ended, failed = excluded.failed,
			one_of = excluded.one_of, reason = excluded.reason, changed_by = excluded.changed_by`,
		c.Supplier, c.Product, string(c.State), clock.Micros(c.Since), db.NullMicros(c.Until), c.Pauses, c.Ended, c.Failed, c.OneOf, c.Reason, c.ChangedBy)
	if err != nil {
		return fmt.Errorf("switch at %s: %w", c.Supplier, err)
	}

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: c.ChangedBy, Action: "supplier.exclusion", Subject: c.subject(), Reason: c.why, Address: c.address,
		Detail: map[string]any{"before": c.before.facts(), "after": c.facts()},
	})
}

func (c change) subject() string {
	if c.Product == "" {
		return "supplier:" + c.Supplier
	}

	return "supplier:" + c.Supplier + " product:" + c.Product
}

func (e Exclusion) facts() map[string]any {
	out := map[string]any{"state": e.State}

	switch e.State {
	case Off:
		out["until"], out["ended"], out["failed"], out["pauses"] = e.Until, e.Ended, e.Failed, e.Pauses
	case Trial:
		out["oneOf"] = e.OneOf
	case On, Never:
	case "":
		out["state"] = On
	}

	return out
}
