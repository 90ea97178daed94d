package schedule_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// Orders that are pending when the money ends fail and are refunded: the refunds pay further lines, and have the one job of the run
// go on. What is left fails with one reason, and the mail says why.
func TestRefundsOfTheRunPayFurtherLines(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, mails := newWorld(t, d, ordertest.Options{Balance: 10 * ordertest.Price}), &mailtest.Recorder{}

		generator, err := ids.NewGenerator(2)
		testkit.Must(t, err)

		deps := w.deps(w.node.Placing)
		deps.Mail, deps.Jobs = mails, job.NewQueue(d, w.clk, generator, slog.New(slog.DiscardHandler), job.Options{Holder: "runs"})
		w.use(deps)

		// The first five are pending at first and fail later.
		list := numbers(20)
		for i := range 5 {
			list[i] = fmt.Sprintf("0813%06d4", i)
		}

		n := w.wanted(list...)
		n.At = start.Add(time.Hour)
		o := w.create(n)
		w.clk.Advance(time.Hour)

		o = w.ended(o.ID)
		if want := (schedule.Counts{Success: 10, Failed: 10}); o.Counts != want || o.MoneyEnded != 5 || o.Charged != 10*ordertest.Price || o.WaitsForMoney() {
			t.Errorf("%+v, %d for the money, charged %s", o.Counts, o.MoneyEnded, o.Charged)
		}

		if jobs := testkit.Value[int](t, d, "SELECT COUNT(*) FROM jobs WHERE kind = 'schedule.run'"); jobs != 1 {
			t.Errorf("%d jobs of the run", jobs)
		}

		reasons := map[string]int{}

		for _, l := range w.lines(o.ID) {
			if l.OrderID == 0 {
				reasons[l.Refusal.Code+": "+l.Refusal.Message.In(language.English)]++
			}
		}

		if len(reasons) != 1 || reasons[wallet.ErrInsufficientBalance.Code+": The balance ended before this line"] != 5 {
			t.Errorf("%v", reasons)
		}

		sent := mails.Messages()
		if len(sent) != 1 || !strings.Contains(sent[0].Subject, "the balance was too low for all lines") || !slices.ContainsFunc(sent[0].Facts, func(f mail.Fact) bool {
			return f.Name == "Failed because the balance ended" && f.Value == "5"
		}) {
			t.Errorf("%+v", sent)
		}

		w.prove(o.ID)
	})
}

// waitingForMoney is a run of five lines with money for three, whose orders stay open for the whole test.
func waitingForMoney(t *testing.T, d *db.DB) (*world, schedule.Order) {
	t.Helper()

	w := newWorld(t, d, ordertest.Options{Balance: 3 * ordertest.Price})
	w.node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.CallbackAfter = time.Hour })

	n := w.wanted("081200000003", "081200000013", "081200000023", "081200000033", "081200000043")
	n.At = start.Add(time.Hour)
	o := w.create(n)
	w.clk.Advance(time.Hour)

	w.steps("the run waits for money", o.ID, schedule.Order.WaitsForMoney)

	return w, w.get(o.ID)
}

// steps runs an order, each time by another worker, until something holds.
func (w *world) steps(what string, id int64, done func(o schedule.Order) bool) {
	w.t.Helper()

	testkit.Eventually(w.t, ordertest.Patience, what, func() bool {
		_, _, err := w.service(w.node.Placing).Run(w.t.Context(), ordertest.Client, id)
		testkit.Must(w.t, err)

		return done(w.get(id))
	})
}

// While orders of the run are open, lines wait for their refunds: a quarter of an hour at most.
func TestLinesWaitAQuarterOfAnHourForMoney(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, o := waitingForMoney(t, d)

		if _, err := w.Retry(t.Context(), w.again(o.ID, 1)); !schedule.ErrStillRunning.Is(err) {
			t.Errorf("a retry of a run that still waits: %v", err)
		}

		w.clk.Advance(15 * time.Minute)
		w.steps("the waiting lines fail", o.ID, func(o schedule.Order) bool { return o.Counts.Waiting == 0 })

		if o = w.get(o.ID); o.WaitsForMoney() || o.MoneyEnded != 2 || o.Counts != (schedule.Counts{Pending: 3, Failed: 2}) {
			t.Errorf("%+v", o)
		}

		testkit.ProveBooks(t, d)
	})
}

// Lines that wait for money can be canceled, and are not tried again then.
func TestLinesThatWaitForMoneyAreCanceled(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, o := waitingForMoney(t, d)

		_, err := w.Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Client, ID: o.ID, Actor: "user:1"})
		testkit.Must(t, err)
		w.clk.Advance(15 * time.Minute)

		_, _, err = w.Run(t.Context(), ordertest.Client, o.ID)
		testkit.Must(t, err)

		if o = w.get(o.ID); o.WaitsForMoney() || o.MoneyEnded != 0 || o.Counts != (schedule.Counts{Pending: 3, Canceled: 2}) {
			t.Errorf("%+v", o)
		}

		testkit.ProveBooks(t, d)
	})
}

// An order is canceled while its lines are placed, and the balance is too low for them: they end, too.
func TestLinesThatRanOutOfMoneyEndWhenTheirOrderIsCanceled(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{Balance: 3 * ordertest.Price})

		n := w.wanted(numbers(5)...)
		n.At = start.Add(time.Hour)
		o := w.create(n)
		w.clk.Advance(time.Hour)

		s := w.service(placerFunc(func(ctx context.Context, requests []placing.Request) []placing.Result {
			_, err := w.Cancel(ctx, schedule.Decision{ClientID: ordertest.Client, ID: o.ID, Actor: "user:1"})
			testkit.Must(t, err)

			return w.node.Placing.PlaceMany(ctx, requests)
		}))
		_, _, err := s.Run(t.Context(), ordertest.Client, o.ID)
		testkit.Must(t, err)

		if o = w.ended(o.ID); o.Status != schedule.Canceled || o.Counts != (schedule.Counts{Success: 3, Canceled: 2}) || o.WaitsForMoney() || o.Charged != 3*ordertest.Price {
			t.Errorf("%+v", o)
		}

		w.prove(o.ID)
	})
}
