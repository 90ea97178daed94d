package app

import (
	"fmt"
	"strings"

	"loket/internal/platform/mail"
)

// newOutbox makes the outbox for mails. Waiting mails are encrypted with a key that is derived
// from the token key.
func (a *App) newOutbox() (*mail.Outbox, error) {
	conf := a.opt.Config

	out, err := mail.New(a.Jobs, mail.Options{
		SMTP: mail.SMTP{
			Host: conf.SMTPHost, Port: conf.SMTPPort, User: conf.SMTPUser, Password: conf.SMTPPassword, TLS: mail.TLS(conf.SMTPTLS),
			From: conf.MailSender(),
		},
		Key: conf.TokenKey, Help: conf.SupportEmail, Clock: a.Clock, Logger: a.logger,
	})
	if err != nil {
		return nil, fmt.Errorf("outbox: %w", err)
	}

	return out, nil
}

// publicURL is the base of links in mails: the setting, never the Host header of a request.
// Without the setting it is the listening address, or "" before the program listens.
func (a *App) publicURL() string {
	if set := a.opt.Config.PublicURL; set != "" {
		return strings.TrimRight(set, "/")
	}

	if at := a.listens.Load(); at != nil {
		return "http://" + *at
	}

	return ""
}
