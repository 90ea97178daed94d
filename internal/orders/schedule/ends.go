package schedule

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// consumer reads the ends of orders for their lines.
const consumer = "schedule"

// Every order of the portal is one of a line.
func (s *Service) consumeEnds() {
	s.deps.Events.Consume(event.Consumer{
		Name: consumer, Kinds: order.Ends(), Channels: []string{string(order.ChannelPortal)}, FromStart: true, Handle: s.endLinesTx,
	})
}

// end is what became of the order of a line.
type end struct {
	line    int64
	orderID int64
	price   int64
	state   LineState
}

// endLinesTx moves the lines of orders that have ended or were reversed. It finds them by the client reference, since an order may end before
// the worker that placed it has noted its id.
func (s *Service) endLinesTx(ctx context.Context, tx *db.Tx, list []event.Event) error {
	orders, err := order.EndedTx(ctx, tx, list)
	if err != nil {
		return err
	}

	type run struct {
		clientID int64
		token    string
	}

	ends := map[run][]end{}

	for _, o := range orders {
		token, line, ok := parseClientRef(o.ClientRef)
		if !ok || o.Status == order.Pending {
			continue
		}

		of := run{o.ClientID, token}
		ends[of] = append(ends[of], end{line: line, orderID: o.ID, price: int64(o.Price), state: stateOf(o)})
	}

	type foundRun struct {
		run

		id int64
	}

	var runs []foundRun

	for of := range ends {
		var id int64

		err := tx.QueryRow(ctx, "SELECT id FROM scheduled_orders WHERE token = $1 AND client_id = $2", of.token, of.clientID).Scan(&id)

		switch {
		case errors.Is(err, sql.ErrNoRows): // an order of another kind
		case err != nil:
			return fmt.Errorf("find the scheduled order of an order: %w", err)
		default:
			runs = append(runs, foundRun{of, id})
		}
	}

	slices.SortFunc(runs, func(a, b foundRun) int { return cmp.Compare(a.id, b.id) }) // all lock them in this order

	var due []Order

	for _, r := range runs {
		o, goesOn, err := s.endLinesOfTx(ctx, tx, r.clientID, r.id, ends[r.run])
		if err != nil {
			return wrapError("end lines of", r.id, err)
		}

		if goesOn {
			due = append(due, o)
		}
	}

	return s.enqueueAllTx(ctx, tx, due) // their moments have passed: they go on now
}

// parseClientRef is the reverse of reference.
func parseClientRef(ref string) (token string, line int64, ok bool) {
	at := strings.LastIndexByte(ref, '-')
	if at < 0 {
		return "", 0, false
	}

	line, err := strconv.ParseInt(ref[at+1:], 10, 64)

	return ref[:at], line, err == nil
}

// stateOf is the state of a line whose order has ended.
func stateOf(o order.Order) LineState {
	switch {
	case o.Status == order.Success:
		return LineSuccess
	case o.Reason == supplier.ReasonNoBill:
		return LineError
	default:
		return LineFailed
	}
}

// endLinesOfTx gives lines of a scheduled order the ends of their orders, and the order itself its end with the last one. goesOn: it waited
// for money and was refunded, so its job must be made due.
func (s *Service) endLinesOfTx(ctx context.Context, tx *db.Tx, clientID, id int64, ends []end) (o Order, goesOn bool, err error) {
	o, err = getTx(ctx, tx, clientID, id, s.deps.DB.ForUpdate())
	if err != nil {
		return o, false, err
	}

	now, err := s.now(ctx, tx, clientID)
	if err != nil {
		return o, false, err
	}

	changed, refunds, err := applyTx(ctx, tx, now, &o, ends)
	if err != nil || changed == 0 {
		return o, false, err
	}

	s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

	if refunds > 0 && o.Counts.Waiting > 0 {
		if goesOn, err = refundedTx(ctx, tx, &o, refunds); err != nil {
			return o, false, err
		}
	}

	switch short := o.WaitsForMoney(); {
	case !o.EndedAt.IsZero(): // a reversal
		return o, goesOn, s.countTx(ctx, tx, now, o)
	case o.Counts.Waiting > 0 && !short: // its run goes on, and counts the lines itself
		return o, goesOn, nil
	case short || o.Counts.Pending == 0:
		_, err = s.endTx(ctx, tx, now, o)
	}

	return o, goesOn, err
}

// applyTx changes the lines of a locked scheduled order and, when none waits any more, its counts. While they count lines as waiting they are
// those of a moment of the run, which counts anew at its end. changed are the lines that were not known to have ended so, refunds those of
// them whose orders failed.
func applyTx(ctx context.Context, tx *db.Tx, now time.Time, o *Order, ends []end) (changed, refunds int, err error) {
	lines := lineRows{}
	byLine := map[int64]end{}

	for _, e := range ends {
		lines.lines = append(lines.lines, e.line)
		byLine[e.line] = e
	}

	list, err := json.Marshal(lines.lines)
	if err != nil {
		return 0, 0, err
	}

	rows, err := tx.Query(ctx, `SELECT line, state, COALESCE(order_id, 0) FROM scheduled_lines
		WHERE client_id = $5 AND scheduled_order_id = $1 AND line BETWEEN $2 AND $3 AND line IN (SELECT CAST(k.value AS BIGINT) FROM `+tx.Engine().List("$4")+` k)`,
		o.ID, slices.Min(lines.lines), slices.Max(lines.lines), string(list), o.ClientID)

	type line struct {
		number, orderID int64
		state           LineState
	}

	present, err := db.Collect(rows, err, func(row *sql.Rows) (l line, err error) { return l, row.Scan(&l.number, &l.state, &l.orderID) })
	if err != nil {
		return 0, 0, err
	}

	lines = lineRows{}

	for _, l := range present {
		e := byLine[l.number]
		if l.state == e.state && l.orderID == e.orderID {
			continue
		}

		lines.add(int(l.number), e.state)
		lines.orders, lines.prices = append(lines.orders, e.orderID), append(lines.prices, e.price)
		moveLine(o, l.state, e)

		if e.state != LineSuccess {
			refunds++
		}
	}

	if err := lines.storeEndsTx(ctx, tx, *o, clock.Micros(now)); err != nil || len(lines.lines) == 0 || o.Counts.Waiting > 0 {
		return len(lines.lines), refunds, err
	}

	c := &o.Counts
	_, err = tx.Exec(ctx, `UPDATE scheduled_orders SET pending = $1, success = $2, failed = $3, error = $4, canceled = $5, charged = $6
		WHERE client_id = $7 AND id = $8`,
		c.Pending, c.Success, c.Failed, c.Error, c.Canceled, int64(o.Charged), o.ClientID, o.ID)

	return len(lines.lines), refunds, err
}

// moveLine counts a line that ends, or whose success is reversed.
func moveLine(o *Order, from LineState, e end) {
	c := &o.Counts

	of := func(s LineState) *int {
		return map[LineState]*int{LinePending: &c.Pending, LineSuccess: &c.Success, LineFailed: &c.Failed, LineError: &c.Error, LineCanceled: &c.Canceled}[s]
	}

	if n := of(from); n != nil { // lines that wait are counted by the run
		*n--
	}

	*of(e.state)++

	before, after := from == LinePending || from == LineSuccess, e.state == LineSuccess

	switch {
	case before && !after:
		o.Charged -= money.Rupiah(e.price)
	case after && !before:
		o.Charged += money.Rupiah(e.price)
	}
}

// refundedTx notes refunds of a run that goes on. goesOn: it waited for money, and its next line is to be tried again.
func refundedTx(ctx context.Context, tx *db.Tx, o *Order, refunds int) (goesOn bool, err error) {
	_, err = tx.Exec(ctx, "UPDATE scheduled_orders SET refunds = refunds + $1 WHERE client_id = $2 AND id = $3", refunds, o.ClientID, o.ID)
	if err != nil {
		return false, err
	}

	if o.ShortSince.IsZero() {
		return false, nil
	}

	return true, setShortTx(ctx, tx, o, time.Time{})
}
