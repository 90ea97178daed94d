package schedule_test

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const pin = "135790"

// start is a Saturday, 14:00 in Jakarta.
var start = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

// world is a client with a user and a node that places orders.
type world struct {
	*schedule.Service

	t        *testing.T
	d        *db.DB
	clk      *clock.Manual
	node     *ordertest.Node
	identity *identity.Service
	events   *event.Record
	user     int64
	keys     int
}

func newWorld(t *testing.T, d *db.DB, opt ordertest.Options) *world {
	t.Helper()

	node := ordertest.New(t, d, opt)
	clk := clock.NewManual(start)

	people, err := identity.New(d, clk, identity.Options{
		Mail: &mailtest.Recorder{}, Jobs: mailtest.NewQueue(t, d, clk),
		SigningKeys: []secret.Text{secret.Text(strings.Repeat("k", secret.MinKey))}, PINPepper: secret.Text(strings.Repeat("p", secret.MinKey)),
		Hash: password.Options{Memory: 8, Time: 1},
	})
	testkit.Must(t, err)
	testkit.Must(t, people.EnsureRoles(t.Context()))

	u, _, err := people.CreateUser(t.Context(), identity.By{Actor: "staff:budi", Reason: "new"}, identity.NewUser{
		ClientID: ordertest.Client, Username: "root", FullName: "Rini", Email: "rini@example.com", RoleIDs: []int64{identity.ClientRootID},
	})
	testkit.Must(t, err)
	testkit.Must(t, people.SetPIN(t.Context(), ordertest.Client, u.ID, pin))

	w := &world{t: t, d: d, clk: clk, node: node, identity: people, user: u.ID}
	w.use(w.deps(node.Placing))

	return w
}

func (w *world) deps(orders schedule.Orders) schedule.Deps {
	return schedule.Deps{
		DB: w.d, Clock: w.clk, People: w.identity, Catalog: catalog.New(w.d, w.clk), Orders: orders, Bills: w.node.Placing,
		Keys: idempotency.New(w.d, w.clk, nil),
	}
}

// use makes the service that learns how orders end, when ended has it read the events.
func (w *world) use(deps schedule.Deps) {
	w.events = event.New(w.d, w.clk, slog.New(slog.DiscardHandler), event.Options{})
	deps.Events = w.events
	w.Service = schedule.NewService(deps)
}

// service is another service on the same database, as another node has it.
func (w *world) service(orders schedule.Orders) *schedule.Service {
	return schedule.NewService(w.deps(orders))
}

// wanted is an immediate order for some numbers.
func (w *world) wanted(numbers ...string) schedule.CreateInput {
	w.keys++
	total := ordertest.Price * money.Rupiah(len(numbers))

	return schedule.CreateInput{
		Request:  idempotency.Request{ClientID: ordertest.Client, Call: "create-scheduled-order", Key: strconv.Itoa(w.keys), Hash: "h"},
		ClientID: ordertest.Client, UserID: w.user, PIN: pin, Name: "Pulsa karyawan", ProductCode: ordertest.Product, Destinations: numbers,
		ExpectedTotal: &total, Actor: "user:1",
	}
}

func (w *world) create(n schedule.CreateInput) schedule.Order {
	w.t.Helper()

	o, err := w.Create(w.t.Context(), n)
	testkit.Must(w.t, err)

	return o
}

// ended runs a scheduled order until its last line has ended.
func (w *world) ended(id int64) schedule.Order {
	w.t.Helper()

	testkit.Eventually(w.t, ordertest.Patience, "the scheduled order ends", func() bool {
		_, _, err := w.Run(w.t.Context(), ordertest.Client, id)
		testkit.Must(w.t, err)
		testkit.Must(w.t, w.events.Drain(w.t.Context()))

		return !w.get(id).EndedAt.IsZero()
	})

	return w.get(id)
}

func (w *world) get(id int64) schedule.Order {
	w.t.Helper()

	o, err := w.Get(w.t.Context(), ordertest.Client, id)
	testkit.Must(w.t, err)

	return o
}

func (w *world) lines(id int64) []schedule.Line {
	w.t.Helper()

	list, _, err := w.Lines(w.t.Context(), ordertest.Client, id, schedule.LineFilter{From: 1, Count: schedule.MaxLines})
	testkit.Must(w.t, err)

	return list
}

// prove checks that each line has at most one order, that no order was placed beside the lines, and the books.
func (w *world) prove(id int64) {
	w.t.Helper()

	placed := map[int64]bool{}

	for _, l := range w.lines(id) {
		if l.OrderID == 0 {
			continue
		}

		placed[l.OrderID] = true

		o, err := w.node.Orders.Get(w.t.Context(), ordertest.Client, l.OrderID)
		testkit.Must(w.t, err)

		if n := w.node.Executed(o); n > 1 || (n == 1) != (o.Status == order.Success) {
			w.t.Errorf("line %d was delivered %d times, its order is %s", l.Number, n, o.Status)
		}
	}

	var orders int

	testkit.Must(w.t, w.d.Reader().QueryRow(w.t.Context(), "SELECT COUNT(*) FROM orders").Scan(&orders))

	if orders != len(placed) {
		w.t.Errorf("%d orders for %d lines with one", orders, len(placed))
	}

	testkit.ProveBooks(w.t, w.d)
}

// numbers are destinations that all differ.
func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("0812%06d0", i)
	}

	return list
}

// placerFunc is a stage between a run and its orders.
type placerFunc func(ctx context.Context, requests []placing.Request) []placing.Result

func (f placerFunc) PlaceMany(ctx context.Context, requests []placing.Request) []placing.Result {
	return f(ctx, requests)
}
