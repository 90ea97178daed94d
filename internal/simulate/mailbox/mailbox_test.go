package mailbox_test

import (
	"bufio"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"loket/internal/platform/clock"
	"loket/internal/simulate/mailbox"
)

func listen(t *testing.T) (*mailbox.Server, *mailbox.Box) {
	t.Helper()

	box, err := mailbox.OpenBox(filepath.Join(t.TempDir(), "mail"))
	if err != nil {
		t.Fatal(err)
	}

	server, err := mailbox.Listen(t.Context(), "127.0.0.1:0", box, clock.System{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}

		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})

	return server, box
}

// talk says each line and wants the code that follows it.
func talk(t *testing.T, address string, lines ...string) {
	t.Helper()

	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}

	defer func() { _ = conn.Close() }()

	const patience = 10 * time.Second
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}

	reader := bufio.NewReader(conn)
	expect := func(said, code string) {
		for {
			got, err := reader.ReadString('\n')
			if err != nil || !strings.HasPrefix(got, code) {
				t.Fatalf("after %.40q: %q, %v; want %s", said, got, err, code)
			}

			if len(got) < 4 || got[3] != '-' {
				return
			}
		}
	}

	expect("hello", "220")

	for i := 0; i+1 < len(lines); i += 2 {
		if _, err := fmt.Fprintf(conn, "%s\r\n", lines[i]); err != nil {
			t.Fatal(err)
		}

		expect(lines[i], lines[i+1])
	}
}

func TestConversation(t *testing.T) {
	t.Parallel()

	server, box := listen(t)

	talk(
		t, server.Addr(),
		"EHLO test", "250", "DATA", "503", "RCPT TO:<a@example.com>", "553", "MAIL FROM:<>", "250",
		"RCPT TO:a@example.com", "553", "RCPT TO:<nobody>", "553", "RCPT TO:<>", "553",
		"RCPT TO:<a@example.com>", "250", "VRFY a", "502", "NOOP", "250", "DATA", "354", "Subject: One\r\n\r\nText\r\n.", "250",
		"DATA", "503", // the recipients were those of the mail before
		"MAIL FROM:<b@example.com>", "250", "RCPT TO:<c@example.com>", "250", "RSET", "250", "DATA", "503", "QUIT", "221",
	)

	mails := box.Mails()
	if len(mails) != 1 || mails[0].To != "a@example.com" || mails[0].Subject != "One" || mails[0].Text != "Text\n" {
		t.Errorf("%+v", mails)
	}
}

func TestTooManyRecipients(t *testing.T) {
	t.Parallel()

	server, _ := listen(t)

	const most = 100

	lines := append(
		[]string{"HELO test", "250", "MAIL FROM:<a@example.com>", "250"},
		slices.Repeat([]string{"RCPT TO:<b@example.com>", "250"}, most)...,
	)

	talk(t, server.Addr(), append(lines, "RCPT TO:<b@example.com>", "553")...)
}

func TestEndlessCommandIsCut(t *testing.T) {
	t.Parallel()

	server, _ := listen(t)

	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Addr())
	if err != nil {
		t.Fatal(err)
	}

	defer func() { _ = conn.Close() }()

	go func() {
		for range 1000 {
			if _, err := conn.Write([]byte(strings.Repeat("x", 1000))); err != nil {
				return
			}
		}
	}()

	reader := bufio.NewReader(conn)
	if _, err := reader.ReadString('\n'); err != nil {
		t.Fatal(err)
	}

	if _, err := reader.ReadString('\n'); err == nil {
		t.Error("a line without an end was answered")
	}
}

// FuzzParse: no mail makes a panic, and what is kept can be stored and shown.
func FuzzParse(f *testing.F) {
	f.Add([]byte("Subject: =?utf-8?Q?a?=\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--"))
	f.Add([]byte("Content-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: base64\r\n\r\n6Q=="))
	f.Add([]byte("\r\n"))

	f.Fuzz(func(t *testing.T, raw []byte) {
		mail, err := mailbox.Parse(raw, []string{"a@example.com"}, time.Time{})
		if err == nil && (!utf8.ValidString(mail.Text) || !utf8.ValidString(mail.HTML)) {
			t.Errorf("not UTF-8: %q", mail)
		}
	})
}
