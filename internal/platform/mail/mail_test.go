package mail_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// outboxWithServer is an outbox that sends to a mail server of the test.
type outboxWithServer struct {
	*mail.Outbox
	*mailtest.Server

	d   *db.DB
	clk *clock.Manual
}

const key = secret.Text("0123456789abcdef0123456789abcdef")

func open(t *testing.T, d *db.DB, change ...func(*mail.Options)) *outboxWithServer {
	t.Helper()

	outbox := &outboxWithServer{d: d, clk: clock.NewManual(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))}
	outbox.Server = mailtest.NewServer(t, d, outbox.clk)

	opt := mail.Options{SMTP: outbox.SMTP, Key: key, Help: "help@loket.example", Clock: outbox.clk}
	for _, f := range change {
		f(&opt)
	}

	var err error

	outbox.Outbox, err = mail.New(outbox.Queue, opt)
	testkit.Must(t, err)

	return outbox
}

func (outbox *outboxWithServer) send(t *testing.T, m mail.Message) error {
	t.Helper()

	return outbox.d.Tx(t.Context(), func(tx *db.Tx) error { return outbox.Send(t.Context(), tx, m) })
}

func message(l language.Language) mail.Message {
	return mail.Message{
		To: "root@example.com", Language: l, Subject: "Kata sandi baru", Paragraphs: []string{"First <b>one</b>.", "Second."},
		Facts: []mail.Fact{{Name: "Username", Value: "root"}}, Code: "aB3dEf6hJkLmNpQr",
		Action: &mail.Action{Label: "Sign in", URL: "https://loket.example/external/?a=1&b=2"}, Notes: []string{"A note."},
	}
}

func TestMessageArrivesInBothForms(t *testing.T) {
	t.Parallel()

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		outbox := open(t, d)
		outbox.Start(t)
		testkit.Must(t, outbox.send(t, message(language.English)))
		testkit.Must(t, outbox.Queue.Idle(t.Context()))

		got := outbox.Box.Mails()
		if len(got) != 1 || got[0].To != "root@example.com" || got[0].Subject != "Kata sandi baru" {
			t.Fatalf("%+v", got)
		}

		for _, line := range []string{
			"First <b>one</b>.", "aB3dEf6hJkLmNpQr", "Username: root", "https://loket.example/external/?a=1&b=2",
			"This message was sent by Loket to root@example.com.",
		} {
			if !strings.Contains("\n"+got[0].Text, "\n"+line+"\n") {
				t.Errorf("no line %q in:\n%s", line, got[0].Text)
			}
		}

		for _, part := range []string{
			`<html lang="en">`, "First &lt;b&gt;one&lt;/b&gt;.", "aB3dEf6hJkLmNpQr", `href="https://loket.example/external/?a=1&amp;b=2"`, "help@loket.example",
		} {
			if !strings.Contains(got[0].HTML, part) {
				t.Errorf("no %q in:\n%s", part, got[0].HTML)
			}
		}
	})
}

func TestLayoutSpeaksBothLanguages(t *testing.T) {
	t.Parallel()

	outbox := open(t, testkit.Open(t, db.SQLite))
	outbox.Start(t)
	testkit.Must(t, outbox.send(t, message(language.Indonesian)))
	testkit.Must(t, outbox.Queue.Idle(t.Context()))

	got := outbox.Box.Mails()[0]
	if !strings.Contains(got.Text, "Loket tidak pernah menanyakan kata sandi") || !strings.Contains(got.HTML, `<html lang="id">`) {
		t.Errorf("%s\n%s", got.Text, got.HTML)
	}
}

// TestWaitingMessageIsSealed reads the database as an intruder would.
func TestWaitingMessageIsSealed(t *testing.T) {
	t.Parallel()

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		outbox := open(t, d)
		testkit.Must(t, outbox.send(t, message(language.English)))

		var args string
		testkit.Must(t, d.Reader().QueryRow(t.Context(), "SELECT args FROM jobs WHERE kind = $1", mail.Kind).Scan(&args))

		// Each part is too long, or has a sign too many, to appear in base64 by chance.
		for _, part := range []string{"aB3dEf6hJkLmNpQr", "root@", "Kata ", "external/"} {
			if strings.Contains(args, part) {
				t.Errorf("%q lies open: %s", part, args)
			}
		}

		// Another key can't decrypt it: the job is dead at once and nothing is sent.
		other := open(t, d, func(opt *mail.Options) { opt.Key = secret.Text(strings.Repeat("x", 40)) })
		other.Start(t)
		testkit.Must(t, other.Queue.Idle(t.Context()))

		var dead int
		testkit.Must(t, d.Reader().QueryRow(t.Context(), "SELECT count(*) FROM jobs WHERE state = 'dead'").Scan(&dead))

		if dead != 1 || len(other.Box.Mails()) != 0 {
			t.Errorf("%d dead, %d sent", dead, len(other.Box.Mails()))
		}
	})
}

func TestForgedHeadersAreRefused(t *testing.T) {
	t.Parallel()

	outbox := open(t, testkit.Open(t, db.SQLite))

	for _, to := range []string{
		"", "a@b", "a@example.com\r\nBcc: c@example.com", "a@example.com, c@example.com", "A <a@example.com>", "a@example.com\x00",
		strings.Repeat("a", 250) + "@example.com",
	} {
		m := message(language.English)
		m.To = to

		if err := outbox.send(t, m); (err == nil) != (to == "a@b") { // a short domain is for the mail server to refuse
			t.Errorf("to %q: %v", to, err)
		}
	}

	for _, subject := range []string{"", "a\r\nBcc: c@example.com", "a\nb", "a\x00", "\xff", strings.Repeat("a", 300)} {
		m := message(language.English)
		m.Subject = subject

		if err := outbox.send(t, m); err == nil {
			t.Errorf("subject %q went through", subject)
		}
	}
}

func TestLateMessageIsDropped(t *testing.T) {
	t.Parallel()

	outbox := open(t, testkit.Open(t, db.SQLite))
	m := message(language.English)
	m.Until = outbox.clk.Now().Add(time.Minute)
	testkit.Must(t, outbox.send(t, m))

	outbox.clk.Advance(time.Minute)
	outbox.Start(t)
	testkit.Must(t, outbox.Queue.Idle(t.Context()))

	var left int
	testkit.Must(t, outbox.d.Reader().QueryRow(t.Context(), "SELECT count(*) FROM jobs").Scan(&left))

	if left != 0 || len(outbox.Box.Mails()) != 0 {
		t.Errorf("%d jobs left, %d mails", left, len(outbox.Box.Mails()))
	}
}

// TestRefusedMessageIsTriedAgain stops the mail server and starts it again: the message
// arrives once.
func TestRefusedMessageIsTriedAgain(t *testing.T) {
	t.Parallel()

	outbox := open(t, testkit.Open(t, db.SQLite))

	var host string

	late := open(t, outbox.d, func(opt *mail.Options) { host, opt.SMTP.Host = opt.SMTP.Host, "" })
	testkit.Must(t, late.send(t, message(language.English)))
	testkit.Must(t, late.Queue.Start(t.Context()))
	testkit.Eventually(t, testkit.Patience, "the failed try is noted", func() bool {
		var failed int

		testkit.Must(t, outbox.d.Reader().QueryRow(t.Context(), "SELECT count(*) FROM jobs WHERE state = 'ready' AND attempt > 0").Scan(&failed))

		return failed == 1
	})
	testkit.Must(t, late.Queue.Stop(t.Context()))

	if host == "" || len(outbox.Box.Mails()) != 0 {
		t.Fatal("sent without a server")
	}

	outbox.clk.Advance(time.Hour)
	outbox.Start(t)
	testkit.Eventually(t, testkit.Patience, "the message is sent", func() bool { return len(outbox.Box.Mails()) == 1 })
}
