package invoice_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/dev/testkit"
	"loket/internal/money/settlement"
	"loket/internal/platform/db"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

// step is one thing that happens to a settlement.
type step struct {
	kind   string
	amount int // of money, or hours
	pick   int // which order or invoice
}

// The kinds of steps. A kind that is listed twice happens twice as often.
var kinds = []string{"order", "order", "refund", "time", "time", "close", "broken close", "pay", "credit note", "limit", "topup"}

// drawn is a history that was drawn: the days on which periods end, and the steps.
type drawn struct {
	days  settlement.Days
	steps []step
}

func histories() *rapid.Generator[drawn] {
	one := rapid.Custom(func(r *rapid.T) step {
		return step{rapid.SampledFrom(kinds).Draw(r, "kind"), rapid.IntRange(1, 400).Draw(r, "amount"), rapid.IntRange(0, 9).Draw(r, "pick")}
	})

	return rapid.Custom(func(r *rapid.T) drawn {
		return drawn{
			settlement.Days(rapid.Int64Range(1, int64(settlement.AllDays)).Draw(r, "days")), rapid.SliceOfN(one, 10, 40).Draw(r, "steps"),
		}
	})
}

// bug is a planted bug, which the property must see.
type bug string

const (
	sound         bug = ""
	countedTwice  bug = "a close that counts the last order of the period before again"
	wrongPeriod   bug = "a refund into the period of its order, which is over"
	numberOutside bug = "a number that is taken outside the transaction of its invoice"
)

// For any mix of orders, refunds, closes, payments, credit notes, changes of the limit and jumps of the clock: limit = balance + used,
// invoices + the open period = used - credited, a close has one invoice of what its orders cost, and numbers have no gap.
func TestBooksOfAnyHistory(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var n int64

		rapid.Check(t, func(r *rapid.T) {
			n++

			if err := play(t, d, n, histories().Draw(r, "history"), sound); err != nil {
				r.Fatal(err)
			}
		})

		testkit.ProveBooks(t, d)
	})
}

// The property sees each planted bug in histories as it draws them.
func TestBooksOfAnyHistorySeePlantedBugs(t *testing.T) {
	t.Parallel()

	for _, planted := range []bug{countedTwice, wrongPeriod, numberOutside} {
		t.Run(string(planted), func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				if planted == wrongPeriod { // the database refuses it too
					testkit.Exec(t, d, map[db.Engine]string{
						db.SQLite: "DROP TRIGGER settlement_history_no_update", db.Postgres: "DROP TRIGGER settlement_history_append_only ON settlement_history",
					}[d.Engine()])
				}

				const most = 50

				for n := range most {
					drawn := histories().Example(n)
					testkit.Must(t, play(t, d, int64(2*n+1), drawn, sound))

					if err := play(t, d, int64(2*n+2), drawn, planted); err != nil {
						t.Logf("history %d: %v", n, err)

						return
					}
				}

				t.Errorf("%d histories did not show it", most)
			})
		})
	}
}

// mailer breaks closes: the mail about an invoice is queued after the invoice was stored.
type mailer struct{ broken bool }

var errMailer = errors.New("mails can't be queued")

func (m *mailer) Send(context.Context, *db.Tx, mail.Message) error {
	if m.broken {
		return errMailer
	}

	return nil
}

// history is what a settlement must be after the steps so far.
type history struct {
	*joined

	t      testing.TB
	bug    bug
	mailer *mailer
	memory *settlement.Memory
	days   settlement.Days

	limit, used       money.Rupiah
	charged, refunded money.Rupiah
	carried           money.Rupiah // by credit notes for paid invoices
	last              time.Time    // of the newest row or close: later rows are not earlier
	end               time.Time    // of the open period
	credit            money.Rupiah
	closed            int64 // periods
	rows              []moved
	orders            []bought // not refunded
	bills             []bill
	raises            int // requests for a higher limit, each with a key
}

// moved is an order or a refund of a period that is not closed.
type moved struct {
	at     time.Time
	order  int64
	price  money.Rupiah
	refund bool
}

type bought struct {
	id    int64
	price money.Rupiah
}

// bill is what an invoice must be.
type bill struct {
	used, credited money.Rupiah
	left           money.Rupiah // to be paid
	noted          money.Rupiah // by credit notes
	dueAt          time.Time
}

// terms is the number of days until invoices are due, so that some are overdue.
const terms = 2

// play makes a new client, does the steps, and returns the first error of the books after one of them. Each client lives ten weeks
// before the one before it, so that no close meets the other clients.
func play(t testing.TB, d *db.DB, n int64, what drawn, planted bug) error {
	t.Helper()

	const lifetime = 70 * 24 * time.Hour // at most 40 steps of 39 hours

	h := &history{
		t: t, bug: planted, mailer: &mailer{}, memory: settlement.NewMemory(), limit: limitOfJoined,
		last: start.Add(-time.Duration(n) * lifetime), days: what.days,
	}
	h.joined = newJoined(t, d, joinedOptions{client: n, start: h.last, days: h.days, terms: terms, mail: h.mailer})
	h.end = h.days.NextEnd(h.last, testkit.Jakarta(t))

	for i, s := range what.steps {
		err := h.do(s)
		if err == nil {
			err = h.compare()
		}

		if err != nil {
			return fmt.Errorf("step %d (%s): %w", i+1, s.kind, err)
		}
	}

	return nil
}

func (h *history) do(s step) error {
	switch s.kind {
	case "order":
		return h.order(money.Rupiah(s.amount))
	case "refund":
		h.refund(s.pick)
	case "time":
		h.clock.Advance(time.Duration(s.amount%42-2) * time.Hour) // sometimes back
	case "close", "broken close":
		return h.close(s.kind != "close")
	case "pay":
		return h.pay(s.pick)
	case "credit note":
		return h.creditNote(s.pick, money.Rupiah(s.amount))
	case "limit":
		return h.setLimit(money.Rupiah(s.amount * 5))
	case "topup":
		return h.raiseLimit(money.Rupiah(s.amount))
	}

	return nil
}
