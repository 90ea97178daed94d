package mailbox

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/netutil"

	"loket/internal/platform/clock"
)

const (
	maxMail       = 32 << 20
	maxLine       = 4 << 10 // of a command
	maxRecipients = 100
	maxSessions   = 64
	idleTimeout   = 30 * time.Second
)

// Server receives mails over SMTP on a loopback address, from anybody.
type Server struct {
	smtp     *smtp.Server
	listener net.Listener
	served   chan struct{}
}

// Listen starts to receive mails at address into the box.
func Listen(ctx context.Context, address string, box *Box, clk clock.Clock, logger *slog.Logger) (*Server, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}

	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &session{box: box, clock: clk, logger: logger}, nil
	}))
	server.Domain = "localhost"
	server.EnableSMTPUTF8 = true
	server.MaxMessageBytes, server.MaxLineLength, server.MaxRecipients = maxMail, maxLine, maxRecipients
	server.ReadTimeout, server.WriteTimeout = idleTimeout, idleTimeout
	server.ErrorLog = slog.NewLogLogger(logger.Handler(), slog.LevelDebug)

	s := &Server{smtp: server, listener: listener, served: make(chan struct{})}

	go func() {
		defer close(s.served)

		if err := server.Serve(netutil.LimitListener(listener, maxSessions)); err != nil {
			logger.Error("mail server ended", "error", err)
		}
	}()

	return s, nil
}

// Addr is where it listens.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Close cuts all sessions.
func (s *Server) Close() error {
	err := s.smtp.Close()
	_ = s.listener.Close() // the server closes it only where Serve has begun

	<-s.served

	if err != nil {
		return fmt.Errorf("mail server: %w", err)
	}

	return nil
}

// session is one SMTP conversation.
type session struct {
	box        *Box
	clock      clock.Clock
	logger     *slog.Logger
	recipients []string
}

var (
	errNoMail  = &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "Not a mail"}
	errNotKept = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Could not be kept"}
)

// Mail implements smtp.Session. Any sender is welcome.
func (s *session) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt implements smtp.Session.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.recipients = append(s.recipients, to)

	return nil
}

// Data implements smtp.Session. It returns once the mail is on disk.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}

	received, err := Parse(raw, s.recipients, s.clock.Now())
	if err != nil {
		return errNoMail
	}

	if err := s.box.Add(received); err != nil {
		s.logger.Error("mail could not be kept", "error", err)

		return errNotKept
	}

	return nil
}

// Reset implements smtp.Session.
func (s *session) Reset() { s.recipients = nil }

// Logout implements smtp.Session.
func (s *session) Logout() error { return nil }
