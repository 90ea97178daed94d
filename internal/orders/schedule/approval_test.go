package schedule_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
)

// withApproval is a world whose client wants a second user for more than the price of one line, with that user and the mails.
func withApproval(t *testing.T, d *db.DB) (*world, schedule.Judgement, *mailtest.Recorder) {
	t.Helper()

	w, mails := newWorld(t, d, ordertest.Options{}), &mailtest.Recorder{}
	deps := schedule.Deps{
		DB: d, Clock: w.clk, People: w.identity, Catalog: catalog.New(d, w.clk), Orders: w.node.Placing, Bills: w.node.Placing, Keys: idempotency.New(d, w.clk, nil), Mail: mails,
		Screen: func(int64) string { return "https://loket.example/" },
	}
	w.use(deps)

	limit := schedule.ApprovalLimit{ClientID: ordertest.Client, UserID: w.user, PIN: pin, Above: new(money.Rupiah(ordertest.Price)), Actor: "user:1"}

	if err := w.SetApprovalAbove(t.Context(), limit); !fault.ErrValidation.Is(err) {
		t.Errorf("a limit without a second user: %v", err)
	}

	u, _, err := w.identity.CreateUser(t.Context(), identity.By{Actor: "staff:budi", Reason: "new"}, identity.NewUser{
		ClientID: ordertest.Client, Username: "second", FullName: "Sari", Email: "sari@example.com", RoleIDs: []int64{identity.ClientRootID},
	})
	testkit.Must(t, err)
	testkit.Must(t, w.identity.SetPIN(t.Context(), ordertest.Client, u.ID, pin))
	testkit.Must(t, w.SetApprovalAbove(t.Context(), limit))

	if n := len(mails.Messages()); n != 2 {
		t.Errorf("%d mails about the limit", n)
	}

	mails = &mailtest.Recorder{}
	deps.Mail = mails
	w.use(deps)

	return w, schedule.Judgement{Decision: schedule.Decision{ClientID: ordertest.Client, Actor: "user:2"}, UserID: u.ID, PIN: pin}, mails
}

// subjects are the mails so far, as reader and subject without the number.
func subjects(mails *mailtest.Recorder) []string {
	var list []string

	for _, m := range mails.Messages() {
		words := strings.Fields(m.Subject)
		list = append(list, m.To+" "+strings.Join(words[3:], " "))
	}

	return list
}

// Above the limit nothing runs until another user approves with their own PIN; the maker never can.
func TestSecondUserApproves(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, by, mails := withApproval(t, d)

		if small := w.create(w.wanted("081234567899")); small.Status != schedule.Scheduled {
			t.Errorf("an order at the limit is %s", small.Status)
		}

		n := w.wanted("081234567890", "081234567891")
		n.Name = "<b>Payday</b>"
		o := w.create(n)
		by.ID = o.ID

		if _, ended, err := w.Run(t.Context(), ordertest.Client, o.ID); err != nil || !ended || o.WaitsFor != schedule.ForApproval {
			t.Fatalf("%+v ran: %v", o, err)
		}

		own, theirs, wrong := by, by, by
		own.UserID, theirs.ClientID, wrong.PIN = w.user, 77, "000000"

		for want, j := range map[*fault.Definition]schedule.Judgement{
			&schedule.ErrOwnApproval: own, &fault.ErrNotFound: theirs, &identity.ErrInvalidPIN: wrong,
		} {
			if _, err := w.Approve(t.Context(), j); !want.Is(err) {
				t.Errorf("%+v: %v", j, err)
			}
		}

		if _, err := w.Reject(t.Context(), own); !schedule.ErrOwnApproval.Is(err) {
			t.Errorf("rejected by its maker: %v", err)
		}

		if _, err := w.Resume(t.Context(), schedule.Resumption{Decision: by.Decision, UserID: w.user, PIN: pin}); !schedule.ErrNotWaiting.Is(err) {
			t.Errorf("resumed without an approval: %v", err)
		}

		o, err := w.Approve(t.Context(), by)
		testkit.Must(t, err)

		if o.Status != schedule.Scheduled || !o.Approval.Approved || o.Approval.By != "Sari" {
			t.Errorf("%+v", o)
		}

		if _, err := w.Approve(t.Context(), by); !schedule.ErrNotWaiting.Is(err) {
			t.Errorf("approved twice: %v", err)
		}

		if o = w.ended(o.ID); o.Counts.Success != 2 {
			t.Errorf("%+v", o)
		}

		want := []string{"sari@example.com waits for your approval", "rini@example.com was approved", "rini@example.com has ended"}
		if got := subjects(mails); !slices.Equal(got, want) {
			t.Errorf("mails %q", got)
		}

		if name := mails.Messages()[0].Facts[0].Value; name != n.Name { // the layout of mails escapes it
			t.Errorf("the mail names %q", name)
		}

		testkit.ProveBooks(t, d)
	})
}

// A draft that was rejected, or that nobody approved in time, is canceled and stays; a changed price can't be approved.
func TestDraftsEndWithoutApproval(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, by, mails := withApproval(t, d)
		rejected, expired := w.create(w.wanted("081234567890", "081234567891")), w.create(w.wanted("081234567892", "081234567893"))

		soon := w.wanted("081234567894", "081234567895")
		soon.At = start.Add(time.Hour)

		if o := w.create(soon); !o.Approval.ExpiresAt.Equal(start.Add(25 * time.Hour)) {
			t.Errorf("an order in an hour waits until %s", o.Approval.ExpiresAt)
		}

		by.ID, by.Reason = rejected.ID, "Last month's list"
		rejected, err := w.Reject(t.Context(), by)
		testkit.Must(t, err)

		if rejected.Status != schedule.Canceled || rejected.Approval.Approved || rejected.Approval.At.IsZero() || rejected.Counts.Canceled != 2 {
			t.Errorf("%+v", rejected)
		}

		testkit.Exec(t, d, "UPDATE products SET price = price - 1 WHERE code = $1", ordertest.Product)
		testkit.Exec(t, d, "INSERT INTO versions (name, version) VALUES ('catalog', 9) ON CONFLICT (name) DO UPDATE SET version = versions.version + 9")
		w.clk.Advance(2 * time.Second)

		by.ID = expired.ID
		if _, err := w.Approve(t.Context(), by); !placing.ErrPriceAboveMaximum.Is(err) {
			t.Errorf("after the price changed: %v", err)
		}

		w.clk.Advance(72*time.Hour - 2*time.Second)

		if _, err := w.Approve(t.Context(), by); !schedule.ErrNotWaiting.Is(err) {
			t.Errorf("after its time: %v", err)
		}

		for _, want := range []int{2, 0} {
			if n, err := w.Expire(t.Context()); err != nil || n != want {
				t.Errorf("%d expired, %v", n, err)
			}
		}

		if o := w.get(expired.ID); o.Status != schedule.Canceled || !o.Approval.At.IsZero() {
			t.Errorf("%+v", o)
		}

		if got := subjects(mails)[3:]; !slices.Equal(got, []string{
			"rini@example.com was rejected", "rini@example.com was not approved in time", "rini@example.com was not approved in time",
		}) {
			t.Errorf("mails %q", got)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders"); n != 0 {
			t.Errorf("%d orders were placed", n)
		}
	})
}
