package limiter_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
)

// line joins callers of keys one after the other while all places are taken, and returns in which order they get a place.
func line(t *testing.T, turns *limiter.Turns[string], places int, callers ...limiter.Caller[string]) []string {
	t.Helper()

	held := make([]func(), places)

	for i := range held {
		leave, err := turns.Enter(t.Context(), limiter.Caller[string]{Key: fmt.Sprintf("holder %d", i)})
		if err != nil {
			t.Fatal(err)
		}

		held[i] = leave
	}

	var (
		mu    sync.Mutex
		order []string
		all   sync.WaitGroup
	)

	for _, c := range callers {
		turn, err := turns.Join(c)
		if err != nil {
			order = append(order, "-"+c.Key)

			continue
		}

		all.Go(func() {
			defer turn.Leave()

			err := turn.Wait(t.Context())

			mu.Lock()
			defer mu.Unlock()

			if err != nil {
				order = append(order, "-"+c.Key)
			} else {
				order = append(order, c.Key)
			}
		})
		synctest.Wait()
	}

	for _, leave := range held {
		leave()
	}

	all.Wait()

	return order
}

// Whoever has few callers waiting comes before whoever has many, known callers before all, and a network of many addresses is
// one group.
func TestTurnsAreFair(t *testing.T) {
	t.Parallel()

	of := func(key string, groups ...string) limiter.Caller[string] {
		return limiter.Caller[string]{Key: key, Groups: groups}
	}

	for name, c := range map[string]struct {
		queue   int
		callers []limiter.Caller[string]
		want    []string
	}{
		"between keys": {
			10,
			[]limiter.Caller[string]{of("a"), of("a"), of("a"), of("b"), of("c"), of("b")},
			[]string{"a", "b", "c", "a", "b", "a"},
		},
		"known first": {
			10,
			[]limiter.Caller[string]{of("a"), of("b"), {Key: "k", First: true}},
			[]string{"k", "a", "b"},
		},
		"known ones don't hold the others up for ever": {
			10,
			[]limiter.Caller[string]{
				of("a"), {Key: "k", First: true}, {Key: "l", First: true}, {Key: "m", First: true}, {Key: "n", First: true}, of("b"),
			},
			[]string{"k", "l", "m", "a", "n", "b"},
		},
		"many addresses of a network": {
			20,
			[]limiter.Caller[string]{of("1", "n"), of("2", "n"), of("3", "n"), of("4", "n"), of("x", "m"), of("y", "o")},
			[]string{"1", "x", "y", "2", "3", "4"},
		},
		"a flood of a known one leaves room for others": {
			10,
			append(slices.Repeat([]limiter.Caller[string]{{Key: "k", First: true}}, 10), of("a")),
			append([]string{"-k", "k", "k", "k", "a"}, slices.Repeat([]string{"k"}, 6)...),
		},
		"a full queue drops who comes last": {
			3,
			[]limiter.Caller[string]{of("a"), of("a"), of("a"), of("b"), of("a"), {Key: "k", First: true}},
			[]string{"-a", "-a", "-a", "k", "a", "b"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			synctest.Test(t, func(t *testing.T) {
				turns := limiter.NewTurns[string](limiter.TurnsOptions{Places: 1, Queue: c.queue})

				if got := line(t, turns, 1, c.callers...); !slices.Equal(got, c.want) {
					t.Errorf("%v, want %v", got, c.want)
				}

				if turns.Running() != 0 || turns.Waiting() != 0 {
					t.Errorf("%d run, %d wait at the end", turns.Running(), turns.Waiting())
				}
			})
		})
	}
}

// A key has its share of the places and of the queue, however many others are free.
func TestTurnsHaveShares(t *testing.T) {
	t.Parallel()

	synctest.Test(t, func(t *testing.T) {
		turns := limiter.NewTurns[string](limiter.TurnsOptions{Places: 8, Share: 2, Queue: 100, KeyQueue: 3, Wait: time.Second, Retry: 5 * time.Second})
		started := time.Now()

		var (
			running, refused atomic.Int64
			all              sync.WaitGroup
		)

		done := make(chan struct{})

		for range 10 {
			all.Go(func() {
				leave, err := turns.Enter(t.Context(), limiter.Caller[string]{Key: "greedy"})
				if err != nil {
					if e := fault.From(err); e.Code != fault.ErrBusy.Code || e.RetryAfter != 5*time.Second {
						t.Errorf("refused with %v", err)
					}

					refused.Add(1)

					return
				}
				defer leave()

				running.Add(1)
				<-done
			})
		}

		synctest.Wait()

		if running.Load() != 2 || refused.Load() != 5 || turns.Waiting() != 3 {
			t.Errorf("%d run, %d refused, %d wait", running.Load(), refused.Load(), turns.Waiting())
		}

		leave, err := turns.Enter(t.Context(), limiter.Caller[string]{Key: "other"})
		if err != nil || time.Since(started) != 0 {
			t.Errorf("another key waited %s: %v", time.Since(started), err)
		}

		leave()
		time.Sleep(time.Second)
		synctest.Wait()

		if refused.Load() != 8 {
			t.Errorf("%d were refused after the wait", refused.Load())
		}

		close(done)
		all.Wait()
	})
}

// A caller that leaves while it waits gives its place in the queue up.
func TestTurnsOfCallersThatLeave(t *testing.T) {
	t.Parallel()

	turns := limiter.NewTurns[string](limiter.TurnsOptions{Places: 1, Queue: 1})

	leave, err := turns.Enter(t.Context(), limiter.Caller[string]{Key: "a"})
	if err != nil {
		t.Fatal(err)
	}

	gone, cancel := context.WithCancel(t.Context())
	cancel()

	if _, err := turns.Enter(gone, limiter.Caller[string]{Key: "b"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that left: %v", err)
	}

	if turns.Waiting() != 0 {
		t.Errorf("%d wait", turns.Waiting())
	}

	leave()
	leave()

	if leave, err = turns.Enter(t.Context(), limiter.Caller[string]{Key: "c"}); err != nil || turns.Running() != 1 {
		t.Errorf("%d run: %v", turns.Running(), err)
	}

	leave()
}
