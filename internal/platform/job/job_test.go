package job_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

type args struct {
	Name string `json:"name"`
}

func TestJobLivesAndDiesWithItsTransaction(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ran := newTally()
		q := newQueue(t, d, clock.System{}, 0, job.Options{}, func(q *job.Queue) {
			q.Handle("greet", job.KindOptions{}, func(_ context.Context, j job.Job) error {
				var a args
				if err := j.Decode(&a); err != nil {
					return err
				}

				ran.add(a.Name)

				return nil
			})
		})
		start(t, q)

		boom := errors.New("boom")

		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := q.EnqueueTx(t.Context(), tx, job.Request{Kind: "greet", Args: args{"rolled back"}})

			return errors.Join(err, boom)
		})
		if !errors.Is(err, boom) {
			t.Fatal(err)
		}

		err = d.Batch(t.Context(), func(b *db.Batch) error {
			q.EnqueueBatch(b, "greet", []string{`{"name":"rolled back"}`}, time.Time{})

			return errors.Join(b.Flush(t.Context()), boom)
		})
		if !errors.Is(err, boom) {
			t.Fatal(err)
		}

		add(t, d, q, job.Request{Kind: "greet", Args: args{"ani"}})

		err = d.Batch(t.Context(), func(b *db.Batch) error {
			q.EnqueueBatch(b, "greet", []string{`{"name":"budi"}`, `{"name":"citra"}`}, time.Time{})

			return nil
		})
		if err != nil {
			t.Fatal(err)
		}

		idle(t, q)

		if got := ran.all(); len(got) != 3 || got["ani"] != 1 || got["budi"] != 1 || got["citra"] != 1 {
			t.Errorf("ran %v", got)
		}

		if n := count(t, d, "1 = 1"); n != 0 {
			t.Errorf("%d jobs are left", n)
		}
	})
}

// A staff command has no node number. The jobs that it adds have ids too, and a node runs them.
func TestJobsOfCommandsRun(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var ran atomic.Int64

		q := newQueue(t, d, clock.System{}, 0, job.Options{}, func(q *job.Queue) {
			q.Handle("greet", job.KindOptions{}, func(context.Context, job.Job) error {
				ran.Add(1)

				return nil
			})
		})

		command := job.NewQueue(d, clock.System{}, nil, quiet(), job.Options{})
		add(t, d, command, job.Request{Kind: "greet"})
		add(t, d, command, job.Request{Kind: "greet"})

		start(t, q)
		idle(t, q)

		if ran.Load() != 2 {
			t.Errorf("%d of 2 jobs ran", ran.Load())
		}
	})
}

func TestUniqueKeyIsFreeAgainWhenDone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		release := make(chan struct{})
		q := newQueue(t, d, clock.System{}, 0, job.Options{}, func(q *job.Queue) {
			q.Handle("sweep", job.KindOptions{}, func(context.Context, job.Job) error {
				<-release

				return nil
			})
			q.Handle("other", job.KindOptions{}, func(context.Context, job.Job) error { return nil })
		})
		start(t, q)

		r := job.Request{Kind: "sweep", Args: args{"x"}, UniqueKey: "4"}
		if !add(t, d, q, r) || add(t, d, q, r) {
			t.Error("one of two with the same key is to be added")
		}

		if !add(t, d, q, job.Request{Kind: "other", UniqueKey: "4"}) {
			t.Error("a key is taken for its own kind alone")
		}

		close(release)
		idle(t, q)

		if !add(t, d, q, r) {
			t.Error("the key is not free after the job was done")
		}

		idle(t, q)
	})
}

func TestRetriesUntilDeadAndBack(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := manual()
		runs := newTally()
		q := newQueue(t, d, clk, 0, job.Options{}, func(q *job.Queue) {
			wait := func(attempt int) time.Duration { return time.Duration(attempt) * time.Hour }
			opt := job.KindOptions{MaxAttempts: 3, Backoff: wait}

			q.Handle("fail", opt, func(_ context.Context, j job.Job) error {
				runs.add("fail")

				switch {
				case runs.get("mended") > 0:
					return nil
				case j.Attempt == 2:
					panic("at the disco\x00")
				default:
					return errors.New("no luck \xff")
				}
			})
			q.Handle("discard", opt, func(context.Context, job.Job) error { return job.Discard(errors.New("never")) })
			q.Handle("garbled", opt, func(_ context.Context, j job.Job) error {
				var n int

				return j.Decode(&n)
			})
		})
		start(t, q)
		add(t, d, q, job.Request{Kind: "fail"})
		add(t, d, q, job.Request{Kind: "discard", UniqueKey: "k"})
		add(t, d, q, job.Request{Kind: "garbled", Args: "text"})
		idle(t, q)

		for _, want := range []struct {
			wait time.Duration
			runs int
		}{
			{59 * time.Minute, 1},
			{16 * time.Minute, 2}, // one hour and up to a quarter
			{119 * time.Minute, 2},
			{31 * time.Minute, 3},
			{100 * time.Hour, 3},
		} {
			clk.Advance(want.wait)
			q.Wake("")
			idle(t, q)

			if n := runs.get("fail"); n != want.runs {
				t.Fatalf("after %s more: %d runs, want %d", want.wait, n, want.runs)
			}
		}

		dead, err := q.Dead(t.Context(), "", 0, 10)
		if err != nil || len(dead) != 3 {
			t.Fatalf("%d dead jobs, %v", len(dead), err)
		}

		if j := dead[0]; j.Kind != "fail" || j.Attempt != 3 || j.LastError != "no luck ?" {
			t.Errorf("dead: %+v", j)
		}

		if j := dead[1]; j.Kind != "discard" || j.Attempt != 1 || j.LastError != "never" || j.UniqueKey != "k" {
			t.Errorf("dead: %+v", j)
		}

		if !strings.Contains(dead[2].LastError, "arguments of garbled") || dead[2].Attempt != 1 {
			t.Errorf("dead: %+v", dead[2])
		}

		stats, err := q.Stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}

		if k := stats.Kinds[1]; k.Kind != "fail" || k.Dead != 1 || k.Retried != 2 || k.Died != 1 || k.Ready != 0 {
			t.Errorf("stats: %+v", k)
		}

		runs.add("mended")

		err = d.Tx(t.Context(), func(tx *db.Tx) error {
			again, err := q.RetryDead(t.Context(), tx, dead[0].ID)
			none, err2 := q.RetryDead(t.Context(), tx, 1)
			dropped, err3 := q.DropDead(t.Context(), tx, dead[1].ID)

			if !again || none || !dropped {
				t.Errorf("retried %v and %v, dropped %v", again, none, dropped)
			}

			return errors.Join(err, err2, err3)
		})
		if err != nil {
			t.Fatal(err)
		}

		idle(t, q)

		if runs.get("fail") != 4 || count(t, d, "1 = 1") != 1 {
			t.Error("the retried job did not run and end")
		}
	})
}

func TestSnoozeDoesNotCount(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := manual()
		seen := make(chan int, 10)
		q := newQueue(t, d, clk, 0, job.Options{}, func(q *job.Queue) {
			q.Handle("ask", job.KindOptions{MaxAttempts: 2}, func(_ context.Context, j job.Job) error {
				seen <- j.Attempt

				return job.Snooze(time.Hour)
			})
		})
		start(t, q)
		add(t, d, q, job.Request{Kind: "ask", RunAt: clk.Now().Add(time.Hour)})
		idle(t, q)

		if len(seen) != 0 {
			t.Fatal("it ran before its time")
		}

		for range 5 {
			clk.Advance(time.Hour)
			q.Wake("")

			if n := receive(t, seen, "a run"); n != 1 {
				t.Fatalf("attempt %d, want 1", n)
			}

			idle(t, q)
		}
	})
}

func TestTimeoutEndsARun(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		q := newQueue(t, d, clock.System{}, 0, job.Options{}, func(q *job.Queue) {
			q.Handle("slow", job.KindOptions{Timeout: time.Millisecond, MaxAttempts: 1}, func(ctx context.Context, _ job.Job) error {
				<-ctx.Done()

				return ctx.Err()
			})
		})
		start(t, q)
		add(t, d, q, job.Request{Kind: "slow"})
		idle(t, q)

		dead, err := q.Dead(t.Context(), "slow", 0, 10)
		if err != nil || len(dead) != 1 || !strings.Contains(dead[0].LastError, "time of one run is over") {
			t.Errorf("dead: %+v, %v", dead, err)
		}
	})
}

func TestWorkersOfAKindAreLimited(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		running := newTally()
		began, release := make(chan struct{}, 10), make(chan struct{})
		q := newQueue(t, d, clock.System{}, 0, job.Options{}, func(q *job.Queue) {
			q.Handle("two", job.KindOptions{Workers: 2}, func(context.Context, job.Job) error {
				running.add("now")

				began <- struct{}{}

				<-release

				return nil
			})
			q.Handle("free", job.KindOptions{}, func(context.Context, job.Job) error {
				running.add("free")

				return nil
			})
		})
		start(t, q)

		for range 5 {
			add(t, d, q, job.Request{Kind: "two"})
		}

		receive(t, began, "the first")
		receive(t, began, "the second")
		add(t, d, q, job.Request{Kind: "free"})
		testkit.Eventually(t, patience, "another kind is not held up", func() bool { return running.get("free") == 1 })

		if n := count(t, d, "state = 'running' AND kind = 'two'"); n != 2 || running.get("now") != 2 {
			t.Errorf("%d run, %d are taken, want 2", running.get("now"), n)
		}

		close(release)
		idle(t, q)

		if running.get("now") != 5 {
			t.Errorf("%d of 5 ran", running.get("now"))
		}
	})
}

func TestUnknownKindStaysAndIsReported(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		q := newQueue(t, d, clock.System{}, 0, job.Options{}, nil)
		start(t, q)
		add(t, d, q, job.Request{Kind: "of tomorrow"})
		q.Wake("")

		testkit.Eventually(t, patience, "the unknown kind is reported", func() bool {
			stats, err := q.Stats(t.Context())

			return err == nil && len(stats.Unknown) == 1 && stats.Unknown[0] == "of tomorrow"
		})

		if count(t, d, "state = 'ready'") != 1 {
			t.Error("the job did not stay ready")
		}
	})
}

func TestMistakesAreRefused(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)
	nothing := func(context.Context, job.Job) error { return nil }

	for name, set := range map[string]func(q *job.Queue){
		"no handler": func(q *job.Queue) { q.Handle("a", job.KindOptions{}, nil) },
		"no kind":    func(q *job.Queue) { q.Handle("", job.KindOptions{}, nothing) },
		"twice": func(q *job.Queue) {
			q.Handle("a", job.KindOptions{}, nothing)
			q.Handle("a", job.KindOptions{}, nothing)
		},
		"schedule without a handler": func(q *job.Queue) { q.Every("s", time.Hour, "b") },
		"too often": func(q *job.Queue) {
			q.Handle("a", job.KindOptions{}, nothing)
			q.Every("s", time.Millisecond, "a")
		},
	} {
		q := newQueue(t, d, clock.System{}, 0, job.Options{}, set)
		if err := q.Start(t.Context()); err == nil {
			t.Errorf("%s: not refused", name)
		}

		stop(t, q)
	}

	q := newQueue(t, d, clock.System{}, 0, job.Options{}, nil)
	start(t, q)

	if err := q.Start(t.Context()); err == nil {
		t.Error("a second Start was not refused")
	}
}

func TestDefaultBackoff(t *testing.T) {
	t.Parallel()

	wait := job.Exponential(time.Second, 10*time.Minute)
	for attempt, want := range map[int]time.Duration{
		0: time.Second, 1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 11: 10 * time.Minute, 1 << 40: 10 * time.Minute,
	} {
		if got := wait(attempt); got != want {
			t.Errorf("attempt %d waits %s, want %s", attempt, got, want)
		}
	}
}

// A job that waits is made due sooner by another request with its key, also one that is running and then waits: it is one job.
func TestSooner(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := manual()
		runs, release := make(chan int), make(chan struct{})
		q := newQueue(t, d, clk, 0, job.Options{}, func(q *job.Queue) {
			n := 0

			q.Handle("wait", job.KindOptions{}, func(context.Context, job.Job) error {
				n++
				runs <- n

				<-release

				if n == 4 {
					return nil
				}

				return job.Snooze(time.Hour)
			})
		})
		start(t, q)

		r := job.Request{Kind: "wait", UniqueKey: "7", Sooner: true}

		for n := 1; n <= 4; n++ {
			if added := add(t, d, q, r); !added {
				t.Errorf("request %d changes nothing", n)
			}

			if got := receive(t, runs, "the run"); got != n {
				t.Fatalf("run %d, not %d", got, n)
			}

			if n == 2 { // while it runs: it is due again
				add(t, d, q, r)

				release <- struct{}{}

				n++

				receive(t, runs, "the run after a request that came while it ran")
			}

			release <- struct{}{}

			idle(t, q)

			if left := count(t, d, "kind = 'wait'"); left > 1 || n < 4 && left != 1 {
				t.Errorf("%d jobs after run %d", left, n)
			}
		}

		if left := count(t, d, "kind = 'wait'"); left != 0 {
			t.Errorf("%d jobs are left", left)
		}

		later := r
		later.RunAt = clk.Now().Add(time.Hour)

		if !add(t, d, q, later) {
			t.Error("the key is not free")
		}

		if later.RunAt = later.RunAt.Add(time.Hour); add(t, d, q, later) {
			t.Error("a request made a job due later")
		}
	})
}
