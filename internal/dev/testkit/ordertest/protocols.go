package ordertest

import (
	"context"
	"net/http"
	"testing"

	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
	"loket/internal/supplier/iak"
	"loket/internal/supplier/texth2h"
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
func newAdapter(t *testing.T, d *db.DB, s *simulate.Server, name string, p upstream.Protocol) supplier.Adapter {
	t.Helper()

	if p == upstream.OtomaX {
		adapter, err := texth2h.New(texth2h.Config{
			BaseURL: s.TextURL(name), Settings: textSettings(t), Timeout: Patience, NotFoundAfter: 2 * Patience, Clock: clock.System{},
			ClaimSerial: func(ctx context.Context, serial, reference string) (bool, error) {
				return order.NewSerials(d, clock.System{}).Claim(ctx, name, serial, reference)
			},
		})
		if err != nil {
			t.Fatal(err)
		}

		t.Cleanup(adapter.Close)

		return adapter
	}

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

// ReportKey is the last part of the address of reports.
const ReportKey = "00112233445566778899aabbccddeeff"

// textSettings are those of OtomaX for a simulated supplier.
func textSettings(t *testing.T) texth2h.Settings {
	t.Helper()

	s, err := texth2h.Example("otomax")
	if err != nil {
		t.Fatal(err)
	}

	s.Values["member"], s.Secrets["pin"], s.Secrets["password"] = "user", "key", "key"
	s.Limits.StatusEvery = "" // the node's own
	s.Reports = &texth2h.Reports{
		Key: ReportKey, Addresses: []string{"127.0.0.1"},
		Envelope: texth2h.Envelope{Ref: "refid", Code: "status", Sentence: "message", Codes: s.Reply.Codes},
	}

	return s
}

// webhookSecret signs a supplier's notices, or is the key of its reports.
func webhookSecret(p upstream.Protocol) secret.Text {
	if p == upstream.OtomaX {
		return ReportKey
	}

	return "hook"
}

// Report sends a report to the address of notices, as supplier/key?query, and returns the status of the answer.
func (node *Node) Report(t *testing.T, target string) int {
	t.Helper()

	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, node.receiver+"/"+target, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}

	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}

	return response.StatusCode
}
