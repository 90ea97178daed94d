// Package job is a durable queue in the program's own database: work is added
// in the transaction of the rows that it belongs to, leased by one node at a
// time, and repeated until it is done or its attempts are used up.
//
// A handler may run more than once for one job: when its node dies, loses its
// lease, or can't write the end of the job down. Whatever a handler does must
// be safe to do again.
package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Job is one run of a piece of work.
type Job struct {
	ID   int64
	Kind string
	Args json.RawMessage
	// Attempt counts the runs from 1; a snooze does not count.
	Attempt   int
	CreatedAt time.Time
}

// Decode reads the arguments into v. What can't be read never can: the error
// discards the job.
func (j Job) Decode(v any) error {
	if err := json.Unmarshal(j.Args, v); err != nil {
		return Discard(fmt.Errorf("arguments of %s: %w", j.Kind, err))
	}

	return nil
}

// Request is a job to add.
type Request struct {
	Kind string
	// Args is stored as JSON.
	Args any
	// UniqueKey, if any, lets one job of the kind exist with it: a second is
	// dropped until the first is done. The first may be running already, with
	// what it read before; a handler whose work could be missed that way adds
	// without a key, or looks again before it ends. A dead job keeps its key.
	UniqueKey string
	// RunAt is when the job is due; zero is now.
	RunAt time.Time
}

// Handler does the work of one kind. nil is done; Snooze, Discard and any
// other error say what comes next. Its context ends with the time-out, when
// the lease is lost, and when the queue runs out of time to stop.
type Handler func(ctx context.Context, j Job) error

// KindOptions say how a kind is worked on; a zero takes the default.
type KindOptions struct {
	// Workers is how many run at once on this node; 4.
	Workers int
	// MaxAttempts is how often a job is tried before it is dead; 10.
	MaxAttempts int
	// Timeout bounds one run; a minute.
	Timeout time.Duration
	// Backoff is the wait after a failed attempt, counted from 1. The queue adds
	// up to a quarter, so that what failed together is not repeated together.
	// By default it doubles from one second to ten minutes.
	Backoff func(attempt int) time.Duration
}

const (
	defaultWorkers  = 4
	defaultAttempts = 10
	defaultTimeout  = time.Minute

	backoffFirst = time.Second
	backoffMost  = 10 * time.Minute
	jitterPart   = 4
)

func (o KindOptions) withDefaults() KindOptions {
	if o.Workers <= 0 {
		o.Workers = defaultWorkers
	}

	if o.MaxAttempts <= 0 {
		o.MaxAttempts = defaultAttempts
	}

	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}

	if o.Backoff == nil {
		o.Backoff = Exponential(backoffFirst, backoffMost)
	}

	return o
}

// Exponential is a backoff that doubles from first up to most.
func Exponential(first, most time.Duration) func(attempt int) time.Duration {
	return func(attempt int) time.Duration {
		wait := first
		for n := 1; n < attempt && wait < most; n++ {
			wait *= 2
		}

		return min(wait, most)
	}
}

func jitter(wait time.Duration) time.Duration {
	if wait <= 0 {
		return 0
	}

	return wait + rand.N(wait/jitterPart+1)
}

type snoozeError struct{ wait time.Duration }

func (e snoozeError) Error() string { return "again in " + e.wait.String() }

// Snooze is what a handler returns to be run again after a time without
// counting the attempt: the work is not due yet, nothing failed.
func Snooze(wait time.Duration) error { return snoozeError{wait} }

type discardError struct{ cause error }

func (e discardError) Error() string { return e.cause.Error() }
func (e discardError) Unwrap() error { return e.cause }

// Discard is what a handler returns when no further attempt can help: the job
// is dead at once.
func Discard(cause error) error {
	if cause == nil {
		cause = errDiscarded
	}

	return discardError{cause}
}

// Why the queue ends a run by itself.
var (
	errDiscarded = errors.New("discarded")
	errLeaseLost = errors.New("the lease was lost: another node may run this job")
	errStopping  = errors.New("the queue is stopping")
	errTimeout   = errors.New("the time of one run is over")
	errPanic     = errors.New("panic")
)

// Outcome is how a run ended, for metrics.
type Outcome string

// The outcomes.
const (
	Done    Outcome = "done"
	Retried Outcome = "retried"
	Snoozed Outcome = "snoozed"
	Dead    Outcome = "dead"
	// Returned: the node stopped; the attempt does not count.
	Returned Outcome = "returned"
	// Lost: another node had taken the job; this end was refused.
	Lost Outcome = "lost"
)
