package identity

import (
	"crypto/rand"
	"hash/crc32"
	"strings"

	"loket/internal/platform/secret"
)

// A key is a prefix, 32 random characters and the checksum of both, in base 62. Whoever finds one in a text knows without asking that it is a key,
// and by its prefix whether it is worth money. Keys of before have no checksum: keyPrefix and other characters.
const (
	keyPrefix  = "lk_"
	livePrefix = keyPrefix + "live_"
	testPrefix = keyPrefix + "test_"

	randomLength   = 32
	checksumLength = 6
	keyLength      = len(livePrefix) + randomLength + checksumLength // both prefixes are as long

	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// MakeKey makes the secret of a key of a client.
func MakeKey() secret.Text { return makeKey(livePrefix) }

// MakeTestKey makes the secret of a key of a sandbox.
func MakeTestKey() secret.Text { return makeKey(testPrefix) }

// prefix is the beginning of the secrets of keys of the same kind.
func (k *APIKey) prefix() string {
	if k.IsTest() {
		return testPrefix
	}

	return livePrefix
}

func makeKey(prefix string) secret.Text {
	var text strings.Builder

	text.WriteString(prefix)

	const fair = 256 - 256%len(base62) // a byte from there on would make some characters likelier than others

	for left := randomLength; left > 0; {
		var some [randomLength]byte

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

// hasChecksum reports whether keys of a text's prefix have a checksum.
func hasChecksum(key string) bool {
	return strings.HasPrefix(key, livePrefix) || strings.HasPrefix(key, testPrefix)
}

// fits reports whether a key with a checksum has the length and the checksum of one.
func fits(key string) bool {
	return len(key) == keyLength && checksum(key[:keyLength-checksumLength]) == key[keyLength-checksumLength:] || documented(key)
}

func plausibleKey(key string) bool {
	if len(key) < minKeyText || len(key) > maxKeyText || !strings.HasPrefix(key, keyPrefix) {
		return false
	}

	if hasChecksum(key) {
		return fits(key)
	}

	return !strings.ContainsFunc(key, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '_'
	})
}
