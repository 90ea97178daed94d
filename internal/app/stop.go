package app

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// StopTime is how long a stop may take. Other nodes or the next start finish the rest;
// nothing is lost.
const StopTime = 9 * time.Second

// requestPart is the divisor of the stop time that running requests get.
const requestPart = 2

// Stop accepts no more requests, finishes what is running and closes everything, within ctx.
// It may be called twice.
func (a *App) Stop(ctx context.Context) error {
	if a.stopped.Swap(true) {
		return nil
	}

	a.ready.Store(false)
	close(a.stopping) // streams end
	a.watching.Wait()

	errs := []error{}

	if a.server != nil {
		limit := StopTime / requestPart
		if deadline, ok := ctx.Deadline(); ok {
			limit = time.Until(deadline) / requestPart
		}

		requests, cancel := context.WithTimeout(ctx, limit)
		defer cancel()

		errs = append(errs, a.server.Stop(requests))

		if a.staff != nil {
			errs = append(errs, a.staff.Stop(requests))
		}
	}

	errs = append(errs, a.snap.Stop(ctx), a.Inbox.Stop(ctx), a.Placing.Stop(ctx), a.Dispatch.Stop(ctx), a.Routing.Stop(ctx), a.Switches.Stop(ctx), a.Analytics.Stop(ctx), a.Jobs.Stop(ctx), a.Events.Stop(ctx), a.Webhooks.Stop(ctx), a.Requests.Stop(ctx), a.Live.Stop(ctx), a.Catalog.Stop(ctx), a.Identity.Stop(ctx))

	if a.admin != nil {
		errs = append(errs, a.admin.Stop(ctx))
	}

	errs = append(errs, a.close(ctx))
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("stop: %w", err)
	}

	return nil
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

	if a.hashing != nil {
		a.hashing.Close()
	}

	if a.Files != nil {
		errs = append(errs, a.Files.Close())
	}

	return errors.Join(append(errs, a.DB.Close())...)
}
