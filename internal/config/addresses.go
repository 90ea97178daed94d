package config

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"

	"loket/internal/platform/loopback"
)

// hasPort reports whether an address is host:port.
func hasPort(address string) bool {
	_, port, err := net.SplitHostPort(address)
	_, unreadable := strconv.ParseUint(port, 10, 16)

	return err == nil && unreadable == nil
}

func (c *Config) checkAddresses(found *faults) {
	for _, a := range []struct{ name, value string }{{"listen", c.Listen}, {"staff-listen", c.StaffListen}, {"admin-listen", c.AdminListen}} {
		if !hasPort(a.value) && (a.value != "" || a.name != "staff-listen") {
			found.addf(a.name, "%q is not host:port", a.value)
		}
	}

	c.checkTLS(found)
	c.checkTraces(found)

	if _, err := c.Proxies(); err != nil {
		found.addf("trusted-proxies", "%w", err)
	}

	for _, list := range []struct {
		name   string
		values []string
	}{{"webhook-source-addresses", c.WebhookSourceAddresses}, {"own-addresses", c.OwnAddresses}} {
		if _, err := Networks(list.values); err != nil {
			found.addf(list.name, "%w", err)
		}
	}
}

func (c *Config) checkTraces(found *faults) {
	if !(c.TracesRatio >= 0 && c.TracesRatio <= 1) { // also what is no number
		found.addf("traces-ratio", "must be between 0 and 1")
	}

	if c.TracesURL == "" {
		return
	}

	u, err := url.Parse(c.TracesURL)

	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		found.addf("traces-url", "is not an http or https address")
	case u.Scheme == "http" && !loopback.Is(u.Hostname()):
		found.addf("traces-url", "must be https: references of clients would cross the network in the clear (http is for this machine alone)")
	}
}

func (c *Config) checkTLS(found *faults) {
	if c.TLSCert == "" && c.TLSKey == "" {
		return
	}

	if (c.TLSCert == "") != (c.TLSKey == "") {
		found.addf("tls-cert", "and tls-key are only of use together")

		return
	}

	if _, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey); err != nil {
		found.addf("tls-cert", "%w", err)

		return
	}

	const everybody = 0o007

	if stat, err := os.Stat(c.TLSKey); err == nil && stat.Mode().Perm()&everybody != 0 {
		found.addf("tls-key", "%s can be read by everybody; run: chmod o= %s", c.TLSKey, c.TLSKey)
	}
}

// Networks reads addresses and networks. An address is a network of one.
func Networks(list []string) ([]netip.Prefix, error) {
	out := make([]netip.Prefix, len(list))

	for i, text := range list {
		if ip, err := netip.ParseAddr(text); err == nil && ip.Zone() == "" {
			ip = ip.Unmap()
			out[i] = netip.PrefixFrom(ip, ip.BitLen())

			continue
		}

		p, err := netip.ParsePrefix(text)
		if err != nil || p.Addr().Is4In6() {
			return nil, fmt.Errorf("%q is neither an address nor a network such as 203.0.113.0/28", text)
		}

		out[i] = p.Masked()
	}

	return out, nil
}

// Proxies are the trusted networks.
func (c *Config) Proxies() ([]netip.Prefix, error) {
	list := []netip.Prefix{}

	for _, text := range c.TrustedProxies {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a network such as 10.0.0.0/8", text)
		}

		list = append(list, p)
	}

	return list, nil
}

const publicURL = "public-url"

func (c *Config) checkURLs(found *faults) {
	if _, err := mail.ParseAddress(c.SupportEmail); c.SupportEmail != "" && err != nil {
		found.addf("support-email", "is not an e-mail address")
	}

	for _, s := range []struct{ name, value string }{
		{publicURL, c.PublicURL},
		{"main-url", c.MainURL},
		{"payment-url", c.PaymentURL},
		{"settlement-url", c.SettlementURL},
		{"connect-url", c.ConnectURL},
		{"shop-url", c.ShopURL},
		{"support-chat", c.SupportChat},
		{"support-desk", c.SupportDesk},
		{"settlement-form", c.SettlementForm},
		{"page-dsn", c.PageDSN},
		{"report-dsn", c.ReportDSN.Reveal()},
	} {
		if s.value == "" {
			continue
		}

		u, err := url.Parse(s.value)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			found.addf(s.name, "is not an http or https address") // the value may hold a key

			continue
		}

		if s.name == publicURL && u.Scheme == "http" && !loopback.Is(u.Hostname()) {
			found.addf(s.name, "must be https: passwords and tokens would cross the network in the clear (http is for this machine alone)")
		}

		if s.name == publicURL && (u.RawQuery != "" || u.Fragment != "" || u.User != nil) {
			found.addf(s.name, "must be an address alone: the paths of links are put behind it")
		}
	}
}

// checkPasskeyDomain refuses a domain whose passkeys no browser would show at the public address.
func (c *Config) checkPasskeyDomain(found *faults) {
	if c.PasskeyDomain == "" {
		return
	}

	u, err := url.Parse(c.PublicURL)
	if err != nil || u.Hostname() != c.PasskeyDomain && !strings.HasSuffix(u.Hostname(), "."+c.PasskeyDomain) {
		found.addf("passkey-domain", "is neither the host of public-url nor a domain above it")
	}
}

// CheckPlace checks what a new deployment begins with: where its database is, and the address that browsers will use.
func CheckPlace(d Database, publicURL string) error {
	found := faults{}
	c := Config{Database: d, Page: Page{PublicURL: publicURL}}

	c.checkDatabase(&found)
	c.checkURLs(&found)

	return errors.Join(found...)
}
