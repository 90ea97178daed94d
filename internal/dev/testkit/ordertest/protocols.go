package ordertest

import (
	"testing"

	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/platform/clock"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
	"loket/internal/supplier/iak"
)

// products are what a supplier lists, where its protocol has no highest price: the adapter buys nothing that the list lacks.
func products(p upstream.Protocol) []upstream.Product {
	if p != upstream.IAK {
		return nil // each code is sold
	}

	return []upstream.Product{
		{SKU: Product, Name: "Telkomsel 10.000", Category: "Pulsa", Brand: "TELKOMSEL", Price: 10_150},
		{SKU: BillCode, Name: "PLN Pascabayar", Category: "Pascabayar", Brand: "PLN", Postpaid: true, Admin: 2_500, Commission: 1_500},
		{SKU: "PBBKOT.CIMAHI", Name: "PBB Kota Cimahi", Category: "Pascabayar", Brand: "PBB", Postpaid: true, Admin: 2_500, Commission: 1_500},
	}
}

// newAdapter makes the adapter of a simulated supplier.
func newAdapter(t *testing.T, s *simulate.Server, name string, p upstream.Protocol) supplier.Adapter {
	t.Helper()

	if p == upstream.IAK {
		prepaid, postpaid := s.IAKURLs(name)

		adapter, err := iak.New(iak.Config{
			PrepaidURL: prepaid, PostpaidURL: postpaid, Username: "user", Key: "key", Timeout: Patience, Clock: clock.System{},
		})
		if err != nil {
			t.Fatal(err)
		}

		t.Cleanup(adapter.Close)

		return adapter
	}

	adapter, err := digiflazz.New(digiflazz.Config{
		BaseURL: s.SupplierURL(name), Username: "user", Key: "key", WebhookSecret: "hook", Timeout: Patience, Clock: clock.System{},
	})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(adapter.Close)

	return adapter
}
