package complaint_test

import (
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/identity"
	"loket/internal/orders/complaint"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
	"loket/internal/platform/mail"
)

const (
	user  = 77
	staff = "staff:ana"
)

// fixture is a client with a user, whose orders are placed, and complaints with a clock of their own.
type fixture struct {
	*complaint.Service

	node  *ordertest.Node
	clock *clock.Manual
	mails func() []mail.Message
}

func newFixture(t *testing.T, d *db.DB) fixture {
	t.Helper()

	node := ordertest.New(t, d, ordertest.Options{})
	clk := clock.NewManual(time.Now())
	p := parts.New(t, d, clk)

	testkit.Exec(t, d, `INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, active, created_at)
		VALUES ($1, $2, 'rina', 'Rina', 'rina@example.com', '', 1, TRUE, 1)`, user, ordertest.Client)

	return fixture{
		complaint.New(complaint.Deps{DB: d, Clock: clk, People: p.Clients, Mail: p.Mail, Live: p.Live}), node, clk, p.Mail.Messages,
	}
}

// ended places an order that ends, 08..0 with success and 08..2 failed, and sets the clock to its age.
func (f fixture) ended(t *testing.T, ref, number string, age time.Duration) order.Order {
	t.Helper()

	r := ordertest.Request(ref)
	r.DestinationNo = number
	ordertest.Place(t, f.node, r)

	o := f.node.Ended(t, ref)
	f.clock.Advance(o.CreatedAt.Add(age).Sub(f.clock.Now()))

	return o
}

func (f fixture) open(t *testing.T, client, orderID int64, reason complaint.Reason) error {
	t.Helper()

	_, err := f.Open(t.Context(), complaint.OpenInput{
		By: &identity.Principal{ClientID: client, UserID: user, Username: "rina"}, OrderID: orderID, Reason: reason, Text: " called twice ", Actor: "user:77",
	})

	return err
}

func (f fixture) answer(t *testing.T, o order.Order, number int64, result complaint.Result) error {
	t.Helper()

	_, err := f.Answer(t.Context(), complaint.AnswerInput{
		ClientID: o.ClientID, OrderID: o.ID, Number: number, Text: "We asked the supplier", Result: result, Actor: staff,
	})

	return err
}

// A complaint is opened about an own order that didn't fail, from 10 minutes to 7 days after it was placed, one at a time.
func TestComplaintsAreOpenedInTime(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		o := f.ended(t, "1", "081234567891", complaint.Earliest-time.Second)

		if err := f.open(t, o.ClientID, o.ID, "not_received"); !complaint.ErrState.Is(err) {
			t.Errorf("too early: %v", err)
		}

		f.clock.Advance(time.Second)

		if err := f.open(t, ordertest.Other, o.ID, "not_received"); !fault.ErrNotFound.Is(err) {
			t.Errorf("about an order of another client: %v", err)
		}

		if err := f.open(t, o.ClientID, o.ID, "cold"); !fault.ErrValidation.Is(err) {
			t.Errorf("an unknown reason: %v", err)
		}

		// Of several at once one is stored.
		var (
			all    sync.WaitGroup
			mu     sync.Mutex
			stored int
		)

		for range 3 {
			all.Go(func() {
				err := f.open(t, o.ClientID, o.ID, "not_received")

				mu.Lock()
				defer mu.Unlock()

				if err == nil {
					stored++
				} else if !complaint.ErrState.Is(err) {
					t.Errorf("one of several: %v", err)
				}
			})
		}

		all.Wait()

		list, _, err := f.OfOrder(t.Context(), o.ClientID, o.ID)
		testkit.Must(t, err)

		if stored != 1 || len(list) != 1 || list[0].Text != "called twice" || list[0].Supplier != "a" || list[0].State() != "new" {
			t.Errorf("%d of several are stored: %+v", stored, list)
		}

		failed := f.ended(t, "2", "081234567892", time.Hour)
		if err := f.open(t, o.ClientID, failed.ID, "not_received"); !complaint.ErrState.Is(err) {
			t.Errorf("about an order that failed: %v", err)
		}

		late := f.ended(t, "late", "081234567891", complaint.Latest+time.Second)
		if err := f.open(t, o.ClientID, late.ID, "not_received"); !complaint.ErrState.Is(err) {
			t.Errorf("too late: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}

// Staff answer and close a complaint with a result that agrees with its order. Who opened it gets each answer by mail. The figures count it.
func TestComplaintsAreAnsweredAndClosed(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		o := f.ended(t, "1", "081234567891", time.Hour)
		testkit.Must(t, f.open(t, o.ClientID, o.ID, "no_serial"))

		if err := f.answer(t, o, 2, ""); !fault.ErrNotFound.Is(err) {
			t.Errorf("an answer to nothing: %v", err)
		}

		if err := f.answer(t, o, 1, complaint.Refunded); !complaint.ErrState.Is(err) {
			t.Errorf("said to be refunded, and is not: %v", err)
		}

		if err := f.answer(t, o, 1, "lost"); !fault.ErrValidation.Is(err) {
			t.Errorf("an unknown result: %v", err)
		}

		testkit.Must(t, f.answer(t, o, 1, ""))

		queue, more, err := f.Queue(t.Context(), 10)
		testkit.Must(t, err)

		if len(queue) != 1 || more || queue[0].State() != "answered" {
			t.Fatalf("the queue has %+v", queue)
		}

		f.clock.Advance(2 * time.Hour)
		testkit.Must(t, f.answer(t, o, 1, complaint.Delivered))

		if err := f.answer(t, o, 1, complaint.Rejected); !complaint.ErrState.Is(err) {
			t.Errorf("a closed one is answered: %v", err)
		}

		// Another one may follow, also of a user who is gone by the time of the answer.
		testkit.Must(t, f.open(t, o.ClientID, o.ID, "serial_used"))
		testkit.Exec(t, d, "UPDATE users SET active = FALSE WHERE id = $1", user)
		testkit.Must(t, f.answer(t, o, 2, ""))

		list, answers, err := f.OfOrder(t.Context(), o.ClientID, o.ID)
		testkit.Must(t, err)

		if len(list) != 2 || list[0].Number != 2 || list[1].Result != complaint.Delivered || len(answers[1]) != 2 || len(answers[2]) != 1 || answers[1][0].Author != staff {
			t.Errorf("the order has %+v, %+v", list, answers)
		}

		facts := testkit.Value[string](t, d, `SELECT '' || COUNT(*) || MIN(channel) || MIN(data) FROM events WHERE kind = 'complaint.answered' AND client_id = $1 AND subject = $2
			AND data LIKE '%"result":"delivered"%'`, o.ClientID, event.Subject(o.ID))
		if want := `1h2h{"complaint":1,"reason":"no_serial","text":"We asked the supplier","result":"delivered"}`; facts != want {
			t.Errorf("recorded %s, not %s", facts, want)
		}

		if n := testkit.Value[int64](t, d, `SELECT COUNT(*) FROM events WHERE kind = 'complaint.answered'`); n != 3 {
			t.Errorf("%d answers are recorded, not 3; refused ones are none", n)
		}

		if mails := f.mails(); len(mails) != 2 || mails[0].To != "rina@example.com" || mails[0].Subject == mails[1].Subject {
			t.Errorf("mailed %+v", mails)
		}

		closed, _, err := f.Closed(t.Context(), 10)
		testkit.Must(t, err)

		figures, err := f.BySupplier(t.Context())
		testkit.Must(t, err)

		want := complaint.Figures{Supplier: "a", Opened: 2, Open: 1, Median: 2 * time.Hour}
		if len(closed) != 1 || len(figures) != 1 || figures[0] != want {
			t.Errorf("%d are closed, the figures are %+v", len(closed), figures)
		}

		testkit.ProveBooks(t, d)
	})
}
