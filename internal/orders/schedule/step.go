package schedule

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
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

		if err := s.storeTx(ctx, tx, now, &present, placed, fenced); err != nil {
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
func (s *Service) storeTx(ctx context.Context, tx *db.Tx, now time.Time, o *Order, placed []outcome, fenced bool) error {
	at := clock.Micros(now)

	var bought, refused, unpaid lineRows

	for _, u := range placed {
		if u.orderID != 0 {
			bought.add(u.line, "")
			bought.orders, bought.prices = append(bought.orders, u.orderID), append(bought.prices, int64(u.price))

			continue
		}

		if u.moneyEnded {
			unpaid.add(u.line, unpaidState(*o))
			unpaid.codes, unpaid.reasons = append(unpaid.codes, ""), append(unpaid.reasons, "")

			continue
		}

		text, err := json.Marshal(textOf(u.refusal.Message))
		if err != nil {
			return failed("store a refusal of", o.ID, err)
		}

		refused.add(u.line, u.state)
		refused.codes, refused.reasons = append(refused.codes, u.refusal.Code), append(refused.reasons, string(text))
	}

	if err := bought.storeOrdersTx(ctx, tx, o.ID, at); err != nil || fenced {
		return err
	}

	if err := refused.storeRefusalsTx(ctx, tx, o.ID, at); err != nil || len(unpaid.lines) == 0 {
		return err
	}

	return s.shortTx(ctx, tx, now, o, &unpaid)
}

// takeTx marks the next lines as placing, those first that a worker left behind. Of a canceled order only these are left.
// Lines are taken in their order, so every placing line comes before the waiting ones.
func takeTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) ([]todo, error) {
	const next = "SELECT line, destination_no FROM (SELECT line, destination_no FROM scheduled_lines WHERE scheduled_order_id = $1 AND state = "

	// Each state by itself, so that the index gives the first lines without a sort of all.
	text := next + "'placing' ORDER BY line LIMIT $2) p"
	if o.Status == Scheduled && o.ShortSince.IsZero() {
		text += " UNION ALL " + next + "'waiting' ORDER BY line LIMIT $2) w"
	}

	rows, err := tx.Query(ctx, text+" ORDER BY line LIMIT $2", o.ID, SliceOf(o.Kind, tx.Engine()))

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

// linesAMove is the most lines that one transaction moves to their ends.
const linesAMove = 50

// settle moves lines whose orders have ended, and ends the scheduled order with its last line. All lines were placed or
// refused. The lines are found before the transactions and moved a few at a time: on SQLite, which has one writer, orders of
// other clients are placed in between.
func (s *Service) settle(ctx context.Context, o Order) (wait time.Duration, ended bool, err error) {
	lines, err := endedLines(ctx, s.DB.Reader(), o)

	for last := false; !last && !ended && err == nil; {
		some := lines[:min(len(lines), linesAMove)]
		lines = lines[len(some):]
		last = len(lines) == 0
		wait, ended, err = s.settleSome(ctx, o, some, last)
	}

	if err != nil {
		err = failed("settle", o.ID, err)
	}

	return wait, ended, err
}

// settleSome is one transaction of settle. The last one finds out whether the scheduled order has ended.
func (s *Service) settleSome(ctx context.Context, o Order, lines []int64, last bool) (wait time.Duration, ended bool, err error) {
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

		if len(lines) > 0 {
			if err := moveTx(ctx, tx, now, &present, lines); err != nil {
				return err
			}

			s.Live.ChangedTx(tx, o.ClientID, LiveTopic)
		}

		if !last {
			return nil
		}

		if present, err = s.endTx(ctx, tx, now, present); err != nil {
			return err
		}

		wait, ended = pollAfter(now.Sub(present.ExecutedAt)), !present.EndedAt.IsZero()

		return nil
	})

	return wait, ended, err
}

// endTx ends a locked scheduled order if all its lines have, and gives refused lines the orders that a lost worker placed.
func (s *Service) endTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (Order, error) {
	if o.Counts.Pending > 0 && o.Counts.Waiting == 0 {
		return o, nil
	}

	s.Live.ChangedTx(tx, o.ClientID, LiveTopic)

	o, err := s.recountTx(ctx, tx, now, o)
	if err != nil {
		return o, err
	}

	if o, err = s.moneyEndedTx(ctx, tx, now, o); err != nil || o.EndedAt.IsZero() {
		return o, err
	}

	found, err := findTx(ctx, tx, now, o)
	if err != nil || found == 0 {
		return o, err
	}

	return s.recountTx(ctx, tx, now, o)
}

// endedLines returns the pending lines whose orders have ended.
func endedLines(ctx context.Context, q db.Querier, o Order) ([]int64, error) {
	rows, err := q.Query(ctx, `SELECT l.line FROM scheduled_lines l JOIN orders o ON o.client_id = l.client_id AND o.id = l.order_id
		WHERE l.scheduled_order_id = $1 AND l.state = 'pending' AND o.status IN (3, 4) ORDER BY l.line`, o.ID)

	return db.Collect(rows, err, scanID)
}

// moveTx moves lines whose orders have ended, and the counts of their locked scheduled order. While these count lines as
// waiting they are those of a moment of the run, and the last transaction of settle counts anew.
func moveTx(ctx context.Context, tx *db.Tx, now time.Time, o *Order, lines []int64) error {
	rows, err := tx.Query(ctx, `UPDATE scheduled_lines SET updated_at = $1, state = CASE WHEN o.status = 4 THEN 'success'
			WHEN o.reason = $2 THEN 'error' ELSE 'failed' END
		FROM orders o WHERE scheduled_lines.scheduled_order_id = $3 AND scheduled_lines.line BETWEEN $4 AND $5 AND scheduled_lines.state = 'pending'
			AND o.client_id = scheduled_lines.client_id AND o.id = scheduled_lines.order_id AND o.status IN (3, 4)
		RETURNING scheduled_lines.state, scheduled_lines.price`,
		clock.Micros(now), string(supplier.ReasonNoBill), o.ID, lines[0], lines[len(lines)-1])

	c, refunds := &o.Counts, false

	_, err = db.Collect(rows, err, func(row *sql.Rows) (state LineState, err error) {
		var price money.Rupiah

		err = row.Scan(&state, &price)
		c.Pending--

		if state == LineSuccess {
			c.Success++

			return state, err
		}

		o.Charged -= price
		refunds = true

		if state == LineError {
			c.Error++
		} else {
			c.Failed++
		}

		return state, err
	})
	if err != nil {
		return err
	}

	if refunds && !o.ShortSince.IsZero() {
		if err := setShortTx(ctx, tx, o, time.Time{}); err != nil {
			return err
		}
	}

	if c.Waiting > 0 {
		return nil
	}

	_, err = tx.Exec(ctx, "UPDATE scheduled_orders SET pending = $1, success = $2, failed = $3, error = $4, charged = $5 WHERE id = $6",
		c.Pending, c.Success, c.Failed, c.Error, int64(o.Charged), o.ID)

	return err
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
