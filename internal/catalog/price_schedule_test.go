package catalog_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// prices are the list price of TSEL10, the price of client 1001 and the cost at the preferred supplier.
func prices(t *testing.T, s *catalog.Service) [3]money.Rupiah {
	t.Helper()

	snap, err := s.Snapshot(t.Context())
	testkit.Must(t, err)

	p, _ := snap.Product("TSEL10")

	return [3]money.Rupiah{snap.Price(1002, p), snap.Price(1001, p), snap.SKUs("TSEL10")[0].Cost}
}

// It is 14:00 in Jakarta.
func TestChangesTakeEffectAtTheirMomentOnEveryNode(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		other := catalog.New(d, f.Clock) // of another node
		if got := prices(t, other); got != [3]money.Rupiah{10250, 10250, 10100} {
			t.Fatalf("%v", got)
		}

		report := f.MustSchedule(t, "2026-11-21 15:00,TSEL10,,,10300\n2026-11-21 15:00,TSEL10,1001,,10280\n2026-11-21 16:00,TSEL10,,digiflazz-a,10120\n2026-11-21 17:00,TSEL10,1001,,\n")
		if !report.Applied || report.Count(sheets.Created) != 4 || report.Below() != 0 {
			t.Fatalf("%+v", report)
		}

		for _, c := range []struct {
			after time.Duration
			want  [3]money.Rupiah
		}{
			{time.Hour - time.Microsecond, [3]money.Rupiah{10250, 10250, 10100}},
			{time.Microsecond, [3]money.Rupiah{10300, 10280, 10100}},
			{time.Hour, [3]money.Rupiah{10300, 10280, 10120}},
			{time.Hour, [3]money.Rupiah{10300, 10300, 10120}},
		} {
			f.Clock.Advance(c.after)

			for name, s := range map[string]*catalog.Service{"this node": f.Service, "the other": other} {
				if got := prices(t, s); got != c.want {
					t.Errorf("%s at %s: %v, want %v", name, f.Clock.Now(), got, c.want)
				}
			}
		}

		checkHistory(t, f)
	})
}

// checkHistory expects no cost, and no other client's price.
func checkHistory(t *testing.T, f fixture) {
	t.Helper()

	mine, err := f.History(t.Context(), 1001, "TSEL10")
	testkit.Must(t, err)

	if len(mine) != 3 || mine[0].Amount != nil || *mine[0].Before != 10280 || mine[1].Before != nil || *mine[2].Before != 10250 || mine[2].Status != catalog.Applied {
		t.Errorf("%+v", mine)
	}

	others, err := f.History(t.Context(), 1002, "TSEL10")
	testkit.Must(t, err)

	if len(others) != 1 || others[0].ClientID != 0 || *others[0].Amount != 10300 {
		t.Errorf("%+v", others)
	}
}

func TestImportedPricesAreInTheHistory(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		f.MustImport(t, sheets.ProductTable, strings.Replace(catalogtest.Products, "10250", "10260", 1))
		f.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10200\n")

		list, err := f.History(t.Context(), 1001, "TSEL10")
		testkit.Must(t, err)

		if len(list) != 2 || *list[0].Amount != 10200 || *list[1].Before != 10250 || *list[1].Amount != 10260 || list[1].CreatedBy != "staff:budi" {
			t.Errorf("%+v", list)
		}
	})
}

func TestPreviewShowsMarginsAndChangesNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		report, err := f.Schedule(t, "2026-12-01 00:00,TSEL10,,,10200\n2026-12-01 00:00,TSEL10,,digiflazz-a,10201\n", false)
		testkit.Must(t, err)

		if report.Applied || len(report.Previews) != 2 || report.Below() != 2 {
			t.Fatalf("%+v", report)
		}

		for _, p := range report.Previews {
			if p.MarginBefore != 150 || p.MarginAfter != -1 {
				t.Errorf("%+v", p)
			}
		}

		if list, err := f.ScheduledChanges(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("%v %v", list, err)
		}
	})
}

func TestPricesBelowCostNeedAnotherPerson(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		report := f.MustSchedule(t, "2026-11-21 15:00,TSEL10,1001,,10099\n")
		if report.Applied || report.Waiting == nil {
			t.Fatalf("%+v", report)
		}

		f.Clock.Advance(time.Second)

		if again := f.MustSchedule(t, "2026-11-21 15:00,TSEL10,1001,,10099\n"); again.Waiting.ID != report.Waiting.ID {
			t.Errorf("asked twice: %+v", again.Waiting)
		}

		decision := approval.Decision{ID: report.Waiting.ID, Approve: true, Actor: catalogtest.By().Actor, Reason: "promotion"}
		if _, err := f.DecidePrices(t.Context(), decision); !approval.ErrSamePerson.Is(err) {
			t.Errorf("%v", err)
		}

		decision.Actor = "staff:siti"
		if n, err := f.DecidePrices(t.Context(), decision); err != nil || n != 1 {
			t.Fatalf("%d %v", n, err)
		}

		f.Clock.Advance(time.Hour)

		if got := prices(t, f.Service); got[1] != 10099 {
			t.Errorf("%v after the approval", got)
		}
	})
}

// A newer price may hold by then, and clients would read a moment at which the price did not hold.
func TestApprovalAfterTheMomentIsRefused(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		report := f.MustSchedule(t, "2026-11-21 15:00,TSEL10,,,10000\n")
		f.MustSchedule(t, "2026-11-21 15:30,TSEL10,,,10400\n")
		f.Clock.Advance(2 * time.Hour)

		decision := approval.Decision{ID: report.Waiting.ID, Approve: true, Actor: "staff:siti", Reason: "promotion"}
		if _, err := f.DecidePrices(t.Context(), decision); !catalog.ErrLate.Is(err) {
			t.Errorf("%v", err)
		}

		if got := prices(t, f.Service); got[0] != 10400 {
			t.Errorf("%v after a late approval", got)
		}

		decision.Approve = false
		if _, err := f.DecidePrices(t.Context(), decision); err != nil {
			t.Error(err)
		}
	})
}

// A price may fall below a cost that rises later, and a cost may rise above a client's price that holds later.
func TestBelowCostLaterNeedsAnotherPersonToo(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		f.MustSchedule(t, "2026-12-05 00:00,TSEL10,,digiflazz-a,10200\n2026-12-06 00:00,TSEL10,1001,,10210\n2026-12-09 00:00,TSEL10,,,10500\n")

		for row, want := range map[string]int{
			"2026-12-01 00:00,TSEL10,,,10199":            1,
			"2026-12-01 00:00,TSEL10,,,10200":            0,
			"2026-12-10 00:00,TSEL10,,digiflazz-a,10211": 1,
			"2026-12-10 00:00,TSEL10,,digiflazz-a,10210": 0,
		} {
			if report, err := f.Schedule(t, row+"\n", false); err != nil || report.Below() != want {
				t.Errorf("%s: %d below cost, want %d (%v)", row, report.Below(), want, err)
			}
		}
	})
}

func TestChangesAreScheduledOnceAndCancelledInTime(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		const row = "2026-11-21 15:00,TSEL10,,,10300\n"

		f.MustSchedule(t, row)

		if again := f.MustSchedule(t, row); again.Applied || again.Count(sheets.Unchanged) != 1 {
			t.Errorf("%+v", again)
		}

		if report, err := f.Schedule(t, "2026-11-21 15:00,TSEL10,,,10400\n", true); !catalog.ErrImportRefused.Is(err) || !strings.Contains(report.Rows[0].Reason, "cancel") {
			t.Errorf("%+v %v", report, err)
		}

		list, err := f.ScheduledChanges(t.Context())
		testkit.Must(t, err)
		mustCancel(t, f, list[0].ID)

		f.Clock.Advance(time.Hour)

		if got := prices(t, f.Service); got[0] != 10250 {
			t.Errorf("%v after it was cancelled", got)
		}

		if _, err := f.CancelChange(t.Context(), list[0].ID, catalogtest.By()); !fault.ErrNotFound.Is(err) {
			t.Errorf("%v", err)
		}
	})
}

func mustCancel(t *testing.T, f fixture, id int64) {
	t.Helper()

	if waiting, err := f.CancelChange(t.Context(), id, catalogtest.By()); err != nil || waiting != nil {
		t.Fatalf("%+v %v", waiting, err)
	}
}

// The price must rise before the cost does, so a rise is not cancelled by one person.
func TestCancellingARiseBeforeACostNeedsAnotherPerson(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		f.MustSchedule(t, "2026-11-21 15:00,TSEL10,,,10400\n2026-11-21 16:00,TSEL10,,digiflazz-a,10300\n2026-11-21 18:00,TSEL10,,,10500\n")

		list, err := f.ScheduledChanges(t.Context())
		testkit.Must(t, err)

		waiting, err := f.CancelChange(t.Context(), list[0].ID, catalogtest.By())
		if err != nil || waiting == nil {
			t.Fatalf("%+v %v", waiting, err)
		}

		if again, err := f.CancelChange(t.Context(), list[0].ID, catalogtest.By()); err != nil || again.ID != waiting.ID {
			t.Errorf("asked twice: %+v %v", again, err)
		}

		if left, err := f.ScheduledChanges(t.Context()); err != nil || len(left) != len(list) {
			t.Fatalf("%d are left: %v", len(left), err)
		}

		mustCancel(t, f, list[2].ID) // 10400 covers the cost until then and after it

		if n, err := f.DecidePrices(t.Context(), approval.Decision{ID: waiting.ID, Approve: true, Actor: "staff:siti", Reason: "promotion"}); err != nil || n != 1 {
			t.Fatalf("%d %v", n, err)
		}

		f.Clock.Advance(3 * time.Hour)

		if got := prices(t, f.Service); got[0] != 10250 || got[2] != 10300 {
			t.Errorf("%v after the approval", got)
		}
	})
}

func TestFaultyChangesAreNamed(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		rows := []struct{ row, reason string }{
			{"2026-11-21 14:00,TSEL10,,,10300", "effective_at must be in the future"},
			{"21/11/2026,TSEL10,,,10300", "effective_at must be a day and time in Jakarta as 2026-12-01 00:00"},
			{"2026-12-01 00:00,NONE,,,10300", "product_code does not exist; import products first"},
			{"2026-12-01 00:00,TSEL10,9,,10300", "client_id does not exist"},
			{"2026-12-01 00:00,TSEL10,1001,digiflazz-a,10300", "client_id and supplier can't both be set"},
			{"2026-12-01 00:00,TSEL10,,nobody,10300", "the product has no SKU at this supplier"},
			{"2026-12-01 00:00,TSEL10,,,", "amount must be filled, unless a client's own price ends"},
			{"2026-12-02 00:00,TSEL10,,,0", "price must be above zero for a prepaid product"},
			{"2026-12-01 00:00,TSEL20,,,10.300", "amount must be whole rupiah without dots, at most 1000000000000"},
		}

		text := make([]string, len(rows))
		for i, r := range rows {
			text[i] = r.row
		}

		report, err := f.Schedule(t, strings.Join(text, "\n"), true)
		if !catalog.ErrImportRefused.Is(err) || len(report.Rows) != len(rows) {
			t.Fatalf("%+v %v", report, err)
		}

		for i, r := range rows {
			if got := report.Rows[i]; got.Reason != r.reason || got.Line != i+2 {
				t.Errorf("line %d: %q, want %q", got.Line, got.Reason, r.reason)
			}
		}
	})
}
