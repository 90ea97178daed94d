package catalog_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// The model walks through the minutes of a day.
func TestCutOffAgreesWithAModel(t *testing.T) {
	t.Parallel()

	const day = 24 * 60

	midnight := time.Date(2026, 2, 28, 17, 0, 0, 0, time.UTC) // in Jakarta

	for _, ends := range [][2]int{{0, 0}, {90, 90}, {0, 1}, {23*60 + 45, 15}, {23 * 60, 60}, {60, 23 * 60}, {1439, 0}, {0, 1439}, {720, 719}} {
		c := catalog.CutOff{From: clock.TimeOfDay(ends[0]), To: clock.TimeOfDay(ends[1])}

		for minute := range day {
			left := 0
			for m := minute; ends[0] != ends[1] && within(m%day, ends) && left < day; m++ {
				left++
			}

			for _, into := range []time.Duration{0, 59*time.Second + 999*time.Millisecond} {
				at := midnight.Add(time.Duration(minute)*time.Minute + into)
				if want := max(time.Duration(left)*time.Minute-into, 0); c.Left(at) != want {
					t.Fatalf("%s at %s: %s, want %s", c, at, c.Left(at), want)
				}
			}
		}
	}
}

func within(minute int, ends [2]int) bool {
	if ends[0] < ends[1] {
		return minute >= ends[0] && minute < ends[1]
	}

	return minute >= ends[0] || minute < ends[1]
}

func TestDisturbancesAreSeenOnEveryNode(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d)
		f.Fill(t)

		other := catalog.New(d, f.Clock)
		look := func(code string) catalog.Product {
			snap, err := other.Reload(t.Context())
			testkit.Must(t, err)

			p, _ := snap.Product(code)

			return p
		}

		n, err := f.SetProblem(t.Context(), catalog.Choice{Operator: "TSEL"}, catalog.Problem{On: true, Indonesian: "Gangguan"}, catalogtest.By())
		if p := look("TSEL10"); err != nil || n != 2 || !p.Problem || p.ProblemReason(language.English) != "Gangguan" || look("DANAO").Problem {
			t.Errorf("%d products, %v: %+v", n, err, p)
		}

		_, err = f.SetProblem(t.Context(), catalog.Choice{Product: "TSEL10"}, catalog.Problem{On: true, English: "Late", Indonesian: "Lambat"}, catalogtest.By())
		if p := look("TSEL10"); err != nil || p.ProblemReason(language.English) != "Late" || p.ProblemReason(language.Indonesian) != "Lambat" {
			t.Errorf("%v: %+v", err, p)
		}

		n, err = f.SetProblem(t.Context(), catalog.Choice{Product: "TSEL10"}, catalog.Problem{English: "over"}, catalogtest.By())
		if p := look("TSEL10"); err != nil || n != 1 || p.Problem || p.ProblemReason(language.English) != "" || !look("TSEL20").Problem {
			t.Errorf("%v: %+v", err, p)
		}

		night := catalog.CutOff{From: 23 * 60, To: 60}

		n, err = f.SetCutOff(t.Context(), catalog.Choice{Product: "TSEL10"}, night, catalogtest.By())
		if p := look("TSEL10"); err != nil || n != 1 || p.CutOff != night || !look("TSEL20").CutOff.None() {
			t.Errorf("%v: %+v", err, p)
		}

		// An import changes the product and leaves its cut-off.
		f.MustImport(t, sheets.ProductTable, strings.Replace(catalogtest.Products, "10250", "10260", 1))

		if p := look("TSEL10"); p.CutOff != night || p.Price != 10260 {
			t.Errorf("%+v", p)
		}

		for what, wrong := range map[string]catalog.Problem{
			"without a text": {On: true}, "too long": {On: true, English: strings.Repeat("x", 201)}, "a line break": {On: true, Indonesian: "a\nb"},
		} {
			if _, err := f.SetProblem(t.Context(), catalog.Choice{Product: "TSEL10"}, wrong, catalogtest.By()); !fault.ErrValidation.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}

		for _, none := range []catalog.Choice{{Product: "NONE"}, {Operator: "NONE"}, {}} {
			if _, err := f.SetCutOff(t.Context(), none, night, catalogtest.By()); !fault.ErrNotFound.Is(err) {
				t.Errorf("%+v: %v", none, err)
			}
		}
	})
}

// A problem begins and ends at its times, on whichever node looks first; each is recorded once.
func TestProblemsBeginAndEndByThemselves(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d)
		f.Fill(t)

		other := catalogtest.OnClock(d, f.Clock)
		look := func() catalog.Product {
			snap, err := other.Snapshot(t.Context())
			testkit.Must(t, err)

			p, _ := snap.Product("TSEL10")

			return p
		}
		events := func(kind string) int64 {
			return testkit.Value[int64](t, d, "SELECT COUNT(*) FROM events WHERE kind = $1 AND subject = 'TSEL10'", kind)
		}

		begin, end := f.Clock.Now().Add(time.Hour), f.Clock.Now().Add(3*time.Hour)
		planned := catalog.Problem{On: true, English: "Maintenance", From: begin, Until: end}

		_, err := f.SetProblem(t.Context(), catalog.Choice{Product: "TSEL10"}, planned, catalogtest.By())
		testkit.Must(t, err)

		f.Clock.Advance(time.Second) // the other node compares the version again

		if p := look(); p.Problem || !p.ProblemFrom.Equal(begin) || p.ProblemReason(language.English) != "" || p.ProblemText(language.English) != "Maintenance" {
			t.Errorf("before: %+v", p)
		}

		f.Clock.Advance(begin.Sub(f.Clock.Now()))

		if p := look(); !p.Problem || p.ProblemReason(language.English) != "Maintenance" || !p.ProblemUntil.Equal(end) || events("product.disturbed") != 1 {
			t.Errorf("begun: %+v, %d events", p, events("product.disturbed"))
		}

		// Another text leaves the begin.
		planned.From, planned.English = time.Time{}, "Still maintenance"
		_, err = f.SetProblem(t.Context(), catalog.Choice{Product: "TSEL10"}, planned, catalogtest.By())
		testkit.Must(t, err)

		f.Clock.Advance(end.Sub(f.Clock.Now()))

		if p := look(); p.Problem || !p.ProblemFrom.IsZero() || !p.ProblemUntil.IsZero() || p.ProblemText(language.English) != "" || events("product.fine") != 1 {
			t.Errorf("ended: %+v, %d events", p, events("product.fine"))
		}

		if n := events("product.disturbed"); n != 1 {
			t.Errorf("%d begins", n)
		}

		for what, wrong := range map[string]catalog.Problem{
			"an end in the past":       {On: true, English: "x", Until: f.Clock.Now()},
			"an end before the begin":  {On: true, English: "x", From: f.Clock.Now().Add(2 * time.Hour), Until: f.Clock.Now().Add(time.Hour)},
			"a begin in the past":      {On: true, English: "x", From: f.Clock.Now().Add(-time.Second)},
			"a begin beyond all plans": {On: true, English: "x", From: f.Clock.Now().Add(400 * 24 * time.Hour)},
		} {
			if _, err := f.SetProblem(t.Context(), catalog.Choice{Product: "TSEL10"}, wrong, catalogtest.By()); !fault.ErrValidation.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

// Another order of suppliers is refused where a client would pay less than the first one costs.
func TestSuppliersInTheirOrder(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d)
		f.Fill(t)

		set := func(list ...catalog.SupplierChoice) error {
			_, err := f.SetSuppliers(t.Context(), "TSEL10", list, catalogtest.By())

			return err
		}
		a, b := catalog.SupplierChoice{Supplier: "digiflazz-a", Active: true}, catalog.SupplierChoice{Supplier: "digiflazz-b", Active: true}

		testkit.Must(t, set(b, catalog.SupplierChoice{Supplier: "digiflazz-a"}))

		skus, err := f.SKUsOf(t.Context(), "TSEL10")
		if err != nil || len(skus) != 2 || skus[0].Supplier != "digiflazz-b" || skus[1].Active || skus[1].Preference != 2 {
			t.Fatalf("%+v, %v", skus, err)
		}

		testkit.Must(t, set(a, b))
		f.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10120\n") // between both costs

		for what, list := range map[string][]catalog.SupplierChoice{
			"below cost": {b, a}, "one is missing": {a}, "one is named twice": {a, a}, "one doesn't sell it": {a, {Supplier: "digiflazz-c"}},
		} {
			if err := set(list...); !fault.ErrValidation.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}

		if _, err := f.SetSuppliers(t.Context(), "NONE", []catalog.SupplierChoice{a}, catalogtest.By()); !fault.ErrNotFound.Is(err) {
			t.Errorf("of no product: %v", err)
		}
	})
}
