package mailbox_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"loket/internal/dev/simulate/mailbox"
	"loket/internal/platform/clock"
)

const patience = 30 * time.Second

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

// talk sends each line and expects the code that follows it.
func talk(t *testing.T, address string, lines ...string) {
	t.Helper()

	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}

	defer func() { _ = conn.Close() }()

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
		"EHLO test", "250", "DATA", "502", "RCPT TO:<a@example.com>", "502", "MAIL FROM:<>", "250",
		"RCPT TO:<nobody>", "501", "RCPT TO:<>", "501",
		"RCPT TO:<a@example.com>", "250", "NOOP", "250", "DATA", "354", "Subject: One\r\n\r\nText\r\n.", "250",
		"DATA", "502", // the recipients belonged to the previous mail
		"MAIL FROM:<b@example.com>", "250", "RCPT TO:<c@example.com>", "250", "RSET", "250", "DATA", "502",
		"MAIL FROM:<b@example.com>", "250", "RCPT TO:<c@example.com>", "250", "DATA", "354", "no header\r\n.", "554", "QUIT", "221",
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

	talk(t, server.Addr(), append(lines, "RCPT TO:<b@example.com>", "452")...)
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

	// The greeting, possibly a refusal, and the end of the connection.
	if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}

	if _, err := io.ReadAll(conn); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("a line without an end is read for ever")
	}
}

// FuzzParse proves that no mail causes a panic, and that what is kept can be stored and
// shown.
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
