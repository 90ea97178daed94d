package identity_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/simulate/mailbox"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

const (
	publicURL = "https://loket.example"
	another   = secret.Text("Loket-Other-2026")
	third     = secret.Text("Loket-Third-2026")
)

// serviceWithMail is a serviceWithRoot whose mails are sent to a mail server.
type serviceWithMail struct {
	*serviceWithRoot
	*mailtest.Server
}

// newServiceWithHeldMail makes a serviceWithMail whose mails stay in the queue until
// Start.
func newServiceWithHeldMail(t *testing.T, d *db.DB, change ...func(*identity.Options)) *serviceWithMail {
	t.Helper()

	svc := &serviceWithMail{serviceWithRoot: &serviceWithRoot{t: t, d: d, clk: clock.NewManual(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))}}
	svc.Server = mailtest.NewServer(t, d, svc.clk)

	outbox, err := mail.New(svc.Queue, mail.Options{SMTP: svc.SMTP, Key: signingKey, Clock: svc.clk})
	testkit.Must(t, err)

	opt := options()
	opt.Mail, opt.Jobs, opt.PublicURL = outbox, svc.Queue, func() string { return publicURL }

	for _, f := range change {
		f(&opt)
	}

	svc.Service = svc.startNode(opt)
	svc.staff = staffOf(d, svc.clk, svc.Service)

	testkit.Must(t, svc.EnsureRoles(t.Context()))
	svc.client(client, "majujaya")
	svc.root = svc.user(client, "root", identity.ClientRootID)

	return svc
}

// newServiceWithMail makes a serviceWithMail whose mails are sent at once.
func newServiceWithMail(t *testing.T, d *db.DB, change ...func(*identity.Options)) *serviceWithMail {
	t.Helper()

	svc := newServiceWithHeldMail(t, d, change...)
	svc.Start(t)

	return svc
}

// mails waits until all queued mails are sent and returns those to an address, newest
// first.
func (svc *serviceWithMail) mails(to string) []mailbox.Mail {
	svc.t.Helper()

	testkit.Must(svc.t, svc.Queue.Idle(svc.t.Context()))

	out := []mailbox.Mail{}

	for _, m := range svc.Box.Mails() {
		if m.To == to {
			out = append(out, m)
		}
	}

	return out
}

// newest returns the newest mail to an address, which must have the given subject.
func (svc *serviceWithMail) newest(to, subject string) mailbox.Mail {
	svc.t.Helper()

	list := svc.mails(to)
	if len(list) == 0 || list[0].Subject != subject {
		svc.t.Fatalf("the newest message to %s is not %q: %+v", to, subject, list)
	}

	return list[0]
}

var (
	linkPattern = regexp.MustCompile(`(?m)^` + publicURL + `/links/([a-z-]+)/([A-Z2-7]{52})\?lang=(?:en|id)$`)
	codePattern = regexp.MustCompile(`(?m)^([A-Za-z0-9]{16}|[0-9]{6})$`)
)

// link reads the link of a message.
func (svc *serviceWithMail) link(m mailbox.Mail) (emaillink.Purpose, string) {
	svc.t.Helper()

	found := linkPattern.FindStringSubmatch(m.Text)
	if found == nil || !strings.Contains(m.HTML, found[0]) {
		svc.t.Fatalf("no link in:\n%s\n%s", m.Text, m.HTML)
	}

	return emaillink.Purpose(found[1]), found[2]
}

// code reads the password or PIN of a message.
func (svc *serviceWithMail) code(m mailbox.Mail) secret.Text {
	svc.t.Helper()

	found := codePattern.FindAllString(m.Text, -1)
	if len(found) != 1 || !strings.Contains(m.HTML, found[0]) {
		svc.t.Fatalf("no code alone on its line in:\n%s", m.Text)
	}

	return secret.Text(found[0])
}

func (svc *serviceWithMail) confirm(m mailbox.Mail) error {
	svc.t.Helper()

	purpose, token := svc.link(m)

	return svc.ConfirmLink(svc.t.Context(), identity.Confirmation{Purpose: purpose, Token: token, Address: "10.0.0.7"})
}

// signInAs signs a user in and returns the session's user and token.
func (svc *serviceWithMail) signInAs(username string, word secret.Text) (identity.Self, string) {
	svc.t.Helper()

	c := credentials()
	c.Username, c.Password = username, word

	in, err := svc.SignIn(svc.t.Context(), c)

	token := in.Token
	if identity.ErrPasswordExpired.Is(err) {
		token, err = fault.From(err).Token, nil
	}

	testkit.Must(svc.t, err)

	p, err := svc.Authenticate(svc.t.Context(), token)
	testkit.Must(svc.t, err)

	return identity.Self{Principal: p, Address: "10.0.0.7", Language: language.English}, token
}

func (svc *serviceWithMail) forgot(username string) error {
	svc.t.Helper()

	return svc.ForgotPassword(svc.t.Context(), identity.Forgot{ClientID: clientOf(username), Username: username, Address: "10.0.0.8", Language: language.English})
}

// fields returns "field: message" of each field of a ValidationError.
func (svc *serviceWithMail) fields(err error) string {
	svc.t.Helper()

	out := []string{}
	for _, f := range want(svc.t, fault.ErrValidation, err).Fields {
		out = append(out, f.Field+": "+f.Message.String())
	}

	return strings.Join(out, "; ")
}

func (svc *serviceWithMail) audited(action string) int64 {
	svc.t.Helper()

	return svc.count("SELECT count(*) FROM audit_log WHERE action = $1", action)
}
