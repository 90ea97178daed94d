package order

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Columns are the columns of an order, of the table orders as o.
const Columns = `o.id, o.client_id, o.client_ref, o.wallet_id, o.wallet_type, o.product_code, o.product_name, o.kind,
	o.destination_no, o.amount, o.price, o.status, o.refunded, o.payment_type, o.channel, o.api_key_ending, o.input_hash, o.reference,
	COALESCE(o.serial_number, ''), COALESCE(o.reason, ''), o.created_at, o.updated_at`

// Scan holds Columns as they are scanned. One serves all rows of a query.
type Scan struct {
	o                Order
	displayFields    string
	created, updated int64
}

// Targets are what a row is scanned into.
func (r *Scan) Targets() []any {
	o := &r.o

	return []any{
		&o.ID, &o.ClientID, &o.ClientRef, &o.WalletID, &o.WalletType, &o.ProductCode, &o.ProductName, &o.Kind,
		&o.DestinationNo, &o.Amount, &o.Price, &o.Status, &o.Refunded, &o.PaymentType, &o.Channel, &o.APIKeyEnding, &o.InputHash, &r.displayFields,
		&o.SerialNumber, &o.Reason, &r.created, &r.updated,
	}
}

// Order returns the order of the row that was scanned last.
func (r *Scan) Order() (Order, error) {
	o := r.o
	if err := json.Unmarshal([]byte(r.displayFields), &o.DisplayFields); err != nil {
		return Order{}, fmt.Errorf("read the reference of order %d: %w", o.ID, err)
	}

	o.CreatedAt, o.UpdatedAt = clock.FromMicros(r.created), clock.FromMicros(r.updated)

	return o, nil
}

// ScanOrder reads an order from one row of Columns.
func ScanOrder(row db.Row) (Order, error) {
	var r Scan
	if err := row.Scan(r.Targets()...); err != nil {
		return Order{}, fmt.Errorf("read an order: %w", err)
	}

	return r.Order()
}

// ByRef finds an order by its client's reference, or fault.ErrNotFound.
func (s *Service) ByRef(ctx context.Context, clientID int64, clientRef string) (Order, error) {
	o, err := ScanOrder(s.deps.DB.Reader().QueryRow(ctx,
		"SELECT "+Columns+" FROM orders o WHERE o.client_id = $1 AND o.client_ref = $2", clientID, clientRef))
	if errors.Is(err, sql.ErrNoRows) {
		return Order{}, fault.ErrNotFound.Msg(msgNoReference)
	}

	return o, err
}

// Get finds an order by its id, or fault.ErrNotFound.
func (s *Service) Get(ctx context.Context, clientID, orderID int64) (Order, error) {
	return Find(ctx, s.deps.DB.Reader(), clientID, orderID, "")
}

// Find reads an order of a client, or fault.ErrNotFound. The lock is db.DB.ForUpdate or empty.
func Find(ctx context.Context, q db.Querier, clientID, orderID int64, lock string) (Order, error) {
	o, err := ScanOrder(q.QueryRow(ctx,
		"SELECT "+Columns+" FROM orders o WHERE o.client_id = $1 AND o.id = $2"+lock, clientID, orderID))
	if errors.Is(err, sql.ErrNoRows) {
		return Order{}, NoSuchOrder()
	}

	return o, err
}
