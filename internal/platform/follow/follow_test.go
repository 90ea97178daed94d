package follow_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/follow"
)

var errAway = errors.New("the database is away")

func TestLooksGoOnAfterAFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var (
			loop  follow.Loop
			looks atomic.Int64
			text  strings.Builder
		)

		look := follow.Look{Name: "rules", Every: time.Second, Do: func(context.Context) error {
			if looks.Add(1) == 2 {
				return errAway
			}

			return nil
		}}

		testkit.Must(t, loop.Start(t.Context(), slog.New(slog.NewTextHandler(&text, nil)), look))
		time.Sleep(3*time.Second + time.Millisecond)
		loop.Stop()

		if got := looks.Load(); got != 4 {
			t.Errorf("%d looks in 3 s, one at the start among them", got)
		}

		if got := text.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `what=rules error="read the rules: the database is away"`) {
			t.Errorf("the log is %s", got)
		}

		time.Sleep(time.Minute)

		if got := looks.Load(); got != 4 {
			t.Errorf("%d looks after the stop", got-4)
		}
	})
}

func TestStartThatFailsStartsNothing(t *testing.T) {
	t.Parallel()

	var loop follow.Loop

	err := loop.Start(t.Context(), slog.New(slog.DiscardHandler), follow.Look{Name: "rules", Every: time.Nanosecond, Do: func(context.Context) error { return errAway }})
	if !errors.Is(err, errAway) {
		t.Errorf("the start said %v", err)
	}

	loop.Stop()
}
