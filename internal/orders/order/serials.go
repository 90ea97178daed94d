package order

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
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
	var owner string

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		return tx.QueryRow(ctx, `INSERT INTO supplier_serials (supplier, digest, reference, at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (supplier, digest) DO UPDATE SET at = supplier_serials.at RETURNING reference`,
			supplierCode, serialDigest(serial), reference, clock.Micros(s.clock.Now())).Scan(&owner)
	})
	if err != nil {
		return false, fmt.Errorf("claim a serial number: %w", err)
	}

	return owner == reference, nil
}

// serialDigest stands for a serial number, which is worth money.
func serialDigest(serial string) string {
	digest := sha256.Sum256([]byte(strings.ToUpper(strings.TrimSpace(serial))))

	return hex.EncodeToString(digest[:])
}

// withSerial finds the attempts whose suppliers gave a serial number, among those whose answers are not signed: theirs alone are stored by it.
func (s *Service) withSerial(ctx context.Context, serial string) ([]AttemptKey, error) {
	var list []AttemptKey

	for _, code := range s.deps.Suppliers.Codes() {
		var reference string

		err := s.deps.DB.Reader().QueryRow(ctx, `SELECT reference FROM supplier_serials WHERE supplier = $1 AND digest = $2`, code, serialDigest(serial)).
			Scan(&reference)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}

		if err != nil {
			return nil, fmt.Errorf("find a serial number: %w", err)
		}

		if k, ok := ParseAttemptKey(reference); ok {
			list = append(list, k)
		}
	}

	return list, nil
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
