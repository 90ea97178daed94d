package destination_test

import (
	"testing"
	"unicode/utf8"

	"loket/internal/catalog"
	"loket/internal/catalog/destination"
	"loket/internal/platform/language"
)

// The example of each form is taken as it is, and is as long as the form says.
func TestExamplesOfForms(t *testing.T) {
	t.Parallel()

	operators := []string{"", "TSEL", "XL", "AXIS", "BYU", "SMART", "TRI", "ISATD", "HALO", "FLAZZ", "TAPCASH", "EMANDIRI", "TELKOM", "SINGTEL", "CSL", "MLBB"}

	parts, err := destination.ParseParts("userId digits 4-12 123456789; zoneId digits 2-6 2010")
	if err != nil {
		t.Fatal(err)
	}

	for _, of := range append(catalog.OperatorTypes(), catalog.OperatorType{Code: "new"}) {
		for _, operator := range operators {
			for _, asked := range [][]destination.Part{nil, parts} {
				p := destination.Product{Type: of.Code, Operator: operator, Parts: asked}
				f := destination.FormOf(p)
				v := destination.Strict(p, f.Example)

				// A card of another brand is doubted; there is no example for each brand.
				if v.Grade > destination.Doubtful || v.Grade == destination.Doubtful && of.Code != "emoney" {
					t.Errorf("%s of %s: %q is judged %+v", of.Code, operator, f.Example, v)
				}

				if n := utf8.RuneCountInString(v.Number); n < f.Least || n > f.Most {
					t.Errorf("%s of %s: %q has %d characters, not %d to %d", of.Code, operator, v.Number, n, f.Least, f.Most)
				}

				if len(f.Parts) > 0 && f.Kind != destination.FormGame {
					t.Errorf("%s has parts", f.Kind)
				}
			}
		}
	}
}

func TestFormsSayWhatTheyAre(t *testing.T) {
	t.Parallel()

	meter := destination.FormOf(destination.Product{Type: "electricity"})
	if meter.Kind != destination.FormDigits || meter.Least != 11 || meter.Most != 12 || meter.Message.In(language.Indonesian) != "Nomor meter terdiri dari 11 angka, ID pelanggan 12" {
		t.Errorf("a meter: %+v", meter)
	}
}
