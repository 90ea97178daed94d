package argon

import (
	"cmp"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// Options are what a Process is made from; a zero takes the default.
type Options struct {
	// Command starts a program that calls Serve on its standard input and
	// output.
	Command []string
	// Idle is how long the process stays when nobody asks: a minute.
	Idle time.Duration
	// Limit is how long a key may take: 5 seconds. A machine that has not had
	// 25 ms for it by then has none left for what gives way.
	Limit time.Duration
	// Retry is how long after a failure keys are derived here: a minute.
	Retry time.Duration
	// Logger is told of failures.
	Logger *slog.Logger
}

// Process derives keys in a process of its own with a low priority,
// started when it is needed and ended when it is not: whoever waits for an
// order is not held up by a core that is busy with somebody's password, and
// the memory of a storm of sign-ins goes back at once. When it fails, keys are
// derived in the asking process. It is safe for several goroutines.
type Process struct {
	opt  Options
	here bound

	mu    sync.Mutex
	child *child // nil when none runs
	users int
	used  time.Time // last
	rest  *time.Timer
	after time.Time // no start before it
	ended bool
}

// NewProcess starts nothing yet.
func NewProcess(opt Options) *Process {
	const limit = 5 * time.Second

	opt.Idle = cmp.Or(opt.Idle, time.Minute)
	opt.Limit = cmp.Or(opt.Limit, limit)
	opt.Retry = cmp.Or(opt.Retry, time.Minute)

	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}

	return &Process{opt: opt, here: newBound()}
}

// Derive gives the key, from there or from here.
func (p *Process) Derive(k Key) []byte {
	c := p.take()
	if c == nil {
		return p.here.derive(k)
	}

	derived, err := c.derive(k, p.opt.Limit)
	p.giveBack(c, err)

	if err != nil {
		return p.here.derive(k)
	}

	return derived
}

// Close ends the process. Keys are derived here from now on.
func (p *Process) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()

	p.ended = true
	p.drop()
}

// take gives the running process, nil when keys are to be derived here.
func (p *Process) take() *child {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.ended || time.Now().Before(p.after) {
		return nil
	}

	if p.child == nil {
		c, err := startChild(p.opt.Command)
		if err != nil {
			p.failed(err)

			return nil
		}

		p.child = c
	}

	p.users++

	return p.child
}

func (p *Process) giveBack(c *child, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()

	p.users--
	p.used = time.Now()

	switch {
	case err == nil && p.rest == nil:
		p.rest = time.AfterFunc(p.opt.Idle, p.retire)
	case err == nil:
		p.rest.Reset(p.opt.Idle)
	case c == p.child && !p.ended:
		p.drop()
		p.failed(err)
	}
}

// retire ends a process that nobody asks any more.
func (p *Process) retire() {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.users == 0 && time.Since(p.used) >= p.opt.Idle {
		p.drop()
	}
}

func (p *Process) drop() {
	if p.child != nil {
		p.child.stop()
		p.child = nil
	}
}

var errNoProcess = errors.New("no process of its own derives keys")

func (p *Process) failed(err error) {
	p.after = time.Now().Add(p.opt.Retry)
	p.opt.Logger.Warn("passwords are hashed beside everything else for a while", slog.Any("error", errors.Join(errNoProcess, err)))
}
