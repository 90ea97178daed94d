package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Cancellation is the input of Cancel.
type Cancellation struct {
	ClientID int64
	OrderID  int64
	Actor    string
	// Any lets the caller cancel what another user made.
	Any     bool
	Address string
}

// Cancel ends an open order at the client's wish. A transfer that comes later is held in suspense. Errors:
// fault.ErrNotFound, ErrNotMaker, ErrEnded.
func (s *Service) Cancel(ctx context.Context, c Cancellation) (Order, error) {
	var cancelled Order

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		o, err := getOrder(ctx, tx, c.ClientID, c.OrderID, s.lockOrder())
		if err != nil {
			return err
		}

		if !c.Any && o.CreatedBy != c.Actor {
			return ErrNotMaker.New()
		}

		if err := s.endTx(ctx, tx, now, o, Cancelled); err != nil {
			return err
		}

		if cancelled, err = getOrder(ctx, tx, c.ClientID, c.OrderID, ""); err != nil {
			return err
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: c.Actor, Client: c.ClientID, Action: "topup.cancel", Subject: subject(o.ID), Address: c.Address,
		})
	})
	if err != nil {
		return Order{}, fmt.Errorf("cancel top-up order %d: %w", c.OrderID, err)
	}

	return cancelled, nil
}

// maxExpired is the most orders of one run; the next run goes on.
const maxExpired = 500

// Expire ends the open orders whose time is over, and returns their number. It may run at any time on any node.
func (s *Service) Expire(ctx context.Context) (int, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT client_id, id FROM topup_orders
		WHERE status = 'pending' AND expires_at < $1 ORDER BY expires_at LIMIT $2`, clock.Micros(s.deps.Clock.Now()), maxExpired)

	type due struct{ client, id int64 }

	list, err := db.Collect(rows, err, func(row *sql.Rows) (d due, err error) { return d, row.Scan(&d.client, &d.id) })
	if err != nil {
		return 0, fmt.Errorf("find expired top-up orders: %w", err)
	}

	var (
		n      int
		failed error // one order must not stop the others
	)

	for _, d := range list {
		var expired bool

		err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
			o, err := getOrder(ctx, tx, d.client, d.id, s.lockOrder())
			if err != nil {
				return err
			}

			expired, err = s.expireTx(ctx, tx, s.deps.Clock.Now(), o)

			return err
		})
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("expire top-up order %d: %w", d.id, err))
		} else if expired {
			n++
		}

		if err := ctx.Err(); err != nil {
			return n, errors.Join(failed, err)
		}
	}

	return n, failed
}

// expireTx ends a locked order whose time is over. It does not while notices about its account wait: they were
// received in time and one may pay the order.
func (s *Service) expireTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (bool, error) {
	if o.Status != Pending || !now.After(o.ExpiresAt) {
		return false, nil
	}

	waiting, err := s.deps.NoticesWait(ctx, tx, o.Bank.Code, o.AccountNo)
	if err != nil {
		return false, fmt.Errorf("look for waiting notices: %w", err)
	}

	if waiting {
		return false, nil
	}

	return true, s.endTx(ctx, tx, now, o, Expired)
}

// getOrder reads an order of a client, or fault.ErrNotFound.
func getOrder(ctx context.Context, q db.Querier, clientID, id int64, lock string) (Order, error) {
	o, err := scanOrder(q.QueryRow(ctx, orderQuery+"WHERE o.client_id = $1 AND o.id = $2"+lock, clientID, id))
	if errors.Is(err, sql.ErrNoRows) {
		return Order{}, fault.ErrNotFound.Msg(msgOrderMissing)
	}

	return o, err
}

// Get returns an order of a client, or fault.ErrNotFound.
func (s *Service) Get(ctx context.Context, clientID, id int64) (Order, error) {
	return getOrder(ctx, s.deps.DB.Reader(), clientID, id, "")
}

// pageSize is the number of orders on a page.
const pageSize = 10

// List returns ten orders of a client with a status, newest first: those older than an order, or the newest where
// before is 0.
func (s *Service) List(ctx context.Context, clientID int64, status Status, before int64) ([]Order, error) {
	text := orderQuery + "WHERE o.client_id = $1 AND o.status = $2"
	args := []any{clientID, string(status)}

	if before != 0 {
		text += " AND o.id < $3"

		args = append(args, before)
	}

	rows, err := s.deps.DB.Reader().Query(ctx, text+fmt.Sprintf(" ORDER BY o.id DESC LIMIT %d", pageSize), args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return scanOrder(row) })
	if err != nil {
		return nil, fmt.Errorf("list top-up orders: %w", err)
	}

	return list, nil
}

// Open returns the open order of a client, if any.
func (s *Service) Open(ctx context.Context, clientID int64) (Order, bool, error) {
	list, err := s.List(ctx, clientID, Pending, 0)
	if err != nil || len(list) == 0 {
		return Order{}, false, err
	}

	return list[0], true, nil
}
