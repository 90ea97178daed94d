package webhook_test

import (
	"net/http"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/webhooktest"
	"loket/internal/developer/webhook"
	"loket/internal/platform/clock"
)

// After ten failures in a row the rest waits, new events too, and one request a minute is tried. When it is answered well, all follow.
func TestCircuitOfAnEndpoint(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
		t.Helper()

		r := webhooktest.NewReceiver(t, webhooktest.Status(http.StatusInternalServerError))
		e, _ := f.Endpoint(t, client, r.URL)
		f.Start(t)
		f.TopUp(t, client, numbers(15)...)

		eventually(t, "ten failures", func() bool { return len(r.Got()) >= 10 })

		minute := func() int64 { return clock.Micros(f.clk.Now().Add(time.Minute)) }
		if next := f.free(t, e.ID); next != minute() || len(r.Got()) != 10 {
			t.Fatalf("%d requests, the next at %d, want it at %d", len(r.Got()), next, minute())
		}

		f.TopUp(t, client, 16)
		eventually(t, "the new event waits", func() bool { return f.inState(t, e.ID, "waiting") == 16 })

		if next := f.free(t, e.ID); next != minute() {
			t.Errorf("a new event is sent at %d", next)
		}

		for probe := 1; probe <= 2; probe++ {
			f.advance(t, time.Minute)
			eventually(t, "a probe", func() bool { return len(r.Got()) == 10+probe })

			if next := f.free(t, e.ID); next != minute() || len(r.Got()) != 10+probe {
				t.Fatalf("after probe %d: %d requests, the next at %d", probe, len(r.Got()), next)
			}
		}

		if got := f.endpoint(t, e.ID); got.State() != webhook.Failing || got.FailingSince().IsZero() {
			t.Errorf("it is %s", got.State())
		}

		r.Answer(nil)
		f.advance(t, 10*time.Minute)
		eventually(t, "all events", func() bool { return f.inState(t, e.ID, "delivered") == 16 })

		if got := f.endpoint(t, e.ID); got.State() != webhook.Active || len(times(t, r)) != 16 {
			t.Errorf("it is %s after %d events", got.State(), len(times(t, r)))
		}
	})
}

// An endpoint gets five requests at a time.
func TestFiveRequestsAtATime(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
		t.Helper()

		answer := make(chan struct{})
		r := webhooktest.NewReceiver(t, func(int, http.ResponseWriter) { <-answer })
		e, _ := f.Endpoint(t, client, r.URL)
		f.Start(t)
		f.TopUp(t, client, numbers(20)...)

		eventually(t, "five requests", func() bool { return r.InFlight() == 5 })
		close(answer)
		eventually(t, "all events", func() bool { return f.inState(t, e.ID, "delivered") == 20 })

		if most := r.Most(); most != 5 {
			t.Errorf("%d requests at a time", most)
		}
	})
}

// A receiver that asks for less gets one request at a time until it answers well, and no event sooner than it asks for.
func TestReceiverThatAsksForLess(t *testing.T) {
	t.Parallel()

	for _, status := range []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusGatewayTimeout} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
				t.Helper()

				five, sixth := make(chan struct{}), make(chan struct{})
				r := webhooktest.NewReceiver(t, func(n int, w http.ResponseWriter) {
					switch {
					case n <= 5:
						<-five
						w.Header().Set("Retry-After", "600")
						w.WriteHeader(status)
					case n == 6:
						<-sixth
					}
				})
				e, _ := f.Endpoint(t, client, r.URL)
				f.Start(t)
				f.TopUp(t, client, numbers(9)...)

				eventually(t, "five requests", func() bool { return r.InFlight() == 5 })
				close(five)
				eventually(t, "the sixth request", func() bool { return len(r.Got()) == 6 && r.InFlight() == 1 })

				f.TopUp(t, client, 10)
				eventually(t, "another event is stored", func() bool { return len(f.log(t, e.ID)) == 10 })

				if n := r.InFlight(); n != 1 {
					t.Errorf("%d requests at a time", n)
				}

				close(sixth)
				eventually(t, "the other events", func() bool { return f.inState(t, e.ID, "delivered") == 5 })

				for _, d := range f.log(t, e.ID, func(q *webhook.LogQuery) { q.State = "waiting" }) {
					if d.NextAt.Sub(f.clk.Now()) < 10*time.Minute {
						t.Errorf("one comes again at %s", d.NextAt)
					}
				}

				f.advance(t, 20*time.Minute)
				eventually(t, "all events", func() bool { return f.inState(t, e.ID, "delivered") == 10 })
			})
		})
	}
}

// After five days without a good answer and twenty tries the endpoint is off. Three mails say so: after an hour, at least a day before, and then.
func TestEndpointThatNeverAnswersIsSwitchedOff(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
		t.Helper()
		f.RootUser(t, client)

		r := webhooktest.NewReceiver(t, webhooktest.Status(http.StatusServiceUnavailable))
		e, _ := f.Endpoint(t, client, r.URL)
		began := f.clk.Now()

		f.Start(t)

		var warned time.Time

		for hour := 0; f.endpoint(t, e.ID).Active; hour++ {
			if hour > 24*7 {
				t.Fatal("it is never off")
			}

			if hour%6 == 0 { // an event each six hours
				f.TopUp(t, client, hour+1)
				eventually(t, "the delivery is stored", func() bool { return f.waiting(t, e.ID, hour+1) })
			}

			for range 3 { // what is due in this hour: probes are a minute apart, and need no more
				before := len(r.Got())

				next := f.free(t, e.ID)
				if next == 0 || next > clock.Micros(f.clk.Now()) {
					break
				}

				f.Wake(t)
				eventually(t, "a try", func() bool { return len(r.Got()) > before })
				f.free(t, e.ID)
			}

			if warned.IsZero() && len(f.Mail.Messages()) == 2 {
				warned = f.clk.Now()
			}

			f.clk.Advance(time.Hour)
		}

		got := f.endpoint(t, e.ID)
		if got.OffReason != webhook.OffFailing || got.OffAt.Sub(began) < 5*24*time.Hour || got.OffAt.Sub(warned) < 24*time.Hour || len(r.Got()) < 20 {
			t.Errorf("off by %q at %s, begun at %s, warned at %s, after %d tries", got.OffReason, got.OffAt, began, warned, len(r.Got()))
		}

		want := "Your webhook endpoint has not answered for an hour; Your webhook endpoint will be off in 24 hours; Your webhook endpoint is off"
		if mails := subjects(f); mails != want {
			t.Errorf("mails: %s", mails)
		}

		// Nothing is sent any more, until somebody switches it on: then what waits.
		n := len(r.Got())

		f.TopUp(t, client, 10_000)
		testkit.Must(t, f.Record.Drain(t.Context()))
		r.Answer(nil)

		on := true
		_, err := f.Webhooks.Change(t.Context(), webhooktest.By(client), e.ID, webhook.Input{Active: &on})
		testkit.Must(t, err)
		f.advance(t, 24*time.Hour)
		eventually(t, "what waited", func() bool {
			f.advance(t, time.Minute) // a turn that began before may set the next one to a minute later

			return f.inState(t, e.ID, "waiting") == 0
		})

		if len(r.Got()) <= n || f.endpoint(t, e.ID).State() != webhook.Active {
			t.Errorf("%d requests before and %d after it was switched on", n, len(r.Got()))
		}
	})
}

// waiting reports whether so many deliveries were stored that the last event is among them.
func (f *fixture) waiting(t *testing.T, id int64, amount int) bool {
	t.Helper()

	return len(f.log(t, id)) >= (amount-1)/6+1
}
