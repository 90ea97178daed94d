package schedule_test

import (
	"testing"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/schedule"
	"loket/internal/testkit"
	"loket/internal/testkit/ordertest"
)

// Orders that are made and canceled in a loop count as open ones for an hour, and their lines go after 30 days. What was paid stays.
func TestCanceledOrdersCountAndAreSwept(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		paid := w.ended(w.create(w.wanted("081234567890")).ID)
		wanted := func() schedule.NewOrder {
			n := w.wanted("081234567891")
			n.At = w.clk.Now().Truncate(time.Hour).Add(2 * time.Hour)

			return n
		}

		o := w.create(wanted())
		_, err := w.Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Client, ID: o.ID, Actor: "user:1"})
		testkit.Must(t, err)

		// As many were canceled as may be open.
		testkit.Exec(t, d, `INSERT INTO scheduled_orders (id, client_id, user_id, name, product_code, product_name, operator_type, wallet_type, kind, quantity, status,
				immediate, scheduled_at, token, waiting, canceled, ended_at, created_at)
			SELECT 1000 + k.n, client_id, user_id, name, product_code, product_name, operator_type, wallet_type, kind, quantity, status, immediate, scheduled_at,
				'copy-' || k.n, 0, canceled, ended_at, created_at
			FROM scheduled_orders, `+d.Engine().List("$1")+` k WHERE id = $2`, jsonOfNumbers(schedule.MaxOpen-1), o.ID)

		if _, err := w.Create(t.Context(), wanted()); !fault.ErrBusy.Is(err) {
			t.Errorf("made and canceled in a loop: %v", err)
		}

		w.clk.Advance(time.Hour)
		w.create(wanted())

		if n, err := w.Sweep(t.Context()); n != 0 || err != nil {
			t.Errorf("%d swept at once, %v", n, err)
		}

		w.clk.Advance(31 * 24 * time.Hour)

		for swept := 0; swept < schedule.MaxOpen; {
			n, err := w.Sweep(t.Context())
			if testkit.Must(t, err); n == 0 {
				t.Fatalf("%d swept", swept)
			}

			swept += n
		}

		if got := w.get(o.ID); got.Counts.Canceled != 1 || len(w.lines(o.ID)) != 0 || len(w.lines(paid.ID)) != 1 {
			t.Errorf("%+v, %d lines, %d of the paid one", got.Counts, len(w.lines(o.ID)), len(w.lines(paid.ID)))
		}

		testkit.ProveBooks(t, d)
	})
}

// jsonOfNumbers is a JSON list of as many numbers.
func jsonOfNumbers(n int) string {
	text := []byte{'['}
	for range n - 1 {
		text = append(text, '0', ',')
	}

	return string(append(text, '0', ']'))
}
