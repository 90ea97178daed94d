// Package follow keeps what a node holds in memory in step with the database: each look is made once at the start, then again and again.
package follow

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Look reads what others may have changed.
type Look struct {
	Name  string // for the log: "switches of suppliers"
	Every time.Duration
	Do    func(context.Context) error // with its own limit of time
}

// Loop makes its looks until it is stopped. The zero value is ready to start.
type Loop struct {
	cancel context.CancelFunc
	looks  sync.WaitGroup
}

// Start makes each look once and returns its error; then the looks go on until Stop. A later look that fails is logged, and made again at its
// next time.
func (l *Loop) Start(ctx context.Context, log *slog.Logger, looks ...Look) error {
	for _, look := range looks {
		if err := look.once(ctx); err != nil {
			return err
		}
	}

	ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))

	for _, look := range looks {
		l.looks.Go(func() { look.repeat(ctx, log) })
	}

	return nil
}

// Stop ends the looks, and returns when the last one has ended. It may be called without a start.
func (l *Loop) Stop() {
	if l.cancel != nil {
		l.cancel()
		l.looks.Wait()
	}
}

func (look Look) once(ctx context.Context) error {
	if err := look.Do(ctx); err != nil {
		return fmt.Errorf("read the %s: %w", look.Name, err)
	}

	return nil
}

func (look Look) repeat(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(look.Every)
	defer tick.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}

		if err := look.once(ctx); err != nil && !errors.Is(ctx.Err(), context.Canceled) {
			log.LogAttrs(ctx, slog.LevelWarn, "changes of others not read", slog.String("what", look.Name), slog.Any("error", err))
		}
	}
}
