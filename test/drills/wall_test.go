package drills

import (
	"database/sql/driver"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
)

// The database refuses one write of the dispatch for a while, which rolls the
// transaction back as a crash would. When it accepts the write again, every order
// must reach exactly one end.
func TestWriteFailsAtEachPointOfADispatch(t *testing.T) {
	t.Parallel()

	list := []wall{
		{"storing the attempt", "order_attempts", "INSERT", "TRUE", "0"},
		{"claiming the attempt", "order_attempts", "UPDATE", "NEW.state = 'sending'", "0"},
		{"storing the answer", "order_attempts", "UPDATE", "NEW.state = 'answered'", "0"},
		{"recording a status query", "order_attempts", "UPDATE", "NEW.checks = 1 AND NEW.state = 'sending'", "6"},
		{"ending as success", "orders", "UPDATE", "NEW.status = 4", "0"},
		{"ending as failed", "orders", "UPDATE", "NEW.status = 3", "2"},
		{"refunding", "wallet_history", "INSERT", "NEW.action = 'refund'", "2"},
		{"changing the balance", "wallets", "UPDATE", "TRUE", "2"},
		{"keeping a notice", "inbox_notices", "INSERT", "TRUE", "3"},
		{"applying a notice", "inbox_notices", "UPDATE", "TRUE", "4"},
	}

	for _, p := range list {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				node := ordertest.New(t, d, ordertest.Options{})

				if _, err := node.Placing.Place(t.Context(), p.request("point")); err != nil {
					t.Fatal(err)
				}

				node.Ended(t, "point") // works without the refusal; the next one runs with it

				for n := range *points * ordersAtPoint {
					p.meet(t, d, node, fmt.Sprint("walled-", n))
				}
			})
		})
	}
}

// wall is a write that the database refuses for a while.
type wall struct {
	name, table, event, when string
	digit                    string // last digit of the destination, which decides the supplier's outcome
}

func (p wall) request(ref string) placing.Request {
	r := ordertest.Request(ref)
	r.DestinationNo = "08123456789" + p.digit

	return r
}

// meet places an order that meets the refusal, then removes the refusal and waits for
// the order's end.
func (p wall) meet(t *testing.T, d *db.DB, node *ordertest.Node, ref string) {
	t.Helper()

	met := p.raise(t, d)

	_, err := node.Placing.Place(t.Context(), p.request(ref))

	if p.table == "wallets" || p.event == "INSERT" && p.table == "order_attempts" {
		if err == nil {
			t.Error("an order was accepted that could not be stored whole")
		}
	} else if err != nil {
		t.Fatal(err)
	}

	testkit.Eventually(t, ordertest.Patience, "it runs into the wall", func() bool { return met() > 0 })
	testkit.ProveBooks(t, d)
	p.tearDown(t, d)

	if _, err := node.Placing.Place(t.Context(), p.request(ref)); err != nil {
		t.Fatal(err)
	}

	o := node.Ended(t, ref)
	if problem := disagreement(o, node.Executed(o)); problem != "" {
		t.Errorf("order %d ended as %s: %s", o.ID, o.Status, problem)
	}

	testkit.ProveBooks(t, d)
}

// hits counts the refusals for each test. It is kept outside of the database, since a
// refusal rolls back what its transaction wrote.
var hits sync.Map

// knowWalls registers the SQLite function that counts refusals, for every later
// connection.
func knowWalls() {
	sqlite.MustRegisterScalarFunction("wall_met", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		count, _ := hits.LoadOrStore(args[0], new(atomic.Int64))
		count.(*atomic.Int64).Add(1)

		return int64(0), nil
	})
}

// raise creates a trigger that fails every such write. The returned function gives
// the number of refusals so far.
func (p wall) raise(t *testing.T, d *db.DB) func() int64 {
	t.Helper()

	if d.Engine() == db.SQLite {
		count := new(atomic.Int64)
		hits.Store(t.Name(), count)
		testkit.Exec(t, d, fmt.Sprintf(`CREATE TRIGGER wall BEFORE %s ON %s WHEN %s
			BEGIN SELECT wall_met('%s'); SELECT RAISE(ABORT, 'a wall'); END`, p.event, p.table, p.when, t.Name()))

		return count.Load
	}

	row := "NEW"
	if p.event == "DELETE" {
		row = "OLD"
	}

	// A sequence is not rolled back with the transaction.
	testkit.Exec(t, d, "CREATE SEQUENCE wall_met MINVALUE 0")
	testkit.Exec(t, d, fmt.Sprintf(`CREATE FUNCTION wall() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN IF %s THEN PERFORM nextval('wall_met'); RAISE EXCEPTION 'a wall'; END IF; RETURN %s; END $$`, p.when, row))
	testkit.Exec(t, d, fmt.Sprintf("CREATE TRIGGER wall BEFORE %s ON %s FOR EACH ROW EXECUTE FUNCTION wall()", p.event, p.table))

	return func() int64 {
		var met int64
		if err := d.Reader().QueryRow(t.Context(), "SELECT CASE WHEN is_called THEN last_value + 1 ELSE 0 END FROM wall_met").Scan(&met); err != nil {
			t.Fatal(err)
		}

		return met
	}
}

func (p wall) tearDown(t *testing.T, d *db.DB) {
	t.Helper()

	if d.Engine() == db.SQLite {
		testkit.Exec(t, d, "DROP TRIGGER wall")

		return
	}

	testkit.Exec(t, d, "DROP TRIGGER wall ON "+p.table)
	testkit.Exec(t, d, "DROP FUNCTION wall")
	testkit.Exec(t, d, "DROP SEQUENCE wall_met")
}
