package argon

import (
	"cmp"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// Options configure a Process; a zero value takes the default.
type Options struct {
	// Command is the program to start. It must call Serve on its standard
	// input and output.
	Command []string
	// Idle is how long an unused process stays; 1 minute by default.
	Idle time.Duration
	// Limit is how long one key may take; 5 seconds by default. On an
	// overloaded machine the low-priority process may get no time at all.
	Limit time.Duration
	// Retry is how long keys are derived in this process after a failure of
	// the other one; 1 minute by default.
	Retry time.Duration
	// Logger gets the failures.
	Logger *slog.Logger
}

// Process derives keys in a separate process with low priority. It starts the
// process on demand and ends it when idle. So orders don't wait for cores that
// hash passwords, and the memory of many sign-ins is returned at once. When the
// process fails, keys are derived in this process. It is safe for concurrent
// use.
type Process struct {
	opt  Options
	here bound

	mu    sync.Mutex
	child *child // nil when none runs
	users int
	used  time.Time // last use
	rest  *time.Timer
	after time.Time // no new start before this moment
	ended bool
}

// NewProcess makes a Process. The child starts with the first Derive.
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

// Derive derives the key in the child process, or in this one when that fails.
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

// Close ends the child process. Later keys are derived in this process.
func (p *Process) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()

	p.ended = true
	p.drop()
}

// take returns the running child process, or nil when keys are to be derived in
// this process.
func (p *Process) take() *child {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.ended || time.Now().Before(p.after) {
		return nil
	}

	if p.child == nil {
		c, err := startChild(p.opt.Command)
		if err != nil {
			p.recordFailure(err)

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
		p.recordFailure(err)
	}
}

// retire ends the child process after Options.Idle without requests.
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

var errNoProcess = errors.New("no hash process")

func (p *Process) recordFailure(err error) {
	p.after = time.Now().Add(p.opt.Retry)
	p.opt.Logger.Warn("hash process failed, hashing in the main process for 1 minute", slog.Any("error", errors.Join(errNoProcess, err)))
}
