package event

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// handlingError is an error of a handler, or of what it wrote: not of the database, which is there.
type handlingError struct{ error }

func (e handlingError) Unwrap() error { return e.error }

// ofHandling reports whether facts may be the cause of an error: the consumer was called, and neither is the database away nor may the
// facts be handled already.
func ofHandling(err error) bool {
	var handling handlingError

	return errors.As(err, &handling) && !fault.ErrUnavailable.Is(err) && !fault.ErrOutcomeUnknown.Is(err)
}

var errPanic = errors.New("panic")

// safely turns a panic into an error: one fact must not end the program again and again.
func safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, p, debug.Stack())
		}
	}()

	return f()
}

// hand hands a portion to a consumer and moves its position to the end of the portion. When a fact makes the consumer fail, the portion is
// halved at once until that fact is alone, and it is set aside. busy: another node hands facts to the consumer in this moment.
func (r *Record) hand(ctx context.Context, c *consumer, list []Event, to int64, within time.Duration) (busy bool, err error) {
	busy, err = r.handTogether(ctx, c, list, to, within)

	switch {
	case !ofHandling(err) || ctx.Err() != nil:
		return busy, err
	case len(list) == 1:
		return r.setAside(ctx, c, list[0], to, err)
	}

	half := len(list) / 2

	busy, err = r.hand(ctx, c, list[:half], list[half-1].Position, partTime)
	if err != nil || busy || c.done != list[half-1].Position { // else another node went on from there
		return busy, err
	}

	return r.hand(ctx, c, list[half:], to, partTime)
}

// handTogether hands a portion to a consumer and moves its position, in one transaction.
func (r *Record) handTogether(ctx context.Context, c *consumer, list []Event, to int64, within time.Duration) (busy bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()

	handled := false

	busy, err = r.move(ctx, c, to, func(tx *db.Tx, aside int64) (int64, error) {
		handled = false

		free, behind, err := r.putBehind(ctx, tx, c, list, aside)
		if err != nil || len(free) == 0 {
			return behind, err
		}

		handled = true

		return behind, safely(func() error { return c.Handle(ctx, tx, free) })
	})
	if err != nil {
		err = fmt.Errorf("events %d to %d: %w", list[0].Position, list[len(list)-1].Position, err)
		if handled {
			err = handlingError{err}
		}
	}

	return busy, err
}

// move has fn do something and moves the position of a consumer, in one transaction. fn gets the number of the consumer's facts that are
// set aside, and returns how many more are. busy: nothing happens, since another node has the position, or the database is an older state
// of itself. If another node has moved the position, nothing happens but that this is noted.
func (r *Record) move(ctx context.Context, c *consumer, to int64, fn func(tx *db.Tx, aside int64) (more int64, err error)) (busy bool, err error) {
	var position, aside int64

	seen := c.stored.Load()
	if seen.restores != c.restores {
		return true, nil
	}

	err = r.d.Tx(ctx, func(tx *db.Tx) error {
		busy = false

		err := tx.QueryRow(ctx, "SELECT position, set_aside FROM event_positions WHERE name = $1"+r.d.SkipLocked(), c.Name).Scan(&position, &aside)

		switch {
		case errors.Is(err, sql.ErrNoRows):
			busy = true

			return nil
		case err != nil || position > c.done:
			return err
		case position < seen.position:
			r.handleRestore(ctx)

			busy = true

			return nil
		}

		more, err := fn(tx, aside)
		if err != nil {
			return err
		}

		_, err = tx.Exec(ctx, "UPDATE event_positions SET position = $1, set_aside = $2 WHERE name = $3", to, aside+more, c.Name)
		position, aside = to, aside+more

		return err
	})
	if err != nil || busy {
		return busy, err
	}

	c.done = position
	c.noteStored(position)
	c.aside.Store(aside)
	c.storedAt = time.Now()

	return false, nil
}
