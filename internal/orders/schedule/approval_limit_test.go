package schedule_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// The maker can't leave the second user out: neither by lowering the protection nor by several small orders.
func TestMakerCanNotLeaveTheSecondUserOut(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, second, mails := withApproval(t, d)

		first := w.create(w.wanted("081234567890"))
		if first.Status != schedule.Scheduled {
			t.Errorf("up to the limit: %s", first.Status)
		}

		for name, o := range map[string]schedule.Order{"above in sum": w.create(w.wanted("081234567891")), "again": w.create(w.wanted("081234567892"))} {
			if o.Status != schedule.Draft || o.WaitsFor != schedule.ForApproval {
				t.Errorf("%s: %s", name, o.Status)
			}
		}

		limit := func(above *money.Rupiah) error {
			return w.SetApprovalAbove(t.Context(), schedule.ApprovalLimit{ClientID: ordertest.Client, UserID: w.user, PIN: pin, Above: above, Actor: "user:1"})
		}
		holds := func(what string, want money.Rupiah, waits bool) {
			t.Helper()

			above, err := w.ApprovalAbove(t.Context(), ordertest.Client)
			testkit.Must(t, err)

			c, err := w.PendingLimit(t.Context(), ordertest.Client)
			if err != nil || above == nil || *above != want || (c != nil) != waits {
				t.Errorf("%s: %v, waiting %+v, %v", what, above, c, err)
			}
		}

		// More protection holds at once, and resets no sum; less waits.
		testkit.Must(t, limit(new(money.Rupiah(ordertest.Price-1))))
		holds("more protection", ordertest.Price-1, false)

		sent := len(mails.Messages())

		var asked *money.Rupiah

		for name, above := range map[string]*money.Rupiah{"none": nil, "a higher amount": new(money.Rupiah(1_000_000))} {
			asked = above
			testkit.Must(t, limit(above))
			holds(name, ordertest.Price-1, true)
		}

		if n := len(mails.Messages()) - sent; n != 4 {
			t.Errorf("%d mails to two users about two changes", n)
		}

		approves := func(j schedule.Judgement, seen *money.Rupiah) error {
			return w.DecideLimit(t.Context(), schedule.LimitJudgement{Judgement: j, Approve: true, Seen: seen})
		}

		own := second
		own.UserID = w.user

		if err := approves(own, asked); !schedule.ErrOwnApproval.Is(err) {
			t.Errorf("the own change: %v", err)
		}

		wrong := second
		wrong.PIN = "000000"

		if err := approves(wrong, asked); !identity.ErrInvalidPIN.Is(err) {
			t.Errorf("a wrong PIN: %v", err)
		}

		testkit.Must(t, w.DecideLimit(t.Context(), schedule.LimitJudgement{Judgement: second, Seen: asked}))
		holds("rejected", ordertest.Price-1, false)

		if err := approves(second, asked); !schedule.ErrNotWaiting.Is(err) {
			t.Errorf("nothing waits: %v", err)
		}

		testkit.Must(t, limit(new(money.Rupiah(2*ordertest.Price))))
		w.clk.Advance(3 * 24 * time.Hour)
		holds("too late", ordertest.Price-1, false)

		testkit.Must(t, limit(new(money.Rupiah(2*ordertest.Price))))
		testkit.Must(t, approves(second, new(money.Rupiah(2*ordertest.Price))))
		holds("approved", 2*ordertest.Price, false)

		// On another day the sum begins anew.
		if o := w.create(w.wanted("081234567893", "081234567894")); o.Status != schedule.Scheduled {
			t.Errorf("another day: %s", o.Status)
		}
	})
}
