// Package argon derives keys from passwords and PINs with argon2id: in this
// process, or in one of its own that gives way to all other work.
package argon

import "golang.org/x/crypto/argon2"

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
