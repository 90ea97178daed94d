package app

import (
	"cmp"

	"loket/internal/api/pages/webapp"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/scan"
)

// invoiceScreen is where a client sees its invoices.
const invoiceScreen = webapp.Dashboard + "invoice"

func (a *App) buildInvoices() {
	conf := a.opt.Config

	deps := invoice.Deps{
		DB: a.DB, Clock: a.Clock, Clients: a.Identity, Limits: a.Settlements, Jobs: a.Jobs, Mail: a.Mail, Live: a.Live, Files: a.Files, Links: a.Links, Log: a.logger,
		Screen: func() string { return a.publicURL() + invoiceScreen },
	}

	if conf.Scanner != "" {
		deps.Scanner = scan.Clamd{Address: conf.Scanner}
	}

	a.Invoices = invoice.NewService(deps, a.InvoiceOptions())
	a.closer = settlement.NewPeriodCloser(a.Settlements, a.Invoices, a.Jobs)
}

// InvoiceOptions are the settings of invoices.
func (a *App) InvoiceOptions() invoice.Options {
	conf := a.opt.Config

	return invoice.Options{
		Entity: conf.InvoiceEntity, AllowOverdue: conf.InvoiceOverdueOK,
		Seller:  invoice.Party{Name: conf.InvoiceName, Address: conf.InvoiceAddress, TaxNumber: conf.InvoiceTaxNumber},
		Account: invoice.Account{BankCode: conf.InvoiceBank, No: conf.InvoiceAccount, Name: cmp.Or(conf.InvoiceAccountName, conf.InvoiceName)},
	}
}
