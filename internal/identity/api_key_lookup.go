package identity

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

const (
	minKeyText = len(keyPrefix) + 4
	maxKeyText = 64
	// maxPerQuery is the highest number of placeholders in a statement. SQLite gets slow
	// beyond about 300.
	maxPerQuery     = 256
	maxKeysPerQuery = maxPerQuery
)

// AuthenticateKey returns the principal of an API key. key has no "Bearer". One that is missing, unknown, mistyped or deleted returns
// ErrUnauthorized, which says so: who has the whole key may know. A key of a closed client is unknown.
//
// Every call of the client API needs it, so lookups that arrive while a query runs wait
// for the next query and share it. They don't share the running query, which may have
// read the key before a revocation. So every lookup that begins after a revocation
// returned refuses the key, on every node.
func (s *Service) AuthenticateKey(ctx context.Context, key string) (Principal, error) {
	switch {
	case key == "":
		return Principal{}, ErrUnauthorized.Msg(msgKeyMissing)
	case hasChecksum(key) && !fits(key):
		return Principal{}, ErrUnauthorized.Msg(msgKeyMistyped)
	case !plausibleKey(key):
		return Principal{}, ErrUnauthorized.Msg(msgKeyUnknown)
	}

	p, err := s.keys.Do(ctx, hashKey(key))
	if fault.ErrOutcomeUnknown.Is(err) {
		err = fault.ErrUnavailable.Wrap(err) // a lookup changes nothing
	}

	return p, err
}

// hashKey returns what the database stores of a key. Without salt it is enough, because a
// key has 130 random bits or more.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))

	return hex.EncodeToString(sum[:])
}

// lookUpKeys answers a batch of lookups with one query.
func (s *Service) lookUpKeys(ctx context.Context, calls []*batch.Call[string, Principal]) {
	hashes := make([]string, 0, len(calls))
	for _, c := range calls {
		hashes = append(hashes, c.Req)
	}

	slices.Sort(hashes)

	found, err := s.findKeys(ctx, slices.Compact(hashes))
	for _, c := range calls {
		k, ok := found[c.Req]

		switch {
		case err != nil:
			c.Err = err
		case !ok:
			c.Err = ErrUnauthorized.Msg(msgKeyUnknown)
		case k.deleted:
			c.Err = ErrUnauthorized.Msg(msgKeyDeleted)
		default:
			c.Res = k.Principal
		}
	}
}

// foundKey is a key with whom it stands for.
type foundKey struct {
	Principal

	deleted bool
}

func (s *Service) findKeys(ctx context.Context, hashes []string) (map[string]foundKey, error) {
	type row struct {
		hash     string
		lastUsed sql.NullInt64
		deleted  sql.NullInt64
		features string
		p        Principal
	}

	now := s.clk.Now()
	text, args := keyQuery(hashes)
	rows, err := s.db.Reader().Query(ctx, text, args...)

	list, err := db.Collect(rows, err, func(r *sql.Rows) (row, error) {
		v := row{p: Principal{Kind: KeyKind, Scope: FullScope}}

		return v, r.Scan(&v.hash, &v.p.KeyID, &v.p.KeyEnding, &v.lastUsed, &v.deleted, &v.p.ClientID, &v.p.ClientCode, &v.p.TimeZone, &v.features)
	})
	if err != nil {
		return nil, fmt.Errorf("look up API keys: %w", err)
	}

	found := make(map[string]foundKey, len(list))

	for _, r := range list {
		if r.p.Features, err = decodeFeatures(r.features); err != nil {
			return nil, err
		}

		found[r.hash] = foundKey{r.p, r.deleted.Valid}

		if r.deleted.Valid {
			continue
		}

		if !r.lastUsed.Valid || now.Sub(clock.FromMicros(r.lastUsed.Int64)) >= lastUseEvery {
			s.lastUses.add(lastUse{clientID: r.p.ClientID, keyID: r.p.KeyID}, now)
		}
	}

	return found, nil
}

// padded returns the placeholders for a list, and the arguments of a statement that
// starts with before. It pads the list to a power of four by repeating the last value, so
// that the engines prepare few different statements.
func padded[T any](list []T, before ...any) (string, []any) {
	size := 1
	for size < len(list) {
		size *= 4
	}

	args := before
	places := make([]string, size)

	for i := range places {
		args = append(args, list[min(i, len(list)-1)])
		places[i] = "$" + strconv.Itoa(len(args))
	}

	return strings.Join(places, ", "), args
}

func keyQuery(hashes []string) (string, []any) {
	places, args := padded(hashes)

	return `
		SELECT k.key_hash, k.id, k.last_four, k.last_used_at, k.deleted_at, k.client_id, c.code, c.time_zone, c.features
		FROM api_keys k JOIN clients c ON c.id = k.client_id
		WHERE c.active AND k.key_hash IN (` + places + `)
			AND (c.sandbox_of IS NULL OR EXISTS (SELECT 1 FROM clients l WHERE l.id = c.sandbox_of AND l.active))`, args
}

// LooksLikeAPIKey reports whether a bearer text is meant as an API key.
func LooksLikeAPIKey(bearer string) bool { return strings.HasPrefix(bearer, keyPrefix) }
