package api

import (
	"context"
	"log/slog"
	"testing"

	"loket/internal/platform/fault"
)

// A caller that disconnects while a call waits leaves its outcome unknown, whatever the operation declares.
func TestAnswerThatNobodyReadsIsNotUndeclared(t *testing.T) {
	t.Parallel()

	var reported []string

	a := &API{logger: slog.New(slog.DiscardHandler)}
	a.options.Undeclared = func(_, code string) { reported = append(reported, code) }
	declared := a.declaredErrors("check-scheduled-order", nil)

	ctx, cancel := context.WithCancel(t.Context())
	connected := declared.check(ctx, a.Translate(ctx, fault.ErrOutcomeUnknown.Wrap(context.DeadlineExceeded)))

	cancel()

	gone := declared.check(ctx, a.Translate(ctx, fault.ErrOutcomeUnknown.Wrap(ctx.Err())))

	if connected.Code != fault.ErrInternal.Code || len(reported) != 1 || reported[0] != fault.ErrOutcomeUnknown.Code {
		t.Errorf("an undeclared error is answered as %s, and reported: %v", connected.Code, reported)
	}

	if gone.status != statusGone {
		t.Errorf("the answer that nobody reads has status %d", gone.status)
	}
}
