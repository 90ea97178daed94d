// Package scheduletest makes services of scheduled orders for tests, on the nodes of package ordertest.
package scheduletest

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// User of ordertest.Client, and its PIN.
const (
	User = 501
	PIN  = "135790"
)

// Options of a service; a zero value takes the default.
type Options struct {
	Clock clock.Clock // that of the machine
	// Wrap, if any, stands between the service and the orders.
	Wrap func(o schedule.Orders) schedule.Orders
	// Queue runs the jobs of scheduled orders. Its number must differ from those of other queues; 0 is no queue, and
	// nothing runs by itself.
	Queue int
	Lease time.Duration // of the queue's jobs
}

const (
	quickPoll = 20 * time.Millisecond
	cheapHash = 8 // KiB
)

// New makes a service on a node.
func New(t testing.TB, node *ordertest.Node, opt Options) *schedule.Service {
	t.Helper()

	if opt.Clock == nil {
		opt.Clock = clock.System{}
	}

	people, err := identity.New(node.DB, opt.Clock, identity.Options{
		Mail: &mailtest.Recorder{}, Jobs: mailtest.NewQueue(t, node.DB, opt.Clock),
		SigningKeys: []secret.Text{secret.Text(strings.Repeat("k", secret.MinKey))}, PINPepper: pepper, Hash: hashing,
	})
	testkit.Must(t, err)
	insertUser(t, node.DB)

	deps := schedule.Deps{
		DB: node.DB, Clock: opt.Clock, People: people, Catalog: catalog.New(node.DB, opt.Clock), Orders: node.Placing, Bills: node.Placing,
		Keys: idempotency.New(node.DB, opt.Clock, nil), Log: slog.New(slog.DiscardHandler),
	}

	if opt.Wrap != nil {
		deps.Orders = opt.Wrap(deps.Orders)
	}

	deps.Events = event.New(node.DB, opt.Clock, deps.Log, event.Options{})

	if opt.Queue == 0 {
		s := schedule.NewService(deps)
		startEvents(t, deps.Events)

		return s
	}

	generator, err := ids.NewGenerator(opt.Queue)
	testkit.Must(t, err)

	deps.Jobs = job.NewQueue(node.DB, opt.Clock, generator, deps.Log, job.Options{Holder: "runs", Poll: quickPoll, Lease: opt.Lease})
	s := schedule.NewService(deps)
	testkit.Must(t, deps.Jobs.Start(t.Context()))
	startEvents(t, deps.Events)

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), ordertest.Patience)
		defer cancel()

		if err := deps.Jobs.Stop(ctx); err != nil {
			t.Log(err) // a test may have taken the database away
		}
	})

	return s
}

func startEvents(t testing.TB, r *event.Record) {
	t.Helper()
	testkit.Must(t, r.Start(t.Context()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), ordertest.Patience)
		defer cancel()

		if err := r.Stop(ctx); err != nil {
			t.Log(err)
		}
	})
}

var (
	pepper  = secret.Text(strings.Repeat("p", secret.MinKey))
	hashing = password.Options{Memory: cheapHash, Time: 1}
)

var hashOfPIN = sync.OnceValues(func() (string, error) {
	h, err := password.NewHasher(hashing, pepper)
	if err != nil {
		return "", err
	}

	return h.HashPIN(context.Background(), PIN)
})

// insertUser makes the user who orders, unless an earlier service of the test did.
func insertUser(t testing.TB, d *db.DB) {
	t.Helper()

	hash, err := hashOfPIN()
	testkit.Must(t, err)
	testkit.Exec(t, d, `INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, pin_hash, active, created_at)
		VALUES ($1, $2, 'rina', 'Rina Marlina', 'rina@example.com', '', 1, $3, TRUE, 1) ON CONFLICT DO NOTHING`, User, ordertest.Client, hash)
}

// Order is an immediate order of the prepaid product.
func Order(destinations ...string) schedule.CreateInput {
	total := money.Rupiah(ordertest.Price * len(destinations))

	return schedule.CreateInput{
		ClientID: ordertest.Client, UserID: User, PIN: PIN, Name: "Payday", ProductCode: ordertest.Product, Destinations: destinations,
		ExpectedTotal: &total, Actor: fmt.Sprintf("user:%d", User),
	}
}

// Bills is an immediate order of the postpaid product.
func Bills(destinations ...string) schedule.CreateInput {
	n := Order(destinations...)
	n.ProductCode, n.ExpectedTotal = ordertest.BillCode, nil

	return n
}

// Numbers makes different destinations. Their last digits repeat a pattern, which tells the simulated supplier how each ends.
func Numbers(prefix string, count int, endings string) []string {
	const digits = 12

	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf("%s%0*d%c", prefix, digits-1-len(prefix), i, endings[i%len(endings)])
	}

	return list
}

// Finish runs a scheduled order until it has ended.
func Finish(t testing.TB, s *schedule.Service, id int64) schedule.Order {
	t.Helper()

	var o schedule.Order

	testkit.Eventually(t, ordertest.Patience, "the scheduled order ends", func() bool {
		_, _, err := s.Run(t.Context(), ordertest.Client, id)
		testkit.Must(t, err)

		o, err = s.Get(t.Context(), ordertest.Client, id)
		testkit.Must(t, err)

		return !o.EndedAt.IsZero()
	})

	return o
}

// Lines returns all lines of a scheduled order.
func Lines(t testing.TB, s *schedule.Service, id int64) []schedule.Line {
	t.Helper()

	list, _, err := s.Lines(t.Context(), ordertest.Client, id, schedule.LineFilter{From: 1, Count: schedule.MaxLines})
	testkit.Must(t, err)

	return list
}

// Audit compares the lines of scheduled orders that have ended with the orders and with the supplier's own book: each
// destination was paid once if its line says so, and never otherwise. The destinations of all scheduled orders of a test must
// differ. It returns what disagrees.
func Audit(t testing.TB, node *ordertest.Node, s *schedule.Service, list ...int64) []string {
	t.Helper()

	executed := map[string]int{}

	for _, e := range node.Simulator.Book("") {
		if e.Executed {
			executed[e.CustomerNo]++
		}
	}

	var problems []string

	for _, id := range list {
		o, err := s.Get(t.Context(), ordertest.Client, id)
		testkit.Must(t, err)

		if o.EndedAt.IsZero() || o.Counts.Open() > 0 {
			problems = append(problems, fmt.Sprintf("scheduled order %d has not ended: %+v", id, o.Counts))
		}

		charged := money.Rupiah(0)

		for _, l := range Lines(t, s, id) {
			orders := testkit.Value[int](t, node.DB, "SELECT COUNT(*) FROM orders WHERE client_id = $1 AND destination_no = $2", ordertest.Client, l.DestinationNo)
			placed, paid := 0, 0

			if l.OrderID != 0 {
				placed = 1
			}

			if l.State == schedule.LineSuccess {
				paid, charged = 1, charged+l.Price
			}

			if orders != placed || executed[l.DestinationNo] != paid {
				problems = append(problems, fmt.Sprintf("line %d of %d is %s: %d orders, the supplier executed %d",
					l.Number, id, l.State, orders, executed[l.DestinationNo]))
			}
		}

		if charged != o.Charged {
			problems = append(problems, fmt.Sprintf("scheduled order %d says that %s was charged, its lines say %s", id, o.Charged, charged))
		}
	}

	return problems
}
