package catalog

import (
	"context"
	"fmt"

	"loket/internal/platform/db"
)

// maxReads limits how often the tables are read again after a concurrent change.
const maxReads = 5

// readSnapshot reads what differs from the last snapshot, if any, between two reads of the version. When changes come
// faster than the reads, the result keeps the older version, so a comparison in a
// transaction finds it stale.
func readSnapshot(ctx context.Context, d *db.DB, version int64, last *Snapshot) (*Snapshot, error) {
	for try := 1; ; try++ {
		snap, err := readTables(ctx, d, version, last)
		if err != nil {
			return nil, err
		}

		after, err := readVersion(ctx, d.Reader())
		if err != nil {
			return nil, err
		}

		if after == version || try == maxReads {
			return snap, nil
		}

		version = after
	}
}

func readTables(ctx context.Context, d *db.DB, version int64, last *Snapshot) (*Snapshot, error) {
	q := d.Reader()

	operators, err := ReadOperators(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read operators: %w", err)
	}

	products, err := ReadProducts(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read products: %w", err)
	}

	skus, err := ReadSKUs(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read SKUs: %w", err)
	}

	own, err := readOwnPrices(ctx, d, last)
	if err != nil {
		return nil, err
	}

	next, err := nextChange(ctx, q)
	if err != nil {
		return nil, err
	}

	snap := newSnapshot(version, operators, products, skus)
	snap.own, snap.next = own, next

	for _, p := range products {
		if at := p.nextProblem(); !at.IsZero() && (snap.next.IsZero() || at.Before(snap.next)) {
			snap.next = at
		}
	}

	return snap, nil
}
