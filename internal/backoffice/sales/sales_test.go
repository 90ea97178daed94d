package sales_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"loket/internal/backoffice/sales"
	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/identitytest"
	"loket/internal/money/books"
	"loket/internal/orders/order"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// model keeps each order for itself, and adds all up for each report.
type model struct {
	t      *testing.T
	d      *db.DB
	chance *rand.Rand
	midday time.Time // of the first day
	orders []*sold
}

// sold is an order and what became of it.
type sold struct {
	id, client    int64
	product, from string
	price, cost   money.Rupiah
	ended         time.Time // delivered or failed
	delivered     bool
	told          time.Time // when its supplier told the cost; zero: at once, or never with cost 0
	settled       bool
	refundedAt    time.Time
	refundedCost  money.Rupiah
}

const days = 5

func (m *model) someDay() time.Time {
	return m.midday.Add(time.Duration(m.chance.IntN(days*24*60)-12*60) * time.Minute)
}

// end makes an order and its end, with the events in the record.
func (m *model) end() {
	m.t.Helper()

	o := &sold{
		id: int64(len(m.orders) + 1), client: []int64{1001, 1002, clientid.FirstSandbox + 1001}[m.chance.IntN(3)], product: []string{"TSEL10", "PLN20"}[m.chance.IntN(2)],
		from: []string{"a", "b"}[m.chance.IntN(2)], price: 10_000, cost: money.Rupiah(9_000 + m.chance.Int64N(2_000)), ended: m.someDay(),
		delivered: m.chance.IntN(4) > 0, settled: m.chance.IntN(5) == 0,
	}
	if clientid.IsSandbox(o.client) {
		o.from = supplier.Sandbox
	}

	m.orders = append(m.orders, o)

	status, outcome, kind := order.Success, supplier.Success, event.OrderSucceeded
	if !o.delivered {
		status, outcome, kind, o.settled = order.Failed, supplier.FailedCreated, event.OrderFailed, false
	}

	cost := o.cost
	if o.settled {
		o.cost, outcome = 0, supplier.Pending // which names a price that may never be taken
	}

	testkit.Exec(m.t, m.d, `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no,
			price, status, refunded, channel, input_hash, created_at, updated_at)
		VALUES ($1, $2, $3, 1, 'level_1', $4, 'P', 'prepaid', '0812', $5, $6, $7, 'h2h', 1, 1, 1)`,
		o.id, o.client, event.Subject(o.id), o.product, int64(o.price), int64(status), !o.delivered)
	testkit.Exec(m.t, m.d, `INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, outcome, cost, prepared_at)
		VALUES ($1, 1, $2, $3, 's', $4, 'answered', $5, $6, 1)`, o.id, o.client, o.from, event.Subject(o.id), outcome.String(), int64(cost))

	m.add(func(tx *db.Tx) error {
		e := order.EndEvent(&order.Order{ID: o.id, ClientID: o.client, Channel: order.ChannelH2H}, kind, o.ended)
		if o.settled {
			e.Data = `{"settled":true}`
		}

		return event.AddTx(m.t.Context(), tx, e)
	})
}

func (m *model) add(f func(tx *db.Tx) error) {
	m.t.Helper()
	testkit.Must(m.t, m.d.Tx(m.t.Context(), f))
}

// tell lets the supplier of a settled order tell its cost late.
func (m *model) tell(o *sold) {
	if !o.settled || !o.told.IsZero() || !o.refundedAt.IsZero() {
		return
	}

	o.told, o.cost = m.someDay(), 10_500

	m.add(func(tx *db.Tx) error {
		_, err := tx.Exec(m.t.Context(), "UPDATE order_attempts SET outcome = 'success', cost = $1 WHERE client_id = $2 AND order_id = $3", int64(o.cost), o.client, o.id)
		if err != nil {
			return err
		}

		return order.RecordLateCostTx(m.t.Context(), tx, &order.Order{ID: o.id, ClientID: o.client, Channel: order.ChannelH2H}, order.Attempt{Supplier: o.from},
			supplier.Answer{Price: o.cost}, o.told)
	})
}

// refund reverses a delivered order, without its money.
func (m *model) refund(o *sold) {
	if !o.delivered || !o.refundedAt.IsZero() {
		return
	}

	o.refundedAt, o.refundedCost = m.someDay(), o.cost
	text := fmt.Sprintf(`{"supplier":%q,"cost":%d,"refund":true}`, o.from, o.refundedCost)

	m.add(func(tx *db.Tx) error {
		_, err := tx.Exec(m.t.Context(), "UPDATE orders SET status = 3, refunded = TRUE WHERE client_id = $1 AND id = $2", o.client, o.id)
		if err != nil {
			return err
		}

		e := order.EndEvent(&order.Order{ID: o.id, ClientID: o.client, Channel: order.ChannelH2H}, event.OrderCosted, o.refundedAt)
		e.Data = text

		return event.AddTx(m.t.Context(), tx, e)
	})
}

// report adds up all orders anew.
func (m *model) report(q sales.Query) (sales.Sums, map[string]sales.Sums) {
	rows := sales.Tally{}
	add := func(o *sold, at time.Time, s sales.Sums) {
		day := clock.DayOf(at.In(clock.Jakarta()))
		if day.Sub(q.From) < 0 || day.Sub(q.To) > 0 || clientid.IsSandbox(o.client) || q.Client != 0 && q.Client != o.client {
			return
		}

		key := map[sales.GroupBy]string{
			sales.ByDay: day.String(), sales.ByProduct: o.product, sales.ByClient: event.Subject(o.client), sales.BySupplier: o.from,
		}[q.GroupBy]
		rows.Add(sales.Key{Product: key}, s)
		rows.Add(sales.Key{Day: 1}, s)
	}

	for _, o := range m.orders {
		switch {
		case !o.delivered:
			add(o, o.ended, sales.Sums{Failed: 1})
		case o.settled:
			add(o, o.ended, sales.Sums{Orders: 1, Amount: o.price, Uncosted: 1})
		case o.cost > o.price:
			add(o, o.ended, sales.Sums{Orders: 1, Amount: o.price, Cost: o.cost, BelowCost: 1, Loss: o.cost - o.price})
		default:
			add(o, o.ended, sales.Sums{Orders: 1, Amount: o.price, Cost: o.cost})
		}

		if !o.told.IsZero() {
			add(o, o.told, sales.Sums{Cost: o.cost, Uncosted: -1, BelowCost: 1, Loss: o.cost - o.price})
		}

		if !o.refundedAt.IsZero() {
			add(o, o.refundedAt, sales.Sums{Refunds: 1, Refunded: o.price, RefundedCost: o.refundedCost})
		}
	}

	out := map[string]sales.Sums{}

	for k, s := range rows {
		if k.Product != "" {
			out[k.Product] = s
		}
	}

	return rows[sales.Key{Day: 1}], out
}

// The roll-up equals a plain model of all orders, whenever events are read: their days are in any order, in both directions.
func TestSalesEqualAModel(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		m := &model{t: t, d: d, chance: rand.New(rand.NewPCG(1, 2)), midday: time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)}
		clk := clock.NewManual(m.midday.AddDate(0, 0, days))
		record := event.New(d, clk, slog.New(slog.DiscardHandler), event.Options{Portion: 7})
		s := sales.New(sales.Deps{DB: d, Clock: clk, Events: record, Catalog: catalog.New(d, clk), Identity: identitytest.New(t, d, clk)})

		for _, id := range []int64{1001, 1002} {
			testkit.Exec(t, d, "INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES ($1, $2, 'Toko', 'PT Toko', 'f@example.com', 1)", id, fmt.Sprint("toko", id))
		}

		for range 6 {
			for range 20 {
				m.end()
				m.tell(m.orders[m.chance.IntN(len(m.orders))])
				m.refund(m.orders[m.chance.IntN(len(m.orders))])
			}

			testkit.Must(t, record.Drain(t.Context()))

			for _, q := range []sales.Query{
				{GroupBy: sales.ByDay},
				{GroupBy: sales.ByProduct},
				{GroupBy: sales.ByClient},
				{GroupBy: sales.BySupplier},
				{GroupBy: sales.ByProduct, Client: 1002},
				{GroupBy: sales.BySupplier, Client: 1001},
			} {
				q.From, q.To = clock.DayOf(m.midday).AddDays(1), clock.DayOf(m.midday).AddDays(days-1)
				m.compare(s, q)
			}

			if found := salesProblems(t, d); found != "" {
				t.Fatal(found)
			}
		}

		testkit.Exec(t, d, "UPDATE sales_totals SET refunded_cost = refunded_cost + 1 WHERE product_code = 'TSEL10' AND day = 20261122 AND supplier = 'b'")

		if found := salesProblems(t, d); !strings.Contains(found, "day 20261122, TSEL10 of b: 0 orders, 0 sold and 0 cost too many") {
			t.Errorf("verify finds %q", found)
		}

		testkit.Exec(t, d, "UPDATE sales_days SET cost = cost + 1 WHERE client_id = 1001 AND product_code = 'PLN20' AND day = 20261122 AND supplier = 'a'")

		if found := salesProblems(t, d); !strings.Contains(found, "client 1001, PLN20: 0 orders, 0 sold and 1 cost too many") ||
			!strings.Contains(found, "day 20261122, PLN20 of a: 0 orders, 0 sold and -1 cost too many") {
			t.Errorf("verify finds %q", found)
		}
	})
}

func (m *model) compare(s *sales.Service, q sales.Query) {
	m.t.Helper()

	got, err := s.Read(m.t.Context(), q)
	testkit.Must(m.t, err)

	total, rows := m.report(q)
	if got.Total != total {
		m.t.Errorf("total of %+v: %+v, not %+v", q, got.Total, total)
	}

	for _, r := range got.Rows {
		if r.Sums != rows[r.Key] {
			m.t.Errorf("%s of %+v: %+v, not %+v", r.Key, q, r.Sums, rows[r.Key])
		}

		delete(rows, r.Key)
	}

	if len(rows) > 0 {
		m.t.Errorf("%+v leaves out %+v", q, rows)
	}
}

// salesProblems is what verify finds about sales. The orders of these tests have no money.
func salesProblems(t *testing.T, d *db.DB) string {
	t.Helper()

	report, err := books.Verify(t.Context(), d)
	testkit.Must(t, err)

	found := []string{}

	for _, p := range report.Problems {
		if strings.HasPrefix(p, "the sales of all ") {
			found = append(found, p)
		}
	}

	return strings.Join(found, "\n")
}
