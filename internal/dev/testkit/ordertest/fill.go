package ordertest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
	"loket/internal/supplier/iak"
)

// Fill stores the clients, their wallets and the products.
func Fill(t testing.TB, d *db.DB, balance money.Rupiah) {
	t.Helper()
	testkit.Exec(t, d, "INSERT INTO operators (code, name, type) VALUES ('TSEL', 'Telkomsel', 'mobile')")

	for _, p := range []string{
		"'TSEL10', 'Telkomsel 10.000', 'level_1', 10250, TRUE, FALSE, 'prepaid', 'mobile'", "'OFF', 'Off', 'level_1', 100, FALSE, FALSE, 'prepaid', 'mobile'",
		"'BAD', 'Bad', 'level_1', 100, TRUE, TRUE, 'prepaid', 'mobile'", "'L2', 'Level 2', 'level_2', 100, TRUE, FALSE, 'prepaid', 'mobile'",
		"'DEAR', 'Dear', 'level_1', 999999999999, TRUE, FALSE, 'prepaid', 'mobile'", "'PLNPOST', 'PLN Bill', 'level_1', 2500, TRUE, FALSE, 'postpaid', 'electricity_postpaid'",
	} {
		testkit.Exec(t, d, `INSERT INTO products (code, name, wallet_type, price, active, problem, kind, operator_type, operator_code, updated_at)
			VALUES (`+p+`, 'TSEL', 1)`)
	}

	for _, p := range []string{Product, BillCode} {
		testkit.Exec(t, d, `INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ($1, 'a', $1, 1, 10000), ($1, 'b', $1, 2, 10100)`, p)
	}

	for _, id := range []int64{Client, Other} {
		testkit.InsertClient(t, d, id)
		fund(t, d, id, balance)
	}
}

func fund(t testing.TB, d *db.DB, clientID int64, balance money.Rupiah) {
	t.Helper()

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		now := clock.System{}.Now()

		w, err := wallet.CreateTx(t.Context(), tx, now, wallet.Wallet{ClientID: clientID, Type: wallet.Level1, Active: true})
		if err != nil || balance == 0 {
			return err
		}

		_, _, err = wallet.PostTx(t.Context(), tx, now, wallet.Posting{
			WalletID: w.ID, ClientID: w.ClientID, Action: wallet.Topup, Amount: balance, Contra: wallet.BankClearing, Key: fmt.Sprint("open", clientID),
		})

		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Request is an order of the prepaid product for client Client.
func Request(ref string) placing.Request {
	return placing.Request{ClientID: Client, ProductCode: Product, DestinationNo: "081234567890", ClientRef: ref, Channel: order.ChannelH2H}
}

// Ended waits until an order is no longer pending.
func (node *Node) Ended(t *testing.T, ref string) order.Order {
	t.Helper()

	var o order.Order

	defer func() {
		if o.Status == order.Pending {
			node.logAttempts(t, o)
		}
	}()

	testkit.Eventually(t, Patience, "the order "+ref+" ends", func() bool {
		var err error
		if o, err = node.Orders.ByRef(t.Context(), Client, ref); err != nil {
			t.Fatal(err)
		}

		return o.Status != order.Pending
	})

	return o
}

// logAttempts shows why an order is still pending.
func (node *Node) logAttempts(t *testing.T, o order.Order) {
	t.Helper()

	err := node.DB.Read(context.WithoutCancel(t.Context()), `SELECT number, supplier, state, COALESCE(outcome, ''), code, checks, COALESCE(next_check_at, 0)
		FROM order_attempts WHERE client_id = $1 AND order_id = $2 ORDER BY number`, []any{o.ClientID, o.ID}, func(row db.Row) error {
		var (
			number, checks, next           int64
			supplier, state, outcome, code string
		)

		err := row.Scan(&number, &supplier, &state, &outcome, &code, &checks, &next)
		t.Logf("attempt %d at %s: %s %s %s, %d status queries, the next at %s, now %s", number, supplier, state, outcome, code, checks,
			clock.FromMicros(next), time.Now().UTC())

		return err
	})
	if err != nil {
		t.Log(err)
	}
}

// Executed returns how often an order was delivered according to the suppliers' own
// book, over all of its attempts.
func (node *Node) Executed(o order.Order) int {
	const most = 4

	executed := 0

	for n := range most {
		reference := order.AttemptKey{ClientID: o.ClientID, OrderID: o.ID, Number: n + 1}.String()

		for _, e := range slices.Concat(node.Simulator.Book(reference), node.Simulator.Book(iak.BillReference(reference))) {
			if e.Executed {
				executed++
			}
		}
	}

	return executed
}

// SetFaultSettings changes the fault settings of a supplier.
func (node *Node) SetFaultSettings(t testing.TB, name string, change func(k *upstream.FaultSettings)) {
	t.Helper()

	s, ok := node.Simulator.Supplier(name)
	if !ok {
		t.Fatalf("no supplier %s", name)
	}

	k := s.FaultSettings()
	change(&k)
	s.SetFaultSettings(k)
}

// InsertOrders stores orders of Client that were placed at the given moments. No
// wallet is charged for them: they are for tests of reading.
func InsertOrders(t *testing.T, d *db.DB, moments ...time.Time) []int64 {
	t.Helper()

	g, err := ids.NewGenerator(9)
	if err != nil {
		t.Fatal(err)
	}

	made := make([]int64, 0, len(moments))

	for i, at := range moments {
		id := g.Next(at)
		made = append(made, id)
		status := []order.Status{order.Success, order.Pending, order.Failed}[i%3]
		testkit.Exec(t, d, `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no,
				price, status, refunded, channel, input_hash, created_at, updated_at)
			VALUES ($1, $2, $3, 1, 'level_1', 'TSEL10', 'Telkomsel', 'prepaid', $4, 10250, $5, $6, 'h2h', 1, $7, $7)`,
			id, Client, fmt.Sprint("ref-", i), fmt.Sprint("0812", i%4), int64(status), status == order.Failed, clock.Micros(at))
	}

	return made
}

// CutOff lets the product be closed at this time of the day, or sold all day again.
func CutOff(t testing.TB, d *db.DB, closed bool) {
	t.Helper()

	const day, beside = 24 * 60, 120 // minutes

	now := clock.System{}.Now().In(testkit.Jakarta(t))
	minute := clock.TimeOfDay(now.Hour()*60 + now.Minute()) //nolint:mnd // minutes of an hour

	var c catalog.CutOff
	if closed {
		c = catalog.CutOff{From: (minute + day - beside) % day, To: (minute + beside) % day}
	}

	_, err := catalog.New(d, clock.System{}).SetCutOff(t.Context(), catalog.Choice{Product: Product}, c, catalog.By{Actor: "staff:budi"})
	testkit.Must(t, err)
}

// CopyProduct adds a product that is like Product but has no SKU yet.
func CopyProduct(t *testing.T, d *db.DB, code string) {
	t.Helper()
	testkit.Exec(t, d, `INSERT INTO products (code, name, wallet_type, price, active, problem, kind, operator_type, operator_code, updated_at)
		SELECT $1, name, wallet_type, price, active, problem, kind, operator_type, operator_code, updated_at FROM products WHERE code = $2`, code, Product)
}
