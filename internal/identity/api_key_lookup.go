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
	"time"

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

// AuthenticateKey returns the principal of an API key that is used from a network address. key has no "Bearer". A refusal says why, since who
// has the whole key may know: ErrUnauthorized without one, ErrKeyUnknown, ErrKeyRevoked, ErrKeyEnded, ErrKeyAddress. The last one comes with the
// principal. A key of a closed client is unknown; the cause inside the error, which only the log shows, is another.
//
// Every call of the client API needs it, so lookups that arrive while a query runs wait
// for the next query and share it. They don't share the running query, which may have
// read the key before a revocation. So every lookup that begins after a revocation
// returned refuses the key, on every node.
func (s *Service) AuthenticateKey(ctx context.Context, key, address string) (Principal, error) {
	switch {
	case key == "":
		return Principal{}, ErrUnauthorized.Msg(msgKeyMissing)
	case hasChecksum(key) && !fits(key):
		return Principal{}, ErrKeyUnknown.Msg(msgKeyMistyped)
	case !plausibleKey(key):
		return Principal{}, ErrKeyUnknown.New()
	}

	k, err := s.keys.Do(ctx, hashKey(key))
	if fault.ErrOutcomeUnknown.Is(err) {
		err = fault.ErrUnavailable.Wrap(err) // a lookup changes nothing
	}

	if err != nil {
		return Principal{}, err
	}

	now := s.clk.Now()
	if err := k.refusal(now); err != nil {
		return Principal{}, err
	}

	if !allowsAddress(k.addresses, address) {
		return k.Principal, ErrKeyAddress.Msg(msgKeyAddress.With(address))
	}

	if now.Sub(k.lastUsed) >= lastUseEvery {
		s.lastUses.add(lastUse{clientID: k.ClientID, keyID: k.KeyID}, now, address)
	}

	return k.Principal, nil
}

// hashKey returns what the database stores of a key. Without salt it is enough, because a
// key has 130 random bits or more.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))

	return hex.EncodeToString(sum[:])
}

// lookUpKeys answers a batch of lookups with one query.
func (s *Service) lookUpKeys(ctx context.Context, calls []*batch.Call[string, foundKey]) {
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
			c.Err = ErrKeyUnknown.New()
		default:
			c.Res = k
		}
	}
}

// foundKey is a stored key with whom it stands for.
type foundKey struct {
	Principal

	addresses               string // as the database keeps them
	open                    bool   // the client is, and that of a sandbox
	ends, deleted, lastUsed time.Time
}

// refusal says why a key serves nobody now; nil if it does.
func (k *foundKey) refusal(now time.Time) error {
	ended := !k.ends.IsZero() && !now.Before(k.ends)

	switch {
	case !k.open:
		return ErrKeyUnknown.Wrap(fmt.Errorf("key %d is of client %d, which is closed", k.KeyID, k.ClientID)) //nolint:err113 // for the log
	case !k.deleted.IsZero() && (!ended || k.deleted.Before(k.ends)):
		return ErrKeyRevoked.New()
	case ended || !k.deleted.IsZero():
		return ErrKeyEnded.New()
	default:
		return nil
	}
}

func (s *Service) findKeys(ctx context.Context, hashes []string) (map[string]foundKey, error) {
	type row struct {
		hash                    string
		lastUsed, deleted, ends sql.NullInt64
		scopes, features        string
		duplicateMinutes        int64
		key                     foundKey
	}

	text, args := keyQuery(hashes)
	rows, err := s.db.Reader().Query(ctx, text, args...)

	list, err := db.Collect(rows, err, func(r *sql.Rows) (row, error) {
		v := row{key: foundKey{Principal: Principal{Kind: KeyKind, Scope: FullScope}}}
		p := &v.key.Principal

		return v, r.Scan(&v.hash, &p.KeyID, &p.KeyEnding, &v.scopes, &v.key.addresses, &v.ends, &v.lastUsed, &v.deleted,
			&p.ClientID, &p.ClientCode, &p.TimeZone, &v.features, &v.duplicateMinutes, &v.key.open)
	})
	if err != nil {
		return nil, fmt.Errorf("look up API keys: %w", err)
	}

	found := make(map[string]foundKey, len(list))

	for i := range list {
		r := &list[i]

		if r.key.Features, err = decodeFeatures(r.features); err != nil {
			return nil, err
		}

		if r.key.KeyScopes, err = storedScopes(r.scopes); err != nil {
			return nil, err
		}

		r.key.DuplicateWithin = time.Duration(r.duplicateMinutes) * time.Minute
		r.key.ends, r.key.deleted, r.key.lastUsed = timeOf(r.ends), timeOf(r.deleted), timeOf(r.lastUsed)
		found[r.hash] = r.key
	}

	return found, nil
}

// timeOf is a stored time; the zero time without one.
func timeOf(micros sql.NullInt64) time.Time {
	if !micros.Valid {
		return time.Time{}
	}

	return clock.FromMicros(micros.Int64)
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
		SELECT k.key_hash, k.id, k.last_four, k.scopes, k.addresses, k.ends_at, k.last_used_at, k.deleted_at, k.client_id, c.code, c.time_zone, c.features, c.duplicate_minutes,
			c.active AND (c.sandbox_of IS NULL OR EXISTS (SELECT 1 FROM clients l WHERE l.id = c.sandbox_of AND l.active))
		FROM api_keys k JOIN clients c ON c.id = k.client_id
		WHERE k.key_hash IN (` + places + `)`, args
}

// LooksLikeAPIKey reports whether a bearer text is meant as an API key.
func LooksLikeAPIKey(bearer string) bool { return strings.HasPrefix(bearer, keyPrefix) }
