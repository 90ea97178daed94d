package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/loopback"
	"loket/internal/platform/mail"
)

// names resolves the hosts of the settings.
func (c *doctorCmd) names(ctx context.Context) []finding {
	list := []finding{}

	for _, s := range []struct{ setting, host string }{
		{"public-url", hostOf(c.PublicURL)}, {"shop-url", hostOf(c.ShopURL)}, {"smtp-host", c.SMTPHost}, {"s3-endpoint", hostOf(c.S3Endpoint)},
	} {
		if s.host != "" {
			_, err := net.DefaultResolver.LookupHost(ctx, s.host)
			list = append(list, findingsOf("DNS", err, s.setting+": "+s.host+" has an address", "correct the record, or the setting "+s.setting)...)
		}
	}

	return list
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}

	return u.Hostname()
}

// certificate looks at what browsers get at the public address.
func (c *doctorCmd) certificate(ctx context.Context) []finding {
	const (
		what = "TLS"
		soon = 14 * 24 * time.Hour
	)

	u, err := url.Parse(c.PublicURL)

	switch {
	case err != nil || u.Host == "":
		return []finding{{warning, what, "there is no public-url", "set it: links in mails begin with it"}}
	case u.Scheme != "https" && loopback.Is(u.Hostname()):
		return []finding{{fine, what, "none: the public address is on this machine", ""}}
	case u.Scheme != "https":
		return nil // the settings say so
	}

	ends, err := certificateEnd(ctx, u)
	if err != nil {
		return findingsOf(what, err, "", "look at the proxy and its certificate")
	}

	list := []finding{{fine, what, "the certificate serves until " + when(ends), ""}}
	if ends.Sub(clock.System{}.Now()) < soon {
		list[0] = finding{warning, what, "the certificate ends " + when(ends), "renew it, and look why that didn't happen by itself"}
	}

	return append(list, findingsOf("proxy", askHealth(ctx, c.PublicURL), "the public address reaches the program", "start the program, and look at the proxy")...)
}

// certificateEnd is when the certificate of an address ends. Error: browsers don't trust it.
func certificateEnd(ctx context.Context, u *url.URL) (time.Time, error) {
	port := u.Port()
	if port == "" {
		port = "443"
	}

	var dialer net.Dialer

	plain, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return time.Time{}, err
	}

	conn := tls.Client(plain, &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12})
	defer func() { _ = conn.Close() }() // nothing was sent

	if err := conn.HandshakeContext(ctx); err != nil {
		return time.Time{}, err
	}

	return conn.ConnectionState().PeerCertificates[0].NotAfter, nil
}

func askHealth(ctx context.Context, publicURL string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(publicURL, "/")+"/healthz", nil)
	if err != nil {
		return err
	}

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // the status is the answer

	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s/healthz answers %s", publicURL, answer.Status)
	}

	return nil
}

func (c *doctorCmd) mails(ctx context.Context) []finding {
	const what = "mail"

	if c.SMTPHost == "" {
		return []finding{{warning, what, "there is no smtp-host", "set it: without it no mails are sent, and nobody can set a forgotten password"}}
	}

	err := mail.CheckServer(ctx, mail.SMTP{Host: c.SMTPHost, Port: c.SMTPPort, User: c.SMTPUser, Password: c.SMTPPassword, TLS: mail.TLS(c.SMTPTLS), From: c.MailSender()})

	return findingsOf(what, err, "the server lets us in", "compare the smtp settings with those of the server")
}

func (c *doctorCmd) suppliers(ctx context.Context) []finding {
	const what = "suppliers"

	list, err := config.LoadSuppliers(c.Suppliers, false)
	if err != nil {
		return nil // the settings say so
	}

	if len(list) == 0 {
		return []finding{{warning, what, "there are none: only test orders are delivered", "name their file by --suppliers"}}
	}

	balances, err := app.AskBalances(ctx, list)
	if err != nil {
		return findingsOf(what, err, "", "mend the file of suppliers")
	}

	out := []finding{}
	for _, b := range balances {
		out = append(out, findingsOf(what, b.Err, b.Code+" answers, our balance is "+b.Balance.String(), b.Code+": compare its settings, and whether it lets the address of this machine in")...)
	}

	return out
}

func (c *doctorCmd) banks(ctx context.Context) []finding {
	const what = "banks"

	list, err := config.LoadBanks(c.Banks, false)
	if err != nil {
		return nil // the settings say so
	}

	if len(list) == 0 {
		return []finding{{fine, what, "there are none", ""}}
	}

	if err = app.CheckBanks(list); err == nil && db.CheckThere(db.Options{URL: c.DSN()}) == nil {
		err = app.CheckKnownBanks(ctx, db.Options{URL: c.DSN(), MaxConns: 1}, list)
	}

	return findingsOf(what, err, fmt.Sprintf("%d connections are complete", len(list)), "loket admin topup account and topup channel add what is missing")
}
