package schedule

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// How long to wait for the ends of orders, by the time since the run began.
const (
	pollSoon  = time.Second
	pollLater = 5 * time.Second
	pollRare  = 30 * time.Second
	soonFor   = time.Minute
	laterFor  = time.Hour
)

// step stores what became of lines, and takes the next ones to place. A worker that was replaced is fenced: it stores the
// orders that it placed, since they exist, and takes nothing. Counting all lines takes as long as the rest, so it is done
// when tell says so.
func (s *Service) step(ctx context.Context, o Order, placed []outcome, take, tell bool) (lines []todo, fenced bool, err error) {
	err = s.DB.Tx(ctx, func(tx *db.Tx) error {
		lines, fenced = nil, false
		now := s.Clock.Now()

		present, err := getTx(ctx, tx, o.ClientID, o.ID, s.DB.ForUpdate())
		if err != nil {
			return err
		}

		fenced = present.epoch != o.epoch

		if err := s.storeTx(ctx, tx, now, present, placed, fenced); err != nil {
			return err
		}

		if take && !fenced {
			if lines, err = takeTx(ctx, tx, now, present); err != nil {
				return err
			}
		}

		if len(placed) == 0 || !tell && !fenced {
			return nil
		}

		s.Live.ChangedTx(tx, o.ClientID, LiveTopic)

		if fenced && !present.EndedAt.IsZero() {
			// A frozen worker placed an order after the end of the run: its end must still be learned.
			if err := s.enqueueTx(ctx, tx, present); err != nil {
				return err
			}
		}

		return s.countTx(ctx, tx, now, present)
	})
	if err != nil {
		err = failed("store the lines of", o.ID, err)
	}

	return lines, fenced, err
}

// storeTx stores outcomes. An order that exists always counts, whatever a line said before. A refusal is stored only by
// the worker that has the run.
func (s *Service) storeTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, placed []outcome, fenced bool) error {
	at := clock.Micros(now)

	var bought, refused lineRows

	var ended *outcome

	for i, u := range placed {
		if u.orderID != 0 {
			bought.add(u.line, "")
			bought.orders, bought.prices = append(bought.orders, u.orderID), append(bought.prices, int64(u.price))

			continue
		}

		text, err := json.Marshal(textOf(u.refusal.Message))
		if err != nil {
			return failed("store a refusal of", o.ID, err)
		}

		refused.add(u.line, u.state)
		refused.codes, refused.reasons = append(refused.codes, u.refusal.Code), append(refused.reasons, string(text))

		if u.moneyEnded {
			ended = &placed[i]
		}
	}

	if err := bought.storeOrdersTx(ctx, tx, o.ID, at); err != nil || fenced {
		return err
	}

	if err := refused.storeRefusalsTx(ctx, tx, o.ID, at); err != nil || ended == nil {
		return err
	}

	text, err := json.Marshal(textOf(msgMoneyEnded))
	if err != nil {
		return failed("store a refusal of", o.ID, err)
	}

	_, err = tx.Exec(ctx, `UPDATE scheduled_lines SET state = 'failed', reason_code = $1, reason = $2, updated_at = $3
		WHERE scheduled_order_id = $4 AND state = 'waiting'`, ended.refusal.Code, string(text), at, o.ID)

	return err
}

// takeTx marks the next lines as placing, those first that a worker left behind. Of a canceled order only these are left.
// Lines are taken in their order, so every placing line comes before the waiting ones.
func takeTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) ([]todo, error) {
	const next = "SELECT line, destination_no FROM (SELECT line, destination_no FROM scheduled_lines WHERE scheduled_order_id = $1 AND state = "

	// Each state by itself, so that the index gives the first lines without a sort of all.
	text := next + "'placing' ORDER BY line LIMIT $2) p"
	if o.Status == Scheduled {
		text += " UNION ALL " + next + "'waiting' ORDER BY line LIMIT $2) w"
	}

	rows, err := tx.Query(ctx, text+" ORDER BY line LIMIT $2", o.ID, sliceOf(o.Kind))

	lines, err := db.Collect(rows, err, func(row *sql.Rows) (t todo, err error) {
		err = row.Scan(&t.line, &t.destination)

		return t, err
	})
	if err != nil || len(lines) == 0 {
		return nil, err
	}

	_, err = tx.Exec(ctx, `UPDATE scheduled_lines SET state = 'placing', updated_at = $1
		WHERE scheduled_order_id = $2 AND state = 'waiting' AND line BETWEEN $3 AND $4`,
		clock.Micros(now), o.ID, lines[0].line, lines[len(lines)-1].line)

	return lines, err
}

// settle moves lines whose orders have ended, and ends the scheduled order with its last line. All lines were placed or
// refused.
func (s *Service) settle(ctx context.Context, o Order) (wait time.Duration, ended bool, err error) {
	err = s.DB.Tx(ctx, func(tx *db.Tx) error {
		wait, ended = 0, false
		now := s.Clock.Now()

		present, err := getTx(ctx, tx, o.ClientID, o.ID, s.DB.ForUpdate())
		if err != nil {
			return err
		}

		if ended = present.epoch != o.epoch; ended {
			return nil
		}

		moved, err := moveTx(ctx, tx, now, present)
		if err != nil {
			return err
		}

		if moved > 0 || present.Counts.Open() == 0 || present.Counts.Waiting > 0 {
			if present, err = s.recountTx(ctx, tx, now, present); err != nil {
				return err
			}

			s.Live.ChangedTx(tx, o.ClientID, LiveTopic)
		}

		if !present.EndedAt.IsZero() {
			found, err := findTx(ctx, tx, now, present)
			if err != nil {
				return err
			}

			if found > 0 {
				if present, err = s.recountTx(ctx, tx, now, present); err != nil {
					return err
				}
			}
		}

		wait, ended = pollAfter(now.Sub(present.ExecutedAt)), !present.EndedAt.IsZero()

		return nil
	})
	if err != nil {
		err = failed("settle", o.ID, err)
	}

	return wait, ended, err
}

// moveTx moves the lines whose orders have ended, and returns their number.
func moveTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (int64, error) {
	return tx.Exec(ctx, `UPDATE scheduled_lines SET updated_at = $1, state = CASE WHEN o.status = 4 THEN 'success'
			WHEN o.reason = $2 THEN 'error' ELSE 'failed' END
		FROM orders o WHERE scheduled_lines.scheduled_order_id = $3 AND scheduled_lines.state = 'pending'
				AND o.client_id = scheduled_lines.client_id AND o.id = scheduled_lines.order_id
			AND o.status IN (3, 4)`, clock.Micros(now), string(supplier.ReasonNoBill), o.ID)
}

func (s *Service) recountTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (Order, error) {
	if err := s.countTx(ctx, tx, now, o); err != nil {
		return Order{}, err
	}

	return getTx(ctx, tx, o.ClientID, o.ID, "")
}

// findTx gives lines that were refused the order that a lost worker placed for them nevertheless.
func findTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (int64, error) {
	return tx.Exec(ctx, `UPDATE scheduled_lines SET state = 'pending', order_id = o.id, price = o.price, reason_code = '', reason = '', updated_at = $1
		FROM orders o WHERE scheduled_lines.scheduled_order_id = $2 AND scheduled_lines.order_id IS NULL AND scheduled_lines.state IN ('failed', 'error', 'canceled')
			AND o.client_id = $3 AND o.client_ref = $4 || '-' || scheduled_lines.line`, clock.Micros(now), o.ID, o.ClientID, o.token)
}

func pollAfter(running time.Duration) time.Duration {
	switch {
	case running < soonFor:
		return pollSoon
	case running < laterFor:
		return pollLater
	default:
		return pollRare
	}
}
