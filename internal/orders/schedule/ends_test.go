package schedule_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
)

// early is a stage that returns results only after their orders have ended and the events of the ends were read: the lines know nothing of
// their orders then.
func (w *world) early(ctx context.Context, requests []placing.Request) []placing.Result {
	results := w.node.Placing.PlaceMany(ctx, requests)

	testkit.Eventually(w.t, ordertest.Patience, "the orders end", func() bool {
		return testkit.Value[int](w.t, w.d, "SELECT COUNT(*) FROM orders WHERE status = 5") == 0
	})
	testkit.Must(w.t, w.events.Drain(ctx))

	return results
}

// Orders end before the worker that placed them has noted their ids: each line ends as its order does, by the order's reference.
func TestOrdersThatEndBeforeTheirLinesKnowThem(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		w.use(w.deps(placerFunc(w.early)))

		o := w.ended(w.create(w.wanted("081200000000", "081200000012", "081200000020")).ID)
		if want := (schedule.Counts{Success: 2, Failed: 1}); o.Counts != want || o.Charged != 2*ordertest.Price || o.Status != schedule.Done {
			t.Errorf("%+v, charged %s", o.Counts, o.Charged)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM events WHERE kind = 'scheduled_order.done'"); n != 1 {
			t.Errorf("its end is recorded %d times", n)
		}

		w.prove(o.ID)
	})
}

// A worker dies between the placing of the orders and the noting of their ids, and no other one goes on: the lines end nevertheless.
func TestOrdersOfADeadWorkerEndTheirLines(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		o := w.create(w.wanted("081200000000", "081200000012"))

		func() {
			defer func() { _ = recover() }()

			_, _, err := w.service(placerFunc(func(ctx context.Context, requests []placing.Request) []placing.Result {
				w.early(ctx, requests)
				panic("died")
			})).Run(t.Context(), ordertest.Client, o.ID)
			testkit.Must(t, err)
		}()

		lines := w.lines(o.ID)
		if lines[0].State != schedule.LineSuccess || lines[1].State != schedule.LineFailed || lines[0].OrderID == 0 || !lines[1].Refunded {
			t.Errorf("%+v", lines)
		}

		if o = w.ended(o.ID); o.Counts != (schedule.Counts{Success: 1, Failed: 1}) {
			t.Errorf("%+v", o.Counts)
		}

		w.prove(o.ID)
	})
}

// The balance is too low for the second line, and the first one's order is refunded before the worker has noted that: what it refunds pays
// the second.
func TestRefundBeforeTheShortnessIsNoted(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{Balance: ordertest.Price})
		w.use(w.deps(placerFunc(w.early)))

		n := w.wanted("081200000004", "081200000010")
		n.At = start.Add(time.Hour)
		o := w.create(n)
		w.clk.Advance(time.Hour)

		if o = w.ended(o.ID); o.Counts != (schedule.Counts{Success: 1, Failed: 1}) || o.MoneyEnded != 0 {
			t.Errorf("%+v, %d for the money", o.Counts, o.MoneyEnded)
		}

		w.prove(o.ID)
	})
}

// A reversal is read at once, however late, and twice changes nothing.
func TestReversalWhileTheRunGoesOn(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		o := w.create(w.wanted("081200000000", "081200000010"))

		w.use(w.deps(placerFunc(func(ctx context.Context, requests []placing.Request) []placing.Result {
			results := w.early(ctx, requests)

			_, err := w.node.Orders.Resolve(ctx, order.Decision{
				ClientID: ordertest.Client, OrderID: results[0].Placed.Order.ID, To: order.Failed, Actor: "staff:budi", Reason: "the operator took it back",
			})
			testkit.Must(t, err)

			return results
		})))

		if o = w.ended(o.ID); o.Counts != (schedule.Counts{Success: 1, Failed: 1}) || o.Charged != ordertest.Price {
			t.Errorf("%+v, charged %s", o.Counts, o.Charged)
		}

		testkit.ProveBooks(t, d)
	})
}

// twoShortRuns are two runs that wait for money, each with an open order. The job of the second has the smaller id.
func twoShortRuns(t *testing.T, d *db.DB) (w *world, runs, jobs []int64) {
	t.Helper()

	w = newWorld(t, d, ordertest.Options{Balance: 2 * ordertest.Price})
	w.node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.CallbackAfter = time.Hour })

	generator, err := ids.NewGenerator(2)
	testkit.Must(t, err)

	deps := w.deps(w.node.Placing)
	deps.Jobs = job.NewQueue(d, w.clk, generator, slog.New(slog.DiscardHandler), job.Options{Holder: "runs"})
	w.use(deps)

	for _, list := range [][]string{{"081200000003", "081200000013", "081200000023"}, {"081200000033", "081200000043"}} {
		n := w.wanted(list...)
		n.At = start.Add(time.Hour)
		runs = append(runs, w.create(n).ID)
	}

	w.clk.Advance(time.Hour)
	testkit.Exec(t, d, "UPDATE jobs SET run_at = run_at + 900000000 WHERE kind = 'schedule.run'") // as the runs let them wait
	testkit.Exec(t, d, "UPDATE jobs SET id = id + 1000000 WHERE kind = 'schedule.run' AND unique_key = CAST(CAST($1 AS BIGINT) AS TEXT)", runs[0])

	for _, id := range runs { // what the first run is refunded pays a line of the second
		w.steps("the run waits for money", id, schedule.Order.WaitsForMoney)
		jobs = append(jobs, testkit.Value[int64](t, d, "SELECT id FROM jobs WHERE kind = 'schedule.run' AND unique_key = CAST(CAST($1 AS BIGINT) AS TEXT)", id))

		testkit.Eventually(t, ordertest.Patience, "the call of its first order has ended", func() bool {
			_, err := w.node.Orders.Resolve(t.Context(), order.Decision{
				ClientID: ordertest.Client, OrderID: w.lines(id)[0].OrderID, To: order.Failed, Actor: "staff:budi", Reason: "the operator refused it",
			})

			return err == nil
		})
	}

	return w, runs, jobs
}

// A node's queue waits for the rows of jobs. So refunds make the jobs of runs due after all else, and in the order in which the queue locks
// them.
func TestRefundsLockJobsLastAndInTheirOrder(t *testing.T) {
	t.Parallel()

	const (
		ofRun = "UPDATE scheduled_orders SET refunds = refunds WHERE id = $1"
		ofJob = "UPDATE jobs SET attempt = attempt WHERE id = $1"
	)

	due := func(t *testing.T, w *world, d *db.DB) {
		t.Helper()

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM jobs WHERE kind = 'schedule.run' AND run_at <= $1", clock.Micros(w.clk.Now())); n != 2 {
			t.Errorf("%d jobs are due", n)
		}
	}

	t.Run("after the runs", func(t *testing.T) {
		t.Parallel()
		testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
			w, runs, jobs := twoShortRuns(t, d)
			testkit.LockedInOrder(t, d, ofRun, []any{runs[1]}, ofJob, []any{jobs[0]}, func() error { return w.events.Drain(t.Context()) })
			due(t, w, d)
		})
	})

	t.Run("by their ids", func(t *testing.T) {
		t.Parallel()
		testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
			w, _, jobs := twoShortRuns(t, d)
			testkit.LockedInOrder(t, d, ofJob, []any{jobs[1]}, ofJob, []any{jobs[0]}, func() error { return w.events.Drain(t.Context()) })
			due(t, w, d)
		})
	})
}
