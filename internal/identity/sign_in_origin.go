package identity

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/limiter"
	"loket/internal/platform/secret"
)

// DeviceKept is how long a browser without a sign-in stays known.
const DeviceKept = 180 * 24 * time.Hour

const (
	// networkKept is how long a network without a sign-in stays known: others may have the
	// address after it.
	networkKept = 30 * 24 * time.Hour
	// originsKept is how many devices, and how many networks, of a user are known.
	originsKept = 10
)

// The kinds of origins.
const (
	deviceOrigin  = "device"
	networkOrigin = "network"
)

// origin is what is known of the caller of a sign-in.
type origin struct {
	// device and network mean that the user of the account signed in from this browser, or
	// from this network, before.
	device, network bool
	// ofClient means that a user of the client signed in from this browser before.
	ofClient bool
}

// known reports whether the account's user signed in from there before.
func (o origin) known() bool { return o.device || o.network }

// deviceValue is how the token of a device is stored; empty for none.
func deviceValue(token secret.Text) string {
	if len(token) != tokenLength {
		return ""
	}

	return hashKey(token.Reveal())
}

// tokenLength is the length of an ids.Token.
const tokenLength = 26

// originOf looks up what is known of a caller. It is the same query for accounts that don't exist.
func (s *Service) originOf(ctx context.Context, c Credentials) (origin, error) {
	now := s.clk.Now()

	rows, err := s.db.Reader().Query(ctx, `
		SELECT o.kind, lower(u.username) = $2 FROM sign_in_origins o JOIN users u ON u.id = o.user_id
		WHERE o.client_id = $1 AND u.client_id = $1 AND u.deleted_at IS NULL
			AND (o.kind = 'device' AND o.value = $3 AND o.last_used_at > $4
				OR o.kind = 'network' AND o.value = $5 AND o.last_used_at > $6 AND lower(u.username) = $2)`,
		c.ClientID, strings.ToLower(c.Username), deviceValue(c.KnownDevice), clock.Micros(now.Add(-DeviceKept)),
		callerNetwork(c.Address), clock.Micros(now.Add(-networkKept)))

	var out origin

	_, err = db.Collect(rows, err, func(row *sql.Rows) (struct{}, error) {
		var (
			kind string
			own  bool
		)

		err := row.Scan(&kind, &own)
		out.ofClient = out.ofClient || kind == deviceOrigin
		out.device = out.device || own && kind == deviceOrigin
		out.network = out.network || own && kind == networkOrigin

		return struct{}{}, err
	})

	return out, wrap(err, "look up from where a sign-in comes")
}

// rememberTx stores from where a user signed in, and returns the token of the browser: the one that it has, if a user of
// the client signed in with it before, or a new one. Nobody can make a token known that was not made here.
func (s *Service) rememberTx(ctx context.Context, tx *db.Tx, c Credentials, by origin, userID int64, now time.Time) (secret.Text, error) {
	device := c.KnownDevice
	if !by.ofClient {
		device = secret.Text(ids.Token())
	}

	for kind, value := range map[string]string{deviceOrigin: deviceValue(device), networkOrigin: callerNetwork(storable(c.Address))} {
		_, err := tx.Exec(ctx, `
			INSERT INTO sign_in_origins (user_id, kind, value, client_id, created_at, last_used_at) VALUES ($1, $2, $3, $4, $5, $5)
			ON CONFLICT (user_id, kind, value) DO UPDATE SET last_used_at = excluded.last_used_at`,
			userID, kind, value, c.ClientID, clock.Micros(now))
		if err != nil {
			return "", fmt.Errorf("remember from where a user signed in: %w", err)
		}

		_, err = tx.Exec(ctx, `
			DELETE FROM sign_in_origins WHERE user_id = $1 AND kind = $2 AND value NOT IN (
				SELECT value FROM sign_in_origins WHERE user_id = $1 AND kind = $2 ORDER BY last_used_at DESC, value LIMIT $3)`,
			userID, kind, originsKept)
		if err != nil {
			return "", fmt.Errorf("forget the oldest: %w", err)
		}
	}

	return device, nil
}

// turnOf is the place of a sign-in in the queue. Turns are fair between networks, the blocks that they are in, and accounts;
// callers from known places come first.
func turnOf(c Credentials, by origin) limiter.Caller[string] {
	return limiter.Caller[string]{
		Key:    "address:" + callerNetwork(c.Address),
		Groups: []string{"block:" + callerBlock(c.Address), "account:" + accountName(c.ClientID, c.Username)},
		First:  by.known(),
	}
}
