package catalog

import (
	"slices"
	"testing"
)

func TestCodesSortByTheAmountsInThem(t *testing.T) {
	t.Parallel()

	for _, want := range [][]string{
		{"TSEL5", "TSEL10", "TSEL15", "TSEL20", "TSEL100", "TSEL1000"},
		{"PLN20", "PLN50", "PLN100", "PLN1000", "PLN10000"},
		{"ISAT10", "ISAT150", "TSEL5", "XL1"},
		{"DATA", "DATA1", "DATA1GB", "DATA2GB", "DATA2GB30D", "DATA10GB7D", "DATAX"},
		{"ML5", "ML12", "MLX", "ML_86"},
		{"A007", "A07", "A7", "A8", "a1"},
		{"99999999999999999998", "99999999999999999999"}, // more than an integer holds
		{"1", "1A", "1A1", "A", "A-1"},
	} {
		got := slices.Clone(want)
		slices.Reverse(got)
		slices.SortFunc(got, compareCodes)

		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}

		for i, a := range want {
			for j, b := range want {
				if c := compareCodes(a, b); (c < 0) != (i < j) || (c == 0) != (i == j) {
					t.Errorf("%q and %q: %d", a, b, c)
				}
			}
		}
	}
}
