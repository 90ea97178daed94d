package dispatch_test

import (
	"slices"
	"strconv"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
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

// transactions is how many transactions of the server have written something; 0 on SQLite.
func transactions(t *testing.T, d *db.DB) int64 {
	t.Helper()

	if d.Engine() == db.SQLite {
		return 0
	}

	return testkit.Value[int64](t, d, "SELECT CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)")
}
