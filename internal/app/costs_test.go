package app_test

import (
	"slices"
	"strings"
	"testing"

	"loket/internal/api"
)

// TestCostsAsDecided names all operations that are not cheap. Every other one reads or writes a bounded number of rows, a page
// at most. Who adds an operation that reads thousands of rows adds it here.
func TestCostsAsDecided(t *testing.T) {
	t.Parallel()

	decided := map[api.Cost][]string{
		api.Bulk: {
			"check-numbers", "check-scheduled-order", "check-scheduled-retry", "create-scheduled-order", "export-client-products",
			"get-scheduled-order-result", "look-up-orders", "move-clock-of-sandbox", "move-test-clock", "price-all-skus", "price-skus", "resend-webhook", "resend-webhook-by-key", "retry-scheduled-order", "try-prices",
		},
		api.Sums: {
			"count-orders-by-hour", "get-deposit-statement", "get-funnel", "get-operator-funnel", "get-product-funnel", "get-sales-overview",
			"get-scheduled-order", "get-wallet-statement", "list-banner-clicks", "list-component-clicks", "list-deposit-days", "list-product-sales", "list-products", "list-requests", "list-roles",
			"list-scheduled-order-lines", "list-statement-rows", "list-visitor-sessions", "list-webhooks", "list-webhooks-by-key", "list-withheld-tax", "sum-orders",
		},
		api.Download: {"export-deposit-events", "export-withheld-tax", "openapi", "openapi-of"},
		api.Upload:   {"confirm-invoice-payment", "reconcile-orders", "reconcile-own-orders", "upload-file"},
		// By files that are read; by inquiries in flight; by requests that wait; by streams; by calls that wait; by the signature; by events of a visitor; by hashes.
		api.Own: {"download-file", "finish-sign-in", "inquire-scheduled-bills", "list-events", "list-order-reports", "receive-moota-notice", "report-shop-events", "sign-in", "step-up", "stream-events"},
	}

	published := map[api.Cost][]string{}

	for _, methods := range document(t) {
		for _, o := range methods {
			if cost := api.Cost(o.Cost); cost != api.Cheap {
				published[cost] = append(published[cost], o.ID)
			}
		}
	}

	for cost, want := range decided {
		got := published[cost]
		slices.Sort(got)
		delete(published, cost)

		if !slices.Equal(got, want) {
			t.Errorf("%s: %s, decided were %s", cost, strings.Join(got, " "), strings.Join(want, " "))
		}
	}

	if len(published) > 0 {
		t.Errorf("unknown costs: %v", published)
	}
}
