package placing_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
)

// An open amount costs the amount and our fee. A supplier that takes more, or would deliver less than the amount, is not used.
func TestOpenAmountCostsAmountAndFee(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})

		testkit.Exec(t, d, `INSERT INTO products (code, name, wallet_type, price, active, problem, kind, operator_type, operator_code, min_amount, max_amount, updated_at)
			VALUES ('OPEN', 'Open', 'level_1', 1200, TRUE, FALSE, 'open', 'ewallet_inquiry', 'TSEL', 10000, 2000000, 1),
				('LOSS', 'Loss', 'level_1', 999, TRUE, FALSE, 'open', 'ewallet_inquiry', 'TSEL', 10000, 2000000, 1)`)
		testkit.Exec(t, d, "INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ('OPEN', 'a', 'wallet', 1, 0), ('LOSS', 'a', 'wallet', 1, 0)")

		bill, err := node.Placing.Inquire(t.Context(), ordertest.Client, "OPEN", "081234567890", 20_000)
		if err != nil || bill.Amount != 20_000 || bill.Fee != 1_200 || bill.Total != 21_200 {
			t.Fatalf("%+v, %v", bill, err)
		}

		r := ordertest.Request("open")
		r.ProductCode, r.Amount, r.MaxPrice = "OPEN", 20_000, 21_200

		if o := ordertest.Place(t, node, r); o.Price != 21_200 {
			t.Errorf("charged %s", o.Price)
		}

		if got := node.Ended(t, "open"); got.Status != order.Success {
			t.Errorf("ended as %s (%s)", got.Status, got.Reason)
		}

		// The biller's admin is 2,500, of which 1,500 are ours: 21,000 leave our deposit, and a fee of 999 would lose a rupiah on each order.
		r.ClientRef, r.ProductCode, r.MaxPrice = "loss", "LOSS", 0
		if _, err := node.Placing.Place(t.Context(), r); !placing.ErrSupplierUnavailable.Is(err) {
			t.Errorf("at a loss: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}
