package event

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
)

// disorder is how far apart facts may be written that follow each other in the record: far longer than a transaction that makes facts lasts.
const disorder = 2 * time.Minute

// PlaceAt is a place before all facts that happened at a moment or later; some that happened up to about two minutes before it stand behind
// the place, too. It halves the record, which is nearly in the order of time, so it needs no index by time and reads few rows, however many
// facts there are.
func (r *Record) PlaceAt(ctx context.Context, at time.Time) (Place, error) {
	var last, first int64

	if err := r.d.Reader().QueryRow(ctx, "SELECT "+r.end()).Scan(&last); err != nil {
		return Place{}, fmt.Errorf("the last position: %w", err)
	}

	moment, end := clock.Micros(at.Add(-disorder)), last+1

	for first < end {
		middle := first + (end-first)/2

		position, then, err := r.factFrom(ctx, middle, last)

		switch {
		case err != nil:
			return Place{}, err
		case position > 0 && then < moment:
			first = position + 1
		default:
			end = middle
		}
	}

	return r.placeUpTo(ctx, first-1)
}

// factFrom is the first fact at a position or behind it, and its moment; 0 if there is none up to the last.
func (r *Record) factFrom(ctx context.Context, position, last int64) (found, at int64, err error) {
	err = r.d.Reader().QueryRow(ctx, "SELECT seq, at FROM events WHERE seq >= $1 AND seq <= $2 ORDER BY seq LIMIT 1", position, last).Scan(&found, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, 0, nil
	}

	if err != nil {
		return 0, 0, fmt.Errorf("the event from %d on: %w", position, err)
	}

	return found, at, nil
}

// placeUpTo is the place of the last fact up to a position; the zero Place if there is none.
func (r *Record) placeUpTo(ctx context.Context, position int64) (Place, error) {
	var p Place

	var at int64

	err := r.d.Reader().QueryRow(ctx, "SELECT seq, at FROM events WHERE seq <= $1 AND seq > 0 ORDER BY seq DESC LIMIT 1", position).Scan(&p.Position, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return Place{}, nil
	}

	if err != nil {
		return Place{}, fmt.Errorf("the event up to %d: %w", position, err)
	}

	p.At = clock.FromMicros(at)

	return p, nil
}
