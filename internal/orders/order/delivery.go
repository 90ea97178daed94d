package order

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// Delivery is what an order was sold for, where it was bought and what the supplier took. Cost is 0 while the supplier has not told it.
type Delivery struct {
	OrderID     int64
	ProductCode string
	Price       money.Rupiah
	Supplier    string // of the attempt that delivered, else of the last one; empty when there is none
	Cost        money.Rupiah
}

// CostNote is the data of event.OrderCosted: what a supplier told after staff had ended the order as delivered, or, with Refund, what had
// counted as the cost of an order that is reversed. It has an event of its own: ids of clients' events are made from the data of theirs, and no
// client may learn what an order cost.
type CostNote struct {
	Supplier string       `json:"supplier"`
	Cost     money.Rupiah `json:"cost"`
	Refund   bool         `json:"refund,omitempty"`
}

// settledNote is the data of event.OrderSucceeded when staff ended the order: its cost isn't known, and comes by event.OrderCosted if at all.
const settledNote = `{"settled":true}`

// IsSettled reports whether staff ended the order of an event of event.OrderSucceeded.
func IsSettled(e event.Event) bool { return e.Data == settledNote }

// DeliveriesTx reads orders of a client by their ids. Price and product never change, and the attempt that delivered an order stays it.
func DeliveriesTx(ctx context.Context, tx *db.Tx, clientID int64, orders []string) (map[int64]Delivery, error) {
	text, err := json.Marshal(orders)
	if err != nil {
		return nil, fmt.Errorf("ids of orders: %w", err)
	}

	rows, err := tx.Query(ctx, `SELECT o.id, o.product_code, o.price, COALESCE(a.supplier, ''), COALESCE(a.cost, 0), COALESCE(a.outcome, '')
		FROM orders o LEFT JOIN order_attempts a ON a.client_id = o.client_id AND a.order_id = o.id
		WHERE o.client_id = $1 AND o.id IN (SELECT CAST(k.value AS BIGINT) FROM `+tx.Engine().List("$2")+` k) ORDER BY o.id, a.number`, clientID, string(text))
	if err != nil {
		return nil, fmt.Errorf("delivered orders of client %d: %w", clientID, err)
	}
	defer rows.Close()

	out, delivered := map[int64]Delivery{}, map[int64]bool{}

	for rows.Next() {
		var (
			d       Delivery
			outcome string
		)

		if err := rows.Scan(&d.OrderID, &d.ProductCode, &d.Price, &d.Supplier, &d.Cost, &outcome); err != nil {
			return nil, fmt.Errorf("delivered orders of client %d: %w", clientID, err)
		}

		switch {
		case delivered[d.OrderID]:
			continue
		case outcome == supplier.Success.String():
			delivered[d.OrderID] = true
		default:
			d.Cost = 0 // a price that was named for what was not delivered
		}

		out[d.OrderID] = d
	}

	return out, rows.Err()
}

// addCostTx records a cost.
func addCostTx(ctx context.Context, tx *db.Tx, o *Order, note CostNote, at time.Time) error {
	text, err := json.Marshal(note)
	if err != nil {
		return fmt.Errorf("cost of an order: %w", err)
	}

	costed := EndEvent(o, event.OrderCosted, at)
	costed.Data = string(text)

	return event.AddTx(ctx, tx, costed)
}

// recordRefundTx records what had counted as the cost of an order that is reversed.
func recordRefundTx(ctx context.Context, tx *db.Tx, o *Order, at time.Time) error {
	found, err := DeliveriesTx(ctx, tx, o.ClientID, []string{event.Subject(o.ID)})
	if err != nil {
		return err
	}

	return addCostTx(ctx, tx, o, CostNote{found[o.ID].Supplier, found[o.ID].Cost, true}, at)
}

// RecordLateCostTx records what the supplier took for an order that staff had ended as delivered before. The caller has locked the order's row
// and just stored the answer of the attempt.
func RecordLateCostTx(ctx context.Context, tx *db.Tx, o *Order, a Attempt, answer supplier.Answer, at time.Time) error {
	if answer.Price <= 0 {
		return nil
	}

	return addCostTx(ctx, tx, o, CostNote{a.Supplier, answer.Price, false}, at)
}
