package dispatch

import (
	"context"
	"fmt"

	"loket/internal/orders/order"
	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// orderAttempt is an attempt with its order.
type orderAttempt struct {
	order   order.Order
	attempt order.Attempt
}

// orderKey names an order. Ids alone don't: no key in PostgreSQL refuses one id at two clients.
type orderKey struct{ clientID, id int64 }

func (t *orderAttempt) key() orderKey { return orderKey{t.order.ClientID, t.order.ID} }

const columns = order.Columns + ", " + order.AttemptColumns

// attemptScan holds the columns of an orderAttempt as they are scanned. All rows of a query share it.
type attemptScan struct {
	order   order.Scan
	attempt order.AttemptScan
	into    []any
}

func newAttemptScan() *attemptScan {
	r := &attemptScan{}
	r.into = append(r.order.Targets(), r.attempt.Targets()...)

	return r
}

func (r *attemptScan) scan(row db.Row) (*orderAttempt, error) {
	if err := row.Scan(r.into...); err != nil {
		return nil, fmt.Errorf("read an order that waits: %w", err)
	}

	o, err := r.order.Order()
	if err != nil {
		return nil, err
	}

	a, err := r.attempt.Attempt()

	return &orderAttempt{o, a}, err
}

// waitingAttempts reads orders of a client that wait for a supplier, the oldest first.
func (s *Service) waitingAttempts(ctx context.Context, supplierCode string, r refill) ([]*orderAttempt, error) {
	return s.readAttempts(ctx, `SELECT `+columns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
		WHERE a.state = 'prepared' AND a.supplier = $1 AND a.client_id = $2 AND a.prepared_at <= $3
		ORDER BY a.order_id LIMIT $4`, supplierCode, r.client, clock.Micros(r.upTo), int64(r.limit))
}

func (s *Service) readAttempts(ctx context.Context, text string, args ...any) ([]*orderAttempt, error) {
	var list []*orderAttempt

	r := newAttemptScan()

	err := s.deps.DB.Read(ctx, text, args, func(row db.Row) error {
		t, err := r.scan(row)
		list = append(list, t)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read orders that wait: %w", err)
	}

	return list, nil
}

// readNoticeAttempts reads attempts with the attempts of their orders that followed. Notices that are applied at the same time
// share the query, which PostgreSQL plans anew.
func (s *Service) readNoticeAttempts(ctx context.Context, calls []*batch.Call[order.AttemptKey, []*orderAttempt]) {
	orders := map[orderKey]bool{}
	for _, c := range calls {
		orders[orderKey{c.Req.ClientID, c.Req.OrderID}] = true
	}

	found, err := s.attemptsOf(ctx, orders)

	for _, c := range calls {
		c.Res, c.Err = nil, err

		for _, t := range found[orderKey{c.Req.ClientID, c.Req.OrderID}] {
			if t.attempt.Number >= c.Req.Number {
				c.Res = append(c.Res, t)
			}
		}
	}
}

// attemptsOf reads all attempts of some orders, by order, the first attempt first.
func (s *Service) attemptsOf(ctx context.Context, orders map[orderKey]bool) (map[orderKey][]*orderAttempt, error) {
	clients, ids := make([]int64, 0, len(orders)), make([]int64, 0, len(orders))
	for k := range orders {
		clients, ids = append(clients, k.clientID), append(ids, k.id)
	}

	found := map[orderKey][]*orderAttempt{}
	r := newAttemptScan()

	err := s.deps.DB.ReadRows(ctx, db.Columns{{Name: "client", Values: clients}, {Name: "id", Values: ids}}, `SELECT `+columns+`
		FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id {JOIN}
		WHERE a.client_id = {client} AND a.order_id = {id} ORDER BY a.order_id, a.number`, nil, func(row db.Row) error {
		t, err := r.scan(row)
		if err == nil {
			found[t.key()] = append(found[t.key()], t)
		}

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the attempts of orders: %w", err)
	}

	return found, nil
}

// stillPending leaves out the attempts of orders that have ended, and clears their status queries.
func (s *Service) stillPending(ctx context.Context, due []*orderAttempt) ([]*orderAttempt, error) {
	pending := make([]*orderAttempt, 0, len(due))

	for _, t := range due {
		if t.order.Status == order.Pending {
			pending = append(pending, t)

			continue
		}

		err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE order_attempts SET next_check_at = NULL WHERE order_id = $1 AND client_id = $2", t.order.ID, t.order.ClientID)

			return err
		})
		if err != nil {
			return nil, fmt.Errorf("end the status queries of order %d: %w", t.order.ID, err)
		}
	}

	return pending, nil
}
