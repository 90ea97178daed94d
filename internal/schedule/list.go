package schedule

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"loket/internal/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/supplier"
)

// shownDestinations is the number of destinations beside each order of a list.
const shownDestinations = 10

// Filter selects scheduled orders; zero values select all.
type Filter struct {
	OperatorType string
	Status       Status
	Name         string    // part of the name
	From, To     time.Time // of ScheduledAt; both included
	Page         int       // from 1
	PerPage      int
}

// List returns a page of a client's scheduled orders, the last scheduled first, and the number of all.
func (s *Service) List(ctx context.Context, clientID int64, f Filter) ([]Order, int, error) {
	var w db.Where
	w.Add("s.client_id = ", clientID)

	if f.OperatorType != "" {
		w.Add("s.operator_type = ", f.OperatorType)
	}

	if f.Status != "" {
		w.Add("s.status = ", string(f.Status))
	}

	if f.Name != "" {
		escaped := strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(strings.ToLower(f.Name))
		w.Condition("LOWER(s.name) LIKE " + w.Arg("%"+escaped+"%") + ` ESCAPE '\'`)
	}

	if !f.From.IsZero() {
		w.Add("s.scheduled_at >= ", clock.Micros(f.From))
	}

	if !f.To.IsZero() {
		w.Add("s.scheduled_at <= ", clock.Micros(f.To))
	}

	var total int
	if err := s.DB.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM scheduled_orders s WHERE "+w.Text(), w.Args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count the scheduled orders of client %d: %w", clientID, err)
	}

	text := "SELECT " + orderColumns + orderTables + "WHERE " + w.Text() + " ORDER BY s.scheduled_at DESC, s.id DESC LIMIT " + w.Arg(f.PerPage) +
		" OFFSET " + w.Arg((f.Page-1)*f.PerPage)

	rows, err := s.DB.Reader().Query(ctx, text, w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return scanOrder(row) })
	if err != nil {
		return nil, 0, fmt.Errorf("list the scheduled orders of client %d: %w", clientID, err)
	}

	return list, total, s.addLists(ctx, list, shownDestinations)
}

// Get finds a scheduled order of a client with all its destinations, or fault.ErrNotFound.
func (s *Service) Get(ctx context.Context, clientID, id int64) (Order, error) {
	o, err := getTx(ctx, s.DB.Reader(), clientID, id, "")
	if err != nil {
		return Order{}, err
	}

	list := []Order{o}
	err = s.addLists(ctx, list, MaxLines)

	return list[0], err
}

// Progress finds a scheduled order without its destinations, or fault.ErrNotFound.
func (s *Service) Progress(ctx context.Context, clientID, id int64) (Order, error) {
	return getTx(ctx, s.DB.Reader(), clientID, id, "")
}

// addLists adds the first destinations of scheduled orders, and the orders that retry their lines.
func (s *Service) addLists(ctx context.Context, list []Order, most int) error {
	if len(list) == 0 {
		return nil
	}

	at := make(map[int64]*Order, len(list))
	ids := make([]int64, len(list))

	for i := range list {
		at[list[i].ID], ids[i] = &list[i], list[i].ID
	}

	text, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("list scheduled orders: %w", err)
	}

	among := "(SELECT CAST(k.value AS BIGINT) FROM " + s.DB.Engine().List("$1") + " k)"

	err = s.DB.Read(ctx, "SELECT scheduled_order_id, destination_no FROM scheduled_lines WHERE scheduled_order_id IN "+among+
		" AND line <= $2 ORDER BY scheduled_order_id, line", []any{string(text), most}, func(row db.Row) error {
		var (
			id int64
			no db.Text
		)

		if err := row.Scan(&id, &no); err != nil {
			return err
		}

		at[id].Destinations = append(at[id].Destinations, string(no))

		return nil
	})
	if err != nil {
		return fmt.Errorf("read destinations: %w", err)
	}

	err = s.DB.Read(ctx, "SELECT retry_of_id, id FROM scheduled_orders WHERE retry_of_id IN "+among+" ORDER BY id", []any{string(text)},
		func(row db.Row) error {
			var of, id int64

			err := row.Scan(&of, &id)
			if o := at[of]; err == nil && o != nil {
				o.RetriedBy = append(o.RetriedBy, id)
			}

			return err
		})
	if err != nil {
		return fmt.Errorf("read retries: %w", err)
	}

	return nil
}

// LineFilter selects lines.
type LineFilter struct {
	From  int       // first line number
	Count int       // at most
	State LineState // as shown; all without one
}

// Lines returns lines of a scheduled order by their numbers, with what their orders became, and the number of all that the
// filter selects. Errors: fault.ErrNotFound for an order of another client.
func (s *Service) Lines(ctx context.Context, clientID, id int64, f LineFilter) ([]Line, int, error) {
	o, err := getTx(ctx, s.DB.Reader(), clientID, id, "")
	if err != nil {
		return nil, 0, err
	}

	var w db.Where
	w.Add("l.scheduled_order_id = ", id)

	// Between two counts of a run an order may have ended already.
	state := `CASE WHEN l.state = 'placing' THEN 'waiting' WHEN l.state <> 'pending' OR o.status = 5 THEN l.state WHEN o.status = 4 THEN 'success'
		WHEN o.reason = '` + string(supplier.ReasonNoBill) + `' THEN 'error' ELSE 'failed' END`

	if f.State != "" {
		w.Add(state+" = ", string(f.State))
	}

	tables := " FROM scheduled_lines l LEFT JOIN orders o ON o.client_id = l.client_id AND o.id = l.order_id WHERE "

	var total int
	if err := s.DB.Reader().QueryRow(ctx, "SELECT COUNT(*)"+tables+w.Text(), w.Args...).Scan(&total); err != nil {
		return nil, 0, failed("count the lines of", id, err)
	}

	w.Add("l.line >= ", f.From)

	list := make([]Line, 0, min(f.Count, o.Quantity))

	err = s.DB.Read(ctx, `SELECT l.line, l.destination_no, `+state+`, COALESCE(l.order_id, 0), l.price, l.reason_code, l.reason, l.updated_at,
		COALESCE(o.amount, 0), COALESCE(o.refunded, FALSE), COALESCE(o.serial_number, ''), COALESCE(o.reason, ''), COALESCE(o.reference, ''),
		COALESCE(o.created_at, 0), COALESCE(o.updated_at, 0)`+tables+w.Text()+" ORDER BY l.line LIMIT "+w.Arg(f.Count), w.Args,
		func(row db.Row) error {
			l, err := scanLine(row)
			list = append(list, l)

			return err
		})
	if err != nil {
		return nil, 0, failed("list the lines of", id, err)
	}

	return list, total, nil
}

func scanLine(row db.Row) (Line, error) {
	var (
		l                                                        Line
		destination, state, code, reason, serial, why, reference db.Text
		lineUpdated, created, updated                            int64
	)

	err := row.Scan(&l.Number, &destination, &state, &l.OrderID, &l.Price, &code, &reason, &lineUpdated, &l.Amount, &l.Refunded, &serial, &why,
		&reference, &created, &updated)
	if err != nil {
		return Line{}, err
	}

	l.DestinationNo, l.State, l.SerialNumber = string(destination), LineState(state), string(serial)
	l.UpdatedAt = clock.FromMicros(lineUpdated)

	switch {
	case l.OrderID != 0:
		l.CreatedAt, l.UpdatedAt = clock.FromMicros(created), clock.FromMicros(max(updated, lineUpdated))
		l.Name = nameIn(string(reference))

		if l.State == LineFailed || l.State == LineError {
			l.Refusal = &Refusal{Code: string(why), Message: supplier.Reason(why).Message()}
		}
	case len(code) > 0:
		var text refusalText
		if err := json.Unmarshal([]byte(reason), &text); err != nil {
			return Line{}, fmt.Errorf("read the reason of a line: %w", err)
		}

		l.Refusal = &Refusal{Code: string(code), Message: text.message()}
	}

	return l, nil
}

// nameIn is the customer of a bill, from the reference of its order.
func nameIn(reference string) string {
	var r map[string]string
	if err := json.Unmarshal([]byte(reference), &r); err != nil {
		return ""
	}

	return r[order.NameKey]
}

// refusalText is the stored form of a refusal's message, which may have parameters that are not stored.
type refusalText struct {
	English    string `json:"en"`
	Indonesian string `json:"id"`
}

func textOf(m language.Message) refusalText {
	return refusalText{m.In(language.English), m.In(language.Indonesian)}
}

func (t refusalText) message() language.Message { return language.Both(t.English, t.Indonesian) }
