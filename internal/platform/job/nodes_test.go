package job_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

// far is a poll interval that never passes, so every poll in the test is triggered by
// something else.
const far = time.Hour

func TestManyQueuesRunEachJobOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const (
			nodes = 3
			jobs  = 2000
		)

		ran := newTally()
		queues := make([]*job.Queue, nodes)

		for i := range queues {
			queues[i] = newQueue(t, d, clock.System{}, i, job.Options{}, func(q *job.Queue) {
				q.Handle("work", job.KindOptions{Workers: 16}, func(_ context.Context, j job.Job) error {
					var a args
					if err := j.Decode(&a); err != nil {
						return err
					}

					if ran.add(a.Name) == 1 && len(a.Name)%2 == 0 && j.Attempt == 1 {
						return job.Snooze(0) // half of them run again at once
					}

					return nil
				})
			})
			start(t, queues[i])
		}

		var wg sync.WaitGroup
		for w := range 4 {
			wg.Go(func() {
				for i := w; i < jobs; i += 4 {
					add(t, d, queues[i%nodes], job.Request{Kind: "work", Args: args{strconv.Itoa(i)}})
				}
			})
		}

		wg.Wait()

		for _, q := range queues {
			idle(t, q)
		}

		got := ran.all()
		if len(got) != jobs {
			t.Errorf("%d of %d jobs ran", len(got), jobs)
		}

		for name, n := range got {
			if want := 1 + (len(name)+1)%2; n != want {
				t.Errorf("job %s ran %d times, want %d", name, n, want)
			}
		}
	})
}

func TestOtherNodesHearOfWork(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	ran := make(chan string, 1)
	taker := newQueue(t, d, clock.System{}, 0, job.Options{Poll: far}, func(q *job.Queue) {
		q.Handle("work", job.KindOptions{}, func(_ context.Context, j job.Job) error {
			ran <- string(j.Args)

			return nil
		})
	})
	giver := newQueue(t, d, clock.System{}, 1, job.Options{Poll: far}, nil)

	start(t, taker)
	start(t, giver)

	for _, want := range []string{`"a"`, `"b"`} {
		add(t, d, giver, job.Request{Kind: "work", Args: want[1:2]})

		if got := receive(t, ran, "the job of the other node"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}

	idle(t, taker)
}

func TestFutureJobsRunWhenDueWithoutPolls(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ran := make(chan time.Time, 2)
		q := newQueue(t, d, clock.System{}, 0, job.Options{Poll: far}, func(q *job.Queue) {
			q.Handle("later", job.KindOptions{}, func(context.Context, job.Job) error {
				ran <- time.Now()

				return nil
			})
		})
		start(t, q)

		due := time.Now().Add(50 * time.Millisecond)
		add(t, d, q, job.Request{Kind: "later", RunAt: due})

		if at := receive(t, ran, "the later job"); at.Before(due.Truncate(time.Microsecond)) {
			t.Errorf("it ran %s too early", due.Sub(at))
		}

		idle(t, q)
	})
}

// blocked returns a queue whose handler reports each run and waits until the test
// releases it.
func blocked(t *testing.T, d *db.DB, clk clock.Clock, node int) (*job.Queue, chan context.Context, chan error) {
	t.Helper()

	began, release := make(chan context.Context, 10), make(chan error)
	q := newQueue(t, d, clk, node, job.Options{}, func(q *job.Queue) {
		q.Handle("work", job.KindOptions{Workers: 1, MaxAttempts: 3}, func(ctx context.Context, _ job.Job) error {
			began <- ctx

			return <-release
		})
	})

	return q, began, release
}

func TestLostLeaseIsTakenOverOnceAndTheStaleHolderRefused(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := manual()
		slow, slowBegan, slowRelease := blocked(t, d, clk, 0)
		start(t, slow)
		add(t, d, slow, job.Request{Kind: "work"})

		receive(t, slowBegan, "the first run")

		clk.Advance(20 * time.Second)
		slow.RenewAll(t.Context())

		// The other two queues share a handler: either may take the job over.
		second, began, release := blocked(t, d, clk, 1)
		third := newQueue(t, d, clk, 2, job.Options{}, func(q *job.Queue) {
			q.Handle("work", job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error {
				began <- ctx

				return <-release
			})
		})

		start(t, second)
		start(t, third)
		clk.Advance(20 * time.Second) // 40 s: the lease was renewed at 20 s
		second.Wake("")

		if n := count(t, d, "state = 'running' AND attempt = 1 AND holder = $1", slow.Holder()); n != 1 {
			t.Fatal("a renewed lease was taken")
		}

		clk.Advance(11 * time.Second) // 51 s: the slow node counts as dead
		second.Wake("")
		third.Wake("")

		receive(t, began, "the take-over")

		slowRelease <- nil // it is done, but too late

		testkit.Eventually(t, patience, "the stale end is refused", func() bool {
			stats, err := slow.Stats(t.Context())

			return err == nil && stats.Kinds[0].Lost == 1
		})

		if n := count(t, d, "state = 'running' AND attempt = 2 AND holder <> $1", slow.Holder()); n != 1 {
			t.Error("the stale holder ended the job of another")
		}

		release <- nil

		idle(t, second)

		if len(began)+len(slowBegan) != 0 || count(t, d, "1 = 1") != 0 {
			t.Error("the job was taken over more than once")
		}
	})
}

func TestLosingTheLeaseEndsTheRun(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := manual()
		q, began, release := blocked(t, d, clk, 0)
		start(t, q)
		add(t, d, q, job.Request{Kind: "work"})

		run := receive(t, began, "the run")

		testkit.Exec(t, d, "UPDATE jobs SET holder = 'another', attempt = 2")

		q.RenewAll(t.Context())
		receive(t, run.Done(), "the end of the run's context")

		release <- errors.New("cut short")
	})
}

func TestJobThatKillsItsNodeEnds(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := manual()
		q, began, _ := blocked(t, d, clk, 0)
		add(t, d, q, job.Request{Kind: "work"})

		testkit.Exec(t, d, "UPDATE jobs SET state = 'running', attempt = 3, holder = 'dead', lease_until = 1")

		start(t, q)
		idle(t, q)

		if len(began) != 0 || count(t, d, "state = 'dead' AND last_error LIKE '%lease%'") != 1 {
			t.Error("a job whose nodes died on every attempt was run once more")
		}
	})
}
