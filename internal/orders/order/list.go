package order

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/safetext"
)

// PageSize is the number of rows of a page (docs/product/shell.md#lists).
const PageSize = 10

// MaxDays is the longest span of the list: end minus start is at most two days
// (docs/product/orders.md#order-history).
const MaxDays = 2

// maxPage limits jumps without a cursor, whose cost grows with the page.
const maxPage = 100_000

// Query selects a page of a client's orders; zero values select all.
type Query struct {
	Filter

	ClientID int64
	Zone     *time.Location // the client's; days are days in this zone
	Page     int            // from 1
	// Before and After are cursors: the page has the rows older, or newer, than this order
	// id. With a cursor the page number costs nothing.
	Before, After int64
	From, To      *clock.Day // both or none; To is included
	Hour          *time.Time // start of one hour within the days
}

// Validate checks the limits of the list: both days or none, at most two days
// apart, none in the future; an hour of them only beside them. Errors are fault.ErrValidation.
func (q Query) Validate(now time.Time) error {
	switch {
	case (q.From == nil) != (q.To == nil):
		return fault.InvalidField("dateEnd", msgBothDates)
	case q.From == nil && q.Hour != nil:
		return ErrNoDays("dateStart")
	case q.From == nil:
		return nil
	case q.Hour != nil && q.Hour.Nanosecond() != 0: // ids have a precision of seconds
		return fault.InvalidField("hour", msgWholeSecond)
	case q.To.Sub(*q.From) < 0:
		return fault.InvalidField("dateEnd", msgEndBeforeStart)
	case q.To.Sub(*q.From) > MaxDays:
		return fault.InvalidField("dateEnd", msgRange2Days)
	case q.To.Sub(clock.DayOf(now.In(q.Zone))) > 0:
		return fault.InvalidField("dateEnd", msgFuture)
	}

	return nil
}

// List returns a page of orders, newest first.
func (s *Service) List(ctx context.Context, q Query) ([]Order, error) {
	if err := q.Validate(s.deps.Clock.Now()); err != nil {
		return nil, err
	}

	text, args := q.statement()
	rows, err := s.deps.DB.Reader().Query(ctx, text, args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return ScanOrder(row) })
	if err != nil {
		return nil, fmt.Errorf("list orders of client %d: %w", q.ClientID, err)
	}

	if q.After > 0 {
		slices.Reverse(list) // they were read upwards from the cursor
	}

	return list, nil
}

// statement builds the query. A jump first finds the ids of its page, for which the index on
// (client_id, id) is enough when there are no other filters. Then only the rows of the page are
// read.
func (q Query) statement() (string, []any) {
	w := &db.Where{}
	w.Add("client_id = ", q.ClientID)
	q.bounds(w)
	q.addTo(w, q.ClientID)

	order := "DESC"
	if q.After > 0 {
		order = "ASC"
	}

	offset := 0
	if q.Before == 0 && q.After == 0 && q.Page > 1 {
		offset = (min(q.Page, maxPage) - 1) * PageSize
	}

	if offset == 0 {
		return "SELECT " + Columns + " FROM orders o WHERE " + w.Text() + " ORDER BY o.id " + order + " LIMIT " + w.Arg(PageSize), w.Args
	}

	client := w.Arg(q.ClientID)

	return "SELECT " + Columns + ` FROM orders o WHERE o.client_id = ` + client + ` AND o.id IN (
		SELECT id FROM orders WHERE ` + w.Text() + ` ORDER BY id ` + order + ` LIMIT ` + w.Arg(PageSize) + ` OFFSET ` + w.Arg(offset) + `)
		ORDER BY o.id ` + order, w.Args
}

// bounds adds the range of ids. An id contains the second in which an order was placed, so a range
// of days is a range of ids, which the cursor narrows further. Each end has one condition: with
// two, SQLite may use the wider one in the index and read all rows in between.
func (q Query) bounds(w *db.Where) {
	lo, hi := int64(0), int64(math.MaxInt64)
	if q.From != nil {
		lo, hi = ids.Range(q.span())
	}

	switch {
	case q.After > 0:
		lo = max(lo, q.After+1)
	case q.Before > 0:
		hi = min(hi, q.Before)
	}

	if lo > 0 {
		w.Add("id >= ", lo)
	}

	if hi < math.MaxInt64 {
		w.Add("id < ", hi)
	}
}

// span is the time range of the days, or its part within the hour.
func (q Query) span() (time.Time, time.Time) {
	start, end := q.From.Start(q.Zone), q.To.End(q.Zone)
	if q.Hour == nil {
		return start, end
	}

	return HourOf(*q.Hour, start, end)
}

// HourOf is the part of a time range within the hour that starts at hour. It is empty when the hour
// does not start in the range.
func HourOf(hour, start, end time.Time) (time.Time, time.Time) {
	if hour.Before(start) || !hour.Before(end) {
		return end, end
	}

	if next := hour.Add(time.Hour); next.Before(end) {
		end = next
	}

	return hour, end
}

// IDsFor returns the orders that a text names exactly: by their id, also in groups of digits or after a '#', or by their
// client reference. An id is returned whether or not the client has such an order.
func (s *Service) IDsFor(ctx context.Context, clientID int64, text string) ([]int64, error) {
	found := []int64{}

	if id := searchedID(strings.TrimPrefix(text, "#")); id > 0 {
		found = append(found, id)
	}

	if !safetext.Storable(text) {
		return found, nil
	}

	o, err := s.ByRef(ctx, clientID, text)
	if fault.ErrNotFound.Is(err) {
		return found, nil
	}

	if err != nil {
		return nil, err
	}

	return append(found, o.ID), nil
}
