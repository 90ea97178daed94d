package dispatch_test

import (
	"slices"
	"strconv"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/money/books"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// TestAnswersThatDontCount: a supplier tells the same ends again, together with those of other orders. All that count are stored, in two
// transactions, however many don't. It isn't parallel, since it counts the transactions of the PostgreSQL server.
func TestAnswersThatDontCount(t *testing.T) { //nolint:paralleltest // see above
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const (
			orders = 64
			most   = 16 // the background jobs write, too; one transaction for each answer that doesn't count would be twice as many
		)

		node := ordertest.New(t, d, ordertest.Options{Hold: true})
		list, answers := make([]order.Order, orders), make([]supplier.Answer, orders)

		for i := range list {
			list[i] = ordertest.Place(t, node, ordertest.Request(strconv.Itoa(i)))
			answers[i] = supplier.Answer{Outcome: supplier.Success, SerialNumber: "1"}

			if i%3 == 0 {
				answers[i] = supplier.Answer{Outcome: supplier.FailedCreated, Code: "41"}
			}
		}

		for i := 0; i < orders; i += 2 { // the others stand between them
			_, err := node.Dispatch.Flush(t.Context(), list[i:i+1], answers[i:i+1])
			testkit.Must(t, err)
		}

		before := transactions(t, d)
		list, answers = slices.Concat(list, list[orders-1:]), slices.Concat(answers, answers[orders-1:]) // an end twice in one flush
		alone, err := node.Dispatch.Flush(t.Context(), list, answers)
		testkit.Must(t, err)

		if n := transactions(t, d) - before; n > most {
			t.Errorf("%d transactions", n)
		}

		for i, alone := range alone {
			if want := i%2 == 0; alone != want {
				t.Errorf("answer %d is to be stored by itself: %t, want %t", i, alone, want)
			}
		}

		for i := range orders {
			want := order.Success
			if i%3 == 0 {
				want = order.Failed
			}

			if o := node.Ended(t, strconv.Itoa(i)); o.Status != want {
				t.Errorf("order %d ended as %s, want %s", i, o.Status, want)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// TestOneIDAtTwoClients: no key in PostgreSQL refuses it. Each order keeps its own attempts and answers, and the books name the id.
func TestOneIDAtTwoClients(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	node := ordertest.New(t, d, ordertest.Options{Hold: true})
	list, answers := make([]order.Order, 0, len("012")), make([]supplier.Answer, len("012"))

	for i, client := range []int64{ordertest.Client, ordertest.Other, ordertest.Client} {
		r := ordertest.Request(strconv.Itoa(i))
		r.ClientID = client
		list = append(list, ordertest.Place(t, node, r))
		answers[i] = supplier.Answer{Outcome: supplier.Success, SerialNumber: strconv.Itoa(i)}
	}

	testkit.Exec(t, d, "ALTER TABLE wallet_history DISABLE TRIGGER USER") // it refuses changes

	for _, statement := range []string{
		"UPDATE orders SET id = $1 WHERE client_id = $2 AND id = $3",
		"UPDATE order_attempts SET order_id = $1 WHERE client_id = $2 AND order_id = $3",
		"UPDATE wallet_history SET order_id = $1 WHERE client_id = $2 AND order_id = $3",
	} {
		testkit.Exec(t, d, statement, list[0].ID, list[1].ClientID, list[1].ID)
	}

	list[1].ID = list[0].ID

	if claimed, err := node.Dispatch.Claim(t.Context(), list); err != nil || claimed != len(list) {
		t.Errorf("claimed %d of %d: %v", claimed, len(list), err)
	}

	_, err := node.Dispatch.Flush(t.Context(), list[2:], answers[2:])
	testkit.Must(t, err)

	alone, err := node.Dispatch.Flush(t.Context(), list, answers) // again with an answer that doesn't count, so that orders are locked
	if want := []bool{false, false, true}; err != nil || !slices.Equal(alone, want) {
		t.Errorf("to be stored by themselves: %v, want %v, %v", alone, want, err)
	}

	for i, o := range list {
		stored, err := node.Orders.ByRef(t.Context(), o.ClientID, o.ClientRef)
		if err != nil || stored.Status != order.Success || stored.SerialNumber != strconv.Itoa(i) {
			t.Errorf("order %d of client %d: %s, %q, %v", i, o.ClientID, stored.Status, stored.SerialNumber, err)
		}
	}

	report, err := books.Verify(t.Context(), d)
	if want := []string{"no order id stands at two clients: not so for order " + order.FormatID(list[0].ID)}; err != nil || !slices.Equal(report.Problems, want) {
		t.Errorf("the books say %q, want %q, %v", report.Problems, want, err)
	}
}

// transactions is how many transactions of the server have written something; 0 on SQLite.
func transactions(t *testing.T, d *db.DB) int64 {
	t.Helper()

	if d.Engine() == db.SQLite {
		return 0
	}

	return testkit.Value[int64](t, d, "SELECT CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)")
}
