package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A part that never stops must not keep the program alive.
func TestStopEndsThoughAPartIsStuck(t *testing.T) {
	t.Parallel()

	const most = 20 * time.Millisecond

	forever := make(chan struct{})

	t.Cleanup(func() { close(forever) })

	stuck := func(context.Context) error {
		<-forever

		return nil
	}
	if err := stop(t.Context(), stuck, most, most); !errors.Is(err, errStuck) {
		t.Errorf("a stuck stop gave %v", err)
	}

	late := func(ctx context.Context) error {
		<-ctx.Done()

		return ctx.Err()
	}
	if err := stop(t.Context(), late, most, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a stop that took all of its time gave %v", err)
	}
}
