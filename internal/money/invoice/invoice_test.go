package invoice_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/limittest"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/books"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// start is 07:00 UTC, 14:00 in Jakarta.
var start = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

type fixture struct {
	*invoice.Service

	db    *db.DB
	clock *clock.Manual
	mails *mailtest.Recorder
	files file.Store
	links *file.Links

	limits *limittest.Memory
}

var by = invoice.Staff{Actor: "staff:budi", Reason: "as agreed"}

func newFixture(t testing.TB, d *db.DB, opt invoice.Options) *fixture {
	t.Helper()

	return newFixtureWith(t, d, opt, nil)
}

// newFixtureWith is newFixture with changed dependencies.
func newFixtureWith(t testing.TB, d *db.DB, opt invoice.Options, change func(d *invoice.Deps)) *fixture {
	t.Helper()

	testkit.InsertClient(t, d, 1)
	testkit.InsertClient(t, d, 2)

	f := &fixture{db: d, clock: clock.NewManual(start), limits: &limittest.Memory{}}
	p := parts.New(t, d, f.clock)
	f.mails = p.Mail
	f.Service = p.Invoices(t, f.limits, opt, func(d *invoice.Deps) {
		f.files, f.links = d.Files, d.Links

		if change != nil {
			change(d)
		}
	})

	return f
}

// draft is a period that used so much and has these credits: carried from the period before, and refunded.
func draft(period int64, used money.Rupiah, credits ...money.Rupiah) settlement.Draft {
	d := settlement.Draft{
		ClientID: 1, SettlementID: 7, PeriodID: period, From: start.AddDate(0, 0, -7), To: start, Bill: settlement.Bill{Used: used},
		DueOn: *dueOn, DueAt: dueOn.End(zone),
	}

	if len(credits) > 0 {
		d.CreditBefore = credits[0]
	}

	if len(credits) > 1 {
		d.Refunded = credits[1]
	}

	return d
}

// The due day of drafts.
var (
	zone  = time.FixedZone("WIB", 7*60*60)
	dueOn = &clock.Day{Year: 2026, Month: 12, Day: 5}
)

func (f *fixture) issue(t testing.TB, d settlement.Draft) (invoice.Invoice, error) {
	t.Helper()

	err := f.db.Tx(t.Context(), func(tx *db.Tx) error { return f.IssueTx(t.Context(), tx, f.clock.Now(), d) })
	if err != nil {
		return invoice.Invoice{}, err
	}

	made, err := f.OfPeriods(t.Context(), d.ClientID, []int64{d.PeriodID})

	return made[d.PeriodID], err
}

// An invoice is what was used less credits, moves forward only, and frees the limit when it is paid.
func TestFromIssueToDone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, checkLife)
}

func checkLife(t *testing.T, d *db.DB) {
	f := newFixture(t, d, invoice.Options{Account: invoice.Account{BankCode: "BBCA", No: "8880010021", Name: "PT Loket"}})
	ctx := t.Context()

	testkit.Must(t, f.SetVATRate(ctx, invoice.VATRate{From: clock.Day{Year: 2025, Month: 1, Day: 1}, Points: 1200, BasePart: 11, BaseWhole: 12}, by))

	i, err := f.issue(t, draft(1, 1_200_000, 80_000, 10_000))
	testkit.Must(t, err)

	if i.No != "LKT-INV-2026-000001" || i.Amount != 1_110_000 || i.VAT != (invoice.VAT{Points: 1200, Base: 916_666, Amount: 110_000}) {
		t.Errorf("%+v", i)
	}

	if read, err := f.Get(ctx, 1, i.ID); err != nil || read.DueOn != *dueOn || !read.DueAt.Equal(i.DueAt) || read.Amount != i.Amount || read.VAT != i.VAT {
		t.Errorf("%+v, %v", read, err)
	}

	if _, err := f.issue(t, draft(1, 5)); !db.IsUnique(err) {
		t.Errorf("a second invoice of the period: %v", err)
	}

	if _, err := f.issue(t, draft(2, 5, 6)); err == nil {
		t.Error("credits above the usage were accepted")
	}

	if _, err := f.Get(ctx, 2, i.ID); !fault.ErrNotFound.Is(err) {
		t.Errorf("another client's invoice: %v", err)
	}

	if _, err := f.MarkDone(ctx, i.ID, by); !invoice.ErrState.Is(err) {
		t.Errorf("done before paid: %v", err)
	}

	if _, err := f.MarkPaid(ctx, i.ID, invoice.Staff{Actor: "staff:budi"}); !fault.ErrValidation.Is(err) {
		t.Errorf("without a reason: %v", err)
	}

	f.limits.Refuse = errors.New("no") //nolint:err113 // of this test
	if _, err := f.MarkPaid(ctx, i.ID, by); !errors.Is(err, f.limits.Refuse) {
		t.Errorf("paid without the limit: %v", err)
	}

	f.limits.Refuse = nil

	note, err := f.IssueCreditNote(ctx, invoice.NewCreditNote{InvoiceID: i.ID, Amount: 111_000, Staff: by})
	if err != nil || note.No != "LKT-CN-2026-000001" || note.VAT != 11_000 {
		t.Errorf("%+v, %v", note, err)
	}

	if _, err := f.IssueCreditNote(ctx, invoice.NewCreditNote{InvoiceID: i.ID, Amount: 999_001, Staff: by}); !fault.ErrValidation.Is(err) {
		t.Errorf("a credit note above the outstanding amount: %v", err)
	}

	paid, err := f.MarkPaid(ctx, i.ID, by)
	if err != nil || paid.Status != invoice.Paid || paid.Outstanding() != 0 || paid.Amount != i.Amount {
		t.Errorf("%+v, %v", paid, err)
	}

	released := f.limits.Released()
	if released["credit-note/LKT-CN-2026-000001"] != 111_000 || released["invoice/"+i.No] != 999_000 || len(released) != 2 {
		t.Errorf("released %v", released)
	}

	if _, err := f.MarkPaid(ctx, i.ID, by); !invoice.ErrState.Is(err) {
		t.Errorf("paid twice: %v", err)
	}

	if done, err := f.MarkDone(ctx, i.ID, by); err != nil || done.Status != invoice.Done {
		t.Errorf("%+v, %v", done, err)
	}

	// It is credited after its payment: the next invoice is less, also in its VAT.
	after, err := f.IssueCreditNote(ctx, invoice.NewCreditNote{InvoiceID: i.ID, Amount: 9_000, Staff: by})
	if err != nil || !after.Carried || after.VAT != 0 || f.limits.Released()["credit-note/"+after.No] != -9_000 {
		t.Errorf("%+v, %v, released %v", after, err, f.limits.Released())
	}

	if _, err := f.IssueCreditNote(ctx, invoice.NewCreditNote{InvoiceID: i.ID, Amount: 990_001, Staff: by}); !fault.ErrValidation.Is(err) {
		t.Errorf("a credit note above the rest: %v", err)
	}

	// The whole of a small one is credited: nothing is left to pay.
	small, err := f.issue(t, draft(3, 500))
	testkit.Must(t, err)

	_, err = f.IssueCreditNote(ctx, invoice.NewCreditNote{InvoiceID: small.ID, Amount: 500, Staff: by})
	testkit.Must(t, err)

	if small, err = f.Get(ctx, 1, small.ID); err != nil || small.Status != invoice.Paid {
		t.Errorf("%+v, %v", small, err)
	}

	if _, err = f.IssueCreditNote(ctx, invoice.NewCreditNote{InvoiceID: small.ID, Amount: 1, Staff: by}); !invoice.ErrState.Is(err) {
		t.Errorf("credited above the whole: %v", err)
	}

	if nothing, err := f.issue(t, draft(4, 500, 500)); err != nil || nothing.Status != invoice.Paid {
		t.Errorf("%+v, %v", nothing, err)
	}

	testkit.ProveBooks(t, d)
	refuses(t, d)
}

// refuses tries to change what must not change, by SQL.
func refuses(t *testing.T, d *db.DB) {
	t.Helper()

	for _, statement := range []string{
		"UPDATE invoices SET amount = 1, used = 1, credited = 0 WHERE id = 1",
		"DELETE FROM invoices WHERE id = 1",
		"UPDATE invoice_lines SET amount = 1 WHERE kind = 'usage'",
		"DELETE FROM credit_notes",
		"UPDATE invoice_states SET status = 'unpaid', paid_at = NULL, done_at = NULL WHERE invoice_id = 1",
		"UPDATE invoice_states SET paid_at = 1 WHERE invoice_id = 1",
		"UPDATE invoice_states SET status = 'paid', done_at = NULL WHERE invoice_id = 1",
		"DELETE FROM invoice_states",
		"DELETE FROM invoice_mails",
	} {
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), statement)

			return err
		})
		if err == nil {
			t.Errorf("the database accepted %s", statement)
		}
	}
}

// 64 callers issue at once and every third rolls back: numbers have no gap. If the number is taken in a transaction of its
// own, the books show it.
func TestNumbersHaveNoGaps(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d, invoice.Options{})

		const callers = 64

		var callersDone sync.WaitGroup

		undo := errors.New("undo") //nolint:err113 // of this test

		for n := range callers {
			callersDone.Go(func() {
				err := d.Tx(t.Context(), func(tx *db.Tx) error {
					if err := f.IssueTx(t.Context(), tx, start, draft(int64(n+1), 1000)); err != nil {
						return err
					}

					if n%3 == 0 {
						return undo
					}

					return nil
				})
				if err != nil && !errors.Is(err, undo) {
					t.Error(err)
				}
			})
		}

		callersDone.Wait()
		testkit.ProveBooks(t, d)

		const want = callers - (callers+2)/3
		if last := testkit.Value[int64](t, d, "SELECT MAX(number) FROM invoices"); last != want {
			t.Errorf("the last number is %d, want %d", last, want)
		}

		// The planted fault: the number is taken, and its invoice is rolled back.
		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := db.NextSequence(t.Context(), tx, "invoice/LKT/2026")

			return err
		}))

		if r, err := books.Verify(t.Context(), d); err != nil || r.OK() {
			t.Errorf("a number that is lost was not seen: %v", err)
		}
	})
}

// The year of a number is that of Jakarta, and numbers begin anew in it.
func TestNumbersOfANewYear(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d, invoice.Options{Entity: "ABC"})

		for n, at := range []time.Time{
			time.Date(2026, 12, 31, 16, 59, 0, 0, time.UTC), time.Date(2026, 12, 31, 17, 0, 0, 0, time.UTC), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC),
		} {
			f.clock.Advance(at.Sub(f.clock.Now()))

			i, err := f.issue(t, draft(int64(n+1), 1))
			if want := []string{"ABC-INV-2026-000001", "ABC-INV-2027-000001", "ABC-INV-2027-000002"}[n]; err != nil || i.No != want {
				t.Errorf("%s: %s, %v", at, i.No, err)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// An open invoice is recorded as overdue once, when its due day has ended, also one that no reminder is sent of. One that was paid is not.
func TestOverdueIsRecordedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d, invoice.Options{})

		open, err := f.issue(t, draft(1, 1000))
		testkit.Must(t, err)

		paid, err := f.issue(t, draft(2, 1000))
		testkit.Must(t, err)
		_, err = f.MarkPaid(t.Context(), paid.ID, by)
		testkit.Must(t, err)

		run := func(want int) {
			t.Helper()

			var nodes sync.WaitGroup

			for range 3 {
				nodes.Go(func() {
					if err := errors.Join(f.RecordOverdue(t.Context()), f.Remind(t.Context())); err != nil {
						t.Error(err)
					}
				})
			}

			nodes.Wait()

			n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM events WHERE kind = 'invoice.overdue' AND client_id = 1 AND at = $1", clock.Micros(open.DueAt))
			if all := testkit.Value[int](t, d, "SELECT COUNT(*) FROM events WHERE kind = 'invoice.overdue'"); n != want || all != want {
				t.Errorf("at %s: %d events, %d of them of the end of the due day, want %d", f.clock.Now(), all, n, want)
			}
		}

		f.clock.Advance(open.DueAt.Sub(f.clock.Now()) - time.Microsecond)
		run(0)
		f.clock.Advance(time.Microsecond)
		run(1)
		f.clock.Advance(48 * time.Hour) // the reminder was sent meanwhile
		run(1)

		_, err = f.issue(t, draft(3, 1000)) // after its due day
		testkit.Must(t, err)
		run(2)
		testkit.ProveBooks(t, d)
	})
}

// Each mail is sent once: at the issue, three days before the due day, on it, and on the day after.
func TestReminders(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d, invoice.Options{})
		testkit.Exec(t, d, "UPDATE clients SET language = 'id' WHERE id = 1")

		_, err := f.issue(t, draft(1, 1000))
		testkit.Must(t, err)

		paid, err := f.issue(t, draft(2, 1000))
		testkit.Must(t, err)
		_, err = f.MarkPaid(t.Context(), paid.ID, by)
		testkit.Must(t, err)

		const step = 4 * time.Hour

		for range 17 * 6 {
			testkit.Must(t, f.Remind(t.Context()))
			f.clock.Advance(step)
		}

		testkit.Must(t, f.Remind(t.Context()))

		got := []string{}

		for _, m := range f.mails.Messages() {
			if m.Language != language.Indonesian || m.To != "f@example.com" {
				t.Errorf("%+v", m)
			}

			got = append(got, m.Subject)
		}

		want := []string{
			"Tagihan LKT-INV-2026-000001", "Tagihan LKT-INV-2026-000002", "Tagihan LKT-INV-2026-000001 jatuh tempo 3 hari lagi",
			"Tagihan LKT-INV-2026-000001 jatuh tempo hari ini", "Tagihan LKT-INV-2026-000001 lewat jatuh tempo",
		}
		if len(got) != len(want) {
			t.Fatalf("%q", got)
		}

		for n := range want {
			if got[n] != want[n] {
				t.Errorf("mail %d is %q, want %q", n, got[n], want[n])
			}
		}

		const sent = "SELECT sent_at FROM invoice_mails WHERE invoice_id = 1 AND mail = $1"
		for mail, at := range map[string]time.Time{
			"before": time.Date(2026, 12, 2, 1, 0, 0, 0, time.UTC), "due": time.Date(2026, 12, 5, 1, 0, 0, 0, time.UTC), // 8:00 in Jakarta
			"overdue": time.Date(2026, 12, 6, 1, 0, 0, 0, time.UTC),
		} {
			if got := clock.FromMicros(testkit.Value[int64](t, d, sent, mail)); got.Before(at) || got.Sub(at) > step {
				t.Errorf("%s was sent at %s, want %s", mail, got, at)
			}
		}
	})
}

// The earliest open invoice of a settlement blocks it from the end of its due day, until it is paid.
func TestOverdueBlocks(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d, invoice.Options{})

		i, err := f.issue(t, draft(1, 1000))
		testkit.Must(t, err)

		late, err := f.issue(t, settlement.Draft{
			ClientID: 1, SettlementID: 7, PeriodID: 2, From: start, To: start.Add(time.Hour), Bill: settlement.Bill{Used: 5}, DueOn: dueOn.AddDays(7), DueAt: dueOn.AddDays(7).End(zone),
		})
		testkit.Must(t, err)

		blockedFrom := func(settlement int64, want time.Time) {
			t.Helper()

			testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
				got, err := f.BlockedFromTx(t.Context(), tx, settlement)
				if !got.Equal(want) {
					t.Errorf("from %s, want %s", got, want)
				}

				return err
			}))
		}

		blockedFrom(7, i.DueAt)
		blockedFrom(8, time.Time{})

		for _, paid := range []struct {
			id   int64
			then time.Time
		}{{i.ID, late.DueAt}, {late.ID, time.Time{}}} {
			_, err = f.MarkPaid(t.Context(), paid.id, by)
			testkit.Must(t, err)
			blockedFrom(7, paid.then)
		}
	})
}
