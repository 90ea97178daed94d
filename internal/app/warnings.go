package app

import (
	"net"

	"loket/internal/platform/loopback"
)

// warn logs at the start what the settings leave open, and what that means.
func (a *App) warn() {
	conf := a.opt.Config

	if conf.SMTPHost == "" {
		a.logger.Warn("smtp-host is not set: no mails are sent, so nobody can set a forgotten password")
	}

	if conf.PublicURL == "" && !a.opt.Demo {
		a.logger.Warn("public-url is not set: links in mails lead to the address that the program listens on")
	}

	if host, _, err := net.SplitHostPort(conf.AdminListen); err == nil && !loopback.Is(host) {
		a.logger.Warn("admin-listen is not on this machine alone: whoever reaches it reads the metrics", "address", conf.AdminListen)
	}

	if conf.Settlement && conf.InvoiceAccount == "" {
		a.logger.Warn("invoice-account is not set: invoices of settlements name no account to pay to")
	}
}
