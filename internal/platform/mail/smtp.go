package mail

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"time"

	gomail "github.com/wneessen/go-mail"

	"loket/internal/platform/secret"
)

// TLS says how the way to the mail server is protected.
type TLS string

// The ways to the mail server.
const (
	// STARTTLS begins in the clear and refuses to go on without TLS.
	STARTTLS TLS = "starttls"
	// ImplicitTLS speaks TLS from the first byte (port 465).
	ImplicitTLS TLS = "tls"
	// NoTLS is for a server on this machine alone.
	NoTLS TLS = "none"
)

// SMTP says where messages are handed over.
type SMTP struct {
	// Host is empty where no mail server is set: messages then wait in their
	// jobs.
	Host     string
	Port     int
	User     string // empty: no sign-in
	Password secret.Text
	TLS      TLS
	// From is the sender as a header shows it: Loket <no-reply@example.com>.
	From string
}

// transport hands messages over to one mail server.
type transport struct {
	set  SMTP
	from *mail.Address
}

const (
	dialTime = 15 * time.Second
	agent    = "Loket"
)

var errNoServer = errors.New("no mail server is set (smtp-host)")

func newTransport(set SMTP) (*transport, error) {
	from, err := mail.ParseAddress(set.From)
	if err != nil {
		return nil, fmt.Errorf("mail: the sender %q is no address: %w", set.From, err)
	}

	t := &transport{set: set, from: from}
	if set.Host == "" {
		return t, nil
	}

	_, err = t.client()

	return t, err
}

func (t *transport) client() (*gomail.Client, error) {
	opts := []gomail.Option{gomail.WithPort(t.set.Port), gomail.WithTimeout(dialTime), gomail.WithoutNoop()}

	switch t.set.TLS {
	case STARTTLS:
		opts = append(opts, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case ImplicitTLS:
		opts = append(opts, gomail.WithSSL())
	case NoTLS:
		opts = append(opts, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		return nil, fmt.Errorf("%w: the protection %q is not known", errMessage, string(t.set.TLS))
	}

	if t.set.User != "" {
		opts = append(opts, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(t.set.User),
			gomail.WithPassword(t.set.Password.Reveal()))
	}

	c, err := gomail.NewClient(t.set.Host, opts...)
	if err != nil {
		return nil, fmt.Errorf("mail: the mail server's settings: %w", err)
	}

	return c, nil
}

// post is one message on its way.
type post struct {
	id      string // of the message, the same for every try
	to      string
	subject string
	text    string
	html    string
	at      time.Time
}

var (
	errHandOver = errors.New("mail: hand over")

	addressPattern = regexp.MustCompile(`[^\s<>"',;]+@[^\s<>"',;]+`)
)

// withoutAddresses is what an error says, fit for logs: the library names the
// recipient, and so do most servers.
func withoutAddresses(err error) string {
	return addressPattern.ReplaceAllString(err.Error(), "(address)")
}

// send hands one message over. It is permanent when the server refused the
// recipient for good.
func (t *transport) send(ctx context.Context, p post) (permanent bool, err error) {
	if t.set.Host == "" {
		return false, errNoServer
	}

	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(t.from)
	m.ToMailAddress(&mail.Address{Address: p.to})
	m.Subject(p.subject)
	m.SetMessageIDWithValue(p.id)
	m.SetDateWithValue(p.at)
	m.SetGenHeader("Auto-Submitted", "auto-generated") // keeps holiday notes from answering
	m.SetGenHeader("X-Auto-Response-Suppress", "All")
	m.SetGenHeader(gomail.HeaderUserAgent, agent)
	m.SetBodyString(gomail.TypeTextPlain, p.text)
	m.AddAlternativeString(gomail.TypeTextHTML, p.html)

	c, err := t.client()
	if err != nil {
		return false, err
	}

	if err := c.DialAndSendWithContext(ctx, m); err != nil {
		refused, ok := errors.AsType[*gomail.SendError](err)
		permanent := ok && refused.Reason == gomail.ErrSMTPRcptTo && !refused.IsTemp()

		return permanent, fmt.Errorf("%w: %s", errHandOver, withoutAddresses(err))
	}

	return false, nil
}
