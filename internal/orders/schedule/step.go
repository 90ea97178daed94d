package schedule

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// step stores what became of lines, and takes the next ones to place. A worker that was replaced is fenced: it stores the
// orders that it placed, since they exist, and takes nothing. Counting all lines takes as long as the rest, so it is done
// when tell says so. It notes in o how many lines were refunded when the next ones were taken.
func (s *Service) step(ctx context.Context, o *Order, placed []outcome, take, tell bool) (lines []todo, fenced bool, err error) {
	refunds := o.refunds

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		lines, fenced = nil, false

		now, err := s.now(ctx, tx, o.ClientID)
		if err != nil {
			return err
		}

		present, err := getTx(ctx, tx, o.ClientID, o.ID, s.deps.DB.ForUpdate())
		if err != nil {
			return err
		}

		fenced = present.epoch != o.epoch

		if err := s.storeTx(ctx, tx, now, &present, placed, fenced, present.refunds > o.refunds); err != nil {
			return err
		}

		if take && !fenced {
			if lines, err = takeTx(ctx, tx, now, present); err != nil {
				return err
			}

			refunds = present.refunds
		}

		if len(placed) == 0 || !tell && !fenced {
			return nil
		}

		s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

		return s.countTx(ctx, tx, now, present)
	})
	if err != nil {
		return nil, false, wrapError("store the lines of", o.ID, err)
	}

	o.refunds = refunds

	return lines, fenced, nil
}

// storeTx stores outcomes. An order that exists always counts, whatever a line said before. A refusal is stored only by
// the worker that has the run. refunded: a line was refunded since these were taken.
func (s *Service) storeTx(ctx context.Context, tx *db.Tx, now time.Time, o *Order, placed []outcome, fenced, refunded bool) error {
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
			return wrapError("store a refusal of", o.ID, err)
		}

		refused.add(u.line, u.state)
		refused.codes, refused.reasons = append(refused.codes, u.refusal.Code), append(refused.reasons, string(text))
	}

	if err := bought.storeOrdersTx(ctx, tx, *o, at); err != nil || fenced {
		return err
	}

	if err := refused.storeRefusalsTx(ctx, tx, *o, at); err != nil || len(unpaid.lines) == 0 {
		return err
	}

	return s.shortTx(ctx, tx, now, o, &unpaid, refunded)
}

// takeTx marks the next lines as placing, those first that a worker left behind. Of a canceled order only these are left.
// Lines are taken in their order, so every placing line comes before the waiting ones.
func takeTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) ([]todo, error) {
	const next = "SELECT line, destination_no FROM (SELECT line, destination_no FROM scheduled_lines WHERE client_id = $3 AND scheduled_order_id = $1 AND state = "

	// Each state by itself, so that the index gives the first lines without a sort of all.
	text := next + "'placing' ORDER BY line LIMIT $2) p"
	if o.Status == Scheduled && o.ShortSince.IsZero() {
		text += " UNION ALL " + next + "'waiting' ORDER BY line LIMIT $2) w"
	}

	rows, err := tx.Query(ctx, text+" ORDER BY line LIMIT $2", o.ID, SliceOf(o.Kind, tx.Engine()), o.ClientID)

	lines, err := db.Collect(rows, err, func(row *sql.Rows) (t todo, err error) {
		err = row.Scan(&t.line, &t.destination)

		return t, err
	})
	if err != nil || len(lines) == 0 {
		return nil, err
	}

	_, err = tx.Exec(ctx, `UPDATE scheduled_lines SET state = 'placing', updated_at = $1
		WHERE client_id = $5 AND scheduled_order_id = $2 AND state = 'waiting' AND line BETWEEN $3 AND $4`,
		clock.Micros(now), o.ID, lines[0].line, lines[len(lines)-1].line, o.ClientID)

	return lines, err
}

// countRun counts the lines of a run after the last one was placed or refused. If some are pending, their ends are events (ends.go), and
// nothing is left to do. It tells when to call again if lines wait for money.
func (s *Service) countRun(ctx context.Context, o Order) (wait time.Duration, ended bool, err error) {
	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		wait, ended = 0, true

		now, err := s.now(ctx, tx, o.ClientID)
		if err != nil {
			return err
		}

		present, err := getTx(ctx, tx, o.ClientID, o.ID, s.deps.DB.ForUpdate())
		if err != nil || present.epoch != o.epoch {
			return err
		}

		if present, err = s.endTx(ctx, tx, now, present); err != nil || !present.EndedAt.IsZero() {
			return err
		}

		switch {
		case present.WaitsForMoney():
			wait, ended = max(present.ShortSince.Add(shortWait).Sub(now), placeRetry), false
		case present.Counts.Waiting > 0: // a refund came in between
			wait, ended = placeRetry, false
		}

		return nil
	})
	if err != nil {
		err = wrapError("count the run of", o.ID, err)
	}

	return wait, ended, err
}

// endTx ends a locked scheduled order if all its lines have, and gives refused lines the orders that a lost worker placed.
func (s *Service) endTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (Order, error) {
	if o.Counts.Pending > 0 && o.Counts.Waiting == 0 {
		return o, nil
	}

	s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

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

func (s *Service) recountTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (Order, error) {
	if err := s.countTx(ctx, tx, now, o); err != nil {
		return Order{}, err
	}

	return getTx(ctx, tx, o.ClientID, o.ID, "")
}

// findTx gives lines that were refused the order that a lost worker placed for them nevertheless.
func findTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (int64, error) {
	return tx.Exec(ctx, `UPDATE scheduled_lines SET state = 'pending', order_id = o.id, price = o.price, reason_code = '', reason = '', updated_at = $1
		FROM orders o WHERE scheduled_lines.client_id = $3 AND scheduled_lines.scheduled_order_id = $2 AND scheduled_lines.order_id IS NULL
			AND scheduled_lines.state IN ('failed', 'error', 'canceled')
			AND o.client_id = $3 AND o.client_ref = $4 || '-' || CAST(scheduled_lines.line AS TEXT)`, clock.Micros(now), o.ID, o.ClientID, o.token)
}
