package api_test

import (
	"testing"
	"testing/synctest"
	"time"

	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// TestRetryAt proves that a refusal which ends by waiting says until when, in the header
// and in the body. Other refusals and plain retries have no such time in the body.
func TestRetryAt(t *testing.T) {
	t.Parallel()

	again := func(d fault.Definition, after time.Duration) error {
		e := d.New()
		e.RetryAfter = after

		return e
	}

	for name, c := range map[string]struct {
		err    error
		want   time.Duration // from now; 0: no time
		header string
	}{
		"throttled":        {again(fault.ErrThrottled, 15*time.Minute), 15 * time.Minute, "900"},
		"locked PIN":       {again(identity.ErrPINLocked, 30*time.Minute-time.Millisecond), 30 * time.Minute, "1800"},
		"disabled PIN":     {identity.ErrPINLocked.New(), 0, ""},
		"another refusal":  {identity.ErrForbidden.New(), 0, ""},
		"not available":    {fault.ErrUnavailable.New(), 0, "2"},
		"wrong input":      {fault.ErrValidation.New(), 0, ""},
		"a fault of ours":  {errTeapot, 0, ""},
		"nothing is there": {fault.ErrNotFound.New(), 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			synctest.Test(t, func(t *testing.T) {
				t.Helper()

				start := time.Now()
				e := api.New(api.Options{}).Translate(t.Context(), c.err)

				if got := e.GetHeaders().Get("Retry-After"); got != c.header {
					t.Errorf("Retry-After %q, want %q", got, c.header)
				}

				switch {
				case c.want == 0 && e.RetryAt != nil:
					t.Errorf("retryAt %s", e.RetryAt)
				case c.want != 0 && (e.RetryAt == nil || !e.RetryAt.Equal(start.Add(c.want)) || e.RetryAt.Location() != time.UTC):
					t.Errorf("retryAt %v, want %s after %s", e.RetryAt, c.want, start)
				}
			})
		})
	}
}
