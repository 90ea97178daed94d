// Package knob is what the simulators' faults have in common: how a form turns
// them, the chance that depends on its inputs alone, and pauses that end.
package knob

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/url"
	"strconv"
	"time"
)

// Err says that a knob was given a value it can't take.
var Err = errors.New("knob")

const (
	// Percent is the whole of a share.
	Percent = 100
	maxSpan = time.Hour
)

// Bool turns a knob that is on or off, where the form names it.
func Bool(form url.Values, name string, target *bool) error {
	if !form.Has(name) {
		return nil
	}

	value, err := strconv.ParseBool(form.Get(name))
	if err != nil {
		return fmt.Errorf("%w %s: true or false", Err, name)
	}

	*target = value

	return nil
}

// Span turns a knob that is a time.
func Span(form url.Values, name string, target *time.Duration) error {
	if !form.Has(name) {
		return nil
	}

	value, err := time.ParseDuration(form.Get(name))
	if err != nil || value > maxSpan {
		return fmt.Errorf("%w %s: a time such as 3s or 250ms, at most %s", Err, name, maxSpan)
	}

	*target = value

	return nil
}

// Share turns a knob that is a share in percent.
func Share(form url.Values, name string, target *int) error {
	if err := Count(form, name, target, Percent); err != nil {
		return fmt.Errorf("%w %s: 0 to 100", Err, name)
	}

	return nil
}

// Count turns a knob that is a number from 0 up to the most.
func Count(form url.Values, name string, target *int, most int) error {
	if !form.Has(name) {
		return nil
	}

	value, err := strconv.Atoi(form.Get(name))
	if err != nil || value < 0 || value > most {
		return fmt.Errorf("%w %s: 0 to %d", Err, name, most)
	}

	*target = value

	return nil
}

// Seed turns the knob that chance begins with.
func Seed(form url.Values, target *uint64) error {
	const name = "seed"
	if !form.Has(name) {
		return nil
	}

	value, err := strconv.ParseUint(form.Get(name), 10, 64)
	if err != nil {
		return fmt.Errorf("%w %s: a whole number", Err, name)
	}

	*target = value

	return nil
}

// Dice is a source of chance that depends on its inputs alone.
func Dice(seed uint64, parts ...string) *rand.Rand {
	hash := fnv.New128a()

	for _, part := range parts {
		_, _ = hash.Write([]byte(part)) // a hash never fails
		_, _ = hash.Write([]byte{0})
	}

	sum := hash.Sum(nil)

	const half = 8

	return rand.New(rand.NewPCG(
		binary.BigEndian.Uint64(sum[:half])^seed, binary.BigEndian.Uint64(sum[half:])))
}

// Wait is a pause that ends early when the client leaves or the simulator stops.
func Wait(ctx context.Context, stopped <-chan struct{}, pause time.Duration) {
	if pause <= 0 {
		return
	}

	timer := time.NewTimer(pause)
	defer timer.Stop()

	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-stopped:
	}
}
