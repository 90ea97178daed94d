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

// TLS says how the connection to the mail server is protected.
type TLS string

// The kinds of protection.
const (
	// STARTTLS upgrades a plain connection and refuses to send without TLS.
	STARTTLS TLS = "starttls"
	// ImplicitTLS starts with TLS (port 465).
	ImplicitTLS TLS = "tls"
	// NoTLS is only for a server on the same machine.
	NoTLS TLS = "none"
)

// SMTP holds the settings of the mail server.
type SMTP struct {
	// Host is empty if no mail server is set. Messages then wait in their jobs.
	Host     string
	Port     int
	User     string // empty: no authentication
	Password secret.Text
	TLS      TLS
	// From is the sender as the header shows it: Loket <no-reply@example.com>.
	From string
}

// transport sends messages to one mail server.
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

// CheckServer connects to the mail server and signs in, and sends nothing.
func CheckServer(ctx context.Context, set SMTP) error {
	t, err := newTransport(set)
	if err != nil {
		return err
	}

	if set.Host == "" {
		return errNoServer
	}

	c, err := t.client()
	if err != nil {
		return err
	}

	if err := c.DialWithContext(ctx); err != nil {
		return fmt.Errorf("mail: reach the mail server: %w", err)
	}

	if err := c.Close(); err != nil {
		return fmt.Errorf("mail: leave the mail server: %w", err)
	}

	return nil
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

// post is one message to send.
type post struct {
	id      string // Message-ID, the same at every attempt
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

// withoutAddresses returns the text of an error without mail addresses, for logs. The
// library names the recipient, and so do most servers.
func withoutAddresses(err error) string {
	return addressPattern.ReplaceAllString(err.Error(), "(address)")
}

// send sends one message. permanent is true when the server refused the recipient for
// good.
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
	m.SetGenHeader("Auto-Submitted", "auto-generated") // suppresses automatic replies
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
