// Package mailtest receives mails in tests: by a real mail server, for tests of the
// whole way of a mail, or by a Recorder, for tests that only need to know which
// messages were handed over.
package mailtest

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"loket/internal/dev/simulate/mailbox"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
)

// Server is a mail server on a free port with the queue of the mails to it. A test
// makes the outbox between the two.
type Server struct {
	Queue *job.Queue
	Box   *mailbox.Box
	// SMTP are the settings that reach the server.
	SMTP mail.SMTP
}

// NewServer starts a server that is closed at the end of the test. Its queue runs no
// jobs until Start.
func NewServer(t *testing.T, d *db.DB, clk clock.Clock) *Server {
	t.Helper()

	logger := slog.New(slog.DiscardHandler)

	box, err := mailbox.OpenBox(filepath.Join(t.TempDir(), "mail"))
	testkit.Must(t, err)

	server, err := mailbox.Listen(t.Context(), "127.0.0.1:0", box, clk, logger)
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, errors.Join(server.Close(), box.Close())) })

	host, text, err := net.SplitHostPort(server.Addr())
	testkit.Must(t, err)

	port, err := strconv.Atoi(text)
	testkit.Must(t, err)

	return &Server{
		Queue: NewQueue(t, d, clk),
		Box:   box,
		SMTP:  mail.SMTP{Host: host, Port: port, TLS: mail.NoTLS, From: "Loket <no-reply@loket.example>"},
	}
}

// Start runs the queue until the end of the test.
func (s *Server) Start(t *testing.T) {
	t.Helper()

	Start(t, s.Queue)
}

// NewQueue makes a queue that runs no jobs until Start.
func NewQueue(t testing.TB, d *db.DB, clk clock.Clock) *job.Queue {
	t.Helper()

	generator, err := ids.NewGenerator(1)
	testkit.Must(t, err)

	return job.NewQueue(d, clk, generator, slog.New(slog.DiscardHandler), job.Options{Holder: "test"})
}

// Start runs a queue until the end of the test.
func Start(t *testing.T, q *job.Queue) {
	t.Helper()

	testkit.Must(t, q.Start(t.Context()))
	t.Cleanup(func() { testkit.Must(t, q.Stop(context.WithoutCancel(t.Context()))) })
}

// Recorder keeps the messages that were handed over in transactions that committed.
type Recorder struct {
	mu   sync.Mutex
	sent []mail.Message
}

// Send records a message when tx commits.
func (p *Recorder) Send(_ context.Context, tx *db.Tx, m mail.Message) error {
	tx.AfterCommit(func() {
		p.mu.Lock()
		defer p.mu.Unlock()

		p.sent = append(p.sent, m)
	})

	return nil
}

// Messages returns all messages so far, oldest first.
func (p *Recorder) Messages() []mail.Message {
	p.mu.Lock()
	defer p.mu.Unlock()

	return slices.Clone(p.sent)
}
