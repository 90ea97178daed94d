package placing_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/settlement"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// grantLimit gives a client a settlement, and returns the service of settlements.
func grantLimit(t *testing.T, d *db.DB, clientID int64, limit money.Rupiah) *settlement.Service {
	t.Helper()

	s := parts.New(t, d, clock.System{}).Settlements(settlement.Options{})

	_, err := s.Change(t.Context(), settlement.Change{
		ClientID: clientID, Create: true, Limit: &limit, MaxLimit: &limit, Days: new(settlement.AllDays), Actor: "staff:budi", Reason: "contract 7",
	})
	testkit.Must(t, err)

	return s
}

func laterRequest(ref string) placing.Request {
	r := ordertest.Request(ref)
	r.PaymentType = order.Settlement

	return r
}

// However many callers and nodes draw on a limit that holds exactly some orders, these are placed, and the others
// refused. Orders from wallets go on beside them.
func TestLimitHoldsExactly(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const callers, each, fits = 64, 3, 50

		ordertest.Fill(t, d, callers*each*price)
		limits := grantLimit(t, d, client, fits*price)
		nodes := []*placing.Service{newService(t, d, 1)}

		if d.Engine() == db.Postgres {
			nodes = append(nodes, newService(t, d, 2))
		}

		var (
			placed, fromWallet atomic.Int64
			done               sync.WaitGroup
		)

		for c := range callers {
			done.Go(func() {
				for n := range each {
					node := nodes[c%len(nodes)]

					_, err := node.Place(t.Context(), laterRequest(fmt.Sprintf("later-%d-%d", c, n)))

					switch {
					case err == nil:
						placed.Add(1)
					case !settlement.ErrInsufficientLimit.Is(err):
						t.Error(err)
					}

					if _, err := node.Place(t.Context(), ordertest.Request(fmt.Sprintf("now-%d-%d", c, n))); err != nil {
						t.Error(err)
					} else {
						fromWallet.Add(1)
					}
				}
			})
		}

		done.Wait()

		st, err := limits.OfClient(t.Context(), client)
		if err != nil || placed.Load() != fits || st.Balance != 0 || fromWallet.Load() != callers*each {
			t.Errorf("%d placed, %s left, %d from the wallet, %v", placed.Load(), st.Balance, fromWallet.Load(), err)
		}

		testkit.ProveBooks(t, d)
	})
}

// An order from a limit is refused whole, for the reason that the client can act on.
func TestOrderFromALimitIsRefused(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10*price)
		grantLimit(t, d, client, 2*price-1)
		s := newService(t, d, 1)

		first, err := s.Place(t.Context(), laterRequest("later"))
		if err != nil || first.Order.PaymentType != order.Settlement || first.Order.WalletID != 0 {
			t.Fatalf("%+v, %v", first, err)
		}

		if again, err := s.Place(t.Context(), laterRequest("later")); err != nil || !again.Repeat || again.Order.ID != first.Order.ID {
			t.Errorf("a repeat gave %+v, %v", again, err)
		}

		of := func(clientID int64) placing.Request {
			r := laterRequest("second")
			r.ClientID = clientID

			return r
		}
		wrong := ordertest.Request("wrong")
		wrong.PaymentType = "gold"

		for what, c := range map[string]struct {
			request placing.Request
			prepare string
			want    fault.Definition
		}{
			"another payment type of the reference": {ordertest.Request("later"), "", placing.ErrReferenceConflict},
			"too little is left":                    {of(client), "", settlement.ErrInsufficientLimit},
			"no settlement":                         {of(ordertest.Other), "", settlement.ErrNoSettlement},
			"no such payment type":                  {wrong, "", fault.ErrValidation},
		} {
			if _, err := s.Place(t.Context(), c.request); !c.want.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}

		testkit.Exec(t, d, "UPDATE settlements SET active = FALSE")

		if _, err := s.Place(t.Context(), of(client)); !settlement.ErrInactive.Is(err) {
			t.Errorf("inactive: %v", err)
		}

		testkit.Exec(t, d, "UPDATE settlements SET active = TRUE, blocked_at = 1")

		if _, err := s.Place(t.Context(), of(client)); !settlement.ErrOverdue.Is(err) {
			t.Errorf("overdue: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}

// What a supplier refuses is free again, also while an overdue invoice stops new orders.
func TestFailedOrderGivesItsLimitBack(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Balance: price})
		limits := grantLimit(t, d, client, 3*price)

		refused := laterRequest("refused")
		refused.DestinationNo = "081234567892" // the suppliers refuse it

		for _, r := range []placing.Request{refused, laterRequest("bought")} {
			_, err := node.Placing.Place(t.Context(), r)
			testkit.Must(t, err)
		}

		testkit.Exec(t, d, "UPDATE settlements SET blocked_at = 1")

		if o := node.Ended(t, "refused"); o.Status != order.Failed || !o.Refunded {
			t.Errorf("%+v", o)
		}

		if o := node.Ended(t, "bought"); o.Status != order.Success {
			t.Errorf("%+v", o)
		}

		st, err := limits.OfClient(t.Context(), client)
		if err != nil || st.Balance != 2*price {
			t.Errorf("%s left, %v", st.Balance, err)
		}

		o, err := node.Orders.ByRef(t.Context(), client, "refused")
		testkit.Must(t, err)

		detail, err := node.Orders.Detail(t.Context(), client, o.ID)
		testkit.Must(t, err)

		moved := money.Rupiah(0)
		for _, step := range detail.Steps {
			moved += step.Amount
		}

		if last := detail.Steps[len(detail.Steps)-1]; last.Event != order.EventRefunded || last.Amount != price || moved != 0 {
			t.Errorf("steps %+v", detail.Steps)
		}

		testkit.ProveBooks(t, d)
	})
}
