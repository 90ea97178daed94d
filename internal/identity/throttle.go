package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
)

// bucket is something whose tries are counted together, and how many it may
// have.
type bucket struct {
	name  string
	limit int
}

// attempt is one try, counted in each of its buckets under an id each.
type attempt []string

// throttle counts tries of secrets. A try is a row before the secret is
// looked at, so callers at the same moment can't slip through together; a
// success takes its own rows away (decisions, section 2).
type throttle struct {
	db     *db.DB
	clk    clock.Clock
	window time.Duration
}

// refuse gives fault.ErrThrottled when a bucket is full. Without a lock it is only a
// cheap first look.
func (t *throttle) refuse(ctx context.Context, q db.Querier, now time.Time, buckets []bucket) error {
	for _, b := range buckets {
		// The try that must age out of the window before another one fits.
		var at int64

		err := q.QueryRow(ctx, `
			SELECT at FROM attempts WHERE bucket = $1 AND at > $2 ORDER BY at DESC LIMIT 1 OFFSET $3`,
			b.name, clock.Micros(now.Add(-t.window)), b.limit-1).Scan(&at)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}

		if err != nil {
			return fmt.Errorf("count tries: %w", err)
		}

		return fault.Throttled(clock.FromMicros(at).Add(t.window).Sub(now))
	}

	return nil
}

// record counts a try in all buckets, or in none and gives fault.ErrThrottled when
// one is full. A refused try is not counted: waiting helps.
func (t *throttle) record(ctx context.Context, buckets []bucket) (attempt, error) {
	var made attempt

	err := t.db.Tx(ctx, func(tx *db.Tx) error {
		var err error

		made, err = t.recordTx(ctx, tx, buckets)

		return err
	})

	return made, err
}

// recordTx is record in the caller's transaction.
func (t *throttle) recordTx(ctx context.Context, tx *db.Tx, buckets []bucket) (attempt, error) {
	now := t.clk.Now()
	made := attempt{}

	for _, b := range buckets { // their names are in sorted order
		if err := tx.Lock(ctx, "attempts/"+b.name); err != nil {
			return nil, err
		}
	}

	if err := t.refuse(ctx, tx, now, buckets); err != nil {
		return nil, err
	}

	for _, b := range buckets {
		id := ids.Token()
		made = append(made, id)

		if _, err := tx.Exec(ctx, `INSERT INTO attempts (id, bucket, at) VALUES ($1, $2, $3)`, id, b.name, clock.Micros(now)); err != nil {
			return nil, fmt.Errorf("count a try: %w", err)
		}
	}

	return made, nil
}

// tidyTime bounds what is put right behind a caller who may have left: a
// database that is silent must not hold the places of others.
const tidyTime = 3 * time.Second

// tidy is the time for it, whatever is left of the caller's.
func tidy(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), tidyTime)
}

// forget takes a try away that succeeded, or was never looked at.
func (t *throttle) forget(ctx context.Context, tx *db.Tx, a attempt) error {
	for _, id := range a {
		if _, err := tx.Exec(ctx, `DELETE FROM attempts WHERE id = $1`, id); err != nil {
			return fmt.Errorf("forget a try: %w", err)
		}
	}

	return nil
}

// signInBuckets are the buckets of a sign-in in sorted order.
func (s *Service) signInBuckets(clientID int64, username, address string) []bucket {
	return []bucket{
		{name: "account:" + accountName(clientID, username), limit: s.opt.AccountTries},
		{name: "address:" + network(address), limit: s.opt.AddressTries},
	}
}

func accountName(clientID int64, username string) string {
	return strconv.FormatInt(clientID, idBase) + "/" + strings.ToLower(username)
}

// network is what one caller owns: an address, or a whole /64 of IPv6.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}

	const ipv6Network = 64

	ip = ip.Unmap().WithZone("")
	if ip.Is6() {
		if own, err := ip.Prefix(ipv6Network); err == nil {
			return own.String()
		}
	}

	return ip.String()
}
