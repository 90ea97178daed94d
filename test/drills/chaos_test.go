// Package drills holds the tests that try to lose or double money: chaos at
// the suppliers, and the program killed under load.
package drills

import (
	"flag"
	"fmt"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
)

func TestMain(m *testing.M) {
	knowWalls()
	testkit.Main(m)
}

// mixed returns faults of every kind.
func mixed(seed uint64) upstream.Chaos {
	return upstream.Chaos{
		Seed: seed, TimeoutAfter: 10, TimeoutBefore: 10, ServerError: 10, Malformed: 5, Pending: 15,
		Refused: 5, Failed: 10, AskAgain: 20,
		Duplicate: 10, Late: 10, Contradictory: 5, Forged: 10, Stray: 5,
		LateBy: 200 * time.Millisecond, // a contradiction comes 2 s after the truth, so that a slow machine can't reorder them
	}
}

// The flag sets the long run: go test ./test/drills -orders 1000000.
var chaosOrders = flag.Int("orders", 2000, "orders of the chaos on each engine")

// chaosWave is how many orders are placed before the drill waits for their ends, so that
// the time an order may take does not depend on the length of the run.
const chaosWave = 2000

// TestBooksAgreeUnderChaos places orders while both suppliers time out before and
// after execution, answer 500 and unreadable bodies, and send duplicate, late,
// contradictory and forged notices. At the end the suppliers' book and ours must
// agree about every order.
func TestBooksAgreeUnderChaos(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		orders := *chaosOrders
		node := ordertest.New(t, d, ordertest.Options{
			FaultSettings: upstream.FaultSettings{Chaos: mixed(20261121)},
			Placing:       placing.Options{MaxWaiting: 2 * chaosWave, MaxWaitingInAll: 2 * chaosWave}, // all may wait, also repeated ones
			Dispatch: dispatch.Options{
				// No node dies here. On a busy machine it can take seconds to store an answer, and a call that counts as
				// lost meanwhile stays unknown for minutes if the supplier refuses it.
				TakeOverAfter: time.Minute,
			},
		})
		ends := map[order.Status]int{}

		for first := 0; first < orders; first += chaosWave {
			end := min(first+chaosWave, orders)
			placeMany(t, node, first, end, 32)

			for n := first; n < end; n++ {
				o := node.Ended(t, fmt.Sprint("chaos-", n))
				ends[o.Status]++

				if problem := disagreement(o, node.Executed(o)); problem != "" {
					t.Errorf("order %d: %s", o.ID, problem)
				}
			}
		}

		if ends[order.Success] < orders/2 || ends[order.Failed] == 0 {
			t.Errorf("the chaos is not mixed: %v", ends)
		}

		testkit.ProveBooks(t, d)
	})
}

// disagreement describes how an order and the suppliers' book differ; it is empty
// when they agree.
func disagreement(o order.Order, executed int) string {
	switch {
	case o.Status == order.Success && executed != 1:
		return fmt.Sprintf("charged, and executed %d times", executed)
	case o.Status == order.Failed && executed != 0:
		return fmt.Sprintf("refunded, and executed %d times", executed)
	case o.Refunded != (o.Status == order.Failed):
		return "refunded without having failed, or the other way round"
	}

	return ""
}

// The planted bug: a refund, made by hand, of an order that the supplier executed.
func TestChaosGateSeesAPlantedRefund(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})
		placeMany(t, node, 0, 1, 1)

		o := node.Ended(t, "chaos-0")
		testkit.Exec(t, d, "UPDATE orders SET status = 3, refunded = TRUE WHERE client_id = $1 AND id = $2", o.ClientID, o.ID)

		o = node.Ended(t, "chaos-0")
		if disagreement(o, node.Executed(o)) == "" {
			t.Error("a refund of an executed order was not seen")
		}
	})
}

func placeMany(t *testing.T, node *ordertest.Node, first, end, callers int) {
	t.Helper()

	var wg sync.WaitGroup

	for c := range callers {
		wg.Go(func() {
			for n := first + c; n < end; n += callers {
				r := ordertest.Request(fmt.Sprint("chaos-", n))
				r.DestinationNo = fmt.Sprintf("08%09d", n)

				placeOne(t, node, r)
			}
		})
	}

	wg.Wait()
}

// placeOne places an order and repeats it when no answer comes, as callers do. In a long
// run on a busy machine some calls exceed their time limit.
func placeOne(t *testing.T, node *ordertest.Node, r placing.Request) {
	t.Helper()

	const tries = 3

	var err error

	for range tries {
		if _, err = node.Placing.Place(t.Context(), r); err == nil {
			return
		}
	}

	t.Error(err)
}
