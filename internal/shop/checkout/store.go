package checkout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

const columns = `id, client_id, token, operator_code, operator_name, operator_type, product_code, product_name, denomination, destination_no,
	price, net_price, status, paid_late, short_since, order_id, serial_number, reason, created_at, price_until, payable_until, paid_at, placed_at,
	ended_at`

func scan(row db.Row) (Order, error) {
	var (
		o                        Order
		orderID                  sql.NullInt64
		short, paid, placed, end sql.NullInt64
		created, price, payable  int64
	)

	err := row.Scan(&o.ID, &o.ClientID, &o.Token, &o.OperatorCode, &o.OperatorName, &o.OperatorType, &o.ProductCode, &o.ProductName, &o.Denomination,
		&o.DestinationNo, &o.Price, &o.NetPrice, &o.Status, &o.PaidLate, &short, &orderID, &o.SerialNumber, &o.Reason, &created, &price, &payable,
		&paid, &placed, &end)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Order{}, fault.ErrNotFound.Msg(msgNone)
	case err != nil:
		return Order{}, fmt.Errorf("read a storefront order: %w", err)
	}

	o.OrderID = orderID.Int64
	o.CreatedAt, o.PriceUntil, o.PayableUntil = clock.FromMicros(created), clock.FromMicros(price), clock.FromMicros(payable)
	o.ShortSince, o.PaidAt, o.PlacedAt, o.EndedAt = moment(short), moment(paid), moment(placed), moment(end)

	return o, nil
}

func moment(micros sql.NullInt64) *time.Time {
	if !micros.Valid {
		return nil
	}

	at := clock.FromMicros(micros.Int64)

	return &at
}

func insertTx(ctx context.Context, tx *db.Tx, o Order) error {
	_, err := tx.Exec(ctx, `INSERT INTO storefront_orders (id, client_id, token, operator_code, operator_name, operator_type, product_code,
		product_name, denomination, destination_no, price, net_price, status, created_at, price_until, payable_until)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		o.ID, o.ClientID, o.Token, o.OperatorCode, o.OperatorName, o.OperatorType, o.ProductCode, o.ProductName, o.Denomination, o.DestinationNo,
		int64(o.Price), int64(o.NetPrice), string(o.Status), clock.Micros(o.CreatedAt), clock.Micros(o.PriceUntil), clock.Micros(o.PayableUntil))
	if err != nil {
		return fmt.Errorf("store a storefront order: %w", err)
	}

	return nil
}

// lockTx reads an order of a client under its lock. Error: fault.ErrNotFound for one of another client.
func lockTx(ctx context.Context, tx *db.Tx, clientID, id int64) (Order, error) {
	return scan(tx.QueryRow(ctx, "SELECT "+columns+" FROM storefront_orders WHERE client_id = $1 AND id = $2"+tx.Engine().ForUpdate(), clientID, id))
}

// Get returns an order of a client. Error: fault.ErrNotFound for any other.
func (s *Service) Get(ctx context.Context, clientID, id int64) (Order, error) {
	return scan(s.deps.DB.Reader().QueryRow(ctx, "SELECT "+columns+" FROM storefront_orders WHERE client_id = $1 AND id = $2", clientID, id))
}

// ByToken returns an order of a shop by the token of the shopper's link. Error: fault.ErrNotFound for any other.
func (s *Service) ByToken(ctx context.Context, clientID int64, token string) (Order, error) {
	return scan(s.deps.DB.Reader().QueryRow(ctx, "SELECT "+columns+" FROM storefront_orders WHERE client_id = $1 AND token = $2", clientID, token))
}

// CountPaid counts the orders of a client's shop that are paid and wait for its wallet.
func (s *Service) CountPaid(ctx context.Context, clientID int64) (n int, err error) {
	const q = "SELECT COUNT(*) FROM storefront_orders WHERE client_id = $1 AND status = 'paid'"
	if err = s.deps.DB.Reader().QueryRow(ctx, q, clientID).Scan(&n); err != nil {
		return 0, fmt.Errorf("count paid storefront orders: %w", err)
	}

	return n, nil
}

// MaxListed is the most orders of one list.
const MaxListed = 100

// List returns orders of a client in a state, or in any without one, newest first: those before an id, or the newest with 0.
func (s *Service) List(ctx context.Context, clientID int64, status Status, before int64) ([]Order, error) {
	var where db.Where

	where.Add("client_id = ", clientID)

	if status != "" {
		where.Add("status = ", string(status))
	}

	if before > 0 {
		where.Add("id < ", before)
	}

	limit := where.Arg(MaxListed)

	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+columns+" FROM storefront_orders WHERE "+where.Text()+" ORDER BY id DESC LIMIT "+limit, where.Args...)

	return db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return scan(row) })
}
