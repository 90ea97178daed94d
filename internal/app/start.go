package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"loket/internal/platform/node"
)

// Start starts every part and listens. When it returns without an error, requests are
// answered.
func (a *App) Start(ctx context.Context) error {
	if err := a.start(ctx); err != nil {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), StopTime)
		defer cancel()

		return errors.Join(err, a.Stop(stop))
	}

	return nil
}

func (a *App) start(ctx context.Context) error {
	at, err := a.listen(ctx) // first: a program that nobody can reach must not send orders
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}

	if err := a.startParts(ctx); err != nil {
		return errors.Join(err, at.close())
	}

	a.serve(at)
	a.warn()
	a.ready.Store(true)
	a.logger.LogAttrs(ctx, slog.LevelInfo, "serving", slog.String("address", a.server.Address()),
		slog.String("admin", a.admin.Address()), slog.String("engine", a.DB.Engine().String()), slog.Int("node", a.lease.Number()),
		slog.String("version", a.opt.Version), slog.Bool("tls", at.certificate != nil))

	return nil
}

func (a *App) startParts(ctx context.Context) error {
	a.lease.OnPlace(func(p node.Place) { a.Suppliers.Divide(p.Number, p.Of) })
	a.lease.Start(ctx)
	a.Identity.Start(ctx)

	if !a.opt.Demo {
		if err := a.refuseDemoKeys(ctx); err != nil {
			return err
		}

		if err := errors.Join(a.Identity.EnsureRoles(ctx), a.Identity.EnsureProvider(ctx)); err != nil {
			return fmt.Errorf("start: %w", err)
		}

		if err := a.Topups.EnsureBanks(ctx); err != nil {
			return fmt.Errorf("start: %w", err)
		}
	}

	// Before anything is sent.
	if err := errors.Join(a.closer.RefreshBlocks(ctx), a.Switches.Start(ctx), a.Balances.Start(ctx), a.Routing.Start(ctx), a.Exclusions.Start(ctx)); err != nil {
		return fmt.Errorf("start: %w", err)
	}

	a.Catalog.Start(ctx, a.logger)
	a.Dispatch.Start(ctx)
	a.Placing.Start(ctx)

	a.Live.Start(ctx)

	if err := errors.Join(a.startCommandWatch(ctx), a.startStaffWatch(ctx)); err != nil {
		return fmt.Errorf("start: %w", err)
	}

	a.Analytics.Start(ctx)

	a.Inbox.Start(ctx)
	a.snap.Start(ctx)

	if err := a.Events.Start(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}

	a.Webhooks.Start(ctx)
	a.Requests.Start(ctx)

	if err := a.ClientEvents.AnnounceChanges(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}

	if !a.opt.HoldJobs {
		if err := a.Jobs.Start(ctx); err != nil {
			return fmt.Errorf("start: %w", err)
		}
	}

	return nil
}

// StartForCommand starts the services for a staff command (Options.Command): nothing listens and no jobs run, but
// screens on other nodes learn of changes. Stop ends it.
func (a *App) StartForCommand(ctx context.Context) {
	a.Identity.Start(ctx)
	a.Live.Start(ctx)
}
