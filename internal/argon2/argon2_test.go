package argon2_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	theirs "golang.org/x/crypto/argon2"

	"loket/internal/argon2"
)

// Every hash that was stored so far, by us or by others, must come out again:
// the same key as of the package that this one was made from, in memory that
// other hashes left full, larger and smaller ones.
func TestAsTheOriginal(t *testing.T) {
	t.Parallel()

	var memory argon2.Memory

	random := rand.New(rand.NewPCG(1, 2))
	text := func() []byte {
		b := make([]byte, random.IntN(300))
		for i := range b {
			b[i] = byte(random.Uint32())
		}

		return b
	}

	for range 300 {
		password, salt := text(), text()
		passes, size, lanes := 1+random.Uint32N(4), random.Uint32N(700), uint8(1+random.UintN(8))
		length := 4 + random.Uint32N(200)

		want := theirs.IDKey(password, salt, passes, size, lanes, length)
		if got := memory.IDKey(password, salt, passes, size, lanes, length); !bytes.Equal(got, want) {
			t.Fatalf("passes %d, %d KiB, %d lanes, %d bytes:\n got %x\nwant %x", passes, size, lanes, length, got, want)
		}
	}
}

// The cost that passwords are hashed with.
func TestAtFullCost(t *testing.T) {
	t.Parallel()

	var memory argon2.Memory

	const passes, size, lanes, length = 2, 19 * 1024, 1, 32

	password, salt := []byte("a password"), []byte("0123456789abcdef")
	want := theirs.IDKey(password, salt, passes, size, lanes, length)

	for range 2 {
		if got := memory.IDKey(password, salt, passes, size, lanes, length); !bytes.Equal(got, want) {
			t.Fatalf("got %x, want %x", got, want)
		}
	}

	if memory.KiB() != size {
		t.Errorf("%d KiB are kept", memory.KiB())
	}
}
