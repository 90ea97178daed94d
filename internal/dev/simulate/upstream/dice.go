package upstream

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"time"
)

// dice is a source of chance that depends on its inputs alone.
func dice(seed uint64, parts ...string) *rand.Rand {
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

// wait is a pause that ends early when the client leaves or the simulator stops.
func wait(ctx context.Context, stopped <-chan struct{}, pause time.Duration) {
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
