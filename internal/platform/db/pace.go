package db

import (
	"context"
	"fmt"
	"time"
)

// Pauses: after 50 rows, which take about 1 ms and so delay an order by no more; twice as long as the rows took; at most
// 200 ms, so that one slow answer of the database does not stop the reading for long.
const (
	rowsBetweenPauses = 50
	pauseFactor       = 2
	maxPause          = 200 * time.Millisecond
)

// Pace lets a long read sleep twice as long as it works, so that it does not slow the placing of orders.
type Pace struct {
	rows  int
	began time.Time
}

// NewPace begins to measure.
func NewPace() *Pace { return &Pace{began: time.Now()} }

// Row counts a row and sleeps where it is time to. It returns an error when the context ends.
func (p *Pace) Row(ctx context.Context) error {
	if p.rows++; p.rows%rowsBetweenPauses != 0 {
		return nil
	}

	return p.Pause(ctx)
}

// Pause sleeps after a query of a few hundred rows that were read at once. It returns an error when the context ends.
func (p *Pace) Pause(ctx context.Context) error {
	timer := time.NewTimer(min(pauseFactor*time.Since(p.began), maxPause))
	defer timer.Stop()

	select {
	case <-timer.C:
		p.began = time.Now()

		return nil
	case <-ctx.Done():
		return fmt.Errorf("pause: %w", ctx.Err())
	}
}
