package placing_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/routing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	price    = ordertest.Price
	client   = ordertest.Client
	dearCode = "DEAR"
)

// newService starts a service on a database that ordertest.Fill has filled. Nothing is dispatched.
func newService(t testing.TB, d *db.DB, node int) *placing.Service {
	t.Helper()

	return newServiceAt(t, d, node, clock.System{})
}

func newServiceAt(t testing.TB, d *db.DB, node int, clk clock.Clock) *placing.Service {
	t.Helper()

	generator, err := ids.NewGenerator(node)
	if err != nil {
		t.Fatal(err)
	}

	suppliers, err := supplier.NewRegistry(supplier.Options{Clock: clk})
	if err != nil {
		t.Fatal(err)
	}

	products := catalog.New(d, clk)
	s := placing.NewService(placing.Deps{
		DB: d, Clock: clk, IDs: generator, Catalog: products, Suppliers: suppliers,
		Routing: routing.New(routing.Deps{DB: d, Clock: clk, Catalog: products, Suppliers: suppliers, Log: slog.New(slog.DiscardHandler)}, routing.Options{}),
		Orders:  order.NewService(order.Deps{DB: d, Clock: clk, Suppliers: suppliers}), Log: slog.New(slog.DiscardHandler),
		Enqueue: func(order.Order, order.Attempt) {},
	}, placing.Options{Hold: true})
	s.Start(t.Context())
	t.Cleanup(func() {
		if err := s.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})

	return s
}

func TestPlaceChargesKeepsAndQueues(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 100_000)
		s := newService(t, d, 1)

		placed, err := s.Place(t.Context(), ordertest.Request("INV-1"))
		if err != nil {
			t.Fatal(err)
		}

		o := placed.Order
		if placed.Repeat || o.Status != order.Pending || o.Price != price || o.DisplayFields["mobile"] != "TSEL" || o.WalletType != wallet.Level1 {
			t.Errorf("got %+v", placed)
		}

		kept, err := s.Orders().ByRef(t.Context(), client, "INV-1")
		if err != nil || kept.ID != o.ID || !kept.CreatedAt.Equal(o.CreatedAt) {
			t.Errorf("kept %+v, %v", kept, err)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM order_attempts WHERE state = 'prepared' AND order_id = $1", o.ID); n != 1 {
			t.Errorf("%d attempts wait", n)
		}

		same := ordertest.Request("INV-1")
		same.DestinationNo = "+62 812-3456-7890" // the same number, written otherwise

		again, err := s.Place(t.Context(), same)
		if err != nil || !again.Repeat || again.Order.ID != o.ID {
			t.Errorf("the repeat gave %+v, %v", again, err)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestRefusedOrderLeavesNothing(t *testing.T) {
	t.Parallel()

	cases := []struct {
		name   string
		change func(r *placing.Request)
		want   fault.Definition
	}{
		{"no such product", func(r *placing.Request) { r.ProductCode = "NONE" }, placing.ErrProductNotFound},
		{"inactive product", func(r *placing.Request) { r.ProductCode = "OFF" }, placing.ErrProductInactive},
		{"product with a problem", func(r *placing.Request) { r.ProductCode = "BAD" }, placing.ErrProductProblem},
		{"too dear for the caller", func(r *placing.Request) { r.MaxPrice = price - 1 }, placing.ErrPriceAboveMaximum},
		{"too dear for the wallet", func(r *placing.Request) { r.ProductCode = dearCode }, wallet.ErrInsufficientBalance},
		{"no wallet of the type", func(r *placing.Request) { r.ProductCode = "L2" }, wallet.ErrNoWallet},
		{"amount of a fixed product", func(r *placing.Request) { r.Amount = 5 }, fault.ErrValidation},
		{"no reference", func(r *placing.Request) { r.ClientRef = "" }, fault.ErrValidation},
		{"reference with a control character", func(r *placing.Request) { r.ClientRef = "a\x00b" }, fault.ErrValidation},
		{"destination with a control character", func(r *placing.Request) { r.DestinationNo = "0812\x07" }, fault.ErrValidation},
		{"too short for a mobile number", func(r *placing.Request) { r.DestinationNo = "0812" }, fault.ErrValidation},
	}

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 100_000)
		s := newService(t, d, 1)

		for _, c := range cases {
			r := ordertest.Request("ref")
			c.change(&r)

			if _, err := s.Place(t.Context(), r); !c.want.Is(err) {
				t.Errorf("%s: got %v, want %s", c.name, err, c.want.Code)
			}
		}

		// The reference is still free.
		if _, err := s.Place(t.Context(), ordertest.Request("ref")); err != nil {
			t.Error(err)
		}

		r := ordertest.Request("ref")
		r.DestinationNo = "081234567891"

		if _, err := s.Place(t.Context(), r); !placing.ErrReferenceConflict.Is(err) {
			t.Errorf("another input with the reference gave %v", err)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders"); n != 1 {
			t.Errorf("%d orders", n)
		}

		testkit.ProveBooks(t, d)
	})
}

// With a balance for exactly K orders, exactly K of the orders of 64 callers on two
// nodes are placed. Every answer agrees with the database.
func TestExactlyWhatTheWalletHolds(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const fits = 100

		ordertest.Fill(t, d, fits*price+price-1)

		nodes := []*placing.Service{newService(t, d, 1), newService(t, d, 2)}

		var (
			wg       sync.WaitGroup
			accepted atomic.Int64
			known    sync.Map
		)

		for c := range 64 {
			wg.Go(func() {
				for n := range 4 {
					placed, err := nodes[(c+n)%len(nodes)].Place(t.Context(), ordertest.Request(fmt.Sprintf("%d-%d", c, n)))

					switch {
					case err == nil:
						accepted.Add(1)
						known.Store(placed.Order.ID, true)
					case !wallet.ErrInsufficientBalance.Is(err):
						t.Error(err)
					}
				}
			})
		}

		wg.Wait()

		if accepted.Load() != fits {
			t.Errorf("%d orders were accepted, the wallet held %d", accepted.Load(), fits)
		}

		known.Range(func(id, _ any) bool {
			if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders WHERE id = $1", id); n != 1 {
				t.Errorf("order %v was acknowledged and is not there", id)
			}

			return true
		})
		testkit.ProveBooks(t, d)
	})
}

// Refused requests don't affect valid ones in the same batch.
func TestNeighboursOfARefusedRequest(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 100*price)
		s := newService(t, d, 1)
		requests := make([]placing.Request, 0, placing.MaxPerCall)

		for i := range placing.MaxPerCall {
			r := ordertest.Request(fmt.Sprint("r", i))

			switch i % 4 {
			case 1:
				r.ProductCode = "NONE"
			case 2:
				r.ProductCode = dearCode
			case 3:
				r.ClientRef = fmt.Sprint("r", i-3) // of a valid request
			}

			requests = append(requests, r)
		}

		for i, res := range s.PlaceMany(t.Context(), requests) {
			switch i % 4 {
			case 0, 3:
				if res.Err != nil {
					t.Errorf("%d: %v", i, res.Err)
				}
			case 1:
				if !placing.ErrProductNotFound.Is(res.Err) {
					t.Errorf("%d: %v", i, res.Err)
				}
			case 2:
				if !wallet.ErrInsufficientBalance.Is(res.Err) {
					t.Errorf("%d: %v", i, res.Err)
				}
			}
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders"); n != placing.MaxPerCall/4 {
			t.Errorf("%d orders", n)
		}

		testkit.ProveBooks(t, d)
	})
}

// A row that the database refuses is found by splitting the batch in half repeatedly.
func TestDatabaseRefusesOneRowOfABatch(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 1_000*price)
		// A constraint that the program doesn't know.
		testkit.Exec(t, d, "CREATE UNIQUE INDEX planted ON orders (client_id, destination_no) WHERE destination_no LIKE '08666%'")

		s := newService(t, d, 1)
		requests := make([]placing.Request, 0, placing.MaxPerCall)

		for i := range placing.MaxPerCall {
			r := ordertest.Request(fmt.Sprint("r", i))
			if i == 13 || i == 77 {
				r.DestinationNo = "086661234567"
			}

			requests = append(requests, r)
		}

		failed := 0

		for _, res := range s.PlaceMany(t.Context(), requests) {
			if res.Err != nil {
				failed++
			}
		}

		if failed != 1 {
			t.Errorf("%d requests failed, want the one bad row alone", failed)
		}

		testkit.ProveBooks(t, d)
	})
}

// A scheduled price applies to the first order of its moment, although nothing was read again since.
func TestScheduledPriceCountsFromItsMoment(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 1_000_000)

		clk := clock.NewManual(clock.System{}.Now())
		moment := clk.Now().Add(time.Minute)

		testkit.Exec(t, d, `INSERT INTO price_changes (id, product_code, amount, effective_at, status, cause, created_by, reason, created_at)
			VALUES (1, 'TSEL10', 20000, $1, 'scheduled', 'hand', 'staff:budi', 'test', 1)`, clock.Micros(moment))

		s := newServiceAt(t, d, 1, clk)

		for _, c := range []struct {
			ref  string
			wait time.Duration
			want money.Rupiah
		}{{"before", time.Minute - time.Microsecond, price}, {"at", time.Microsecond, 20_000}, {"after", time.Second, 20_000}} {
			clk.Advance(c.wait)

			placed, err := s.Place(t.Context(), ordertest.Request(c.ref))
			if err != nil || placed.Order.Price != c.want {
				t.Errorf("%s: charged %d, %v", c.ref, placed.Order.Price, err)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// A changed price applies to the next order at once, on every node.
func TestNewPriceCountsAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 1_000_000)
		s := newService(t, d, 1)

		if _, err := s.Place(t.Context(), ordertest.Request("before")); err != nil {
			t.Fatal(err)
		}

		testkit.Exec(t, d, "UPDATE products SET price = 20000 WHERE code = 'TSEL10'")
		testkit.Exec(t, d, `INSERT INTO versions (name, version) VALUES ('catalog', 99) ON CONFLICT (name) DO UPDATE SET version = 99`)

		placed, err := s.Place(t.Context(), ordertest.Request("after"))
		if err != nil || placed.Order.Price != 20_000 {
			t.Errorf("charged %d, %v", placed.Order.Price, err)
		}

		testkit.ProveBooks(t, d)
	})
}

// A cut-off refuses before anything is charged, says when to come back, and the reference is free then.
func TestCutOffRefusesUntilItsEnd(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 100_000)
		s := newService(t, d, 1)

		ordertest.CutOff(t, d, true)

		_, err := s.Place(t.Context(), ordertest.Request("ref"))
		if f := fault.From(err); !placing.ErrProductCutOff.Is(err) || f.RetryAfter < time.Hour || f.RetryAfter > 2*time.Hour {
			t.Errorf("%v, again after %s", err, fault.From(err).RetryAfter)
		}

		ordertest.CutOff(t, d, false)

		if placed, err := s.Place(t.Context(), ordertest.Request("ref")); err != nil || placed.Repeat {
			t.Errorf("%+v, %v", placed, err)
		}

		testkit.ProveBooks(t, d)
	})
}
