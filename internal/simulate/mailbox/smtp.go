package mailbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/mail"
	"net/textproto"
	"strings"
	"sync"
	"time"

	"loket/internal/platform/clock"
)

const (
	maxMail       = 32 << 20
	maxLine       = 4 << 10 // of a command
	maxRecipients = 100
	maxSessions   = 64
	maxMails      = 1000 // of one session
	sessionIdle   = 30 * time.Second
)

var errTooLarge = errors.New("too large")

// Server takes mails over SMTP, for a loopback address: it asks nobody who they are.
type Server struct {
	box      *Box
	clock    clock.Clock
	logger   *slog.Logger
	listener net.Listener
	slots    chan struct{}
	group    sync.WaitGroup

	mu     sync.Mutex
	open   map[net.Conn]struct{}
	closed bool
}

// Listen starts to take mails at address into the box.
func Listen(ctx context.Context, address string, box *Box, clk clock.Clock, logger *slog.Logger) (*Server, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}

	s := &Server{
		box: box, clock: clk, logger: logger, listener: listener,
		slots: make(chan struct{}, maxSessions), open: map[net.Conn]struct{}{},
	}

	s.group.Go(s.accept)

	return s, nil
}

// Addr is where it listens.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Close cuts all sessions; a mail that was not yet answered with OK is not kept.
func (s *Server) Close() error {
	s.mu.Lock()
	first := !s.closed
	s.closed = true

	var err error
	if first {
		err = s.listener.Close()
	}

	for conn := range s.open {
		_ = conn.Close() // its session ends with an error, which is what we want
	}
	s.mu.Unlock()

	s.group.Wait()

	if err != nil {
		return fmt.Errorf("mail server: %w", err)
	}

	return nil
}

func (s *Server) accept() {
	for {
		s.slots <- struct{}{} // full: callers wait in the listener's queue

		conn, err := s.listener.Accept()
		if err != nil || !s.register(conn) {
			<-s.slots

			return
		}

		s.group.Go(func() {
			defer func() { <-s.slots }()
			defer s.unregister(conn)

			(&session{server: s, conn: conn, text: textproto.NewConn(limited{conn})}).run()
		})
	}
}

func (s *Server) register(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.closed {
		_ = conn.Close() // nobody is listening any more

		return false
	}

	s.open[conn] = struct{}{}

	return true
}

func (s *Server) unregister(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()

	delete(s.open, conn)
	_ = conn.Close() // the session is over
}

// limited ends a session that sends nothing for long.
type limited struct{ net.Conn }

// Read implements io.Reader.
func (l limited) Read(p []byte) (int, error) {
	if err := l.SetReadDeadline(time.Now().Add(sessionIdle)); err != nil {
		return 0, fmt.Errorf("deadline: %w", err)
	}

	return l.Conn.Read(p)
}

// session is one SMTP conversation (RFC 5321, without what needs a name or a password).
type session struct {
	server     *Server
	conn       net.Conn
	text       *textproto.Conn
	from       bool
	recipients []string
	mails      int
}

func (s *session) run() {
	if !s.say(220, "localhost mailbox") { // SMTP's own numbers
		return
	}

	for {
		line, err := readLine(s.text.R)
		if err != nil {
			return
		}

		verb, rest, _ := strings.Cut(line, " ")
		if !s.command(strings.ToUpper(verb), rest) {
			return
		}
	}
}

// readLine bounds a command; textproto's own reader does not.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte

	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)

		if len(line) > maxLine {
			return "", errTooLarge
		}

		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}

		if err != nil {
			return "", fmt.Errorf("command: %w", err)
		}

		return strings.TrimRight(string(line), "\r\n"), nil
	}
}

func (s *session) say(code int, text string) bool {
	return s.text.PrintfLine("%d %s", code, text) == nil
}

func (s *session) command(verb, rest string) bool {
	switch verb {
	case "EHLO":
		s.reset()

		return s.text.PrintfLine("250-localhost\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE %d", maxMail) == nil
	case "HELO", "RSET":
		s.reset()

		return s.say(250, "OK")
	case "NOOP":
		return s.say(250, "OK")
	case "MAIL":
		s.reset()

		_, ok := address(rest, "FROM:")
		s.from = ok

		return s.say(verdict(ok))
	case "RCPT":
		to, ok := address(rest, "TO:")
		ok = ok && to != "" && s.from && len(s.recipients) < maxRecipients

		if ok {
			s.recipients = append(s.recipients, to)
		}

		return s.say(verdict(ok))
	case "DATA":
		return s.data()
	case "QUIT":
		s.say(221, "Bye")

		return false
	default:
		return s.say(502, "Not implemented")
	}
}

func verdict(ok bool) (int, string) {
	if ok {
		return 250, "OK" // SMTP's own numbers
	}

	return 553, "Address refused" // SMTP's own numbers
}

func (s *session) reset() {
	s.from = false
	s.recipients = nil
}

// address reads <a@b> behind FROM: or TO:; an empty one is the sender of bounces.
func address(rest, prefix string) (string, bool) {
	if len(rest) < len(prefix) || !strings.EqualFold(rest[:len(prefix)], prefix) {
		return "", false
	}

	rest = strings.TrimSpace(rest[len(prefix):])

	end := strings.IndexByte(rest, '>')
	if !strings.HasPrefix(rest, "<") || end < 0 {
		return "", false
	}

	inner := rest[1:end]
	if inner == "" {
		return "", true
	}

	parsed, err := mail.ParseAddress(inner)
	if err != nil {
		return "", false
	}

	return parsed.Address, true
}

func (s *session) data() bool {
	if len(s.recipients) == 0 {
		return s.say(503, "No recipients")
	}

	if s.mails++; s.mails > maxMails {
		return s.say(452, "Too many mails in one session")
	}

	if !s.say(354, "End with a point on its own line") {
		return false
	}

	raw, err := io.ReadAll(io.LimitReader(s.text.DotReader(), maxMail+1))
	if err != nil {
		return false
	}

	if len(raw) > maxMail {
		s.say(552, "Too large")

		return false
	}

	recipients := s.recipients
	s.reset()

	mail, err := Parse(raw, recipients, s.server.clock.Now())
	if err != nil {
		return s.say(554, "Not a mail")
	}

	if err := s.server.box.Add(mail); err != nil {
		s.server.logger.Error("mail could not be kept", "error", err)

		return s.say(451, "Could not be kept")
	}

	return s.say(250, "Kept")
}
