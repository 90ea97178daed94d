package placing

import (
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// refKey is the key of an order by its client reference.
type refKey struct {
	clientID  int64
	clientRef string
}

// rows holds the accepted orders of a batch, their first attempts and their stored references.
type rows struct {
	orders        []order.Order
	attempts      []order.Attempt
	displayFields []string
}

func newRows(capacity int) *rows {
	return &rows{orders: make([]order.Order, 0, capacity), attempts: make([]order.Attempt, 0, capacity), displayFields: make([]string, 0, capacity)}
}

func (r *rows) len() int { return len(r.orders) }

func (r *rows) add(o order.Order, reference string, first order.Attempt) {
	r.orders = append(r.orders, o)
	r.attempts = append(r.attempts, first)
	r.displayFields = append(r.displayFields, reference)
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

func (r *rows) insert(b *db.Batch) {
	n := len(r.orders)
	ints := func() []int64 { return make([]int64, n) }
	texts := func() []string { return make([]string, n) }

	id, client, walletID, amount, price, status, hash, created := ints(), ints(), ints(), ints(), ints(), ints(), ints(), ints()
	ref, walletType, code, name, kind, destination := texts(), texts(), texts(), texts(), texts(), texts()
	payment, channel, keyEnding := texts(), texts(), texts()

	for i := range r.orders {
		o := &r.orders[i]
		id[i], client[i], walletID[i], hash[i] = o.ID, o.ClientID, o.WalletID, o.InputHash
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
		db.Column{Name: "input_hash", Values: hash}, db.Column{Name: "reference", Values: r.displayFields},
		db.Column{Name: "created_at", Values: created}, db.Column{Name: "updated_at", Values: created})

	r.insertAttempts(b)
}

// insertAttempts stores the first attempts, which wait for their suppliers. That of a bill has the reference
// of its inquiry.
func (r *rows) insertAttempts(b *db.Batch) {
	n := len(r.attempts)
	ids, numbers, clients, prepared := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	suppliers, skus, references, handles, states := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)

	for i := range r.attempts {
		a := &r.attempts[i]
		ids[i], numbers[i], clients[i], prepared[i] = a.OrderID, int64(a.Number), a.ClientID, clock.Micros(a.PreparedAt)
		suppliers[i], skus[i], references[i], handles[i], states[i] = a.Supplier, a.SKU, a.Reference, a.Handle, a.State
	}

	b.Insert("order_attempts",
		db.Column{Name: "order_id", Values: ids}, db.Column{Name: "number", Values: numbers},
		db.Column{Name: "client_id", Values: clients}, db.Column{Name: "supplier", Values: suppliers},
		db.Column{Name: "sku", Values: skus}, db.Column{Name: "reference", Values: references},
		db.Column{Name: "handle", Values: handles}, db.Column{Name: "state", Values: states}, db.Column{Name: "prepared_at", Values: prepared})
}

// findEarlier adds the look-up of earlier orders with the batch's references. The map is filled when
// the batch is flushed.
func findEarlier(b *db.Batch, calls []*placeCall) map[refKey]order.Order {
	found := map[refKey]order.Order{}
	clients, refs := make([]int64, len(calls)), make([]string, len(calls))

	for i, c := range calls {
		clients[i], refs[i] = c.Req.ClientID, c.Req.ClientRef
	}

	// Plan the look-up anew each time. While the table is empty all its indexes cost
	// the same, and a plan that was cached then may read all orders of the client
	// for each reference.
	b.PlanAnew()
	b.QueryRows(db.Columns{{Name: "client", Values: clients}, {Name: "ref", Values: refs}},
		"SELECT "+order.Columns+" FROM orders o {JOIN} WHERE o.client_id = {client} AND o.client_ref = {ref}", nil, func(row db.Row) error {
			o, err := order.ScanOrder(row)
			found[refKey{o.ClientID, o.ClientRef}] = o

			return err
		})
	b.KeepPlans()

	return found
}
