package catalog_test

import (
	"testing"

	"loket/internal/catalog"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

func TestDescriptionsSpeakTheLanguageOfTheReader(t *testing.T) {
	t.Parallel()

	for name, c := range map[string]struct {
		product             catalog.Product
		fee                 money.Rupiah
		english, indonesian string
	}{
		"its own words stay":    {catalog.Product{Kind: catalog.Open, Description: "Promo"}, 700, "Promo", "Promo"},
		"prepaid without words": {catalog.Product{Kind: catalog.Prepaid}, 10_250, "", ""},
		"bill":                  {catalog.Product{Kind: catalog.Postpaid}, 2_500, "Bill, with a fee of Rp 2.500 on top", "Tagihan, ditambah biaya Rp 2.500"},
		"bill without a fee":    {catalog.Product{Kind: catalog.Postpaid}, 0, "Bill, without a fee", "Tagihan, tanpa biaya"},
		"open": {
			catalog.Product{Kind: catalog.Open, MinAmount: 10_000, MaxAmount: 2_000_000},
			700,
			"Any amount from Rp 10.000 to Rp 2.000.000", "Nominal bebas dari Rp 10.000 sampai Rp 2.000.000",
		},
		"open from":           {catalog.Product{Kind: catalog.Open, MinAmount: 10_000}, 700, "Any amount from Rp 10.000", "Nominal bebas mulai Rp 10.000"},
		"open up to":          {catalog.Product{Kind: catalog.Open, MaxAmount: 90_000}, 700, "Any amount up to Rp 90.000", "Nominal bebas sampai Rp 90.000"},
		"open without limits": {catalog.Product{Kind: catalog.Open}, 700, "Any amount", "Nominal bebas"},
	} {
		if got := c.product.Describe(c.fee, language.English); got != c.english {
			t.Errorf("%s: %q", name, got)
		}

		if got := c.product.Describe(c.fee, language.Indonesian); got != c.indonesian {
			t.Errorf("%s: %q", name, got)
		}
	}
}
