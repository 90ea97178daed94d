package app

import (
	"context"
	"log/slog"
	"time"

	"loket/internal/platform/trace"
)

// startTraces begins to send the paths of some orders, if a collector is set.
func (a *App) startTraces(ctx context.Context) (err error) {
	a.traces, err = trace.New(ctx, trace.Options{
		URL: a.opt.Config.TracesURL, Ratio: a.opt.Config.TracesRatio, Version: a.opt.Version, Node: a.lease.Number(), Log: a.logger,
	})

	return err
}

// tracesTime is how long a stop waits for the collector: it may be away.
const tracesTime = time.Second

// stopTraces sends the spans that are left. It is no fault of the stop that the collector is away.
func (a *App) stopTraces(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, tracesTime)
	defer cancel()

	if err := a.traces.Stop(ctx); err != nil {
		a.logger.Warn("traces not sent", slog.Any("error", err))
	}

	return nil
}
