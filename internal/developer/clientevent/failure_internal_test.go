package clientevent

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"loket/internal/platform/language"
	"loket/internal/supplier"
)

// The published codes are those of all reasons, and the documentation has the same table.
func TestFailuresAreDocumented(t *testing.T) {
	t.Parallel()

	var codes, categories, rows []string

	for _, f := range supplier.Failures() {
		codes = append(codes, string(f.Code))

		if !slices.Contains(categories, string(f.Category)) {
			categories = append(categories, string(f.Category))
		}

		text := "in the words of our staff"
		if m := f.Code.Message(); m.Code() != "" {
			text = m.In(language.English)
		}

		rows = append(rows, fmt.Sprintf("| `%s` | %s | %s | %s |", f.Code, f.Category, map[bool]string{true: "yes", false: "no"}[f.Retryable], text))
	}

	enum := func(field string) []string {
		f, _ := reflect.TypeFor[Failure]().FieldByName(field)

		return strings.Split(f.Tag.Get("enum"), ",")
	}

	if got := enum("Code"); !slices.Equal(got, codes) {
		t.Errorf("the schema has %v, want %v", got, codes)
	}

	slices.Sort(categories)

	if got := slices.Sorted(slices.Values(enum("Category"))); !slices.Equal(got, categories) {
		t.Errorf("the schema has %v, want %v", got, categories)
	}

	page, err := os.ReadFile("../../../docs/client-api.md")
	if err != nil {
		t.Fatal(err)
	}

	if want := strings.Join(rows, "\n"); !strings.Contains(string(page), want) {
		t.Errorf("docs/client-api.md must have the rows\n%s", want)
	}
}

// A failure has what its code says; words of staff have a code of their own, whatever they are.
func TestFailuresOfReasons(t *testing.T) {
	t.Parallel()

	for why, want := range map[supplier.Reason]Failure{
		supplier.ReasonNumberWrong: {"number_wrong", "destination", false, "Nomor tujuan salah"},
		supplier.ReasonTooOften:    {"too_often", "destination", true, "Terlalu banyak transaksi untuk nomor ini, coba lagi nanti"},
		"Sudah kami kembalikan":    {"staff", "other", false, "Sudah kami kembalikan"},
	} {
		if got := *showFailure(why, language.Indonesian); got != want {
			t.Errorf("%s: %+v, want %+v", why, got, want)
		}
	}
}
