package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"loket/internal/catalog/destination"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/supplier"
)

// LineFilter selects lines.
type LineFilter struct {
	From  int       // first line number; 0 with a page
	Page  int       // from 1, of Count lines that the filter selects; 0 with a first line
	Count int       // at most
	State LineState // as shown; all without one

	Search string   // part of the number in any writing, or of the bill's customer
	Named  []string // numbers of contacts whose name has Search in it, in capitals and without blanks
	// Retriable asks for Line.Retriable.
	Retriable bool
}

// addSearch adds the condition of a search. The lines are read by the key of their order, 10,000 at most.
func (f LineFilter) addSearch(w *db.Where, engine db.Engine) error {
	if f.Search == "" {
		return nil
	}

	var found []string

	for _, part := range destination.Fragments(f.Search) {
		if part = strings.ReplaceAll(part, " ", ""); part != "" {
			found = append(found, w.Containing("LOWER(REPLACE(l.destination_no, ' ', ''))", part))
		}
	}

	// The customer of a bill.
	if strings.ContainsFunc(f.Search, unicode.IsLetter) {
		found = append(found, w.Containing("LOWER("+engine.Field("o.reference", order.NameKey)+")", f.Search))
	}

	if len(f.Named) > 0 {
		list, err := json.Marshal(f.Named)
		if err != nil {
			return fmt.Errorf("search lines: %w", err)
		}

		found = append(found, "UPPER(REPLACE(l.destination_no, ' ', '')) IN (SELECT k.value FROM "+engine.List(w.Arg(string(list)))+" k)")
	}

	w.Condition("(" + strings.Join(found, " OR ") + ")")

	return nil
}

// Lines returns lines of a scheduled order by their numbers, with what their orders became, and the number of all that the
// filter selects. Errors: fault.ErrNotFound for an order of another client.
func (s *Service) Lines(ctx context.Context, clientID, id int64, f LineFilter) ([]Line, int, error) {
	o, err := getTx(ctx, s.deps.DB.Reader(), clientID, id, "")
	if err != nil {
		return nil, 0, err
	}

	var w db.Where
	w.Add("l.client_id = ", clientID)
	w.Add("l.scheduled_order_id = ", id)

	if f.State != "" {
		w.Add(lineState(&w)+" = ", string(f.State))
	}

	if err := f.addSearch(&w, s.deps.DB.Engine()); err != nil {
		return nil, 0, err
	}

	tables := " FROM scheduled_lines l LEFT JOIN orders o ON o.client_id = l.client_id AND o.id = l.order_id WHERE "

	var total int
	if err := s.deps.DB.Reader().QueryRow(ctx, "SELECT COUNT(*)"+tables+w.Text(), w.Args...).Scan(&total); err != nil {
		return nil, 0, wrapError("count the lines of", id, err)
	}

	if f.Page == 0 {
		w.Add("l.line >= ", f.From)
	}

	list := make([]Line, 0, min(f.Count, o.Quantity))

	text := `SELECT l.line, l.destination_no, ` + lineState(&w) + `, COALESCE(l.order_id, 0), l.price, l.reason_code, l.reason, l.updated_at,
		COALESCE(o.amount, 0), COALESCE(o.refunded, FALSE), COALESCE(o.serial_number, ''), COALESCE(o.reason, ''), COALESCE(o.reference, ''),
		COALESCE(o.created_at, 0), COALESCE(o.updated_at, 0)` + tables + w.Text() + " ORDER BY l.line LIMIT " + w.Arg(f.Count) + " OFFSET " + w.Arg(max(f.Page-1, 0)*f.Count)

	err = s.deps.DB.Read(ctx, text, w.Args, func(row db.Row) error {
		l, err := scanLine(row)
		list = append(list, l)

		return err
	})
	if err != nil {
		return nil, 0, wrapError("list the lines of", id, err)
	}

	if f.Retriable {
		err = s.markRetriable(ctx, o, list)
	}

	return list, total, err
}

// lineState is the expression of a line's LineState. Between two counts of a run its order may have ended already.
func lineState(w *db.Where) string {
	return "CASE WHEN l.state = 'placing' THEN 'waiting' WHEN l.state <> 'pending' OR o.status = " + w.Arg(int64(order.Pending)) +
		" THEN l.state WHEN o.status = " + w.Arg(int64(order.Success)) + " THEN 'success' WHEN o.reason = " + w.Arg(string(supplier.ReasonNoBill)) +
		" THEN 'error' ELSE 'failed' END"
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
