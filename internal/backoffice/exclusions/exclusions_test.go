package exclusions_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/backoffice/exclusions"
	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/identity"
	"loket/internal/orders/routing"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

func TestMain(m *testing.M) { testkit.Main(m) }

var products = []string{"P", "Q", "R"}

// node is a node of two that share a database.
type node struct {
	*exclusions.Service

	routing *routing.Service
	mails   *mailtest.Recorder
	numbers int
}

func newNode(t *testing.T, d *db.DB, clk clock.Clock) *node {
	t.Helper()

	suppliers, err := supplier.NewRegistry(supplier.Options{Clock: clk},
		supplier.Entry{Code: "a", Adapter: ordertest.Override{}}, supplier.Entry{Code: "b", Adapter: ordertest.Override{}})
	testkit.Must(t, err)

	p := parts.New(t, d, clk)
	r := routing.New(routing.Deps{DB: d, Clock: clk, Catalog: catalog.New(d, clk), Suppliers: suppliers, Log: p.Log}, routing.Options{})

	return &node{
		Service: exclusions.New(exclusions.Deps{DB: d, Clock: clk, Suppliers: suppliers, Routing: r, Identity: p.Clients, Mail: p.Mail, Log: p.Log}),
		routing: r, mails: p.Mail,
	}
}

// count counts purchases that were sent and ended now, each for a number of its own.
func (n *node) count(k routing.SKUKey, now time.Time, ok, failed int) {
	for i := range ok + failed {
		n.numbers++
		n.routing.Count(routing.PurchaseEnd{SKUKey: k, Group: "mobile", Destination: strconv.Itoa(n.numbers), SentAt: now, Succeeded: i < ok})
	}
}

// decide has all nodes store what they counted, one of them decide, and all follow.
func decide(t *testing.T, nodes []*node, which int) {
	t.Helper()

	for _, one := range nodes {
		testkit.Must(t, one.routing.FollowResults(t.Context()))
	}

	testkit.Must(t, nodes[which].Decide(t.Context()))

	for _, one := range nodes {
		testkit.Must(t, one.Follow(t.Context()))
	}
}

// makeReader makes a member of staff who gets mails about suppliers.
func makeReader(t *testing.T, d *db.DB, clk clock.Clock) {
	t.Helper()

	p := parts.New(t, d, clk)
	testkit.InsertClient(t, d, clientid.Provider)
	p.RootUser(t, clientid.Provider)
	testkit.Exec(t, d, "INSERT INTO role_permissions (role_id, permission_id) VALUES ($1, $2)", identity.ClientRootID, int64(identity.SupplierManage))
}

// Over many minutes of chance two nodes together do what the plain model says, and each switch by the system is in the audit log.
func TestSystemSwitchesAsThePlainModelSays(t *testing.T) {
	t.Parallel()

	const runs, minutes = 3, 150

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r := rand.New(rand.NewPCG(38, 3))
		clk := clock.NewManual(time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC))
		nodes := []*node{newNode(t, d, clk), newNode(t, d, clk)}
		met := map[exclusions.State]int{}

		for run := range runs {
			m := &model{states: map[routing.SKUKey]modelState{}, settings: exclusions.Settings{
				On: true, SpanMinutes: 2 + r.Int64N(8), Fewest: 2 + r.Int64N(8), FailedPercent: 30 + r.Int64N(50), PauseMinutes: 1 + r.Int64N(8), Successes: 1 + r.Int64N(6),
			}}

			testkit.Exec(t, d, "DELETE FROM supplier_exclusions")
			testkit.Must(t, nodes[0].SetSettings(t.Context(), identity.By{Actor: "staff:budi", Reason: "A try"}, m.settings))
			clk.Advance(2 * time.Hour)

			success := map[routing.SKUKey]float64{}

			for minute := range minutes {
				now := clk.Now()

				for _, code := range []string{"a", "b"} {
					for _, product := range products {
						k := routing.SKUKey{Supplier: code, Product: product}

						if minute%25 == 0 {
							success[k] = []float64{1, 0.9, 0.5, 0.1, 0}[r.IntN(5)]
						}

						// What is off gets nothing, but for orders that waited there.
						if (m.of(k).state == exclusions.Off || m.of(routing.SKUKey{Supplier: code}).state == exclusions.Off) && r.IntN(8) > 0 {
							continue
						}

						for range r.IntN(3) {
							ok := r.Float64() < success[k]
							m.ended = append(m.ended, purchase{k, now, ok})

							if ok {
								nodes[r.IntN(2)].count(k, now, 1, 0)
							} else {
								nodes[r.IntN(2)].count(k, now, 0, 1)
							}
						}
					}
				}

				clk.Advance(time.Minute)
				m.decide(clk.Now())
				decide(t, nodes, r.IntN(2))

				_, got, err := nodes[0].List(t.Context())
				testkit.Must(t, err)

				if text, want := shown(got), m.shown(); text != want {
					t.Fatalf("run %d, minute %d: got\n%s\nwant\n%s\nby %+v", run, minute, text, want, m.settings)
				}

				for _, one := range got {
					met[one.State]++
				}
			}
		}

		if met[exclusions.Off] == 0 || met[exclusions.Trial] == 0 {
			t.Errorf("met %v", met)
		}

		for _, state := range []string{"off", "trial", "on"} {
			if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'supplier.exclusion' AND actor = 'system' AND detail LIKE '%\"after\":%\"state\":\""+state+"\"%before%'"); n == 0 {
				t.Errorf("no %s in the audit log", state)
			}
		}
	})
}

func shown(list []exclusions.Row) string {
	lines := []string{}
	for _, one := range list {
		lines = append(lines, fmt.Sprint(one.Supplier, "/", one.Product, " ", one.State, " ", one.Since.UTC(), " ", one.Until.UTC(), " ", one.Pauses))
	}

	return strings.Join(lines, "\n")
}

func (m *model) shown() string {
	list := []exclusions.Row{}

	for _, code := range []string{"a", "b"} {
		for _, product := range append([]string{""}, products...) {
			k := routing.SKUKey{Supplier: code, Product: product}
			if one := m.of(k); one.state != exclusions.On {
				list = append(list, exclusions.Row{SKUKey: k, Exclusion: exclusions.Exclusion{State: one.state, Since: one.since, Until: one.until, Pauses: int64(one.pauses)}})
			}
		}
	}

	return shown(list)
}

// Nodes that decide at the same time switch off once: one row in the audit log, one mail. A further failure of the trial mails nobody.
func TestNodesThatDecideTogetherSwitchOffOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC))
		nodes := []*node{newNode(t, d, clk), newNode(t, d, clk), newNode(t, d, clk), newNode(t, d, clk)}
		k := routing.SKUKey{Supplier: "a", Product: "P"}
		mails := func() (n int) {
			for _, one := range nodes {
				n += len(one.mails.Messages())
			}

			return n
		}

		makeReader(t, d, clk)
		nodes[0].count(k, clk.Now(), 2, 3)
		nodes[1].count(k, clk.Now(), 1, 4)

		for _, one := range nodes {
			testkit.Must(t, one.routing.FollowResults(t.Context()))
		}

		var together sync.WaitGroup

		for _, one := range nodes {
			together.Go(func() {
				if err := one.Decide(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}

		together.Wait()

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'supplier.exclusion' AND reason LIKE '7 of 10 purchases failed within 15 minutes%'"); n != 1 {
			t.Errorf("%d rows in the audit log", n)
		}

		if n := mails(); n != 1 {
			t.Errorf("%d mails", n)
		}

		clk.Advance(15 * time.Minute)
		decide(t, nodes, 2)
		nodes[3].count(k, clk.Now(), 0, 3)
		clk.Advance(time.Minute)
		decide(t, nodes, 1)

		_, list, err := nodes[0].List(t.Context())
		testkit.Must(t, err)

		if len(list) != 1 || list[0].State != exclusions.Off || list[0].Pauses != 2 || list[0].Until.Sub(clk.Now()) != 30*time.Minute || mails() != 1 {
			t.Errorf("after a trial that failed: %+v and %d mails", list, mails())
		}
	})
}

// Staff switch on what the system switched off, and forbid it for a product or a supplier; results from before don't count.
func TestStaffEndAndForbid(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 11, 27, 3, 0, 30, 0, time.UTC))
		nodes := []*node{newNode(t, d, clk)}
		s := nodes[0]
		by := identity.By{Actor: "staff:budi", Reason: "It is mended"}
		k, whole := routing.SKUKey{Supplier: "a", Product: "P"}, routing.SKUKey{Supplier: "a"}
		skus := []catalog.SKU{{Supplier: "a"}, {Supplier: "b"}}
		expect := func(what, wantRoute string, states ...exclusions.State) {
			t.Helper()

			var route strings.Builder

			for _, sku := range s.routing.Route(routing.Purchase{OrderID: 1, ClientID: 1001, Product: "P", Group: "mobile"}, skus) {
				route.WriteString(sku.Supplier)
			}

			_, list, err := s.List(t.Context())
			testkit.Must(t, err)

			got := []exclusions.State{}
			for _, one := range list {
				got = append(got, one.State)
			}

			if route.String() != wantRoute || fmt.Sprint(got) != fmt.Sprint(states) {
				t.Errorf("%s: route %s, states %v", what, route.String(), got)
			}
		}

		fail := func() {
			t.Helper()
			s.count(k, clk.Now(), 0, 10)
			decide(t, nodes, 0)
		}

		fail()
		expect("ten failures", "b", exclusions.Off)

		testkit.Must(t, s.Act(t.Context(), by, k, exclusions.End))
		decide(t, nodes, 0)
		expect("ended", "ab")

		clk.Advance(time.Minute)
		fail()
		expect("ten more", "b", exclusions.Off)

		testkit.Must(t, s.Act(t.Context(), by, k, exclusions.Forbid))
		clk.Advance(time.Minute)
		fail()
		expect("forbidden", "ab", exclusions.Never)

		testkit.Must(t, s.Act(t.Context(), by, k, exclusions.Allow))
		testkit.Must(t, s.Act(t.Context(), by, whole, exclusions.Forbid))
		clk.Advance(time.Minute)
		fail()
		expect("forbidden for the supplier", "ab", exclusions.Never)

		for what, err := range map[string]error{
			"end of what is on":    s.Act(t.Context(), by, k, exclusions.End),
			"forbid of a stranger": s.Act(t.Context(), by, routing.SKUKey{Supplier: "a", Product: "unknown"}, exclusions.Forbid),
			"unknown supplier":     s.Act(t.Context(), by, routing.SKUKey{Supplier: "x"}, exclusions.Forbid),
		} {
			if !fault.ErrNotFound.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}

		if err := s.Act(t.Context(), identity.By{Actor: "staff:budi"}, whole, exclusions.Allow); !fault.ErrValidation.Is(err) {
			t.Errorf("without a reason: %v", err)
		}

		if err := s.SetSettings(t.Context(), by, exclusions.Settings{FailedPercent: 100}); !fault.ErrValidation.Is(err) {
			t.Errorf("faulty settings: %v", err)
		}

		testkit.Must(t, s.Act(t.Context(), by, whole, exclusions.Allow))

		off := exclusions.Defaults()
		off.On = false
		testkit.Must(t, s.SetSettings(t.Context(), by, off))
		clk.Advance(time.Minute)
		fail()
		expect("with the settings off", "ab")

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM audit_log WHERE action LIKE 'supplier.exclusion%' AND actor = 'staff:budi' AND reason = 'It is mended' AND detail LIKE '%after%before%'"); n != 6 {
			t.Errorf("%d rows of staff in the audit log", n)
		}
	})
}
