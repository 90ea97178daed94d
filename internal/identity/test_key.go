package identity

import (
	"context"
	"crypto/rand"
	"hash/crc32"
	"strings"

	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// A test key is testPrefix, 32 random characters and the checksum of both, in base 62. Whoever finds one in a text knows without asking that it
// is a key, and that it is worth no money.
const (
	testPrefix     = keyPrefix + "test_"
	testRandom     = 32
	checksumLength = 6
	testKeyLength  = len(testPrefix) + testRandom + checksumLength

	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// makeTestKey makes the secret of a key of a sandbox.
func makeTestKey() secret.Text {
	var text strings.Builder

	text.WriteString(testPrefix)

	const fair = 256 - 256%len(base62) // a byte from there on would make some characters likelier than others

	for left := testRandom; left > 0; {
		var some [testRandom]byte

		_, _ = rand.Read(some[:]) // never fails

		for _, b := range some {
			if left > 0 && int(b) < fair {
				text.WriteByte(base62[int(b)%len(base62)])

				left--
			}
		}
	}

	return secret.Text(text.String() + checksum(text.String()))
}

// checksum is the CRC-32 of a text as six characters in base 62.
func checksum(text string) string {
	var out [checksumLength]byte

	n := crc32.ChecksumIEEE([]byte(text))

	for i := range out {
		out[checksumLength-1-i] = base62[n%uint32(len(base62))]
		n /= uint32(len(base62))
	}

	return string(out[:])
}

// plausibleTestKey reports whether a text has the form of a test key.
func plausibleTestKey(key string) bool {
	return len(key) == testKeyLength && checksum(key[:testKeyLength-checksumLength]) == key[testKeyLength-checksumLength:]
}

// MakeTestKey makes a key of the sandbox of the caller's client and returns its secret, which nobody can read again. The first one makes the
// sandbox, which fill completes in the same transaction. Errors: ErrForbidden, ErrKeyLimit.
func (s *Service) MakeTestKey(ctx context.Context, by Self, fill FillSandbox) (APIKey, secret.Text, error) {
	p := by.Principal
	if err := p.Require(APIKeyManage); err != nil {
		return APIKey{}, "", err
	}

	key := makeTestKey()

	var made APIKey

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		sandbox, err := s.openSandboxTx(ctx, tx, by.author(), p.ClientID, fill)
		if err != nil {
			return err
		}

		if made, err = s.StoreKeyTx(ctx, tx, by.author(), NewKey{ClientID: sandbox.ID, Maker: p.UserID, Key: key}); err != nil {
			return err
		}

		return s.tellOfKey(ctx, tx, by, made, true)
	})
	if err != nil {
		return APIKey{}, "", err
	}

	return made, key, nil
}

// TestKeys returns the keys of a client's sandbox, ordered by slot.
func (s *Service) TestKeys(ctx context.Context, clientID int64) ([]APIKey, error) {
	sandbox, found, err := sandboxOf(ctx, s.db.Reader(), clientID)
	if err != nil || !found {
		return nil, err
	}

	return apiKeys(ctx, s.db.Reader(), sandbox)
}
