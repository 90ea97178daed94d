package order

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const (
	serialsKept       = 90 * 24 * time.Hour
	purgeSerials      = "orders.purge_serials"
	purgeSerialsEvery = time.Hour
)

// Serials are the serial numbers of suppliers whose answers are not signed: one that comes again, for another purchase, proves nothing.
type Serials struct {
	db    *db.DB
	clock clock.Clock
}

// NewSerials makes the service, which needs nothing else of this package.
func NewSerials(d *db.DB, clk clock.Clock) Serials { return Serials{db: d, clock: clk} }

// Claim stores that a serial number of a supplier belongs to a reference, in a transaction of its own, and reports whether it does: false if
// another reference had it in the last 90 days. Of two that claim it at the same time one gets it. It is safe to repeat.
func (s Serials) Claim(ctx context.Context, supplierCode, serial, reference string) (bool, error) {
	digest := sha256.Sum256([]byte(strings.ToUpper(strings.TrimSpace(serial))))

	var owner string

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		return tx.QueryRow(ctx, `INSERT INTO supplier_serials (supplier, digest, reference, at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (supplier, digest) DO UPDATE SET at = supplier_serials.at RETURNING reference`,
			supplierCode, hex.EncodeToString(digest[:]), reference, clock.Micros(s.clock.Now())).Scan(&owner)
	})
	if err != nil {
		return false, fmt.Errorf("claim a serial number: %w", err)
	}

	return owner == reference, nil
}

// Purge deletes the claims that are older than 90 days.
func (s Serials) Purge(ctx context.Context) (int64, error) {
	n, err := s.db.Purge(ctx, `DELETE FROM supplier_serials WHERE (supplier, digest) IN
		(SELECT supplier, digest FROM supplier_serials WHERE at < $1 ORDER BY at LIMIT $2)`, clock.Micros(s.clock.Now().Add(-serialsKept)))
	if err != nil {
		return n, fmt.Errorf("delete old claims of serial numbers: %w", err)
	}

	return n, nil
}
