package app

import (
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"

	"loket/internal/config"
	"loket/internal/platform/mail"
	"loket/internal/simulate"
)

// newOutbox makes the way to the mail server. What waits is sealed by a key
// that is derived from the one of the tokens.
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

// publicURL is where links in messages lead: the setting, never what a request
// says about itself. Without the setting it is where the program listens, and
// "" before that.
func (a *App) publicURL() string {
	if set := a.opt.Config.PublicURL; set != "" {
		return strings.TrimRight(set, "/")
	}

	if at := a.listens.Load(); at != nil {
		return "http://" + *at
	}

	return ""
}

// WorldMail are the settings that reach the mail server of a started world.
func WorldMail(conf *config.Config, world *simulate.Server) error {
	host, port, err := net.SplitHostPort(world.MailAddr())
	if err != nil {
		return fmt.Errorf("demo: mail server: %w", err)
	}

	number, err := strconv.Atoi(port)
	if err != nil {
		return fmt.Errorf("demo: mail server: %w", err)
	}

	conf.Mail = config.Mail{SMTPHost: host, SMTPPort: number, SMTPTLS: string(mail.NoTLS)}

	return nil
}

// warnOfMail says at the start what a deployment without its settings lacks.
func (a *App) warnOfMail() {
	if conf := a.opt.Config; conf.SMTPHost == "" || conf.PublicURL == "" && !a.opt.Demo {
		a.logger.Warn("smtp-host or public-url is not set: no mails are sent, or their links lead nowhere",
			slog.Bool("smtp_host", conf.SMTPHost != ""), slog.Bool("public_url", conf.PublicURL != ""))
	}
}
