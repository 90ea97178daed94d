package dispatch_test

import (
	"slices"
	"testing"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// TestFieldsOfABillReachItsSupplier: the year of a tax. A supplier that doesn't take it is not used.
func TestFieldsOfABillReachItsSupplier(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Protocol: upstream.IAK})

		const tax = "PBBCMH"

		testkit.Exec(t, d, `INSERT INTO products (code, name, wallet_type, price, active, problem, kind, operator_type, operator_code, updated_at)
			VALUES ($1, 'PBB Kota Cimahi', 'level_1', 1000, TRUE, FALSE, 'postpaid', 'pbb', 'TSEL', 1)`, tax)
		testkit.Exec(t, d, "INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ($1, 'a', 'PBBKOT.CIMAHI', 1, 0)", tax)

		if _, err := node.Catalog.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}

		r := ordertest.Request("tax")
		r.ProductCode, r.DestinationNo, r.Bill.Year = tax, "329801092375999901", 2024

		b, err := node.Placing.InquireBill(t.Context(), r)
		if err != nil || !slices.Contains(b.Details, supplier.Detail{Key: "tahun_pajak", Value: "2024"}) {
			t.Fatalf("%+v, %v", b, err)
		}

		ordertest.Place(t, node, r)

		if got := node.Ended(t, "tax"); got.Status != order.Success || got.Price != b.Total || node.Executed(got) != 1 {
			t.Errorf("ended as %s (%s)", got.Status, got.Reason)
		}

		r.Bill.Year = 2025 // another order
		if _, err := node.Placing.Place(t.Context(), r); !placing.ErrReferenceConflict.Is(err) {
			t.Errorf("another year: %v", err)
		}

		r.Bill.Months = 2 // of no tax
		if _, err := node.Placing.InquireBill(t.Context(), r); !placing.ErrSupplierUnavailable.Is(err) {
			t.Errorf("months of a tax: %v", err)
		}

		for field, bad := range map[string]placing.BillFields{"months": {Months: 13}, "year": {Year: 24}, "identity": {Identity: "32012345678901"}} {
			r.Bill = bad
			if _, err := node.Placing.InquireBill(t.Context(), r); !fault.ErrValidation.Is(err) || fault.From(err).Fields[0].Field != field {
				t.Errorf("%s: %v", field, err)
			}
		}

		goods := ordertest.Request("goods")
		goods.Bill.Months = 1

		if _, err := node.Placing.Place(t.Context(), goods); !fault.ErrValidation.Is(err) {
			t.Errorf("months of phone credit: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}
