package password

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"loket/internal/platform/argon"
)

// hashCost holds the parameters of argon2id.
type hashCost struct {
	memory  uint32 // KiB
	time    uint32
	threads uint8
}

const (
	saltLength = 16
	keyLength  = 32

	// Upper bounds of a stored hash's cost. A row with a higher cost is broken.
	maxHashMemory = 256 * 1024
	maxHashTime   = 16
	maxThreads    = 8
)

var errBrokenHash = errors.New("a stored hash can't be read")

// derive computes a key with argon2id.
type derive func(k argon.Key) []byte

// hash returns `$argon2id$v=19$m=..,t=..,p=..$salt$key`, the standard form.
func (d derive) hash(cost hashCost, text []byte) string {
	return d.salted(cost, randomBytes(saltLength), text)
}

func (d derive) salted(cost hashCost, salt, text []byte) string {
	return encodeHash(cost, salt, d(cost.key(salt, text)))
}

func (c hashCost) key(salt, text []byte) argon.Key {
	return argon.Key{Memory: c.memory, Time: c.time, Threads: c.threads, Salt: salt, Text: text, Length: keyLength}
}

// nobodysHash returns a hash that no text matches and that costs as much to compare as
// any other.
func nobodysHash(cost hashCost) string {
	return encodeHash(cost, randomBytes(saltLength), randomBytes(keyLength))
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails

	return b
}

func encodeHash(cost hashCost, salt, key []byte) string {
	enc := base64.RawStdEncoding.EncodeToString

	return fmt.Sprintf("%s%s$%s", hashPrefix(cost), enc(salt), enc(key))
}

func hashPrefix(cost hashCost) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon.Version, cost.memory, cost.time, cost.threads)
}

// compare reports whether encoded is the hash of text. Its duration depends only on the
// cost.
func (d derive) compare(encoded string, text []byte) (bool, error) {
	cost, salt, key, err := parseHash(encoded)
	if err != nil {
		return false, err
	}

	return subtle.ConstantTimeCompare(d(cost.key(salt, text)), key) == 1, nil
}

func parseHash(encoded string) (hashCost, []byte, []byte, error) {
	const parts = 6

	part := strings.Split(encoded, "$")
	if len(part) != parts || part[0] != "" || part[1] != "argon2id" {
		return hashCost{}, nil, nil, errBrokenHash
	}

	var (
		version int
		cost    hashCost
	)

	if _, err := fmt.Sscanf(part[2]+" "+part[3], "v=%d m=%d,t=%d,p=%d", &version, &cost.memory, &cost.time, &cost.threads); err != nil {
		return hashCost{}, nil, nil, fmt.Errorf("%w: %w", errBrokenHash, err)
	}

	salt, saltErr := base64.RawStdEncoding.Strict().DecodeString(part[4])
	key, keyErr := base64.RawStdEncoding.Strict().DecodeString(part[5])

	if err := errors.Join(saltErr, keyErr); err != nil {
		return hashCost{}, nil, nil, fmt.Errorf("%w: %w", errBrokenHash, err)
	}

	if version != argon.Version || cost.memory > maxHashMemory || cost.time < 1 || cost.time > maxHashTime ||
		cost.threads < 1 || cost.threads > maxThreads || len(salt) < saltLength || len(key) != keyLength {
		return hashCost{}, nil, nil, errBrokenHash
	}

	return cost, salt, key, nil
}
