package order

import (
	"encoding/json"
	"strconv"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// refKey is the key of an order by its client reference.
type refKey struct {
	clientID  int64
	clientRef string
}

// rows holds the accepted orders of a batch and their stored references.
type rows struct {
	orders     []Order
	references []string
	bills      []billedOrder
}

type billedOrder struct {
	order Order
	bill  *billed
}

func newRows(capacity int) *rows {
	return &rows{orders: make([]Order, 0, capacity), references: make([]string, 0, capacity)}
}

func (r *rows) len() int { return len(r.orders) }

func (r *rows) add(o Order, reference string, bill *billed) {
	r.orders = append(r.orders, o)
	r.references = append(r.references, reference)

	if bill != nil {
		r.bills = append(r.bills, billedOrder{o, bill})
	}
}

func (r *rows) distinctClients() []int64 {
	seen := map[int64]bool{}
	out := []int64{}

	for i := range r.orders {
		if id := r.orders[i].ClientID; !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}

	return out
}

const jobArgsRoom = 64 // bytes; enough for most

func (r *rows) jobArgs() []string {
	args := make([]string, len(r.orders))
	for i := range r.orders {
		text := append(make([]byte, 0, jobArgsRoom), `{"clientId":`...)
		text = strconv.AppendInt(text, r.orders[i].ClientID, 10)
		text = append(text, `,"orderId":`...)
		text = strconv.AppendInt(text, r.orders[i].ID, 10)
		args[i] = string(append(text, '}'))
	}

	return args
}

func (r *rows) insert(b *db.Batch) {
	n := len(r.orders)
	ints := func() []int64 { return make([]int64, n) }
	texts := func() []string { return make([]string, n) }

	id, client, walletID, amount, price, status, hash, created := ints(), ints(), ints(), ints(), ints(), ints(), ints(), ints()
	ref, walletType, code, name, kind, destination := texts(), texts(), texts(), texts(), texts(), texts()
	payment, channel, keyEnding := texts(), texts(), texts()

	for i := range r.orders {
		o := &r.orders[i]
		id[i], client[i], walletID[i], hash[i] = o.ID, o.ClientID, o.WalletID, o.inputHash
		amount[i], price[i], status[i], created[i] = int64(o.Amount), int64(o.Price), int64(o.Status), clock.Micros(o.CreatedAt)
		ref[i], walletType[i], code[i], name[i] = o.ClientRef, string(o.WalletType), o.ProductCode, o.ProductName
		kind[i], destination[i] = string(o.Kind), o.DestinationNo
		payment[i], channel[i], keyEnding[i] = string(o.PaymentType), string(o.Channel), o.APIKeyEnding
	}

	b.Insert("orders",
		db.Column{Name: "id", Values: id}, db.Column{Name: "client_id", Values: client},
		db.Column{Name: "client_ref", Values: ref}, db.Column{Name: "wallet_id", Values: walletID},
		db.Column{Name: "wallet_type", Values: walletType}, db.Column{Name: "product_code", Values: code},
		db.Column{Name: "product_name", Values: name}, db.Column{Name: "kind", Values: kind},
		db.Column{Name: "destination_no", Values: destination}, db.Column{Name: "amount", Values: amount},
		db.Column{Name: "price", Values: price}, db.Column{Name: "status", Values: status},
		db.Column{Name: "payment_type", Values: payment}, db.Column{Name: "channel", Values: channel},
		db.Column{Name: "api_key_ending", Values: keyEnding},
		db.Column{Name: "input_hash", Values: hash}, db.Column{Name: "reference", Values: r.references},
		db.Column{Name: "created_at", Values: created}, db.Column{Name: "updated_at", Values: created})

	r.insertAttempts(b)
}

// insertAttempts stores the first attempts of bills, which are paid with the reference of their
// inquiry.
func (r *rows) insertAttempts(b *db.Batch) {
	for _, billed := range r.bills {
		b.Exec(`INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, prepared_at)
			VALUES ($1, 1, $2, $3, $4, $5, 'prepared', $6)`,
			billed.order.ID, billed.order.ClientID, billed.bill.supplier, billed.bill.sku, supplierReference(billed.order.ID, 1), billed.bill.inquired)
	}
}

func encodeReference(values map[string]string) string {
	text, err := json.Marshal(values)
	if err != nil || values == nil {
		return "{}" // a map of strings always marshals
	}

	return string(text)
}

// findEarlier adds the look-up of earlier orders with the batch's references. The map is filled when
// the batch is flushed.
func findEarlier(b *db.Batch, calls []*call) map[refKey]Order {
	found := map[refKey]Order{}
	each := func(row db.Row) error {
		o, err := scanOrder(row)
		found[refKey{o.ClientID, o.ClientRef}] = o

		return err
	}

	if b.Engine() == db.Postgres {
		clients := make([]int64, len(calls))
		refs := make([]string, len(calls))

		for i, c := range calls {
			clients[i], refs[i] = c.Req.ClientID, c.Req.ClientRef
		}

		// Plan the look-up anew each time. While the table is empty all its indexes cost
		// the same, and a plan that was cached then may read all orders of the client
		// for each reference.
		b.Exec("SET LOCAL plan_cache_mode = force_custom_plan")
		b.Query("SELECT "+orderColumns+` FROM unnest($1::bigint[], $2::text[]) k (c, r)
			JOIN orders o ON o.client_id = k.c AND o.client_ref = k.r`, []any{clients, refs}, each)
		b.Exec("SET LOCAL plan_cache_mode = auto")

		return found
	}

	for _, c := range calls {
		b.Query("SELECT "+orderColumns+" FROM orders o WHERE o.client_id = $1 AND o.client_ref = $2",
			[]any{c.Req.ClientID, c.Req.ClientRef}, each)
	}

	return found
}
