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
	keyPrefix  = "lk_"
	minKeyText = len(keyPrefix) + 4
	maxKeyText = 64
	// maxPerQuery bounds the placeholders of a statement: SQLite gets slow past
	// some 300.
	maxPerQuery     = 256
	maxKeysPerQuery = maxPerQuery
)

// AuthenticateKey tells which client shows an API key (without "Bearer").
// Anything wrong is ErrUnauthorized.
//
// It is on the way of every order, so a key that was found is remembered for
// keyMemory, and lookups that arrive while a query is under way share the next
// one. They never share the running one, which may have read a key that was
// revoked meanwhile, and a revocation is answered when nobody remembers the key
// any more: from then on it is refused on every node.
func (s *Service) AuthenticateKey(ctx context.Context, key string) (Principal, error) {
	if !plausibleKey(key) {
		return Principal{}, ErrUnauthorized.New()
	}

	hash := hashKey(key)

	p, ok, page := s.recent.look(hash)
	if ok {
		return p, nil
	}

	p, err := s.keys.Do(ctx, hash)
	if err != nil {
		if fault.ErrOutcomeUnknown.Is(err) {
			return Principal{}, fault.ErrUnavailable.Wrap(err) // it only reads
		}

		return Principal{}, err
	}

	s.recent.keep(page, hash, p)

	return p, nil
}

func plausibleKey(key string) bool {
	if len(key) < minKeyText || len(key) > maxKeyText || !strings.HasPrefix(key, keyPrefix) {
		return false
	}

	return !strings.ContainsFunc(key, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '_'
	})
}

// hashKey is what is stored of a key. A plain hash is enough: a key has 130
// random bits, nobody guesses those.
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
		p, ok := found[c.Req]

		switch {
		case err != nil:
			c.Err = err
		case !ok:
			c.Err = ErrUnauthorized.New()
		default:
			c.Res = p
		}
	}
}

func (s *Service) findKeys(ctx context.Context, hashes []string) (map[string]Principal, error) {
	type row struct {
		hash     string
		lastUsed sql.NullInt64
		features string
		p        Principal
	}

	now := s.clk.Now()
	text, args := keyQuery(hashes)
	rows, err := s.db.Reader().Query(ctx, text, args...)

	list, err := db.Collect(rows, err, func(r *sql.Rows) (row, error) {
		v := row{p: Principal{Kind: KeyKind, Scope: FullScope}}

		return v, r.Scan(&v.hash, &v.p.KeyID, &v.p.KeyEnding, &v.lastUsed, &v.p.ClientID, &v.p.ClientCode, &v.p.TimeZone, &v.features)
	})
	if err != nil {
		return nil, fmt.Errorf("look up API keys: %w", err)
	}

	found := make(map[string]Principal, len(list))

	for _, r := range list {
		if r.p.Features, err = decodeFeatures(r.features); err != nil {
			return nil, err
		}

		found[r.hash] = r.p

		if !r.lastUsed.Valid || now.Sub(clock.FromMicros(r.lastUsed.Int64)) >= lastUseEvery {
			s.lastUses.add(lastUse{clientID: r.p.ClientID, keyID: r.p.KeyID}, now)
		}
	}

	return found, nil
}

// padded gives the placeholders of a list and the arguments of a statement,
// those before the list included. There are a few lengths, so that the engines
// prepare a few statements; the last value fills what is left over.
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
		SELECT k.key_hash, k.id, k.last_four, k.last_used_at, k.client_id, c.code, c.time_zone, c.features
		FROM api_keys k JOIN clients c ON c.id = k.client_id
		WHERE k.deleted_at IS NULL AND c.active AND k.key_hash IN (` + places + `)`, args
}
