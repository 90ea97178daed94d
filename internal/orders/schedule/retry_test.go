package schedule_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
	"loket/internal/platform/sheet"
)

// again is the retry of a scheduled order by its maker.
func (w *world) again(id int64, lines int) schedule.RetryInput {
	n := w.wanted()
	total := ordertest.Price * money.Rupiah(lines)

	return schedule.RetryInput{
		Decision: schedule.Decision{ClientID: ordertest.Client, ID: id, Actor: "user:1"},
		Request:  idempotency.Request{ClientID: ordertest.Client, Call: "retry-scheduled-order", Key: n.Request.Key, Hash: "h"},
		UserID:   w.user, PIN: pin, ExpectedTotal: &total,
	}
}

// refusing is a node at which all lines are refused because the money has ended.
func (w *world) refusing() *schedule.Service {
	return w.service(placerFunc(func(_ context.Context, requests []placing.Request) []placing.Result {
		out := make([]placing.Result, len(requests))
		for i := range out {
			out[i].Err = wallet.ErrInsufficientBalance.New()
		}

		return out
	}))
}

// A failed line is in one retry at a time, and never in one after some retry paid it. Lines that were paid, are pending or
// wait are in none.
func TestFailedLinesAreRetriedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		refuses := func(id int64, want fault.Definition) {
			t.Helper()

			if _, err := w.Retry(t.Context(), w.again(id, 3)); !want.Is(err) {
				t.Errorf("retry of %d: %v, want %s", id, err, want.Code)
			}
		}

		first := w.create(w.wanted("081234567890", "081234567891", "081234567892"))
		refuses(first.ID, schedule.ErrStillRunning)

		_, ended, err := w.refusing().Run(t.Context(), ordertest.Client, first.ID)
		testkit.Must(t, err)

		if first = w.get(first.ID); !ended && first.Counts.Failed != 3 {
			t.Fatalf("%+v", first.Counts)
		}

		wrong := w.again(first.ID, 3)
		wrong.ExpectedTotal = new(money.Rupiah(1))

		if _, err := w.Retry(t.Context(), wrong); !placing.ErrPriceAboveMaximum.Is(err) {
			t.Errorf("another total: %v", err)
		}

		in := w.again(first.ID, 3)
		second, err := w.Retry(t.Context(), in)
		testkit.Must(t, err)

		if repeat, err := w.Retry(t.Context(), in); err != nil || repeat.ID != second.ID {
			t.Errorf("the repeat is %d, %v", repeat.ID, err)
		}

		refuses(first.ID, schedule.ErrNothingToRetry) // they wait in the second

		_, _, err = w.refusing().Run(t.Context(), ordertest.Client, second.ID)
		testkit.Must(t, err)

		third, err := w.Retry(t.Context(), w.again(second.ID, 3))
		testkit.Must(t, err)

		third = w.ended(third.ID)
		if want := (schedule.Counts{Success: 2, Failed: 1}); third.Counts != want || third.Name != first.Name {
			t.Errorf("%+v", third)
		}

		// Two of three are paid, by an order of the same family.
		for _, id := range []int64{first.ID, second.ID, third.ID} {
			one, err := w.Retry(t.Context(), w.again(id, 1))
			testkit.Must(t, err)

			if one.RetryOf != id || len(one.Destinations) != 1 || one.Destinations[0] != "081234567892" {
				t.Errorf("retry of %d: %+v", id, one)
			}

			one = w.ended(one.ID)
			if list := w.get(id).RetriedBy; list[len(list)-1] != one.ID {
				t.Errorf("%d names its retries %v", id, list)
			}
		}

		testkit.ProveBooks(t, d)

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders WHERE status = 4"); n != 2 {
			t.Errorf("%d orders succeeded, want 2", n)
		}
	})
}

// A name may come from a supplier, and a serial number too: neither is a formula in the file.
func TestResultFileHasNoFormulas(t *testing.T) {
	t.Parallel()

	f := schedule.ResultFile{
		Lines: []schedule.Line{
			{Number: 1, DestinationNo: "+6281", State: schedule.LineSuccess, Name: `=HYPERLINK("x")`, SerialNumber: "@SUM(1)", OrderID: 7, Price: 500},
			{Number: 2, DestinationNo: "0812", State: schedule.LineFailed, Refusal: &schedule.Refusal{Message: language.Both("-1", "-1")}},
		},
		Names: []string{"unused", "<b>Ani</b>"}, Zone: testkit.Jakarta(t), Format: sheet.FormatCSV, Language: language.English,
	}

	var text bytes.Buffer

	testkit.Must(t, schedule.WriteResult(t.Context(), &text, f))

	for _, want := range []string{`'=HYPERLINK`, "'@SUM(1)", "'-1", "'+6281", "<b>Ani</b>", ",Success,500,", ",Failed,"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %s in\n%s", want, text.String())
		}
	}

	f.Format = sheet.FormatXLSX

	var book bytes.Buffer
	if err := schedule.WriteResult(t.Context(), &book, f); err != nil || !strings.HasPrefix(book.String(), "PK") {
		t.Errorf("no workbook: %v", err)
	}
}
