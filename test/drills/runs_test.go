package drills

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/scheduletest"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// The flag sets the long run: go test ./test/drills -runpoints 50.
var runPoints = flag.Int("runpoints", 3, "how many lines meet each point of a run; bills have a second slice besides")

// pointsOfRun is the number of points of a run at which its worker dies.
const (
	pointsOfRun        = 12
	pointsOfFirstSlice = 5
)

// errDied ends a worker at its point. Nothing of it runs afterwards.
var errDied = errors.New("the worker is dead")

// A worker of a run dies at each point between two things that it does: reading the time, which it does at the begin of
// every transaction, and placing orders, also half of them. Another worker finishes the run. Each line is paid exactly
// once or not at all, as it says.
func TestRunDiesAtEachPoint(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})
		second := scheduletest.New(t, node, scheduletest.Options{})

		var made []int64

		for n := 1; n <= pointsOfRun; n++ {
			for kind, list := range map[string]func(...string) schedule.CreateInput{"0812": scheduletest.Order, "5120": scheduletest.Bills} {
				count := *runPoints
				if kind == "5120" {
					count += 16 // more than one slice of bills
				}

				o, err := second.Create(t.Context(), list(scheduletest.Numbers(fmt.Sprintf("%s%02d", kind, n), count, "02390")...))
				testkit.Must(t, err)

				made = append(made, o.ID)

				point := &dyingPoint{at: n}
				if n > pointsOfFirstSlice && kind == "5120" {
					point.at += 16 // each bill's time is read
				}

				point.kill(t, scheduletest.New(t, node, scheduletest.Options{Clock: point, Wrap: point.wrap}), o.ID)
				scheduletest.Finish(t, second, o.ID)
			}
		}

		for _, problem := range scheduletest.Audit(t, node, second, made...) {
			t.Error(problem)
		}

		testkit.ProveBooks(t, d)
	})
}

// dyingPoint counts what a worker does and ends it at a number. It is the worker's clock, and stands between it and the orders.
type dyingPoint struct {
	schedule.Orders

	at, count int
}

func (p *dyingPoint) wrap(o schedule.Orders) schedule.Orders {
	p.Orders = o

	return p
}

// kill runs a worker until it dies, or has ended before its point.
func (p *dyingPoint) kill(t *testing.T, s *schedule.Service, id int64) {
	t.Helper()

	defer func() {
		if r := recover(); r != nil && r != errDied { //nolint:errorlint // the very value
			panic(r)
		}
	}()

	scheduletest.Finish(t, s, id)
}

func (p *dyingPoint) pass() {
	if p.count++; p.count == p.at {
		panic(errDied)
	}
}

// Now implements clock.Clock.
func (p *dyingPoint) Now() time.Time {
	p.pass()

	return clock.System{}.Now()
}

// PlaceMany implements schedule.Orders.
func (p *dyingPoint) PlaceMany(ctx context.Context, requests []placing.Request) []placing.Result {
	p.pass()

	if p.count == p.at-1 {
		p.Orders.PlaceMany(ctx, requests[:len(requests)/2])
	}

	p.pass()

	results := p.Orders.PlaceMany(ctx, requests)
	p.pass()

	return results
}

// frozen stands still in a call to place orders, before or after it, until the test lets it go on.
type frozen struct {
	schedule.Orders

	after   bool
	planted func() // a bug

	once    sync.Once
	stands  chan struct{}
	goesOn  chan struct{}
	results []placing.Result
}

func newFrozen(after bool) *frozen {
	return &frozen{after: after, stands: make(chan struct{}), goesOn: make(chan struct{})}
}

func (f *frozen) wrap(o schedule.Orders) schedule.Orders {
	f.Orders = o

	return f
}

// PlaceMany implements schedule.Orders.
func (f *frozen) PlaceMany(ctx context.Context, requests []placing.Request) []placing.Result {
	stop := func() {
		f.once.Do(func() {
			close(f.stands)
			<-f.goesOn
		})
	}

	if !f.after {
		stop()
	}

	f.results = f.Orders.PlaceMany(ctx, requests)

	if f.after {
		stop()

		if f.planted != nil {
			f.planted()
		}
	}

	return f.results
}

// freeze starts a worker, and lets another one do its work while the first stands still. The first then goes on.
func freeze(t *testing.T, node *ordertest.Node, f *frozen, id int64, meanwhile func(second *schedule.Service)) {
	t.Helper()

	first := scheduletest.New(t, node, scheduletest.Options{Wrap: f.wrap})
	done := make(chan error, 1)

	go func() {
		_, _, err := first.Run(t.Context(), ordertest.Client, id)
		done <- err
	}()

	<-f.stands
	meanwhile(scheduletest.New(t, node, scheduletest.Options{}))
	close(f.goesOn)
	testkit.Must(t, <-done)
}

// topUp puts money into the wallet of the client.
func topUp(t *testing.T, d *db.DB) {
	t.Helper()

	const amount = 100_000_000

	testkit.Exec(t, d, `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, posting_key, created_at)
		SELECT id, seq + 1, client_id, 'topup', $1, balance, balance + $1, 'bank_clearing', 'more', (SELECT MAX(h.created_at) FROM wallet_history h WHERE h.wallet_id = w.id)
		FROM wallets w WHERE client_id = $2`, amount, ordertest.Client)
	testkit.Exec(t, d, "UPDATE wallets SET balance = balance + $1, seq = seq + 1 WHERE client_id = $2", amount, ordertest.Client)
}

// stale makes a worker freeze with refusals, since the money had ended. It is topped up, another worker takes over and is in
// the middle of its lines when the first one wakes up. It returns the lines that got no order.
func stale(t *testing.T, d *db.DB, planted bool) int {
	t.Helper()

	node := ordertest.New(t, d, ordertest.Options{Balance: 300 * ordertest.Price})
	s := scheduletest.New(t, node, scheduletest.Options{})

	o, err := s.Create(t.Context(), scheduletest.Order(scheduletest.Numbers("0812", 250, "0")...))
	testkit.Must(t, err)

	// Spent elsewhere since the order was made.
	spent, err := s.Create(t.Context(), scheduletest.Order(scheduletest.Numbers("0813", 290, "0")...))
	testkit.Must(t, err)
	scheduletest.Finish(t, s, spent.ID)

	first := newFrozen(true)
	if planted {
		first.planted = func() {
			testkit.Exec(t, d, "UPDATE scheduled_orders SET epoch = 1 WHERE client_id = $1 AND id = $2", o.ClientID, o.ID) // as if nobody compared it
		}
	}

	second := newFrozen(true)
	ended := make(chan error, 1)

	freeze(t, node, first, o.ID, func(*schedule.Service) {
		topUp(t, d)

		worker := scheduletest.New(t, node, scheduletest.Options{Wrap: second.wrap})

		go func() {
			_, _, err := worker.Run(t.Context(), ordertest.Client, o.ID)
			ended <- err
		}()

		<-second.stands
	})
	close(second.goesOn)
	testkit.Must(t, <-ended)

	return scheduletest.Finish(t, s, o.ID).Counts.Failed
}

// A worker that was replaced doesn't end the run by the refusals that it got long ago. The planted bug: its lease counts for
// ever.
func TestReplacedWorkerEndsNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		if failed := stale(t, d, false); failed != 0 {
			t.Errorf("%d lines failed for a lack of money that was over", failed)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestRunGateSeesALeaseWithoutFencing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		if stale(t, d, true) == 0 {
			t.Error("the planted bug was not seen")
		}
	})
}

// lateMark is the planted bug: lines are marked after their orders were placed, so a worker that dies in between leaves
// orders that nobody knows.
type lateMark struct {
	schedule.Orders

	t  *testing.T
	d  *db.DB
	id int64
}

// PlaceMany implements schedule.Orders.
func (l lateMark) PlaceMany(ctx context.Context, requests []placing.Request) []placing.Result {
	testkit.Exec(l.t, l.d, "UPDATE scheduled_lines SET state = 'waiting' WHERE client_id = $1 AND scheduled_order_id = $2 AND state = 'placing'", ordertest.Client, l.id)
	l.Orders.PlaceMany(ctx, requests)

	panic(errDied)
}

func TestRunGateSeesALineMarkedAfterTheCall(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})
		s := scheduletest.New(t, node, scheduletest.Options{})

		o, err := s.Create(t.Context(), scheduletest.Order(scheduletest.Numbers("0812", 3, "0")...))
		testkit.Must(t, err)

		(&dyingPoint{}).kill(t, scheduletest.New(t, node, scheduletest.Options{Wrap: func(orders schedule.Orders) schedule.Orders {
			return lateMark{orders, t, d, o.ID}
		}}), o.ID)

		_, err = s.Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Client, ID: o.ID, Actor: "user:501"})
		testkit.Must(t, err)

		if problems := strings.Join(scheduletest.Audit(t, node, s, o.ID), "\n"); !strings.Contains(problems, "is canceled: 1 orders") {
			t.Errorf("the planted bug was not seen, only: %s", problems)
		}
	})
}

// Two workers with queues of their own run the same scheduled order, and the user cancels it meanwhile: what had begun is
// paid once, nothing else is.
func TestRunCanceledWhileTwoNodesRunIt(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})
		s := scheduletest.New(t, node, scheduletest.Options{})

		o, err := s.Create(t.Context(), scheduletest.Order(scheduletest.Numbers("0812", 450, "0200")...))
		testkit.Must(t, err)

		held := newFrozen(true) // the first slice is placed when the user cancels
		worker, other := scheduletest.New(t, node, scheduletest.Options{Wrap: held.wrap}), scheduletest.New(t, node, scheduletest.Options{})

		ran := make(chan error, 2)
		run := func(s *schedule.Service) {
			_, _, err := s.Run(t.Context(), ordertest.Client, o.ID)
			ran <- err
		}

		go run(worker)

		<-held.stands

		go run(other)

		canceled, err := s.Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Client, ID: o.ID, Actor: "user:501"})
		if err != nil && !schedule.ErrNotCancelable.Is(err) {
			t.Fatal(err)
		}

		close(held.goesOn)
		testkit.Must(t, errors.Join(<-ran, <-ran))

		ended := scheduletest.Finish(t, s, o.ID)
		if ended.Counts.Canceled != canceled.Lines || ended.Counts.Success+ended.Counts.Failed < schedule.SliceOf(catalog.Prepaid, d.Engine()) {
			t.Errorf("%d lines were said to be canceled, and it ended with %+v", canceled.Lines, ended.Counts)
		}

		for _, problem := range scheduletest.Audit(t, node, s, o.ID) {
			t.Error(problem)
		}

		testkit.ProveBooks(t, d)
	})
}
