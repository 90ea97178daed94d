// Package password hashes passwords and PINs and checks their rules. It knows neither
// users nor the database.
package password

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"loket/internal/platform/argon"
	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
	"loket/internal/platform/secret"
)

// Options sets the cost of a hash and the number of parallel hashes. Zero means the
// default.
type Options struct {
	// Memory is in KiB, Time in passes. The defaults are 19 MiB and 2, as OWASP
	// recommends; such a hash takes 20 to 30 ms on one core.
	Memory uint32
	Time   uint32
	// Workers is how many hashes run at a time; argon.Workers by default.
	Workers int
	// Queue is how many callers may wait for a place; 1,024 by default.
	Queue int
	// Derive computes the hash; argon.Key.Derive in this process by default. A server
	// uses that of an argon.Process.
	Derive func(argon.Key) []byte
}

const (
	defaultHashMemory = 19 * 1024
	defaultHashTime   = 2
	defaultHashQueue  = 1024
	hashThreads       = 1
)

// WithDefaults returns the options with defaults for zero values.
func (o Options) WithDefaults() Options {
	if o.Memory == 0 {
		o.Memory = defaultHashMemory
	}

	if o.Time == 0 {
		o.Time = defaultHashTime
	}

	if o.Workers == 0 {
		o.Workers = argon.Workers()
	}

	if o.Queue == 0 {
		o.Queue = defaultHashQueue
	}

	if o.Derive == nil {
		o.Derive = argon.Key.Derive
	}

	return o
}

// Hasher hashes passwords and PINs with argon2id. Each hash takes 19 MiB, so few run at a
// time. When the queue is full, callers get fault.ErrThrottled.
//
// Turns are fair between users; sign-ins are one of them.
type Hasher struct {
	*hashing

	user int64
}

// hashing is what the hashers of all users share.
type hashing struct {
	cost   hashCost
	derive derive
	turns  *limiter.Turns[int64]
	dummy  string
	pepper []byte
	total  atomic.Int64
}

// QueueRetry is the Retry-After of callers that found the queue full.
const QueueRetry = 10 * time.Second

// NewHasher makes a hasher. The pepper is part of PIN hashes only: PINs have so few
// possible values that a leaked hash alone would reveal them.
func NewHasher(opt Options, pepper secret.Text) (*Hasher, error) {
	if len(pepper) < secret.MinKey {
		return nil, fmt.Errorf("the PIN pepper must have at least %d bytes", secret.MinKey)
	}

	opt = opt.WithDefaults()
	if opt.Workers < 0 || opt.Queue < 0 || opt.Memory > maxHashMemory || opt.Time > maxHashTime {
		return nil, errors.New("hash options are out of range")
	}

	h := &hashing{
		cost:   hashCost{memory: opt.Memory, time: opt.Time, threads: hashThreads},
		derive: opt.Derive,
		turns: limiter.NewTurns[int64](limiter.TurnsOptions{
			Places: opt.Workers, Queue: opt.Queue, Retry: QueueRetry, Refuse: fault.Throttled,
		}),
		pepper: []byte(pepper.Reveal()),
	}
	h.dummy = nobodysHash(h.cost)

	return &Hasher{hashing: h}, nil
}

// For returns the hasher of a user, whose calls have turns of their own.
func (h *Hasher) For(user int64) *Hasher { return &Hasher{h.hashing, user} }

// Stats shows how busy a hasher is, for metrics.
type Stats struct {
	Running int64
	Waiting int64
	Total   int64 // hashes made since the start
}

// Stats returns the current figures.
func (h *Hasher) Stats() Stats {
	return Stats{Running: h.turns.Running(), Waiting: h.turns.Waiting(), Total: h.total.Load()}
}

// Hash hashes a password for storage.
func (h *Hasher) Hash(ctx context.Context, password secret.Text) (string, error) {
	return h.make(ctx, []byte(password.Reveal()))
}

// Matches reports whether a password belongs to a stored hash. It also returns a new hash
// if the stored one has other parameters. An empty stored hash is compared with a dummy,
// which takes as long and never matches.
func (h *Hasher) Matches(ctx context.Context, stored string, password secret.Text) (bool, string, error) {
	known := stored != ""
	if !known {
		stored = h.dummy
	}

	leave, err := h.Turn(ctx)
	if err != nil {
		return false, "", err
	}
	defer leave()

	h.total.Add(1)

	match, err := h.derive.compare(stored, []byte(password.Reveal()))
	if err != nil || !match || !known {
		return false, "", err
	}

	if strings.HasPrefix(stored, hashPrefix(h.cost)) {
		return true, "", nil
	}

	h.total.Add(1)

	return true, h.derive.hash(h.cost, []byte(password.Reveal())), nil
}

// errOtherPepper is the error of a PIN that was hashed with another pepper, for example
// after a restore without the old one. It must not count as a wrong PIN.
var errOtherPepper = errors.New("the PIN pepper is not the one that the PIN was made with")

const pinSeparator = ":"

// HashPIN hashes a PIN for storage. The result starts with the id of the pepper.
func (h *Hasher) HashPIN(ctx context.Context, pin secret.Text) (string, error) {
	hash, err := h.make(ctx, h.peppered(pin))
	if err != nil {
		return "", err
	}

	return h.pepperID() + pinSeparator + hash, nil
}

// UsablePIN returns an error if a stored PIN can't be compared. Check it before the try
// is counted.
func (h *Hasher) UsablePIN(stored string) error {
	id, _, found := strings.Cut(stored, pinSeparator)
	if !found || id != h.pepperID() {
		return errOtherPepper
	}

	return nil
}

// Turn waits for a place to hash and returns the function that frees it. Error:
// fault.ErrThrottled when the queue is full, or ctx's deadline passes.
func (h *Hasher) Turn(ctx context.Context) (func(), error) {
	return h.turns.Enter(ctx, limiter.Caller[int64]{Key: h.user})
}

// MatchesPIN reports whether a PIN belongs to a stored hash. The caller must hold a place
// and have counted the try.
func (h *Hasher) MatchesPIN(stored string, pin secret.Text) (bool, error) {
	if err := h.UsablePIN(stored); err != nil {
		return false, err
	}

	h.total.Add(1)

	_, hash, _ := strings.Cut(stored, pinSeparator)

	return h.derive.compare(hash, h.peppered(pin))
}

func (h *Hasher) make(ctx context.Context, text []byte) (string, error) {
	leave, err := h.Turn(ctx)
	if err != nil {
		return "", err
	}
	defer leave()

	h.total.Add(1)

	return h.derive.hash(h.cost, text), nil
}

func (h *Hasher) peppered(pin secret.Text) []byte {
	return secret.HMAC(h.pepper, pin.Reveal())
}

func (h *Hasher) pepperID() string { return secret.KeyID(h.pepper) }
