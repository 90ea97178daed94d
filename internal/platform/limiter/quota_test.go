package limiter_test

import (
	"testing"
	"time"

	"loket/internal/platform/limiter"
)

func TestQuotaIsOfEachKey(t *testing.T) {
	t.Parallel()

	now := time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	q := limiter.NewQuota[int](2, 100, time.Minute)

	for want := range 2 {
		if !q.Take(1, now) || q.Used(1, now) != want+1 {
			t.Fatalf("%d used", q.Used(1, now))
		}
	}

	// A flood of other keys refuses nobody, itself neither, and takes no memory.
	for key := range 10_000 {
		if !q.Take(key+2, now) {
			t.Fatalf("key %d is refused", key)
		}

		if q.Take(1, now) { // it is asked for all the time, so it is not forgotten
			t.Fatal("a third time")
		}
	}

	q.Return(1)

	if !q.Take(1, now) || q.Take(1, now) {
		t.Error("what was returned is not free once")
	}

	if q.Used(2, now) != 0 {
		t.Error("a key of long ago is remembered")
	}

	if later := now.Add(time.Minute); q.Used(1, later) != 0 || !q.Take(1, later) {
		t.Error("the window doesn't end")
	}
}
