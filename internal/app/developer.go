package app

import (
	"context"
	"fmt"

	"loket/internal/api/pages/webapp"
	"loket/internal/config"
	"loket/internal/developer/clientevent"
	"loket/internal/developer/reconciliation"
	"loket/internal/developer/sandbox"
	"loket/internal/developer/webhook"
	"loket/internal/platform/ids"
)

// webhookScreen is where a client sees its webhooks.
const webhookScreen = webapp.Dashboard + "profile/developers"

// buildDeveloper builds what clients' developers use. Both secrets are made from the one that must stay for ever.
func (a *App) buildDeveloper(generator *ids.Generator) error {
	key := a.opt.Config.PINPepper

	sources, err := config.Networks(a.opt.Config.WebhookSourceAddresses)
	if err != nil {
		return fmt.Errorf("addresses of webhooks: %w", err)
	}

	own, err := config.Networks(a.opt.Config.OwnAddresses)
	if err != nil {
		return fmt.Errorf("addresses of webhooks: %w", err)
	}

	a.ClientEvents = clientevent.NewService(clientevent.Deps{
		DB: a.DB, Clock: a.Clock, Events: a.Events, Jobs: a.Jobs, Clients: a.Identity, Orders: a.Orders, Wallets: a.Wallets, Schedules: a.Schedules, Invoices: a.Invoices,
		ShopOrders: a.ShopOrders, Catalog: a.Catalog, Stopping: a.stopping,
	}, key)

	a.Reconciliations = reconciliation.NewService(reconciliation.Deps{
		DB: a.DB, Clock: a.Clock, Orders: a.Orders, Files: a.Files, Links: a.Links, Jobs: a.Jobs,
	})

	holder := ""
	if a.lease != nil {
		holder = a.lease.Holder()
	}

	a.Webhooks = webhook.NewService(webhook.Deps{
		DB: a.DB, Clock: a.Clock, IDs: generator, Events: a.Events, Bodies: a.ClientEvents, People: a.Identity, Jobs: a.Jobs, Mail: a.Mail, Live: a.Live, Log: a.logger,
		Key: key, Screen: func() string { return a.publicURL() + webhookScreen },
	}, webhook.Options{AllowLocal: a.opt.Demo || a.opt.LocalReceivers, Holder: holder, Sources: sources, Own: own})

	a.buildRequestLog()
	a.Sandbox = sandbox.NewService(sandbox.Deps{
		DB: a.DB, Clock: a.Clock, Identity: a.Identity, Wallets: a.Wallets, Orders: a.Orders, Webhooks: a.Webhooks, Jobs: a.Jobs, Live: a.Live,
		Schedules: a.Schedules, Settlements: a.Settlements, Periods: a.closer, Invoices: a.Invoices,
	})

	return nil
}

// queueReversal has an order of a sandbox reversed. The supplier of sandboxes is made before the service that does it.
func (a *App) queueReversal(ctx context.Context, reference string) error {
	return a.Sandbox.QueueReversal(ctx, reference)
}
