package catalog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"loket/internal/platform/clock"
)

// refreshEvery is how often the version is compared beside the users, so that the next snapshot is there before the last is too
// old, and refreshLimit how long that may take: as long as a screen may.
const (
	refreshEvery = freshTime / 2
	refreshLimit = 10 * time.Second
)

// Start begins to refresh the snapshot beside its users and returns. The loop keeps the values of ctx but not its cancellation.
func (s *Service) Start(ctx context.Context, log *slog.Logger) {
	ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))

	s.refreshed.CompareAndSwap(0, clock.Micros(s.clk.Now()))
	s.background.Go(func() { s.keepFresh(ctx, log) })
	s.started.Store(true)
}

// Stop cancels a refresh and waits for its end, or for that of ctx. The service still works, as one that was not started.
func (s *Service) Stop(ctx context.Context) error {
	if !s.started.Swap(false) {
		return nil
	}

	s.stop()

	ended := make(chan struct{})

	go func() {
		s.background.Wait()
		close(ended)
	}()

	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop refreshing the catalogue: %w", ctx.Err())
	}
}

// keepFresh refreshes the snapshot until ctx ends. What fails is tried again at the next tick.
func (s *Service) keepFresh(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(refreshEvery)
	defer tick.Stop()

	failing := false

	for {
		err := s.refreshSafely(ctx)

		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			s.failures.Add(1)

			if !failing { // the counter has those that follow
				log.LogAttrs(ctx, slog.LevelError, "could not refresh the catalogue, trying again", slog.Any("error", err))
			}
		case failing:
			log.LogAttrs(ctx, slog.LevelInfo, "the catalogue is refreshed again")
		}

		failing = err != nil

		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

var errPanic = errors.New("panic")

// refreshSafely refreshes the snapshot. A panic becomes an error: it would end the program.
func (s *Service) refreshSafely(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, p, debug.Stack())
		}
	}()

	ctx, cancel := context.WithTimeout(ctx, refreshLimit)
	defer cancel()

	if err := s.takeTurn(ctx); err != nil {
		return err
	}
	defer s.endTurn()

	_, err = s.refresh(ctx)

	return err
}
