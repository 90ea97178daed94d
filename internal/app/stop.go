package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// StopTime is how long a stop may take. Other nodes or the next start finish the rest;
// nothing is lost.
const StopTime = 9 * time.Second

// requestPart is the divisor of the stop time that running requests get.
const requestPart = 2

// Drain has /readyz say 503 and answers calls as before, for as long as the setting says: a proxy sends new calls to other nodes then. It comes
// before Stop, and ends with ctx.
func (a *App) Drain(ctx context.Context) {
	if a.opt.Config.Drain == 0 {
		return
	}

	a.ready.Store(false)
	a.server.Drain()

	if a.staff != nil {
		a.staff.Drain()
	}

	select {
	case <-time.After(a.opt.Config.Drain):
	case <-ctx.Done():
	}
}

// Stop accepts no more requests, finishes what is running and closes everything, within ctx.
// It may be called twice.
func (a *App) Stop(ctx context.Context) error {
	if a.stopped.Swap(true) {
		return nil
	}

	began := time.Now()

	a.ready.Store(false)
	close(a.stopping) // streams end
	a.watching.Wait()

	errs, waited := []error{}, []any{}

	for _, p := range a.parts(ctx) {
		start := time.Now()

		errs = append(errs, p.stop())

		if took := time.Since(start); took >= shortest {
			waited = append(waited, slog.Int64(p.name, took.Milliseconds()))
		}
	}

	a.logger.LogAttrs(ctx, slog.LevelInfo, "stopped", slog.Int64("took_ms", time.Since(began).Milliseconds()), slog.Group("waited_ms", waited...))

	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("stop: %w", err)
	}

	return nil
}

// shortest is the shortest wait for a part that the log of a stop names.
const shortest = time.Millisecond

// part is what a stop waits for.
type part struct {
	name string
	stop func() error
}

// parts are in the order of their stop.
func (a *App) parts(ctx context.Context) []part {
	in := func(name string, stop func(ctx context.Context) error) part {
		return part{name, func() error { return stop(ctx) }}
	}

	list := []part{{"requests", func() error { return a.stopRequests(ctx) }}}

	list = append(list, in("bank_calls", a.snap.Stop), in("notices", a.Inbox.Stop), in("placing", a.Placing.Stop), in("dispatch", a.Dispatch.Stop),
		in("routing", a.Routing.Stop), in("exclusions", a.Exclusions.Stop), in("switches", a.Switches.Stop), in("balances", a.Balances.Stop), in("analytics", a.Analytics.Stop), in("jobs", a.Jobs.Stop), in("events", a.Events.Stop),
		in("webhooks", a.Webhooks.Stop), in("request_log", a.Requests.Stop), in("live", a.Live.Stop), in("catalog", a.Catalog.Stop), in("identity", a.Identity.Stop))

	if a.admin != nil {
		list = append(list, in("admin", a.admin.Stop))
	}

	return append(list, in("traces", a.stopTraces), in("database", a.close))
}

// stopRequests accepts no more requests and waits for those that run, for a part of the time of ctx.
func (a *App) stopRequests(ctx context.Context) error {
	if a.server == nil {
		return nil
	}

	limit := StopTime / requestPart
	if deadline, ok := ctx.Deadline(); ok {
		limit = time.Until(deadline) / requestPart
	}

	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()

	err := a.server.Stop(ctx)

	if a.staff != nil {
		err = errors.Join(err, a.staff.Stop(ctx))
	}

	return err
}

// close closes what New opened.
func (a *App) close(ctx context.Context) error {
	errs := []error{}

	if a.lease != nil {
		errs = append(errs, a.lease.Stop(ctx))
	}

	if a.reporter != nil {
		a.reporter.Close(time.Second)
	}

	errs = append(errs, a.stopTraces(ctx)) // also after an error of New

	if a.hashing != nil {
		a.hashing.Close()
	}

	if a.Files != nil {
		errs = append(errs, a.Files.Close())
	}

	return errors.Join(append(errs, a.DB.Close())...)
}
