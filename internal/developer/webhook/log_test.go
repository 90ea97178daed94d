package webhook_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/webhooktest"
	"loket/internal/developer/clientevent"
	"loket/internal/developer/webhook"
	"loket/internal/platform/fault"
)

// An event that somebody has sent again while a try of it is under way is sent once more, whatever comes of that try.
func TestResendDuringATry(t *testing.T) {
	t.Parallel()

	for _, status := range []int{http.StatusOK, http.StatusInternalServerError} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
				t.Helper()

				answer := make(chan struct{})
				r := webhooktest.NewReceiver(t, func(n int, w http.ResponseWriter) {
					if n == 1 {
						<-answer
						w.WriteHeader(status)
					}
				})
				e, _ := f.Endpoint(t, client, r.URL)
				f.Start(t)
				f.TopUp(t, client, 1)
				eventually(t, "the first try", func() bool { return r.InFlight() == 1 })

				n, err := f.Webhooks.Resend(t.Context(), webhooktest.By(client), e.ID, []string{r.Got()[0].ID()})
				if err != nil || n != 1 {
					t.Fatalf("sent again: %d, %v", n, err)
				}

				close(answer)
				eventually(t, "it is delivered again", func() bool { return len(r.Got()) == 2 && f.inState(t, e.ID, "delivered") == 1 })

				d := f.log(t, e.ID)[0]
				if d.Sends != 2 || d.ResentBy != "user:1" || d.Last == nil || d.Last.Status != http.StatusOK || len(times(t, r)) != 1 {
					t.Errorf("its delivery is %+v, with last %+v", d, d.Last)
				}
			})
		})
	}
}

// Somebody who switches an endpoint off, deletes it or gives it a new address while it is sent to has the last word.
func TestChangesDuringATry(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
		t.Helper()

		answer := make(chan struct{})
		r := webhooktest.NewReceiver(t, func(_ int, w http.ResponseWriter) {
			<-answer
			w.WriteHeader(http.StatusInternalServerError)
		})
		moved, deleted, off := webhooktest.NewReceiver(t, nil), webhooktest.NewReceiver(t, nil), false

		e, _ := f.Endpoint(t, client, r.URL)
		gone, _ := f.Endpoint(t, client, r.URL)
		elsewhere, _ := f.Endpoint(t, client, r.URL)
		f.Start(t)
		f.TopUp(t, client, numbers(8)...)
		eventually(t, "five requests to each", func() bool { return r.InFlight() == 15 })

		_, err := f.Webhooks.Change(t.Context(), webhooktest.By(client), e.ID, webhook.Input{Active: &off})
		testkit.Must(t, err)
		testkit.Must(t, f.Webhooks.Delete(t.Context(), webhooktest.By(client), gone.ID))

		_, err = f.Webhooks.Change(t.Context(), webhooktest.By(client), elsewhere.ID, webhook.Input{URL: &moved.URL})
		testkit.Must(t, err)
		close(answer)
		eventually(t, "the rest at the new address", func() bool { return len(times(t, moved)) == 3 })
		f.free(t, e.ID)
		f.free(t, gone.ID)
		f.free(t, elsewhere.ID)

		if got := f.endpoint(t, e.ID); got.State() != webhook.Off || got.OffReason != webhook.OffByUser || !got.FailingSince().IsZero() {
			t.Errorf("it is %s by %q", got.State(), got.OffReason)
		}

		if n := len(r.Got()); n != 15 {
			t.Errorf("the first address got %d requests", n)
		}

		if n := len(deleted.Got()); n != 0 {
			t.Errorf("the deleted one got %d requests", n)
		}

		if got := f.endpoint(t, elsewhere.ID); got.State() != webhook.Active {
			t.Errorf("the one that moved is %s", got.State())
		}
	})
}

// The log has its filters and its pages, and each client its own.
func TestLogOfDeliveries(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
		t.Helper()

		r := webhooktest.NewReceiver(t, func(n int, w http.ResponseWriter) {
			if n == 1 {
				w.WriteHeader(http.StatusNotFound)
			}
		})
		e, _ := f.Endpoint(t, client, r.URL)
		second, _ := f.Endpoint(t, client, r.URL, "wallet.low")
		f.Start(t)

		for i := range 7 {
			f.TopUp(t, client, i)
			eventually(t, "it is tried", func() bool {
				list := f.log(t, e.ID)

				return len(list) == i+1 && list[0].Sends == 1
			})
			f.clk.Advance(time.Millisecond)
		}

		_, err := f.Webhooks.Test(t.Context(), webhooktest.By(client), e.ID, clientevent.InvoicePaid)
		testkit.Must(t, err)

		count := func(change func(q *webhook.LogQuery)) int { return len(f.log(t, e.ID, change)) }

		for name, got := range map[string][2]int{
			"all":            {count(func(*webhook.LogQuery) {}), 8},
			"by state":       {count(func(q *webhook.LogQuery) { q.State = "waiting" }), 1},
			"delivered":      {count(func(q *webhook.LogQuery) { q.State = "delivered" }), 7},
			"by type":        {count(func(q *webhook.LogQuery) { q.Type = "invoice.paid" }), 1},
			"by subject":     {count(func(q *webhook.LogQuery) { q.Subject = "1" }), 7},
			"of none":        {count(func(q *webhook.LogQuery) { q.Subject = "INV-7" }), 0},
			"of both":        {count(func(q *webhook.LogQuery) { q.Subject, q.State = "1", "delivered" }), 6},
			"of the second":  {count(func(q *webhook.LogQuery) { q.EndpointID = second.ID }), 0},
			"of the other":   {count(func(q *webhook.LogQuery) { q.ClientID = other }), 0},
			"of no endpoint": {count(func(q *webhook.LogQuery) { q.EndpointID = 7 }), 0},
		} {
			if got[0] != got[1] {
				t.Errorf("%s: %d deliveries, want %d", name, got[0], got[1])
			}
		}

		var pages []string

		for before := (webhook.Delivery{}); ; {
			page := f.log(t, e.ID, func(q *webhook.LogQuery) { q.Limit, q.Before, q.BeforeID = 3, before.CreatedAt, before.EventID })
			if len(page) == 0 {
				break
			}

			for _, d := range page {
				pages = append(pages, d.EventID)
			}

			before = page[len(page)-1]
		}

		var whole []string
		for _, d := range f.log(t, e.ID) {
			whole = append(whole, d.EventID)
		}

		if !slices.Equal(pages, whole) {
			t.Errorf("pages %v, want %v", pages, whole)
		}

		first := whole[len(whole)-1]

		d, sends, err := f.Webhooks.Delivery(t.Context(), client, e.ID, first)
		if err != nil || d.Body != r.Got()[0].Body || len(sends) != 1 || sends[0].Status != http.StatusNotFound || d.NextAt.IsZero() {
			t.Errorf("%+v with %+v, %v", d, sends, err)
		}
	})
}

// Ids of another client's endpoints and deliveries are ids of nothing, in each call.
func TestOthersEndpointsDoNotExist(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
		t.Helper()

		r := webhooktest.NewReceiver(t, nil)
		e, _ := f.Endpoint(t, client, r.URL)
		f.Start(t)
		f.TopUp(t, client, 1)
		eventually(t, "the event", func() bool { return f.inState(t, e.ID, "delivered") == 1 })

		id, by, ctx := r.Got()[0].ID(), webhooktest.By(other), t.Context()
		url := "https://majujaya.co.id/"

		_, change := f.Webhooks.Change(ctx, by, e.ID, webhook.Input{URL: &url})
		_, _, roll := f.Webhooks.Roll(ctx, by, e.ID, 0)
		_, again := f.Webhooks.Resend(ctx, by, e.ID, []string{id})
		_, _, since := f.Webhooks.ResendSince(ctx, by, e.ID, f.clk.Now())
		_, test := f.Webhooks.Test(ctx, by, e.ID, clientevent.WalletLow)
		_, _, one := f.Webhooks.Delivery(ctx, other, e.ID, id)

		for name, err := range map[string]error{
			"change": change, "roll": roll, "resend": again, "since": since, "test": test, "delivery": one, "delete": f.Webhooks.Delete(ctx, by, e.ID),
		} {
			if !fault.ErrNotFound.Is(err) {
				t.Errorf("%s: %v", name, err)
			}
		}

		list, err := f.Webhooks.List(ctx, other)
		if err != nil || len(list) != 0 || len(r.Got()) != 1 || f.endpoint(t, e.ID).URL != r.URL {
			t.Errorf("the other sees %v, %v; the receiver got %d", list, err, len(r.Got()))
		}
	})
}

// Deliveries with their requests are deleted after 30 days, and endpoints that long after they were. A secret is erased when it signs no more.
func TestOldRowsAreDeleted(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
		t.Helper()

		r := webhooktest.NewReceiver(t, nil)
		e, first := f.Endpoint(t, client, r.URL)
		deleted, _ := f.Endpoint(t, client, r.URL)
		testkit.Must(t, f.Webhooks.Delete(t.Context(), webhooktest.By(client), deleted.ID))

		_, second, err := f.Webhooks.Roll(t.Context(), webhooktest.By(client), e.ID, 24)
		testkit.Must(t, err)
		f.Start(t)

		sign := func(wantOld bool) {
			t.Helper()

			n := len(r.Got())

			f.TopUp(t, client, n)
			eventually(t, "the event", func() bool { return f.inState(t, e.ID, "delivered") == n+1 })

			if got := r.Got()[n]; verifies(t, first, got) != wantOld || !verifies(t, second.Reveal(), got) {
				t.Errorf("signed by the old secret: %t; by the new one: %t", verifies(t, first, got), verifies(t, second.Reveal(), got))
			}
		}
		purge := func(by time.Duration, want string) {
			t.Helper()
			f.clk.Advance(by)

			_, err := f.Webhooks.Purge(t.Context())
			testkit.Must(t, err)

			count := func(rows string) int { return testkit.Value[int](t, f.DB, "SELECT COUNT(*) FROM "+rows) }
			got := fmt.Sprint(count("webhook_endpoints"), count("webhook_deliveries"), count("webhook_sends"), count("webhook_endpoints WHERE old_salt IS NOT NULL"))

			if got != want {
				t.Errorf("after %s: endpoints, deliveries, requests, old secrets: %s, want %s", by, got, want)
			}
		}

		const day = 24 * time.Hour

		sign(true)
		purge(day-time.Second, "2 1 1 1")
		purge(time.Second, "2 1 1 0")
		sign(false)
		purge(29*day-time.Second, "2 2 2 0")
		purge(time.Second, "1 1 1 0")
		purge(day, "1 0 0 0")
	})
}

// verifies asks the published library.
func verifies(t *testing.T, secret string, r webhooktest.Request) bool {
	t.Helper()

	w, err := standardwebhooks.NewWebhook(secret)
	testkit.Must(t, err)

	return w.VerifyIgnoringTimestamp([]byte(r.Body), r.Header) == nil
}
