// Package argon derives keys from passwords and PINs with argon2id, in this
// process or in a separate process with low priority.
package argon

import (
	"runtime"

	"golang.org/x/crypto/argon2"
)

// Version is the argon2 version of all derived keys.
const Version = argon2.Version

// Key holds the input and the parameters of one derivation.
type Key struct {
	Memory  uint32 // KiB
	Time    uint32 // passes
	Threads uint8
	Salt    []byte
	Text    []byte
	Length  uint32 // bytes
}

// Derive derives the key in this process. It takes 20 to 30 ms of one core
// with 19 MiB and two passes.
func (k Key) Derive() []byte {
	return argon2.IDKey(k.Text, k.Salt, k.Time, k.Memory, k.Threads, k.Length)
}

// Workers is the number of keys to derive at the same time: the number of cores
// less one, at least 1. Many sign-ins at once leave one core for orders.
func Workers() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// bound limits how many keys are derived at the same time.
type bound chan struct{}

func newBound() bound { return make(bound, Workers()) }

func (b bound) derive(k Key) []byte {
	b <- struct{}{}

	defer func() { <-b }()

	return k.Derive()
}
