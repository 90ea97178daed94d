package identity_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
	"loket/internal/simulate/mailbox"
	"loket/internal/testkit"
	"loket/internal/testkit/postroom"
)

const (
	publicURL = "https://loket.example"
	another   = secret.Text("Loket-Other-2026")
	third     = secret.Text("Loket-Third-2026")
)

// office is a house whose messages go out to a mail server.
type office struct {
	*house
	*postroom.Room
}

// openOffice makes an office whose jobs wait for start.
func openOffice(t *testing.T, d *db.DB, change ...func(*identity.Options)) *office {
	t.Helper()

	o := &office{house: &house{t: t, d: d, clk: clock.NewManual(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))}}
	o.Room = postroom.Open(t, d, o.clk)

	outbox, err := mail.New(o.Queue, mail.Options{SMTP: o.SMTP, Key: signingKey, Clock: o.clk})
	testkit.Must(t, err)

	opt := options()
	opt.Mail, opt.Jobs, opt.PublicURL = outbox, o.Queue, func() string { return publicURL }

	for _, f := range change {
		f(&opt)
	}

	o.Service = o.service(opt)

	testkit.Must(t, o.EnsureRoles(t.Context()))
	o.client(client, "majujaya")
	o.root = o.user(client, "root", identity.ClientRootID)

	return o
}

// newOffice is openOffice whose jobs run.
func newOffice(t *testing.T, d *db.DB, change ...func(*identity.Options)) *office {
	t.Helper()

	o := openOffice(t, d, change...)
	o.Start(t)

	return o
}

// mails waits for what is on its way and gives what came to an address, the
// newest first.
func (o *office) mails(to string) []mailbox.Mail {
	o.t.Helper()

	testkit.Must(o.t, o.Queue.Idle(o.t.Context()))

	out := []mailbox.Mail{}

	for _, m := range o.Box.Mails() {
		if m.To == to {
			out = append(out, m)
		}
	}

	return out
}

// newest is the newest message to an address; its subject must be this.
func (o *office) newest(to, subject string) mailbox.Mail {
	o.t.Helper()

	list := o.mails(to)
	if len(list) == 0 || list[0].Subject != subject {
		o.t.Fatalf("the newest message to %s is not %q: %+v", to, subject, list)
	}

	return list[0]
}

var (
	linkPattern = regexp.MustCompile(`(?m)^` + publicURL + `/links/([a-z-]+)/([A-Z2-7]{52})\?lang=(?:en|id)$`)
	codePattern = regexp.MustCompile(`(?m)^([A-Za-z0-9]{16}|[0-9]{6})$`)
)

// link reads the link of a message.
func (o *office) link(m mailbox.Mail) (emaillink.Purpose, string) {
	o.t.Helper()

	found := linkPattern.FindStringSubmatch(m.Text)
	if found == nil || !strings.Contains(m.HTML, found[0]) {
		o.t.Fatalf("no link in:\n%s\n%s", m.Text, m.HTML)
	}

	return emaillink.Purpose(found[1]), found[2]
}

// code reads the password or PIN of a message.
func (o *office) code(m mailbox.Mail) secret.Text {
	o.t.Helper()

	found := codePattern.FindAllString(m.Text, -1)
	if len(found) != 1 || !strings.Contains(m.HTML, found[0]) {
		o.t.Fatalf("no code alone on its line in:\n%s", m.Text)
	}

	return secret.Text(found[0])
}

func (o *office) confirm(m mailbox.Mail) error {
	o.t.Helper()

	purpose, token := o.link(m)

	return o.ConfirmLink(o.t.Context(), identity.Confirmation{Purpose: purpose, Token: token, Address: "10.0.0.7"})
}

// signInAs gives who signed in, and the token.
func (o *office) signInAs(username string, word secret.Text) (identity.Self, string) {
	o.t.Helper()

	c := credentials()
	c.Username, c.Password = username, word

	token, err := o.SignIn(o.t.Context(), c)
	if identity.ErrPasswordExpired.Is(err) {
		token, err = fault.From(err).Token, nil
	}

	testkit.Must(o.t, err)

	p, err := o.Authenticate(o.t.Context(), token)
	testkit.Must(o.t, err)

	return identity.Self{Principal: p, Address: "10.0.0.7", Language: language.English}, token
}

func (o *office) forgot(username string) error {
	o.t.Helper()

	return o.ForgotPassword(o.t.Context(), identity.Forgot{ClientID: client, Username: username, Address: "10.0.0.8", Language: language.English})
}

// fields demands a ValidationError and gives "field: message" of each field.
func (o *office) fields(err error) string {
	o.t.Helper()

	out := []string{}
	for _, f := range want(o.t, fault.ErrValidation, err).Fields {
		out = append(out, f.Field+": "+f.Message.String())
	}

	return strings.Join(out, "; ")
}

func (o *office) audited(action string) int64 {
	o.t.Helper()

	return o.count("SELECT count(*) FROM audit_log WHERE action = $1", action)
}
