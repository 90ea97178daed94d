package iak

import (
	"context"
	"fmt"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// The manual gives no limit of calls. These are ours.
const (
	// listEvery is the time between two readings of a list.
	listEvery = 5 * time.Minute
	// listRetry is the time after a reading that failed.
	listRetry = 30 * time.Second
	// listUsable is how long the prices of a list hold while no newer one can be read.
	listUsable = 30 * time.Minute
)

// list is a price list as it was last read. A reading serves all who wait for it.
type list struct {
	clock clock.Clock
	read  func(ctx context.Context) ([]supplier.PriceRow, error)

	mu      sync.Mutex
	rows    []supplier.PriceRow
	prices  map[string]money.Rupiah
	readAt  time.Time     // of rows
	triedAt time.Time     // the last reading
	failed  error         // of the last reading
	reading chan struct{} // closed when the reading in flight has ended; nil while there is none
}

func newList(clk clock.Clock, read func(ctx context.Context) ([]supplier.PriceRow, error)) *list {
	return &list{clock: clk, read: read}
}

// refresh begins a reading if it is time for one, and returns a channel that is closed when the reading in flight has ended; nil without one.
// The caller has the lock.
func (l *list) refresh(ctx context.Context, now time.Time) <-chan struct{} {
	pause := listEvery
	if l.failed != nil {
		pause = listRetry
	}

	if l.reading != nil || (!l.triedAt.IsZero() && now.Sub(l.triedAt) < pause) {
		return l.reading
	}

	l.triedAt, l.reading = now, make(chan struct{})

	go l.run(context.WithoutCancel(ctx), l.reading) // it outlives the purchase that began it

	return l.reading
}

func (l *list) run(ctx context.Context, done chan struct{}) {
	rows, err := l.read(ctx)

	l.mu.Lock()
	defer l.mu.Unlock()

	if l.failed = err; err == nil {
		l.rows, l.prices, l.readAt = rows, make(map[string]money.Rupiah, len(rows)), l.triedAt

		for _, r := range rows {
			if !r.Postpaid && r.Price > 0 {
				l.prices[r.SKU] = r.Price
			}
		}
	}

	l.reading = nil

	close(done)
}

// usable reports whether a list was read not too long ago. The caller has the lock.
func (l *list) usable(now time.Time, age time.Duration) bool {
	return !l.readAt.IsZero() && now.Sub(l.readAt) < age
}

// await returns with the lock when there is a list of at most this age, or when there can't be one at present: then with the error.
func (l *list) await(ctx context.Context, age time.Duration) error {
	l.mu.Lock()

	now := l.clock.Now()
	done := l.refresh(ctx, now)

	if l.usable(now, age) {
		return nil
	}

	if done != nil {
		l.mu.Unlock()

		select {
		case <-done:
		case <-ctx.Done():
		}

		l.mu.Lock()
	}

	switch {
	case l.usable(now, age):
		return nil
	case l.failed != nil:
		return l.failed
	default:
		return fmt.Errorf("price list: %w", supplier.ErrUnavailable)
	}
}

// all returns the rows of a list that is at most listEvery old.
func (l *list) all(ctx context.Context) ([]supplier.PriceRow, error) {
	err := l.await(ctx, listEvery)
	defer l.mu.Unlock()

	return l.rows, err
}

// price is the last known price of a product; listed is false if the list doesn't have it.
func (l *list) price(ctx context.Context, sku string) (price money.Rupiah, listed bool, err error) {
	err = l.await(ctx, listUsable)
	defer l.mu.Unlock()

	price, listed = l.prices[sku]

	return price, listed, err
}

// learn stores the price that an answer named, until the list is read anew.
func (l *list) learn(sku string, price money.Rupiah) {
	l.mu.Lock()
	defer l.mu.Unlock()

	if l.prices != nil && price > 0 {
		l.prices[sku] = price
	}
}
