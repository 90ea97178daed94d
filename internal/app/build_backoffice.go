package app

import (
	"loket/internal/backoffice/announcement"
	"loket/internal/backoffice/balances"
	"loket/internal/backoffice/clientfile"
	"loket/internal/backoffice/exclusions"
	"loket/internal/backoffice/pricelist"
	"loket/internal/backoffice/sales"
	"loket/internal/backoffice/switches"
)

// buildBackoffice builds what staff alone work with.
func (a *App) buildBackoffice() {
	a.ClientFiles = clientfile.New(clientfile.Deps{
		DB: a.DB, Clock: a.Clock, Identity: a.Identity, Staff: a.Staff, Wallets: a.Wallets, Catalog: a.Catalog, Orders: a.Orders, Schedules: a.Schedules,
		Invoices: a.Invoices, Settlements: a.Settlements, Topups: a.Topups, PaidShopOrders: a.ShopOrders.CountPaid,
	})
	a.Sales = sales.New(sales.Deps{DB: a.DB, Clock: a.Clock, Events: a.Events, Catalog: a.Catalog, Identity: a.Identity})
	a.Balances = balances.New(balances.Deps{
		DB: a.DB, Clock: a.Clock, Suppliers: a.Suppliers, Identity: a.Identity, Jobs: a.Jobs, Mail: a.Mail, Log: a.logger,
	})
	a.PriceLists = pricelist.New(pricelist.Deps{
		DB: a.DB, Clock: a.Clock, Catalog: a.Catalog, Suppliers: a.Suppliers, Jobs: a.Jobs, Log: a.logger,
	}, pricelist.Options{Jump: int64(a.opt.Config.PriceJump)})
	a.Announcements = announcement.New(announcement.Deps{
		DB: a.DB, Clock: a.Clock, Clients: a.Identity, Catalog: a.Catalog, Sales: a.Sales, Mail: a.Mail, Jobs: a.Jobs, Live: a.Live,
	})
	a.Exclusions = exclusions.New(exclusions.Deps{
		DB: a.DB, Clock: a.Clock, Suppliers: a.Suppliers, Routing: a.Routing, Identity: a.Identity, Mail: a.Mail, Log: a.logger,
	})
	a.Switches = switches.New(switches.Deps{DB: a.DB, Clock: a.Clock, Suppliers: a.Suppliers, Log: a.logger})
}
