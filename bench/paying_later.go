package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Goals of paying later.
const (
	laterGoal = 0.9 // of orders from a wallet
	closeGoal = 2   // times the sum query alone
	// closeOrders are the orders of a period that is closed, and refundEvery says how many of them are refunded.
	closeOrders = million
	refundEvery = 100
)

// payingLater measures orders paid from a settlement limit beside orders from a wallet, and the close of a period with a million
// orders beside the sum of these orders alone.
func payingLater(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	for _, engine := range b.engines() {
		if b.wants("settlement-order") {
			if err := laterOrders(ctx, b, e, engine); err != nil {
				return fmt.Errorf("%s: orders: %w", engine, err)
			}
		}

		if b.wants("settlement-close") {
			if err := closes(ctx, b, e, engine); err != nil {
				return fmt.Errorf("%s: closes: %w", engine, err)
			}
		}
	}

	return nil
}

// newSettlement gives a client a limit that no measurement uses up.
func newSettlement(ctx context.Context, s *settlement.Service, client int64) error {
	limit, days := money.Rupiah(fortune), settlement.AllDays

	_, err := s.Change(ctx, settlement.Change{
		ClientID: client, Create: true, Limit: &limit, MaxLimit: &limit, Days: &days, Actor: "staff:bench", Reason: "bench",
	})

	return err
}

func laterOrders(ctx context.Context, b *bench, e *engines, engine db.Engine) error {
	f := figures{}
	length := time.Duration(b.seconds * float64(time.Second))

	for range b.rounds {
		for _, callers := range []int{64, mostCallers} {
			for _, payment := range []order.PaymentType{order.Deposit, order.Settlement} {
				o, err := measureFrom(ctx, e, engine, payment, callers, length)
				if err != nil {
					return fmt.Errorf("%s, %d callers: %w", payment, callers, err)
				}

				f.add(fmt.Sprintf("%s-%d", payment, callers), o.rate)
			}
		}
	}

	for _, callers := range []int{64, mostCallers} {
		b.add(result{
			Name: fmt.Sprintf("settlement-order-%d", callers), Engine: engine.String(), Value: median(f[fmt.Sprintf("%s-%d", order.Settlement, callers)]),
			Unit: ordersPerSecond, Better: higher, Beside: "orders from a wallet", BesideValue: median(f[fmt.Sprintf("%s-%d", order.Deposit, callers)]),
		}, laterGoal)
	}

	return nil
}

// measureFrom places orders of one client with one kind of money.
func measureFrom(ctx context.Context, e *engines, engine db.Engine, payment order.PaymentType, callers int, length time.Duration) (outcome, error) {
	d, err := e.open(ctx, engine)
	if err != nil {
		return outcome{}, err
	}

	setup, err := newOrderSetup(ctx, d, 1)
	if err != nil {
		return outcome{}, errors.Join(err, d.Close())
	}

	parts, err := newMoneyParts(d)
	if err == nil {
		err = newSettlement(ctx, parts.settlements(), firstUser)
	}

	if err != nil {
		return outcome{}, errors.Join(err, setup.stop())
	}

	o, err := load(ctx, callers, length, func(ctx context.Context, caller, n int) error {
		_, err := setup.placing.Place(ctx, placing.Request{
			ClientID: firstUser, ProductCode: product, DestinationNo: "081234567890", ClientRef: reference("later", caller, n), Channel: order.ChannelH2H,
			PaymentType: payment,
		})

		return err
	})
	if err == nil {
		err = setup.proven(ctx)
	}

	return o, errors.Join(err, setup.stop())
}

// closes measures the job that closes a period and issues its invoice, once for each round, each time of another client.
func closes(ctx context.Context, b *bench, e *engines, engine db.Engine) (err error) {
	d, err := e.open(ctx, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	if err := fill(ctx, d, b.rounds); err != nil {
		return err
	}

	parts, err := newMoneyParts(d)
	if err != nil {
		return err
	}

	limits := parts.settlements()

	closer, stop, err := parts.closer(limits)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()

	f := figures{}

	for n := range int64(b.rounds) {
		if err := closeOne(ctx, d, limits, closer, firstUser+n, f); err != nil {
			return err
		}
	}

	b.add(result{
		Name: "settlement-close", Engine: engine.String(), Value: median(f["close"]), Unit: "ms", Better: lower,
		Beside: "the sum of its orders alone", BesideValue: median(f["sum"]),
	}, closeGoal)

	return nil
}

// closeOne lets the period of a client end after a million orders, and closes it. The sum is read before and after, since the first
// reading fills the cache for both.
func closeOne(ctx context.Context, d *db.DB, limits *settlement.Service, closer *settlement.PeriodCloser, client int64, f figures) error {
	if err := newSettlement(ctx, limits, client); err != nil {
		return err
	}

	st, err := limits.OfClient(ctx, client)
	if err != nil {
		return err
	}

	if err := fillPeriod(ctx, d, st); err != nil {
		return fmt.Errorf("fill a period: %w", err)
	}

	var used, refunded int64

	sum := func() (time.Duration, error) {
		began := time.Now()
		err := d.Reader().QueryRow(ctx, `SELECT -SUM(CASE WHEN action = 'payment' THEN amount ELSE 0 END), SUM(CASE WHEN action = 'refund' THEN amount ELSE 0 END)
			FROM settlement_history WHERE client_id = $1 AND settlement_id = $2 AND seq BETWEEN 2 AND $3`, st.ClientID, st.ID, int64(closeOrders*2)).Scan(&used, &refunded)

		return time.Since(began), err
	}

	if _, err := sum(); err != nil {
		return err
	}

	began := time.Now()

	if err := closer.CloseDue(ctx); err != nil {
		return err
	}

	f.add("close", milliseconds(time.Since(began)))

	took, err := sum()
	f.add("sum", milliseconds(took))

	var invoiced int64
	if err == nil {
		err = d.Reader().QueryRow(ctx, "SELECT amount FROM invoices WHERE client_id = $1", client).Scan(&invoiced)
	}

	if err == nil && invoiced != used-refunded {
		err = fmt.Errorf("invoiced %d of %d less %d", invoiced, used, refunded)
	}

	return err
}

// fillPeriod gives the open period of a settlement its orders, and ends it.
func fillPeriod(ctx context.Context, d *db.DB, st settlement.Settlement) error {
	const first = 2 // after the row about the limit

	now := micros()

	err := d.Bulk(ctx, func(bulk *db.Bulk) error {
		balance, seq := int64(st.Balance), int64(first-1)

		rows := func(yield func([]any) bool) {
			for n := range int64(closeOrders) {
				id := st.ID*closeOrders + n

				for _, move := range []struct {
					action string
					amount int64
				}{{"payment", -price}, {"refund", price}} {
					if move.amount > 0 && n%refundEvery != 0 {
						continue
					}

					seq++
					row := []any{st.ID, seq, st.ClientID, move.action, move.amount, balance, balance + move.amount, "sales", id, strconv.FormatInt(id, 10), now}
					balance += move.amount

					if !yield(row) {
						return
					}
				}
			}
		}

		_, err := bulk.Copy(ctx, "settlement_history", []string{
			"settlement_id", "seq", clientColumn, "action", "amount", "balance_before", "balance_after", "contra", "order_id", "reference", "created_at",
		}, rows)
		if err != nil {
			return err
		}

		return bulk.Exec(ctx, "UPDATE settlements SET balance = $1, seq = $2, changed_at = $3 WHERE client_id = $4 AND id = $5", balance, seq, now, st.ClientID, st.ID)
	})
	if err != nil {
		return err
	}

	err = d.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE settlement_periods SET ends_at = $1 WHERE client_id = $2 AND settlement_id = $3", now+1, st.ClientID, st.ID)

		return err
	})

	return errors.Join(err, vacuum(ctx, d, "settlement_history"))
}
