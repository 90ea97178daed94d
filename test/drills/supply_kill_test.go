package drills

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// The flag sets the run: go test ./test/drills -supplykills 100. Two kills take a minute, too long for a run with all other tests.
var supplyKills = flag.Int("supplykills", 0, "how often the program is killed while three kinds of suppliers are in chaos, on each engine")

const supplySettle = 5 * time.Minute

// supplyKinds are a supplier of each protocol. They get a third of the orders each.
var supplyKinds = []string{demo.FirstSupplier, demo.IAKSupplier, demo.TextSupplier}

// TestKilledWithThreeKindsOfSuppliers kills the program while orders arrive, and suppliers of three protocols time out, answer nonsense, are late,
// repeat themselves and lie in notices. No acknowledged order is lost, none is bought twice at all suppliers together, an order goes to a further
// supplier only after an answer that created nothing, the suppliers' book and ours agree, and nothing is bought at a loss: a fourth supplier, which
// costs more than the price, gets nothing.
func TestKilledWithThreeKindsOfSuppliers(t *testing.T) {
	t.Parallel()

	if *supplyKills == 0 {
		t.Skip("only with -supplykills")
	}

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			address, server := durableDatabase(t, engine)
			p := newProgram(t, address)
			c := newCallers(p.address)

			p.start(t) // makes the demo's data
			p.stop(t)
			p.fund(t)
			shareAmongKinds(t, p)

			for n := range *supplyKills {
				p.start(t)
				turnToChaos(t, p)

				if server != nil && n%2 == 1 {
					strikeUnderLoad(t, p, c, server)
				} else {
					strikeUnderLoad(t, p, c, nil)
				}
			}

			p.start(t)
			turnToChaos(t, p)
			settle(t, c)

			f := supplyFacts{acked: c.acked, book: readBook(t, p)}

			p.stop(t)
			p.verify(t)
			f.read(t, p)

			for _, problem := range f.problems() {
				t.Error(problem)
			}

			f.seesPlantedFaults(t)
			t.Logf("%d kills, %d orders acknowledged; %s", *supplyKills, len(c.acked), f.summary())
		})
	}
}

// shareAmongKinds stores a rule by which each kind of supplier gets a third of the orders, and a fourth supplier that costs too much is among them.
func shareAmongKinds(t *testing.T, p *program) {
	t.Helper()

	d := p.openAt(t)
	shares := []map[string]any{}

	for _, code := range append([]string{demo.SecondSupplier}, supplyKinds...) {
		shares = append(shares, map[string]any{"supplier": code, "weight": 1})
	}

	rules, err := json.Marshal([]map[string]any{{"name": "All kinds", "strategy": "shares", "suppliers": shares}})
	must(t, err)
	testkit.Exec(t, d, "INSERT INTO routing_lists (version, rules, reason, changed_by, changed_at) VALUES (1, $1, 'A drill', 'staff:drill', 1)", string(rules))
	testkit.Exec(t, d, "UPDATE product_skus SET cost = 1000000 WHERE product_code = 'TSEL10' AND supplier = $1", demo.SecondSupplier)
	must(t, d.Close())
}

// turnToChaos sets faults of every kind at all suppliers. They forget them when they are killed.
func turnToChaos(t *testing.T, p *program) {
	t.Helper()

	for i, code := range supplyKinds {
		form := url.Values{"supplier": {code}, "seed": {strconv.Itoa(20261127 + i)}, "hang": {"-1ns"}, "delay": {"5ms"}, "callbackAfter": {"300ms"}, "lateBy": {"1s"}}
		chaos := mixed(0)

		for _, one := range chaos.Named() {
			form.Set(one.Name, strconv.Itoa(one.Value))
		}

		if code == demo.TextSupplier {
			// A refusal of a status query says nothing about the first send there, so such an order would wait for staff.
			form.Set("refused", "0")
		}

		res, err := http.PostForm(p.simulators+"/supplier", form)
		must(t, err)
		must(t, res.Body.Close())

		if res.StatusCode != http.StatusOK {
			t.Fatalf("the faults of %s: status %d", code, res.StatusCode)
		}
	}
}

// settle repeats what was not answered and waits until all orders have ended.
func settle(t *testing.T, c *callers) {
	t.Helper()

	for ref := range maps.Clone(c.open) {
		delete(c.open, ref)
		must(t, c.place(t.Context(), ref))
	}

	deadline := time.Now().Add(supplySettle)

	for ref := range c.acked {
		o, status, err := c.get(t.Context(), ref)

		for (err != nil || status == http.StatusOK && o.Data.Status == "pending") && time.Now().Before(deadline) {
			time.Sleep(shortest)

			o, status, err = c.get(t.Context(), ref)
		}
	}
}

type bookEntry struct {
	RefID    string       `json:"refId"`
	Executed bool         `json:"executed"`
	Supplier string       `json:"supplier"`
	Price    money.Rupiah `json:"price"`
}

func readBook(t *testing.T, p *program) (book []bookEntry) {
	t.Helper()

	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.simulators+"/supplier/book", nil)
	must(t, err)

	res, err := http.DefaultClient.Do(req)
	must(t, err)
	must(t, json.NewDecoder(res.Body).Decode(&book))
	must(t, res.Body.Close())

	return book
}

type supplyOrder struct {
	id       int64
	status   order.Status
	refunded bool
	price    money.Rupiah
}

type supplyAttempt struct {
	orderID  int64
	number   int
	supplier string
	outcome  string
}

// supplyFacts are what the callers, the suppliers and the program know after a run.
type supplyFacts struct {
	acked    map[string]string // clientRef -> orderId
	book     []bookEntry
	orders   map[string]supplyOrder // by clientRef
	attempts []supplyAttempt        // of an order one after the other
}

// read reads the books of a stopped program.
func (f *supplyFacts) read(t *testing.T, p *program) {
	t.Helper()

	d := p.openAt(t)
	f.orders = map[string]supplyOrder{}

	must(t, d.Read(context.WithoutCancel(t.Context()), "SELECT client_ref, id, status, refunded, price FROM orders WHERE client_id = $1 AND client_ref LIKE 'drill-%'", []any{int64(demo.MainClient)},
		func(row db.Row) error {
			var (
				ref string
				o   supplyOrder
			)

			err := row.Scan(&ref, &o.id, &o.status, &o.refunded, &o.price)
			f.orders[ref] = o

			return err
		}))
	must(t, d.Read(context.WithoutCancel(t.Context()), "SELECT order_id, number, supplier, COALESCE(outcome, '') FROM order_attempts WHERE client_id = $1 ORDER BY order_id, number", []any{int64(demo.MainClient)},
		func(row db.Row) error {
			var a supplyAttempt

			err := row.Scan(&a.orderID, &a.number, &a.supplier, &a.outcome)
			f.attempts = append(f.attempts, a)

			return err
		}))
}

// problems are what must not be.
func (f *supplyFacts) problems() (list []string) {
	executed, byID := map[int64]int{}, map[int64]supplyOrder{}

	for _, o := range f.orders {
		byID[o.id] = o
	}

	for _, e := range f.book {
		key, ours := order.ParseAttemptKey(e.RefID)
		o, known := byID[key.OrderID]

		if !ours || !known || !e.Executed {
			continue
		}

		executed[o.id]++

		if e.Price > o.price {
			list = append(list, fmt.Sprintf("order %d was sold for %d and cost %d at %s", o.id, o.price, e.Price, e.Supplier))
		}
	}

	for ref, id := range f.acked {
		o, exists := f.orders[ref]

		switch {
		case !exists:
			list = append(list, ref+" was acknowledged and is lost")
		case strconv.FormatInt(o.id, 10) != id:
			list = append(list, fmt.Sprintf("%s was acknowledged as %s and is %d", ref, id, o.id))
		case o.status == order.Pending:
			list = append(list, ref+" never ends")
		default:
			if problem := disagreement(order.Order{Status: o.status, Refunded: o.refunded}, executed[o.id]); problem != "" {
				list = append(list, ref+": "+problem)
			}
		}
	}

	for ref := range f.orders {
		if f.acked[ref] == "" {
			list = append(list, ref+" exists and nobody placed it")
		}
	}

	return append(list, f.wrongAttempts()...)
}

// wrongAttempts finds orders that went to a further supplier after an answer that may have delivered, and what was bought too dear.
func (f *supplyFacts) wrongAttempts() (list []string) {
	for i, a := range f.attempts {
		if a.supplier == demo.SecondSupplier {
			list = append(list, fmt.Sprintf("order %d went to a supplier that costs more than its price", a.orderID))
		}

		if i+1 < len(f.attempts) && f.attempts[i+1].orderID == a.orderID && a.outcome != supplier.FailedNotCreated.String() {
			list = append(list, fmt.Sprintf("order %d went to %s after %q of %s", a.orderID, f.attempts[i+1].supplier, a.outcome, a.supplier))
		}
	}

	return list
}

// seesPlantedFaults plants what must be found: a second purchase at another supplier, one at a loss, a lost order, and a further supplier after an
// unknown outcome. It reports whether there was load at each kind, too.
func (f *supplyFacts) seesPlantedFaults(t *testing.T) {
	t.Helper()

	at := slices.IndexFunc(f.book, func(e bookEntry) bool {
		key, ours := order.ParseAttemptKey(e.RefID)

		return ours && key.Number == 1 && e.Executed && slices.Contains(supplyKinds, e.Supplier)
	})
	if at < 0 || len(f.orders) == 0 || len(f.attempts) == 0 {
		t.Fatal("there was no load")
	}

	twice, loss, lost, further := *f, *f, *f, *f
	twice.book = append(slices.Clone(f.book), f.book[at])
	loss.book = slices.Clone(f.book)
	loss.book[at].Price = 1_000_000
	lost.orders = maps.Clone(f.orders)

	for ref := range f.acked {
		delete(lost.orders, ref)

		break
	}

	after := f.attempts[0]
	further.attempts = slices.Insert(slices.Clone(f.attempts), 1, supplyAttempt{after.orderID, after.number + 1, demo.TextSupplier, "success"})
	further.attempts[0].outcome = "unknown"

	for what, one := range map[string]supplyFacts{"bought twice": twice, "bought at a loss": loss, "lost": lost, "sent on after an unknown outcome": further} {
		if len(one.problems()) == 0 {
			t.Errorf("an order that was %s was not seen", what)
		}
	}

	for _, code := range supplyKinds {
		if !slices.ContainsFunc(f.attempts, func(a supplyAttempt) bool { return a.supplier == code }) {
			t.Errorf("%s got no order", code)
		}
	}
}

// summary counts the purchases of each supplier and the ends.
func (f *supplyFacts) summary() string {
	bought, ends, further := map[string]int{}, map[string]int{}, 0

	for _, e := range f.book {
		if e.Executed {
			bought[e.Supplier]++
		}
	}

	for _, o := range f.orders {
		ends[o.status.String()]++
	}

	for _, a := range f.attempts {
		if a.number > 1 {
			further++
		}
	}

	return fmt.Sprintf("ends %v, bought %v, %d further suppliers", ends, bought, further)
}
