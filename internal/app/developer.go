package app

import "loket/internal/developer/clientevent"

// buildDeveloper builds what clients' developers use.
func (a *App) buildDeveloper() {
	a.ClientEvents = clientevent.NewService(clientevent.Deps{
		Clock: a.Clock, Events: a.Events, Clients: a.Identity, Orders: a.Orders, Wallets: a.Wallets, Schedules: a.Schedules, Invoices: a.Invoices,
		ShopOrders: a.ShopOrders, Catalog: a.Catalog, Stopping: a.stopping,
	}, a.opt.Config.PINPepper)
}
