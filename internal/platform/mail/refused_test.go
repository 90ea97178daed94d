package mail_test

import (
	"bufio"
	"net"
	"strconv"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// refusing starts a mail server that refuses every recipient and names the address in its
// reply, as mail servers do.
func refusing(t *testing.T) (host string, port int) {
	t.Helper()

	var conf net.ListenConfig

	listener, err := conf.Listen(t.Context(), "tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, listener.Close()) })

	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}

			refuse(conn)
		}
	}()

	host, text, err := net.SplitHostPort(listener.Addr().String())
	testkit.Must(t, err)

	port, err = strconv.Atoi(text)
	testkit.Must(t, err)

	return host, port
}

func refuse(conn net.Conn) {
	defer conn.Close()

	say := func(line string) { _, _ = conn.Write([]byte(line + "\r\n")) }
	say("220 mail.example")

	for lines := bufio.NewScanner(conn); lines.Scan(); {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "RCPT"):
			say("550 5.1.1 <ROOT@example.com>: unknown here, write to postmaster@example.com")
		case strings.HasPrefix(line, "QUIT"):
			say("221 bye")

			return
		default:
			say("250 mail.example")
		}
	}
}

// TestRefusalNamesNobody proves that the stored and logged error of a failed delivery has
// the reason but no address.
func TestRefusalNamesNobody(t *testing.T) {
	t.Parallel()

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		outbox := open(t, d, func(opt *mail.Options) { opt.SMTP.Host, opt.SMTP.Port = refusing(t) })
		testkit.Must(t, outbox.send(t, message(language.English)))
		outbox.Start(t)
		testkit.Must(t, outbox.Queue.Idle(t.Context()))

		var said string
		testkit.Must(t, d.Reader().QueryRow(t.Context(), "SELECT last_error FROM jobs WHERE state = 'dead'").Scan(&said))

		if strings.Contains(said, "@") || !strings.Contains(said, "550") || !strings.Contains(said, "unknown here") {
			t.Errorf("kept: %s", said)
		}
	})
}
