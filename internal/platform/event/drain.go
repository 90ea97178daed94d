package event

import (
	"context"
	"errors"
	"fmt"
)

// Drain gives positions to all facts and has the consumers read them, also those that reading them makes and those that were set aside and
// are due. It fails when facts were set aside or failed again, after it has handed all others. It is for tests and staff commands, and works
// beside Start.
func (r *Record) Drain(ctx context.Context) error {
	if err := r.register(ctx); err != nil {
		return err
	}

	for _, c := range r.consumers {
		_ = c.takeFailure() // of before
	}

	for quiet := false; !quiet; {
		more, busy, err := r.number(ctx)
		if err == nil {
			_, err = r.look(ctx)
		}

		if err != nil {
			return err
		}

		quiet = !more && !busy

		for _, c := range r.consumers {
			found, err := r.drain(ctx, c)
			if err != nil {
				return fmt.Errorf("events for %s: %w", c.Name, err)
			}

			quiet = quiet && !found
		}

		if busy && !pause(ctx, r.opt.Gap) {
			return ctx.Err()
		}
	}

	var failed error

	for _, c := range r.consumers {
		if err := c.takeFailure(); err != nil {
			failed = errors.Join(failed, fmt.Errorf("events for %s: %w", c.Name, err))
		}
	}

	return failed
}

// drain hands a consumer all facts that have a position, and those again that were set aside and are due. found: there were some.
func (r *Record) drain(ctx context.Context, c *consumer) (found bool, err error) {
	for again := true; again; {
		var some bool

		if some, again, err = r.step(ctx, c); err != nil {
			return found, err
		}

		found = found || some
	}

	if c.aside.Load() == 0 {
		return found, nil
	}

	c.mu.Lock()
	defer c.mu.Unlock()

	some, _, err := r.retrySome(ctx, c)

	return found || some, err
}

// takeFailure returns the first error of a fact that was set aside since the last call.
func (c *consumer) takeFailure() error {
	c.mu.Lock()
	defer c.mu.Unlock()

	err := c.failed
	c.failed = nil

	return err
}
