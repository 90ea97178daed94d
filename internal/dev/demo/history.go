package demo

import (
	"context"
	"fmt"

	"loket/internal/backoffice/sales"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// chunkOrders is the number of orders in one transaction. It sets the memory of seeding, and the most
// that a killed run loses.
const chunkOrders = 25_000

// chunk is the data of one transaction. The books hold after each, except for refunds that come with
// the next one.
type chunk struct {
	sales    []sale
	entries  []entry
	balances []balance
	written  int         // orders up to its end
	sold     sales.Tally // what was sold in the whole past; with the last one
	last     bool
}

type balance struct{ client, wallet, amount, seq, changed int64 }

// writeHistory makes and writes the history after the existing chunks. It makes the next chunk while one
// is being written.
func writeHistory(ctx context.Context, d *db.DB, p plan, progress func(int)) error {
	ids, err := walletIDs(ctx, d.Reader())
	if err != nil {
		return err
	}

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	chunks := make(chan *chunk)
	made := make(chan error, 1)

	go func() {
		defer close(chunks)

		made <- makeHistory(p, ids, func(c *chunk) bool {
			select {
			case chunks <- c:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()

	number, sold := 0, sales.Tally{}

	for c := range chunks {
		c.count(sold)

		if c.last {
			c.sold = sold
		}

		if number++; number <= p.chunks {
			continue // committed by an earlier run
		}

		if err := c.write(ctx, d, number); err != nil {
			return err
		}

		if progress != nil {
			progress(c.written)
		}
	}

	if err := <-made; err != nil {
		return err
	}

	return ctx.Err() // nil, or the caller's own end
}

// makeHistory sends the past in chunks. The last one brings all wallets to their balances. send reports whether
// to go on.
func makeHistory(p plan, ids map[walletKey]int64, send func(*chunk) bool) error {
	m, err := newMarket(newBook(), p.now, p.orders, p.seed)
	if err != nil {
		return err
	}

	c := &chunk{}
	l := newLedger(ids, since(p.now), p.seed, func(e entry) { c.entries = append(c.entries, e) })

	for s := range m.sales {
		if err := l.record(&s); err != nil {
			return err
		}

		c.sales = append(c.sales, s)
		c.written++

		if len(c.sales) == p.size {
			c.balances = l.balances()

			if !send(c) {
				return nil
			}

			c = &chunk{written: c.written, sales: make([]sale, 0, p.size)}
		}
	}

	l.finish(p.now)
	c.balances, c.last = l.balances(), true
	send(c)

	return nil
}

func (l *ledger) balances() []balance {
	out := make([]balance, 0, len(l.accounts))
	for _, a := range l.accounts {
		out = append(out, balance{a.client, a.id, a.balance, a.seq, a.last})
	}

	return out
}

func (c *chunk) write(ctx context.Context, d *db.DB, number int) error {
	err := d.Bulk(ctx, func(b *db.Bulk) error {
		for _, table := range append([]sales.Table{
			{Name: "orders", Columns: orderColumns(), Rows: c.orderRows},
			{Name: "wallet_history", Columns: historyColumns(), Rows: c.historyRows},
			{Name: "wallet_postings", Columns: []string{"client_id", "posting_key", "input_hash", "created_at"}, Rows: c.postingRows},
			{Name: "order_attempts", Columns: attemptColumns(), Rows: c.attemptRows},
			{Name: "order_reviews", Columns: []string{"order_id", "kind", "client_id", "detail", "created_at"}, Rows: c.reviewRows},
		}, c.sold.Tables()...) {
			if _, err := b.Copy(ctx, table.Name, table.Columns, table.Rows); err != nil {
				return err
			}
		}

		for _, w := range c.balances {
			if err := b.Exec(ctx, `UPDATE wallets SET balance = $1, seq = $2, changed_at = $3 WHERE client_id = $4 AND id = $5`, w.amount, w.seq, w.changed, w.client, w.wallet); err != nil {
				return fmt.Errorf("set a balance: %w", err)
			}
		}

		return c.mark(ctx, b, number)
	})
	if err != nil {
		return fmt.Errorf("chunk %d: %w", number, err)
	}

	if c.last {
		return analyze(ctx, d)
	}

	return nil
}

func (c *chunk) mark(ctx context.Context, b *db.Bulk, number int) error {
	if err := b.Exec(ctx, `UPDATE versions SET version = $1 WHERE name = $2`, int64(number), markChunks); err != nil {
		return fmt.Errorf("mark the chunk: %w", err)
	}

	if !c.last {
		return nil
	}

	if err := b.Exec(ctx, `UPDATE versions SET version = 1 WHERE name = $1`, markDone); err != nil {
		return fmt.Errorf("mark the end: %w", err)
	}

	return nil
}

// analyze gives PostgreSQL statistics. Without them it plans as for empty tables, until it analyses them by itself after up to a minute. On a
// Citus it can't be done in the transaction that wrote the rows.
func analyze(ctx context.Context, d *db.DB) error {
	if d.Engine() != db.Postgres {
		return nil
	}

	for _, table := range []string{"orders", "wallet_history", "products"} {
		if err := d.Bulk(ctx, func(b *db.Bulk) error { return b.Exec(ctx, "ANALYZE "+table) }); err != nil {
			return fmt.Errorf("analyze %s: %w", table, err)
		}
	}

	return nil
}

func orderColumns() []string {
	return []string{
		"id", "client_id", "client_ref", "wallet_id", "wallet_type", "product_code", "product_name", "kind", "destination_no",
		"amount", "price", "status", "refunded", "payment_type", "channel", "api_key_ending", "input_hash", "reference", "serial_number", "reason",
		"created_at", "updated_at",
	}
}

func (c *chunk) orderRows(yield func([]any) bool) {
	row := make([]any, len(orderColumns()))

	for n := range c.sales {
		s := &c.sales[n]
		request := placing.Request{ProductCode: s.item.Code, DestinationNo: s.destination, Amount: money.Rupiah(s.amount)}
		row = append(row[:0],
			s.id, int64(MainClient), s.clientRef, s.walletID, s.item.WalletType, s.item.Code, s.item.Name, string(s.item.Kind), s.destination,
			s.amount, s.price, int64(s.status), s.status == order.Failed, string(order.Deposit), string(order.ChannelH2H), ending(MainKey),
			request.InputHash(), s.displayFields, absent(s.serial), absent(string(s.reason)), s.at, s.updated)

		if !yield(row) {
			return
		}
	}
}

func absent(text string) any {
	if text == "" {
		return nil
	}

	return text
}

func historyColumns() []string {
	return []string{
		"wallet_id", "seq", "client_id", "action", "amount", "balance_before", "balance_after", "contra", "order_id", "posting_key",
		"reference", "created_at",
	}
}

func (c *chunk) historyRows(yield func([]any) bool) {
	row := make([]any, len(historyColumns()))

	for n := range c.entries {
		e := &c.entries[n]

		var orderID any
		if e.orderID != 0 {
			orderID = e.orderID
		}

		row = append(row[:0], e.walletID, e.seq, e.client, string(e.action), e.amount, e.before, e.after, string(e.contra), orderID,
			absent(e.key), e.sourceReference, e.at)

		if !yield(row) {
			return
		}
	}
}

func (c *chunk) postingRows(yield func([]any) bool) {
	for n := range c.entries {
		if e := &c.entries[n]; e.key != "" && !yield([]any{e.client, e.key, "demo", e.at}) {
			return
		}
	}
}

func attemptColumns() []string {
	return []string{
		"order_id", "number", "client_id", "supplier", "sku", "reference", "state", "outcome", "code", "message", "cost",
		"prepared_at", "sent_at", "answered_at", "checks",
	}
}

// attemptRows yields the attempts of pending orders, and of the orders of the last two months. They are answered and have no
// `next_check_at`, so nobody sends a status query: the simulated supplier doesn't know them and would take it for a purchase.
func (c *chunk) attemptRows(yield func([]any) bool) {
	for n := range c.sales {
		s := &c.sales[n]
		if !s.attempted {
			continue
		}

		outcome, code, message := "success", "00", "Transaksi Sukses"

		switch s.status {
		case order.Pending:
			outcome, code, message = "pending", "03", "Transaksi Pending"
		case order.Failed:
			outcome, code, message = "failed_created", "02", "Transaksi Gagal"
		case order.Success:
		}

		row := []any{
			s.id, int64(1), int64(MainClient), FirstSupplier, s.item.sku(FirstSupplier), order.AttemptKey{ClientID: MainClient, OrderID: s.id, Number: 1}.String(), "answered", outcome,
			code, message, int64(s.cost), s.at, s.at, s.updated, int64(1),
		}
		if !yield(row) {
			return
		}
	}
}

// reviewRows yields the reviews of pending orders: they wait for staff, since no status query is sent for them.
func (c *chunk) reviewRows(yield func([]any) bool) {
	for n := range c.sales {
		s := &c.sales[n]
		if s.status == order.Pending && !yield([]any{s.id, "unknown", int64(MainClient), "03 Transaksi Pending", s.updated}) {
			return
		}
	}
}
