package idempotency_test

import (
	"errors"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/idempotency"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type made struct{ ID int64 }

// counter makes the next row of a sequence, and counts its runs.
type counter struct{ runs int }

func (c *counter) make(t testing.TB) func(tx *db.Tx, _ time.Time) (made, error) {
	t.Helper()

	return func(tx *db.Tx, _ time.Time) (made, error) {
		c.runs++
		id, err := db.NextSequence(t.Context(), tx, "things")

		return made{id}, err
	}
}

func request(t testing.TB, client int64, call, key string, input any) idempotency.Request {
	t.Helper()

	r, err := idempotency.NewRequest(client, call, key, input)
	testkit.Must(t, err)

	return r
}

func TestRepeatsGetTheFirstAnswer(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		clk := clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC))
		k := idempotency.New(d, clk, nil)

		var c counter

		do := func(r idempotency.Request) (made, bool, error) { return idempotency.Do(t.Context(), k, r, c.make(t)) }

		for name, step := range map[string]struct{ r idempotency.Request }{
			"the first":       {request(t, 1, "create", "k", "input")},
			"another client":  {request(t, 2, "create", "k", "input")},
			"another call":    {request(t, 1, "delete", "k", "input")},
			"another key":     {request(t, 1, "create", "l", "input")},
			"the longest key": {request(t, 1, "create", string(make([]byte, 0, idempotency.MaxKey))+"m", "input")},
		} {
			first, repeated, err := do(step.r)
			if err != nil || repeated || first.ID == 0 {
				t.Errorf("%s: %+v %t %v", name, first, repeated, err)
			}

			again, repeated, err := do(step.r)
			if err != nil || !repeated || again != first {
				t.Errorf("%s, repeated: %+v %t %v", name, again, repeated, err)
			}
		}

		if c.runs != 5 {
			t.Errorf("%d runs", c.runs)
		}

		if _, _, err := do(request(t, 1, "create", "k", "other input")); !idempotency.ErrConflict.Is(err) {
			t.Errorf("another input: %v", err)
		}

		for range 2 { // without a key each request is new
			if _, repeated, err := do(request(t, 1, "create", "", "input")); err != nil || repeated {
				t.Errorf("without a key: %t %v", repeated, err)
			}
		}

		clk.Advance(idempotency.Kept)

		if n, err := k.Purge(t.Context()); n != 5 || err != nil {
			t.Errorf("purged %d, %v", n, err)
		}

		if _, repeated, err := do(request(t, 1, "create", "k", "other input")); err != nil || repeated {
			t.Errorf("after the purge: %t %v", repeated, err)
		}
	})
}

var errRefused = errors.New("refused")

func TestRefusalsFreeTheKey(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		k := idempotency.New(d, clock.System{}, nil)
		r := request(t, 1, "create", "k", "input")

		_, _, err := idempotency.Do(t.Context(), k, r, func(tx *db.Tx, _ time.Time) (made, error) {
			_, err := db.NextSequence(t.Context(), tx, "things")

			return made{9}, errors.Join(err, errRefused)
		})
		if !errors.Is(err, errRefused) {
			t.Errorf("refused: %v", err)
		}

		var c counter

		// The key is free, also for another input, and nothing of the refused request was kept.
		got, repeated, err := idempotency.Do(t.Context(), k, request(t, 1, "create", "k", "mended"), c.make(t))
		if err != nil || repeated || got.ID != 1 {
			t.Errorf("after the refusal: %+v %t %v", got, repeated, err)
		}
	})
}

// A repeat while the first request runs is refused, on the same node and on another one. On SQLite there is one node.
func TestRunningRequestRefusesItsRepeat(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		k, other := idempotency.New(d, clock.System{}, nil), idempotency.New(d, clock.System{}, nil)
		r := request(t, 1, "create", "k", "input")

		var c counter

		first, _, err := idempotency.Do(t.Context(), k, r, func(tx *db.Tx, now time.Time) (made, error) {
			if _, _, err := idempotency.Do(t.Context(), k, r, c.make(t)); !idempotency.ErrRunning.Is(err) {
				t.Errorf("on this node: %v", err)
			}

			if _, _, err := idempotency.Find[made](t.Context(), k, r); !idempotency.ErrRunning.Is(err) {
				t.Errorf("found on this node: %v", err)
			}

			if d.Engine() == db.Postgres {
				if _, _, err := idempotency.Do(t.Context(), other, r, c.make(t)); !idempotency.ErrRunning.Is(err) {
					t.Errorf("on another node: %v", err)
				}

				if _, _, err := idempotency.Find[made](t.Context(), other, r); !idempotency.ErrRunning.Is(err) {
					t.Errorf("found on another node: %v", err)
				}
			}

			return c.make(t)(tx, now)
		})
		testkit.Must(t, err)

		again, repeated, err := idempotency.Do(t.Context(), other, r, c.make(t))
		if err != nil || !repeated || again != first || c.runs != 1 {
			t.Errorf("afterwards: %+v %t %v, %d runs", again, repeated, err, c.runs)
		}

		// The key alone finds the answer, for its client and call only.
		for name, step := range map[string]struct {
			r     idempotency.Request
			found bool
		}{
			"the key":        {request(t, 1, "create", "k", "other input"), true},
			"another key":    {request(t, 1, "create", "l", "input"), false},
			"another call":   {request(t, 1, "delete", "k", "input"), false},
			"another client": {request(t, 2, "create", "k", "input"), false},
			"no key":         {request(t, 1, "create", "", "input"), false},
		} {
			got, found, err := idempotency.Find[made](t.Context(), k, step.r)
			if err != nil || found != step.found || found && got != first {
				t.Errorf("%s: %+v %t %v", name, got, found, err)
			}
		}
	})
}
