package main

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// outcome of a load: calls per second, and how long each call took.
type outcome struct {
	rate     float64
	p50, p99 time.Duration
	calls    int
}

// maxSamples bounds the times kept per caller.
const maxSamples = 200_000

// load makes callers repeat a call for a time.
func load(ctx context.Context, callers int, length time.Duration, call func(ctx context.Context, caller, n int) error) (outcome, error) {
	var (
		wg      sync.WaitGroup
		stop    atomic.Bool
		failure atomic.Pointer[error]
	)

	samples := make([][]time.Duration, callers)
	began := time.Now()

	for c := range callers {
		wg.Go(func() {
			for n := 0; !stop.Load(); n++ {
				start := time.Now()

				if err := call(ctx, c, n); err != nil {
					failure.Store(&err)
					stop.Store(true)

					return
				}

				if len(samples[c]) < maxSamples {
					samples[c] = append(samples[c], time.Since(start))
				}
			}
		})
	}

	select {
	case <-time.After(length):
	case <-ctx.Done():
	}

	stop.Store(true)
	wg.Wait()

	took := time.Since(began)

	if err := failure.Load(); err != nil {
		return outcome{}, *err
	}

	if err := ctx.Err(); err != nil {
		return outcome{}, errors.New("stopped")
	}

	return summarise(slices.Concat(samples...), took), nil
}

func summarise(all []time.Duration, took time.Duration) outcome {
	if len(all) == 0 {
		return outcome{}
	}

	slices.Sort(all)

	const percent = 100

	return outcome{
		rate: float64(len(all)) / took.Seconds(), calls: len(all),
		p50: all[len(all)/2], p99: all[len(all)*99/percent],
	}
}
