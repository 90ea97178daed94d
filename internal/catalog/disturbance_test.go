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
