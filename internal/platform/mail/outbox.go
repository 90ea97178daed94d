package mail

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/secret"
)

// Kind is the kind of the jobs that send mails.
const Kind = "mail.send"

// Retries of a message. The last one is about six hours after the first.
const (
	workers     = 4
	attempts    = 45
	sendTimeout = 45 * time.Second
	firstWait   = 2 * time.Second
	mostWait    = 10 * time.Minute
)

// Queue is the job queue as the outbox needs it.
type Queue interface {
	Handle(kind string, opt job.KindOptions, fn func(ctx context.Context, j job.Job) error)
	EnqueueTx(ctx context.Context, tx *db.Tx, r job.Request) (bool, error)
}

// Sender stores a message in the caller's transaction, so that it is sent if and only if that commits. Outbox is the one of a
// program; a test may have one that records or refuses messages.
type Sender interface {
	Send(ctx context.Context, tx *db.Tx, m Message) error
}

// Options are the settings of an outbox.
type Options struct {
	SMTP SMTP
	// Key encrypts messages that wait, with at least 32 bytes. It may serve other
	// purposes too, because the outbox derives its own key from it.
	Key secret.Text
	// Help is the address for questions at the foot of messages. It may be empty.
	Help   string
	Clock  clock.Clock
	Logger *slog.Logger
}

// Outbox stores messages and sends them.
type Outbox struct {
	queue     Queue
	seal      *seal
	layout    *layout
	transport *transport
	clk       clock.Clock
	logger    *slog.Logger
	domain    string
}

// New makes an outbox that sends by jobs of the queue. The queue must not be running yet.
func New(q Queue, opt Options) (*Outbox, error) {
	sealed, err := newSeal(opt.Key)
	if err != nil {
		return nil, err
	}

	way, err := newTransport(opt.SMTP)
	if err != nil {
		return nil, err
	}

	name := way.from.Name
	if name == "" {
		name = "Loket"
	}

	form, err := newLayout(name, opt.Help)
	if err != nil {
		return nil, err
	}

	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}

	o := &Outbox{
		queue: q, seal: sealed, layout: form, transport: way, clk: opt.Clock, logger: opt.Logger,
		domain: way.from.Address[strings.LastIndexByte(way.from.Address, '@')+1:],
	}
	q.Handle(Kind, job.KindOptions{
		Workers: workers, MaxAttempts: attempts, Timeout: sendTimeout, Backoff: job.Exponential(firstWait, mostWait),
	}, o.deliver)

	return o, nil
}

// Send stores a message in the caller's transaction; a job sends it after the commit. It
// returns an error for a message that must not be sent, such as one with two recipients.
func (o *Outbox) Send(ctx context.Context, tx *db.Tx, m Message) error {
	if err := m.check(); err != nil {
		return err
	}

	sealed, err := o.seal.close(m.letter())
	if err != nil {
		return err
	}

	if _, err := o.queue.EnqueueTx(ctx, tx, job.Request{Kind: Kind, Args: sealed}); err != nil {
		return fmt.Errorf("mail: %w", err)
	}

	return nil
}

// deliver handles the jobs that send.
func (o *Outbox) deliver(ctx context.Context, j job.Job) error {
	var sealed envelope
	if err := j.Decode(&sealed); err != nil {
		return err
	}

	l, err := o.seal.open(sealed)
	if err != nil {
		return job.Discard(err)
	}

	if !l.Until.IsZero() && !o.clk.Now().Before(l.Until) {
		o.logger.LogAttrs(ctx, slog.LevelWarn, "a mail expired before it could be sent", slog.Int64("job", j.ID))

		return nil
	}

	plain, page, err := o.layout.render(l)
	if err != nil {
		return job.Discard(err)
	}

	permanent, err := o.transport.send(ctx, post{
		id: strconv.FormatInt(j.ID, 10) + "@" + o.domain, to: l.To, subject: l.Subject, text: plain, html: page, at: j.CreatedAt,
	})
	if permanent {
		return job.Discard(err)
	}

	return err
}
