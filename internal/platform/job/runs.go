package job

import (
	"context"
	"sync"
	"time"
)

// run is a job claimed by this node.
type run struct {
	job    Job
	pool   *pool
	ctx    context.Context //nolint:containedctx // the run's own, made here and ended with it
	cancel context.CancelCauseFunc

	until time.Time // end of the lease; guarded by runs.mu
}

// runs holds the jobs claimed by this node.
type runs struct {
	mu     sync.Mutex
	active map[*run]struct{}
}

func (rs *runs) add(r *run) {
	rs.mu.Lock()
	defer rs.mu.Unlock()

	rs.active[r] = struct{}{}
}

func (rs *runs) remove(r *run) {
	rs.mu.Lock()
	defer rs.mu.Unlock()

	delete(rs.active, r)
}

func (rs *runs) list() []*run {
	rs.mu.Lock()
	defer rs.mu.Unlock()

	out := make([]*run, 0, len(rs.active))
	for r := range rs.active {
		out = append(out, r)
	}

	return out
}

// before returns the runs whose lease ends before a moment.
func (rs *runs) before(t time.Time) []*run {
	rs.mu.Lock()
	defer rs.mu.Unlock()

	out := []*run{}

	for r := range rs.active {
		if r.until.Before(t) {
			out = append(out, r)
		}
	}

	return out
}

func (rs *runs) extend(r *run, until time.Time) {
	rs.mu.Lock()
	defer rs.mu.Unlock()

	r.until = until
}

func (rs *runs) count(kind string) int64 {
	rs.mu.Lock()
	defer rs.mu.Unlock()

	var n int64

	for r := range rs.active {
		if r.job.Kind == kind {
			n++
		}
	}

	return n
}

// key identifies one run of a job. Every claim increments the attempt, so the key of a
// stale worker matches no row.
type key struct {
	id      int64
	attempt int
}

func (r *run) key() key { return key{r.job.ID, r.job.Attempt} }

// beat renews the leases of long runs and cancels the runs that lost theirs.
func (q *Queue) beat(ctx context.Context) {
	pace := q.opt.Lease / beatsInLease

	tick := time.NewTicker(pace)
	defer tick.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			q.renew(ctx, q.clk.Now().Add(q.opt.Lease-pace))
		}
	}
}

// renew renews the leases that end before a moment, all at once: they share a
// commit.
func (q *Queue) renew(ctx context.Context, before time.Time) {
	var all sync.WaitGroup

	for _, r := range q.runs.before(before) {
		all.Go(func() {
			res, err := q.writes.Do(ctx, write{renew: r})

			switch {
			case err == nil && res.ours:
				q.runs.extend(r, res.until)
			case err == nil, q.runs.expired(r, q.clk.Now()):
				r.cancel(errLeaseLost) // when it has just ended, this changes nothing
			}
		})
	}

	all.Wait()
}

func (rs *runs) expired(r *run, now time.Time) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()

	return r.until.Before(now)
}
