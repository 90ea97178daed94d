package order_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

// insertRandomOrders stores orders of several clients over four days. No wallet is
// charged for them.
func insertRandomOrders(t *testing.T, d *db.DB, r *rand.Rand, number int) []order.Order {
	t.Helper()

	g, err := ids.NewGenerator(9)
	if err != nil {
		t.Fatal(err)
	}

	start := time.Date(2026, 11, 18, 0, 0, 0, 0, testkit.Jakarta(t))
	orders := make([]order.Order, number)
	seconds := make([]int, number)

	for i := range seconds {
		seconds[i] = r.IntN(4 * 24 * 60 * 60)
	}

	slices.Sort(seconds) // ids only grow

	for i := range orders {
		o := order.Order{
			ClientID: client + r.Int64N(2), ClientRef: fmt.Sprint("ref-", i), DestinationNo: fmt.Sprint("0812", r.IntN(6)),
			WalletType:  []wallet.Type{"level_1", "level_2", "multibiller"}[r.IntN(3)],
			PaymentType: []order.PaymentType{order.Deposit, order.Settlement}[r.IntN(2)],
			Status:      []order.Status{order.Success, order.Pending, order.Failed}[r.IntN(3)],
			Price:       money.Rupiah(1 + r.Int64N(100_000_000_000)),
			CreatedAt:   start.Add(time.Duration(seconds[i]) * time.Second),
		}
		o.Refunded = o.Status == order.Failed && r.IntN(4) > 0
		o.ID = g.Next(o.CreatedAt)
		orders[i] = o

		testkit.Exec(t, d, `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no,
				price, status, refunded, payment_type, channel, input_hash, created_at, updated_at)
			VALUES ($1, $2, $3, 1, $4, 'TSEL10', 'Telkomsel', 'prepaid', $5, $6, $7, $8, $9, 'h2h', 1, $10, $10)`,
			o.ID, o.ClientID, o.ClientRef, string(o.WalletType), o.DestinationNo, int64(o.Price), int64(o.Status), o.Refunded,
			string(o.PaymentType), clock.Micros(o.CreatedAt))
	}

	return orders
}

// selects reports whether an order matches a query.
func selects(q order.Query, o order.Order) bool {
	at := clock.DayOf(o.CreatedAt.In(q.Zone))

	switch {
	case o.ClientID != q.ClientID,
		q.From != nil && (at.Sub(*q.From) < 0 || at.Sub(*q.To) > 0),
		q.Hour != nil && (o.CreatedAt.Before(*q.Hour) || !o.CreatedAt.Before(q.Hour.Add(time.Hour))),
		q.Status != 0 && o.Status != q.Status,
		q.WalletType != "" && o.WalletType != q.WalletType,
		q.PaymentType != "" && o.PaymentType != q.PaymentType:
		return false
	}

	return q.Search == "" || q.Search == "#"+order.FormatID(o.ID) || q.Search == "!"+o.ClientRef ||
		q.Search == "$"+o.DestinationNo || q.Search == o.DestinationNo
}

func bruteForce(q order.Query, orders []order.Order) order.Summary {
	var out order.Summary

	for _, o := range orders {
		if !selects(q, o) {
			continue
		}

		sum := map[order.Status]*order.Sum{order.Success: &out.Success, order.Pending: &out.Pending, order.Failed: &out.Failed}[o.Status]
		sum.Count++
		sum.Amount += o.Price

		if o.Refunded {
			out.Refunded.Count++
			out.Refunded.Amount += o.Price
		}
	}

	return out
}

func randomQuery(t *testing.T, r *rand.Rand, orders []order.Order) order.Query {
	t.Helper()

	one := orders[r.IntN(len(orders))]
	q := order.Query{ClientID: client, Zone: testkit.Jakarta(t), Filter: order.Filter{
		Search:      []string{"", "", "#" + order.FormatID(one.ID), "!" + one.ClientRef, "$" + one.DestinationNo, one.DestinationNo}[r.IntN(6)],
		Status:      []order.Status{0, 0, order.Success, order.Pending, order.Failed}[r.IntN(5)],
		WalletType:  []wallet.Type{"", "", "level_1", "level_2"}[r.IntN(4)],
		PaymentType: []order.PaymentType{"", "", order.Deposit, order.Settlement}[r.IntN(4)],
	}}

	if q.Search == "" || r.IntN(2) == 0 {
		first := 18 + r.IntN(4)
		q.From = testkit.Day(t, fmt.Sprintf("2026-11-%d", first))
		q.To = testkit.Day(t, fmt.Sprintf("2026-11-%d", min(first+r.IntN(order.MaxDays+1), 21)))

		if r.IntN(3) == 0 {
			hour := one.CreatedAt.Truncate(time.Hour)
			q.Hour = &hour
		}
	}

	return q
}

func TestSummaryEqualsTheSumOverEachOrder(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		r := rand.New(rand.NewPCG(1, 2))
		orders := insertRandomOrders(t, d, r, 400)
		found := 0

		for range 200 {
			q := randomQuery(t, r, orders)

			got, err := s.Summarise(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}

			want := bruteForce(q, orders)
			if got != want {
				t.Fatalf("%+v:\n got %+v\nwant %+v", q, got, want)
			}

			if want != (order.Summary{}) {
				found++
			}
		}

		if found < 50 {
			t.Errorf("only %d of the queries found orders", found)
		}
	})
}

func TestSummaryIsBounded(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		start := time.Date(2026, 1, 5, 3, 0, 0, 0, time.UTC)
		values := make([]string, order.MaxSummed+1)

		for i := range values {
			status := order.Pending
			if i == 0 {
				status = order.Success // the oldest, which is left out
			}

			values[i] = fmt.Sprintf("(%d,%d)", firstID(start.Add(time.Duration(i)*time.Minute)), status)
		}

		testkit.Exec(t, d, `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no,
				price, status, channel, input_hash, created_at, updated_at)
			SELECT column1, $1, 'ref-' || column1, 1, 'level_1', 'TSEL10', 'Telkomsel', 'prepaid', '08121', 100, column2, 'h2h', 1, 0, 0
			FROM (VALUES `+strings.Join(values, ",")+`) v`, client)

		got, err := s.Summarise(t.Context(), order.Query{ClientID: client, Zone: testkit.Jakarta(t), Filter: order.Filter{Search: "$08121"}})
		want := order.Summary{Pending: order.Sum{Count: order.MaxSummed, Amount: 100 * order.MaxSummed}, Partial: true}

		if err != nil || got != want {
			t.Errorf("got %+v, %v", got, err)
		}

		if _, err := s.Summarise(t.Context(), order.Query{ClientID: client, Zone: testkit.Jakarta(t)}); !fault.ErrValidation.Is(err) {
			t.Errorf("neither days nor a search: %v", err)
		}
	})
}

// firstID is the lowest order id of a second.
func firstID(at time.Time) int64 {
	id, _ := ids.Range(at, at.Add(time.Second))

	return id
}
