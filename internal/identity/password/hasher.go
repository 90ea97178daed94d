// Package password hashes passwords and PINs and knows their rules. It knows
// no users and no database.
package password

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"loket/internal/platform/argon"
	"loket/internal/platform/limiter"
	"loket/internal/platform/secret"
)

// Options set the cost of a hash and how many run; a zero takes the default.
type Options struct {
	// Memory in KiB, Time in passes: 19 MiB and 2 by default, OWASP's choice,
	// some 20 to 30 ms of one core.
	Memory uint32
	Time   uint32
	// Workers is how many hashes are under way at a time: argon.Workers by
	// default.
	Workers int
	// Queue is how many callers may wait for one; 1,024 by default.
	Queue int
	// Derive does the work: argon.Key.Derive by default, here and now. A server
	// gives that of an argon.Process.
	Derive func(argon.Key) []byte
}

const (
	defaultHashMemory = 19 * 1024
	defaultHashTime   = 2
	defaultHashQueue  = 1024
	hashThreads       = 1
)

// WithDefaults fills in the defaults.
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

// Hasher hashes passwords and PINs with argon2id. Each hash takes 19 MiB, so
// only a few run at a time; callers beyond the queue get fault.ErrThrottled.
type Hasher struct {
	cost    hashCost
	derive  derive
	limiter *limiter.Limiter
	dummy   string
	pepper  []byte
	total   atomic.Int64
}

// NewHasher makes a hasher. The pepper goes into PINs: they have so few
// possible values that a leaked hash alone would give them away.
func NewHasher(opt Options, pepper secret.Text) (*Hasher, error) {
	if len(pepper) < secret.MinKey {
		return nil, fmt.Errorf("the PIN pepper must have at least %d bytes", secret.MinKey)
	}

	opt = opt.WithDefaults()
	if opt.Workers < 0 || opt.Queue < 0 || opt.Memory > maxHashMemory || opt.Time > maxHashTime {
		return nil, errors.New("hash options are out of range")
	}

	h := &Hasher{
		cost:    hashCost{memory: opt.Memory, time: opt.Time, threads: hashThreads},
		derive:  opt.Derive,
		limiter: limiter.New(opt.Workers, opt.Queue),
		pepper:  []byte(pepper.Reveal()),
	}
	h.dummy = nobodysHash(h.cost)

	return h, nil
}

// Stats is how busy a hasher is, for metrics.
type Stats struct {
	Running int64
	Waiting int64
	Total   int64 // hashes made since the start
}

// Stats tells how busy the hasher is.
func (h *Hasher) Stats() Stats {
	return Stats{Running: h.limiter.Running(), Waiting: h.limiter.Waiting(), Total: h.total.Load()}
}

// Hash hashes a password for storing.
func (h *Hasher) Hash(ctx context.Context, password secret.Text) (string, error) {
	return h.make(ctx, []byte(password.Reveal()))
}

// Matches tells whether a password is the one of a stored hash, and a
// new hash when the stored one was made with other parameters. An empty stored
// hash is compared with a dummy, never matches and takes as long.
func (h *Hasher) Matches(ctx context.Context, stored string, password secret.Text) (bool, string, error) {
	known := stored != ""
	if !known {
		stored = h.dummy
	}

	if err := h.limiter.Enter(ctx); err != nil {
		return false, "", err
	}
	defer h.limiter.Leave()

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

// errOtherPepper: the PINs were made with another pepper, for example after a
// restore that forgot it. It must be loud, and never count as a wrong PIN.
var errOtherPepper = errors.New("the PIN pepper is not the one that the PIN was made with")

const pinSeparator = ":"

// HashPIN hashes a PIN for storing, with the pepper's id in front.
func (h *Hasher) HashPIN(ctx context.Context, pin secret.Text) (string, error) {
	hash, err := h.make(ctx, h.peppered(pin))
	if err != nil {
		return "", err
	}

	return h.pepperID() + pinSeparator + hash, nil
}

// UsablePIN proves that a stored PIN can be compared at all, before the try is
// counted.
func (h *Hasher) UsablePIN(stored string) error {
	id, _, found := strings.Cut(stored, pinSeparator)
	if !found || id != h.pepperID() {
		return errOtherPepper
	}

	return nil
}

// Turn waits for a place to hash; the caller calls what it returns to give it
// back. See limiter.Enter for its errors.
func (h *Hasher) Turn(ctx context.Context) (func(), error) {
	if err := h.limiter.Enter(ctx); err != nil {
		return nil, err
	}

	return h.limiter.Leave, nil
}

// MatchesPIN tells whether a PIN is the one of a stored hash. The caller has
// its turn and has counted the try.
func (h *Hasher) MatchesPIN(stored string, pin secret.Text) (bool, error) {
	if err := h.UsablePIN(stored); err != nil {
		return false, err
	}

	h.total.Add(1)

	_, hash, _ := strings.Cut(stored, pinSeparator)

	return h.derive.compare(hash, h.peppered(pin))
}

func (h *Hasher) make(ctx context.Context, text []byte) (string, error) {
	if err := h.limiter.Enter(ctx); err != nil {
		return "", err
	}
	defer h.limiter.Leave()

	h.total.Add(1)

	return h.derive.hash(h.cost, text), nil
}

func (h *Hasher) peppered(pin secret.Text) []byte {
	return secret.HMAC(h.pepper, pin.Reveal())
}

func (h *Hasher) pepperID() string { return secret.KeyID(h.pepper) }
