package schedule_test

import (
	"errors"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/scheduletest"
	"loket/internal/identity"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// A run that is late by a day runs, a later one waits until a user says so with the PIN. It then runs once, also when two
// users say so at the same time.
func TestLateRunWaitsForTheClient(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})

		for late, number := range map[time.Duration]string{24 * time.Hour: "081234567890", 24*time.Hour + time.Microsecond: "081234567891"} {
			n := w.wanted(number)
			n.At = w.clk.Now().Truncate(5 * time.Minute).Add(time.Hour)
			o := w.create(n)

			w.clk.Advance(n.At.Add(late).Sub(w.clk.Now()))

			if late == 24*time.Hour {
				if o = w.ended(o.ID); o.Counts.Success != 1 {
					t.Errorf("late by a day: %+v", o)
				}

				continue
			}

			w.waitsThenRuns(o.ID)
		}
	})
}

// waitsThenRuns checks that a late order waits, and runs once after its client's word.
func (w *world) waitsThenRuns(id int64) {
	t := w.t
	t.Helper()

	if _, ended, err := w.Run(t.Context(), ordertest.Client, id); err != nil || !ended {
		t.Fatalf("it ran: %v %v", ended, err)
	}

	if o := w.get(id); o.Status != schedule.Draft || o.WaitsFor != schedule.ForLate || !o.ExecutedAt.IsZero() || o.Counts.Waiting != 1 {
		t.Fatalf("%+v", o)
	}

	r := schedule.Resumption{Decision: schedule.Decision{ClientID: ordertest.Client, ID: id, Actor: "user:1"}, UserID: w.user, PIN: pin}

	wrong := r
	wrong.PIN = "000000"

	if _, err := w.Resume(t.Context(), wrong); !identity.ErrInvalidPIN.Is(err) {
		t.Errorf("a wrong PIN: %v", err)
	}

	foreign := r
	foreign.ID = id + 100

	if _, err := w.Resume(t.Context(), foreign); !fault.ErrNotFound.Is(err) {
		t.Errorf("none of the client's: %v", err)
	}

	said := make(chan error)

	for range 2 {
		go func() {
			_, err := w.Resume(t.Context(), r)
			said <- err
		}()
	}

	first, second := <-said, <-said
	if one := errors.Join(first, second); (first != nil) == (second != nil) || !schedule.ErrNotWaiting.Is(one) {
		t.Errorf("two users said so: %v, %v", first, second)
	}

	if o := w.ended(id); o.Status != schedule.Done || o.Counts.Success != 1 || o.ExecutedAt.IsZero() {
		t.Errorf("%+v", o)
	}

	for _, problem := range scheduletest.Audit(t, w.node, w.Service, id) {
		t.Error(problem)
	}

	testkit.ProveBooks(t, w.d)
}
