// Package job is a durable queue in the program's own database. A job is added in the
// transaction of the rows that it belongs to, leased by one node at a time, and retried
// until it is done or its attempts are used up.
//
// A handler may run more than once for a job: when its node dies, loses its lease, or
// can't store the end of the job. Handlers must be safe to repeat.
package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Job is one run of a job.
type Job struct {
	ID   int64
	Kind string
	Args json.RawMessage
	// Attempt is the number of the run, from 1. A snoozed run doesn't count.
	Attempt   int
	CreatedAt time.Time

	runAt int64 // when it was due, in microseconds
}

// Decode reads the arguments into v. A retry can't help against its error, which discards
// the job.
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
	// UniqueKey, if any, admits one job of the kind with this key: another one is
	// dropped until the first is done. The first may be running already on data that it
	// read before. If work could be missed that way, add the job without a key, or let
	// the handler read again before it ends. A dead job keeps its key.
	UniqueKey string
	// RunAt is when the job is due; zero is now.
	RunAt time.Time
	// Sooner makes a job with the same unique key due at RunAt if it is due later. One that is running is due again as soon as it
	// snoozes or fails; if it is done, it is not repeated.
	Sooner bool
}

// Handler runs the jobs of one kind. It returns nil when the job is done, Snooze, Discard,
// or another error for a retry. Its context ends at the time-out, when the lease is lost,
// and when Stop runs out of time.
type Handler func(ctx context.Context, j Job) error

// KindOptions configure a kind; a zero value takes the default.
type KindOptions struct {
	// Workers is the number of concurrent runs on this node; 4 by default.
	Workers int
	// MaxAttempts is the number of runs before a job is dead; 10 by default.
	MaxAttempts int
	// Timeout is the time limit of one run; 1 minute by default.
	Timeout time.Duration
	// Backoff is the wait after a failed attempt, counted from 1. The queue adds up to a
	// quarter as jitter. By default it doubles from 1 second to 10 minutes.
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

// Exponential is a back-off that doubles from first up to most.
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

// Snooze is the result of a handler whose job is not due yet. The job runs again after
// wait, and the run doesn't count as an attempt.
func Snooze(wait time.Duration) error { return snoozeError{wait} }

type discardError struct{ cause error }

func (e discardError) Error() string { return e.cause.Error() }
func (e discardError) Unwrap() error { return e.cause }

// Discard is the result of a handler when no retry can help. The job is dead at once.
func Discard(cause error) error {
	if cause == nil {
		cause = errDiscarded
	}

	return discardError{cause}
}

// The reasons for which the queue cancels a run.
var (
	errDiscarded = errors.New("discarded")
	errLeaseLost = errors.New("the lease was lost: another node may run this job")
	errStopping  = errors.New("the queue is stopping")
	errTimeout   = errors.New("the time of one run is over")
	errPanic     = errors.New("panic")
)

// Outcome is the end of a run, for metrics.
type Outcome string

// The outcomes.
const (
	Done    Outcome = "done"
	Retried Outcome = "retried"
	Snoozed Outcome = "snoozed"
	Dead    Outcome = "dead"
	// Returned: the node stopped; the attempt doesn't count.
	Returned Outcome = "returned"
	// Lost: another node had taken the job, so this end was refused.
	Lost Outcome = "lost"
)
