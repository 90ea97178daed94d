package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"regexp"
	"strings"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/loopback"
	"loket/internal/platform/secret"
)

const minSecret = 32

// DemoMark is the prefix of every secret that the demo makes. A real deployment
// refuses such secrets.
const DemoMark = "demo-"

// faults collects errors, each with the name of its setting.
type faults []error

func (f *faults) addf(setting, format string, args ...any) {
	*f = append(*f, fmt.Errorf("%s: %w", setting, fmt.Errorf(format, args...)))
}

// Resolve reads the secrets that are given as files. Its error lists all faults.
func (c *Config) Resolve() error {
	found := faults{}

	for _, s := range []struct {
		name  string
		value *secret.Text
		file  string
	}{
		{"token-key", &c.TokenKey, c.TokenKeyFile},
		{"pin-pepper", &c.PINPepper, c.PINPepperFile},
		{"factor-key", &c.FactorKey, c.FactorKeyFile},
		{"old-factor-key", &c.OldFactorKey, c.OldFactorKeyFile},
		{"smtp-password", &c.SMTPPassword, c.SMTPPasswordFile},
		{"s3-secret-key", &c.S3SecretKey, c.S3SecretKeyFile},
	} {
		if s.file == "" {
			continue
		}

		if *s.value != "" {
			found.addf(s.name, "is given both as it is and as a file")

			continue
		}

		text, err := ReadSecret(s.file)
		if err != nil {
			found.addf(s.name+"-file", "%w", err)

			continue
		}

		if text == "" {
			found.addf(s.name+"-file", "%s is empty", s.file)
		}

		*s.value = text
	}

	return errors.Join(found...)
}

// Check checks the settings of a real deployment and lists all faults at once. Call
// Resolve before it. It is not named Validate, since kong would call that before the
// secrets are read.
func (c *Config) Check() error {
	found := faults{}

	c.checkAddresses(&found)
	c.checkURLs(&found)
	c.checkPasskeyDomain(&found)
	c.checkSecrets(&found)
	c.checkData(&found)
	c.checkLimits(&found)
	c.checkTopup(&found)
	c.checkInvoice(&found)
	c.checkMail(&found)
	c.checkS3(&found)

	if _, err := LoadSuppliers(c.Suppliers, false); err != nil {
		found.addf("suppliers", "%w", err)
	}

	if _, err := LoadBanks(c.Banks, false); err != nil {
		found.addf("banks", "%w", err)
	}

	return errors.Join(found...)
}

func (c *Config) checkSecrets(found *faults) {
	for _, s := range []struct {
		name  string
		value secret.Text
		file  string
	}{{"token-key", c.TokenKey, c.TokenKeyFile}, {"pin-pepper", c.PINPepper, c.PINPepperFile}} {
		switch {
		case s.value == "" && s.file != "": // Resolve says why
		case s.value == "":
			found.addf(s.name, "is missing; make one with: openssl rand -hex 32")
		case strings.HasPrefix(s.value.Reveal(), DemoMark):
			found.addf(s.name, "is a secret of the demo")
		case len(s.value) < minSecret:
			found.addf(s.name, "is shorter than %d characters", minSecret)
		}
	}

	if err := c.FactorKeys.Check(); err != nil {
		*found = append(*found, err)
	}

	for name, key := range map[string]secret.Text{"factor-key": c.FactorKey, "old-factor-key": c.OldFactorKey} {
		if key != "" && len(key) < minSecret {
			found.addf(name, "is shorter than %d characters", minSecret)
		}
	}

	if c.TokenKey != "" && c.TokenKey == c.PINPepper {
		found.addf("pin-pepper", "is the same secret as token-key")
	}
}

// mostRecentDays is the longest time in which a paid number is warned about.
const mostRecentDays = 92

// mostOrderWait is the longest time that an order may wait for a supplier that doesn't answer.
const mostOrderWait = 24 * time.Hour

// mostLoss is the greatest loss on an order that may be allowed: a greater number is a typing error.
const mostLoss = 10_000_000

// mostJump is the greatest setting of a price that jumps, in percent.
const mostJump = 100

// fewestOthers and mostOthers are how many percent of orders may go to other suppliers than the best one.
const fewestOthers, mostOthers = 3, 5

func (c *Config) checkLimits(found *faults) {
	for _, s := range []struct {
		name            string
		ofClient, ofAll int
	}{{"max-waiting", c.MaxWaiting, c.MaxWaitingInAll}, {"max-inquiries", c.MaxInquiries, c.MaxInquiriesInAll}} {
		if s.ofClient < 1 || s.ofAll < s.ofClient {
			found.addf(s.name, "must be at least 1 and at most %s-in-all", s.name)
		}
	}

	if c.OrderWait != 0 && (c.OrderWait < time.Second || c.OrderWait > mostOrderWait) {
		found.addf("order-wait", "must be between %s and %s", time.Second, mostOrderWait)
	}

	if c.MaxLoss < 0 || c.MaxLoss > mostLoss {
		found.addf("max-loss", "must be between 0 and %d", mostLoss)
	}

	if c.PriceJump < 0 || c.PriceJump > mostJump {
		found.addf("price-jump", "must be 1 to %d", mostJump)
	}

	if c.RouteOthers != 0 && (c.RouteOthers < fewestOthers || c.RouteOthers > mostOthers) {
		found.addf("route-others", "must be %d to %d", fewestOthers, mostOthers)
	}

	if c.RecentlyPaidDays < 1 || c.RecentlyPaidDays > mostRecentDays {
		found.addf("recently-paid-days", "must be 1 to %d", mostRecentDays)
	}
}

func (c *Config) checkTopup(found *faults) {
	const (
		least = 10_000            // the smallest nominal
		most  = 1_000_000_000_000 // a greater number is a typing error
		soon  = time.Minute
		late  = 7 * 24 * time.Hour
	)

	if c.TopupMax != 0 && (c.TopupMax < least || c.TopupMax > most) {
		found.addf("topup-max", "must be between %d and %d", least, most)
	}

	if c.TopupTime != 0 && (c.TopupTime < soon || c.TopupTime > late) {
		found.addf("topup-time", "must be between %s and %s", soon, late)
	}

	if c.StaffEmail != "" {
		if a, err := mail.ParseAddress(c.StaffEmail); err != nil || a.Address != c.StaffEmail {
			found.addf("staff-email", "is not an address such as topup@example.com")
		}
	}
}

func (c *Config) checkMail(found *faults) {
	if from, err := mail.ParseAddress(c.MailSender()); err != nil || strings.ContainsAny(from.Name, "\r\n") {
		found.addf("mail-from", "is not an address such as Loket <no-reply@example.com>")
	}

	if c.SMTPHost == "" {
		return
	}

	if c.MailFrom == "" {
		found.addf("mail-from", "is missing")
	}

	const ports = 65535

	if c.SMTPPort < 1 || c.SMTPPort > ports {
		found.addf("smtp-port", "must be between 1 and %d", ports)
	}

	switch c.SMTPTLS {
	case "starttls", "tls":
	case "none":
		if !loopback.Is(c.SMTPHost) {
			found.addf("smtp-tls", "must not be none: passwords and links would cross the network in the clear")
		}
	default:
		found.addf("smtp-tls", "%q is none of starttls, tls, none", c.SMTPTLS)
	}

	if (c.SMTPUser == "") != (c.SMTPPassword == "" && c.SMTPPasswordFile == "") {
		found.addf("smtp-user", "and smtp-password are only of use together")
	}
}

func (c *Config) checkS3(found *faults) {
	if c.UsesS3() {
		for _, f := range c.Options().Check() {
			if f.Option == "secret-key" && c.S3SecretKeyFile != "" {
				continue // Resolve says why it has none
			}

			found.addf("s3-"+f.Option, "%s", f.Text)
		}

		if strings.HasPrefix(c.S3SecretKey.Reveal(), DemoMark) {
			found.addf("s3-secret-key", "is a secret of the demo")
		}

		return
	}

	// Incomplete settings must not silently keep files on one node's disk.
	for name, value := range map[string]string{"s3-endpoint": c.S3Endpoint, "s3-access-key": c.S3AccessKey, "s3-secret-key": c.S3SecretKey.Reveal()} {
		if value != "" {
			found.addf(name, "is given without s3-bucket")
		}
	}
}

func (c *Config) checkDatabase(found *faults) {
	for _, at := range []struct{ name, url string }{{"database-url", c.DatabaseURL}, {"pooler-url", c.PoolerURL}, {"replica-url", c.ReplicaURL}} {
		switch {
		case at.url == "":
		case !db.IsPostgres(at.url):
			found.addf(at.name, "does not start with postgres://")
		case c.DatabaseURL == "":
			found.addf(at.name, "is given without database-url")
		case !db.Protected(at.url):
			found.addf(at.name, "must have sslmode=verify-full (or verify-ca): the server is on another machine, "+
				"and hashes, addresses and money would cross the network in the clear or to whoever answers")
		}
	}
}

// longestWait is how long a stop waits at most for proxies, and a read for the replica.
const longestWait = time.Minute

func (c *Config) checkData(found *faults) {
	c.checkDatabase(found)

	for known, own := range c.DatabaseWorkers {
		for _, address := range []string{known, own} {
			if !hasPort(address) {
				found.addf("database-workers", "%q is no address with a port, as worker-1:5432", address)
			}
		}
	}

	if c.ReplicaMaxLag < 0 || c.ReplicaMaxLag > longestWait {
		found.addf("replica-max-lag", "must be between 0 and %s", longestWait)
	}

	if c.Drain < 0 || c.Drain > longestWait {
		found.addf("drain", "must be between 0 and %s", longestWait)
	}

	if c.MaxConns < 1 {
		found.addf("max-conns", "must be at least 1")
	}

	if c.Idle <= 0 || c.MaxSession < c.Idle {
		found.addf("session-max", "must be at least session-idle, and both more than 0")
	}

	if c.PasswordAge < 0 {
		found.addf("password-age", "must not be negative")
	}
}

// entityPattern is the form of a legal entity's code, which begins the names of files.
var entityPattern = regexp.MustCompile(`^[A-Z0-9]{1,10}$`)

func (c *Config) checkInvoice(found *faults) {
	if c.InvoiceEntity != "" && !entityPattern.MatchString(c.InvoiceEntity) {
		found.addf("invoice-entity", "must be 1 to 10 capital letters and digits")
	}

	// What is on an invoice never changes: the first one must have its seller.
	if c.Settlement && (c.InvoiceName == "" || c.InvoiceAddress == "") {
		found.addf("settlement", "issues invoices, which need a seller: set invoice-name and invoice-address")
	}

	if (c.InvoiceBank == "") != (c.InvoiceAccount == "") {
		found.addf("invoice-account", "bank and account are given together")
	}

	if !strings.HasPrefix(c.Scanner, "unix:/") && c.Scanner != "" {
		if _, _, err := net.SplitHostPort(c.Scanner); err != nil {
			found.addf("scanner", "must be host:port or unix:/path: %w", err)
		}
	}
}
