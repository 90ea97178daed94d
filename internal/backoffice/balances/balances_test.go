package balances_test

import (
	"context"
	"testing"
	"time"

	"loket/internal/backoffice/balances"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// account is a supplier that tells a balance.
type account struct {
	ordertest.Override

	balance money.Rupiah
	err     error
}

func (a *account) Balance(context.Context) (money.Rupiah, error) { return a.balance, a.err }

// What leaves the balance counts as use, refills don't. A reading stays the last one while the supplier tells nothing.
func TestUseOfABalanceIsWithoutRefills(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC))
		a := &account{}
		s := newNode(t, d, clk, a).balances

		for _, balance := range []money.Rupiah{900, 1000, 800, 3000, 2500} {
			clk.Advance(20 * time.Minute)

			a.balance = balance

			testkit.Must(t, s.ReadAll(t.Context()))
		}

		a.err = supplier.ErrUnavailable

		testkit.Must(t, s.ReadAll(t.Context()))

		states, err := s.States(t.Context())
		testkit.Must(t, err)

		// Of the last hour: 1000, 800, 3000, 2500.
		if got := states["a"]; got.Balance != 2500 || got.PerHour != 700 || got.Hours != 3 {
			t.Errorf("got %+v", got)
		}

		points, _, err := s.History(t.Context(), "a")
		testkit.Must(t, err)

		if len(points) != 2 || points[0].Balance != 1000 || points[1].Balance != 2500 {
			t.Errorf("by hour %+v", points)
		}

		clk.Advance(9 * 24 * time.Hour)

		a.err = nil

		testkit.Must(t, s.ReadAll(t.Context()))

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM supplier_balances"); n != 1 {
			t.Errorf("%d readings after nine days", n)
		}
	})
}

// node is a node of two that share a database.
type node struct {
	balances *balances.Service
	guard    *supplier.Guard
	mails    *mailtest.Recorder
}

func newNode(t *testing.T, d *db.DB, clk clock.Clock, a *account) node {
	t.Helper()

	suppliers, err := supplier.NewRegistry(supplier.Options{Clock: clk}, supplier.Entry{Code: "a", Adapter: a})
	testkit.Must(t, err)

	p := parts.New(t, d, clk)
	guard, _ := suppliers.Get("a")

	return node{
		balances.New(balances.Deps{DB: d, Clock: clk, Suppliers: suppliers, Identity: p.Clients, Jobs: p.Jobs, Mail: p.Mail, Log: p.Log}), guard, p.Mail,
	}
}

// Purchases stop below the limit and go on after a refill. Of each crossing staff get one mail, whichever of two nodes reads.
func TestPurchasesStopBeforeADepositIsEmpty(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC))
		a := &account{balance: 500}
		nodes := [2]node{newNode(t, d, clk, a), newNode(t, d, clk, a)}
		by := identity.By{Actor: "staff:budi", Reason: "A night's use"}
		s := nodes[0].balances

		makeReader(t, d, clk)
		testkit.Must(t, s.SetLimits(t.Context(), by, "a", 1000, 600))

		for i, step := range []struct {
			balance money.Rupiah
			answers bool
			mails   int // so far
		}{
			{1000, true, 0},
			{900, true, 1},
			{700, true, 1},
			{700, true, 1},
			{599, false, 2},
			{599, false, 2},
			{600, true, 2},
			{599, false, 3},
			{1000, true, 3},
			{10, false, 4},
			{10, false, 4},
		} {
			clk.Advance(time.Minute)

			a.balance = step.balance
			reads, follows := nodes[i%2], nodes[(i+1)%2]
			testkit.Must(t, reads.balances.ReadAll(t.Context()))
			testkit.Must(t, follows.balances.Start(t.Context()))
			testkit.Must(t, follows.balances.Stop(t.Context()))

			for _, n := range nodes {
				if got := n.guard.Answers(supplier.Purchase); got != step.answers || !n.guard.Answers(supplier.Inquiry) {
					t.Errorf("with %d purchases go on: %t", step.balance, got)
				}
			}

			if got := len(nodes[0].mails.Messages()) + len(nodes[1].mails.Messages()); got != step.mails {
				t.Errorf("with %d there are %d mails, want %d", step.balance, got, step.mails)
			}
		}

		// Limits hold at once, also while the supplier tells nothing.
		a.err = supplier.ErrUnavailable

		testkit.Must(t, s.SetLimits(t.Context(), by, "a", 0, 0))

		if !nodes[0].guard.Answers(supplier.Purchase) {
			t.Error("without limits purchases don't go on")
		}
	})
}

// makeReader makes a member of staff who gets mails about suppliers.
func makeReader(t *testing.T, d *db.DB, clk clock.Clock) {
	t.Helper()

	p := parts.New(t, d, clk)
	testkit.InsertClient(t, d, clientid.Provider)
	p.RootUser(t, clientid.Provider)
	testkit.Exec(t, d, "INSERT INTO role_permissions (role_id, permission_id) VALUES ($1, $2)", identity.ClientRootID, int64(identity.SupplierManage))
}

func TestInputsOfBalances(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC))
		s := newNode(t, d, clk, &account{}).balances
		by := identity.By{Actor: "staff:budi", Reason: "A night's use"}

		testkit.Must(t, s.NoteRefill(t.Context(), by, "a", 1000, "BCA 1"))

		if err := s.NoteRefill(t.Context(), by, "a", 1000, "BCA 1"); !fault.ErrValidation.Is(err) {
			t.Errorf("the same reference again: %v", err)
		}

		if err := s.SetLimits(t.Context(), by, "nobody", 1, 1); !fault.ErrNotFound.Is(err) {
			t.Errorf("an unknown supplier: %v", err)
		}

		if err := s.SetLimits(t.Context(), by, "a", 1, 2); !fault.ErrValidation.Is(err) {
			t.Errorf("a stop above the alarm: %v", err)
		}

		if _, refills, err := s.History(t.Context(), "a"); err != nil || len(refills) != 1 || refills[0].NotedBy != "staff:budi" {
			t.Errorf("refills %+v, %v", refills, err)
		}
	})
}
