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
	"loket/internal/platform/network"
)

// bucket is a subject whose tries are counted together, with its limit.
type bucket struct {
	name  string
	limit int
}

// tryIDs holds the ids of one try, one for each of its buckets.
type tryIDs []string

// throttle counts tries of secrets. A try is stored before the secret is compared, so
// parallel calls can't exceed the limit. A success deletes its own rows (docs/product/access.md#sign-in).
type throttle struct {
	db     *db.DB
	clk    clock.Clock
	window time.Duration
}

// refuse returns fault.ErrThrottled if a bucket is full. Without the locks of recordTx it
// is only a cheap first check.
func (t *throttle) refuse(ctx context.Context, q db.Querier, now time.Time, buckets []bucket) error {
	for _, b := range buckets {
		// The time of the try that must leave the window before another one fits.
		var at int64

		err := q.QueryRow(ctx, `
			SELECT at FROM tries WHERE bucket = $1 AND at > $2 ORDER BY at DESC LIMIT 1 OFFSET $3`,
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

// record counts a try in all buckets, or returns fault.ErrThrottled if one is full. A
// refused try is not counted, so waiting helps.
func (t *throttle) record(ctx context.Context, buckets []bucket) (tryIDs, error) {
	var made tryIDs

	err := t.db.Tx(ctx, func(tx *db.Tx) error {
		var err error

		made, err = t.recordTx(ctx, tx, buckets)

		return err
	})

	return made, err
}

// recordTx is record in the caller's transaction.
func (t *throttle) recordTx(ctx context.Context, tx *db.Tx, buckets []bucket) (tryIDs, error) {
	now := t.clk.Now()
	made := tryIDs{}

	for _, b := range buckets { // in sorted order
		if err := tx.Lock(ctx, "tries/"+b.name); err != nil {
			return nil, err
		}
	}

	if err := t.refuse(ctx, tx, now, buckets); err != nil {
		return nil, err
	}

	for _, b := range buckets {
		id := ids.Token()
		made = append(made, id)

		if _, err := tx.Exec(ctx, `INSERT INTO tries (id, bucket, at) VALUES ($1, $2, $3)`, id, b.name, clock.Micros(now)); err != nil {
			return nil, fmt.Errorf("count a try: %w", err)
		}
	}

	return made, nil
}

// detachedTimeout is the time limit of detachContext. It is short, because the work holds a place of the
// sign-in limiter.
const detachedTimeout = 3 * time.Second

// detachContext returns a context for work that must be done even if the caller has left.
func detachContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), detachedTimeout)
}

// forget deletes a try that succeeded or was never compared.
func (t *throttle) forget(ctx context.Context, tx *db.Tx, a tryIDs) error {
	for _, id := range a {
		if _, err := tx.Exec(ctx, `DELETE FROM tries WHERE id = $1`, id); err != nil {
			return fmt.Errorf("delete a try: %w", err)
		}
	}

	return nil
}

// signInBuckets returns the buckets of a sign-in in sorted order. A known caller has a
// bucket of its own, so that failures of strangers never refuse the right password there:
// a known browser even where strangers share its address.
func (s *Service) signInBuckets(c Credentials, by origin) []bucket {
	account, from := accountName(c.ClientID, c.Username), callerNetwork(c.Address)

	switch {
	case by.device:
		return []bucket{{name: "device:" + account + "@" + deviceValue(c.KnownDevice), limit: s.opt.AccountTries}}
	case by.network:
		account += "@" + from
	}

	return []bucket{
		{name: "account:" + account, limit: s.opt.AccountTries},
		{name: "address:" + from, limit: s.opt.AddressTries},
	}
}

// ownBuckets are the buckets of a signed-in user who types the own password.
func (s *Service) ownBuckets(p Principal) []bucket {
	return []bucket{{name: "own:" + accountName(p.ClientID, p.Username), limit: s.opt.AccountTries}}
}

func accountName(clientID int64, username string) string {
	return strconv.FormatInt(clientID, idBase) + "/" + strings.ToLower(username)
}

// callerNetwork is what one caller controls, as text: an IPv4 address, or the /64 network of an IPv6 address. What is no address
// stays as it is.
func callerNetwork(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}

	if own := network.Subscriber(ip); !own.IsSingleIP() {
		return own.String()
	}

	return network.Plain(ip).String()
}

// callerBlock is the block of addresses that a customer of a provider may have, as text.
func callerBlock(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}

	return network.Block(ip).String()
}
