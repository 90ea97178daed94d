// Package argon derives keys from passwords and PINs with argon2id: in this
// process, or in one of its own that gives way to all other work.
package argon

import (
	"runtime"

	"golang.org/x/crypto/argon2"
)

// Version is the version of argon2 that keys are derived with.
const Version = argon2.Version

// Key says what is derived from what.
type Key struct {
	Memory  uint32 // KiB
	Time    uint32 // passes
	Threads uint8
	Salt    []byte
	Text    []byte
	Length  uint32 // bytes
}

// Derive derives the key here and now: some 20 to 30 ms of a core with 19 MiB
// and two passes.
func (k Key) Derive() []byte {
	return argon2.IDKey(k.Text, k.Salt, k.Time, k.Memory, k.Threads, k.Length)
}

// Workers is how many keys should be derived at a time: one less than there are
// cores, at least 1, so that a storm of sign-ins leaves orders a core.
func Workers() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// bound lets only so many keys be derived at a time.
type bound chan struct{}

func newBound() bound { return make(bound, Workers()) }

func (b bound) derive(k Key) []byte {
	b <- struct{}{}

	defer func() { <-b }()

	return k.Derive()
}
