package schedule_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Orders that are made and canceled in a loop count as open ones for an hour, and their lines go after 30 days. What was paid stays.
func TestCanceledOrdersCountAndAreSwept(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		paid := w.ended(w.create(w.wanted("081234567890")).ID)
		wanted := func() schedule.CreateInput {
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

// Lines that were canceled count for a day: many orders of many lines can't be made and canceled in a loop. Lines that a run had begun, and
// those of other clients, don't count. A repeat of a call that made an order still gets its answer.
func TestCanceledLinesAreBoundedByDay(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		first := w.wanted("081234567890")
		first.At = w.clk.Now().Truncate(time.Hour).Add(48 * time.Hour)
		o := w.create(first)

		canceled := func(id, lines int, column string) {
			testkit.Exec(t, d, `INSERT INTO scheduled_orders (id, client_id, user_id, name, product_code, product_name, operator_type, wallet_type, kind, quantity, status,
					immediate, scheduled_at, token, waiting, ended_at, canceled, created_at, executed_at)
				SELECT CAST($1 AS BIGINT), client_id, user_id, name, product_code, product_name, operator_type, wallet_type, kind, CAST($2 AS BIGINT), 'canceled',
					immediate, scheduled_at, 'lines-' || CAST($1 AS BIGINT), 0, created_at, CAST($2 AS BIGINT), created_at, `+column+`
				FROM scheduled_orders WHERE id = $3`, id, lines, o.ID)
		}

		const most = 10_000 // of one order

		for id, left := 1000, schedule.MaxCanceled-1; left > 0; id, left = id+1, left-most {
			canceled(id, min(left, most), "NULL")
		}

		canceled(500, most, "created_at") // begun

		// Those that were canceled in the last hour count as open ones, too.
		w.clk.Advance(2 * time.Hour)

		room := func(what string, want *fault.Definition, key string) {
			t.Helper()

			if err := w.Room(t.Context(), ordertest.Client, schedule.CallCreate, key); (want == nil) != (err == nil) || want != nil && !want.Is(err) {
				t.Errorf("%s: room %v", what, err)
			}
		}
		create := func(what string, want *fault.Definition) {
			t.Helper()

			n := w.wanted("081234567891")
			n.At = w.clk.Now().Truncate(time.Hour).Add(48 * time.Hour)

			if _, err := w.Create(t.Context(), n); (want == nil) != (err == nil) || want != nil && !want.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}

		room("one line below the bound", nil, "new")
		create("one line below the bound", nil)
		canceled(501, 1, "NULL")
		room("at the bound", &fault.ErrBusy, "new")
		create("at the bound", &fault.ErrBusy)
		room("the repeat of one that was made", nil, first.Request.Key)

		if again, err := w.Create(t.Context(), first); err != nil || again.ID != o.ID {
			t.Errorf("the repeat made %d, %v", again.ID, err)
		}

		if err := w.Room(t.Context(), ordertest.Client+1, schedule.CallCreate, "new"); err != nil {
			t.Errorf("another client: %v", err)
		}

		w.clk.Advance(24 * time.Hour)
		room("a day later", nil, "new")
		create("a day later", nil)
		testkit.Exec(t, d, "UPDATE scheduled_orders SET swept_at = ended_at WHERE token LIKE 'lines-%'") // they have no lines
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
