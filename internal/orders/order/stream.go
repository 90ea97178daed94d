package order

import (
	"context"
	"fmt"
	"math"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// Selection says which orders of a client Stream reads.
type Selection struct {
	Filter

	ClientID int64
	// From and To are whole seconds; To is not included. Both zero: all times.
	From, To time.Time
	// Chunk is how many orders one query reads; 5,000 when zero.
	Chunk int
	// Pauses lets Stream sleep twice as long as it works, so that a long read
	// does not slow the placing of orders.
	Pauses bool
}

const defaultChunk = 5000

// bounds are the ids of the selected times: lo is included, hi is not.
func (s Selection) bounds() (lo, hi int64) {
	if s.From.IsZero() && s.To.IsZero() {
		return 0, math.MaxInt64
	}

	return ids.Range(s.From, s.To)
}

func (s Selection) where() *db.Where {
	_, hi := s.bounds()

	w := &db.Where{}
	w.Add("client_id = ", s.ClientID)
	w.Add("id < ", hi)
	s.addTo(w, s.ClientID)

	return w
}

// Count gives the number of the orders that are selected.
func (s Selection) Count(ctx context.Context, q db.Querier) (int64, error) {
	lo, _ := s.bounds()
	w := s.where()
	w.Add("id >= ", lo)

	var n int64
	if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM orders WHERE "+w.Text(), w.Args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count the orders of client %d: %w", s.ClientID, err)
	}

	return n, nil
}

// Row is an order as Stream reads it. Stream uses one Row for all orders: what
// is kept longer must be copied.
type Row struct {
	ID                                     int64
	CreatedAt, UpdatedAt                   int64 // microseconds, UTC
	ClientRef, ProductCode, ProductName    db.Text
	DisplayFields                          db.Text // JSON, as stored
	WalletType, DestinationNo, PaymentType db.Text
	Price                                  int64
	Status                                 Status
	Refunded                               bool
	SerialNumber, Reason                   db.Text
}

// targets lists where the columns of Stream's query are read to, in their order.
func (r *Row) targets() []any {
	return []any{
		&r.ID, &r.ClientRef, &r.CreatedAt, &r.UpdatedAt, &r.ProductCode, &r.ProductName, &r.DisplayFields, &r.WalletType, &r.DestinationNo,
		&r.Price, (*int64)(&r.Status), &r.Refunded, &r.PaymentType, &r.SerialNumber, &r.Reason,
	}
}

// Stream reads the selected orders, the oldest first, calls each for every
// order and afterChunk with the number of orders read so far, and returns their
// number. It reads by keyset, a chunk at a time: no snapshot is held for long,
// so neither engine has to keep old rows for it.
func Stream(ctx context.Context, d *db.DB, s Selection, each func(*Row) error, afterChunk func(done int64) error) (int64, error) {
	if s.Chunk == 0 {
		s.Chunk = defaultChunk
	}

	lo, _ := s.bounds()
	w := s.where()
	after := len(w.Args)
	w.Add("id > ", lo-1)
	limit := w.Arg(s.Chunk)

	text := `SELECT id, client_ref, created_at, updated_at, product_code, product_name, reference, wallet_type, destination_no,
		price, status, refunded, payment_type, COALESCE(serial_number, ''), COALESCE(reason, '')
		FROM orders WHERE ` + w.Text() + " ORDER BY id LIMIT " + limit

	var (
		row  Row
		done int64
	)

	targets := row.targets()

	for {
		n, pace := 0, db.NewPace()

		err := d.Stream(ctx, text, w.Args, func(from db.Row) error {
			n++

			if s.Pauses {
				if err := pace.Row(ctx); err != nil {
					return err
				}
			}

			if err := from.Scan(targets...); err != nil {
				return fmt.Errorf("read an order: %w", err)
			}

			return each(&row)
		})
		if err != nil {
			return done, fmt.Errorf("read orders of client %d: %w", s.ClientID, err)
		}

		done += int64(n)
		w.Args[after] = row.ID

		if err := afterChunk(done); err != nil || n < s.Chunk {
			return done, err
		}
	}
}
