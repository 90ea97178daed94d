package order

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

// StaffQuery selects orders for staff, newest first. Zero values select all.
type StaffQuery struct {
	// Clients are those whose orders are listed.
	Clients     []int64
	Status      Status
	Supplier    string // of any attempt
	Product     string
	Destination string        // in any writing
	Serial      string        // the serial number; no index has it, so it needs a short range of time
	Reason      string        // code of a failure
	Least, Most money.Rupiah  // bounds of the price, both included; 0 is none
	From, Until time.Time     // From is included
	MinAge      time.Duration // orders placed at least so long ago
	Before      int64         // the cursor: only older orders
	Limit       int
}

// StaffList reads a page of the orders of many clients. Each client is asked on its own, by its index, and only for orders that are newer
// than those that the page has already: few rows are read, however many orders there are, unless a filter finds almost nothing.
func (s *Service) StaffList(ctx context.Context, q StaffQuery) ([]Order, error) {
	page := []Order{}

	for _, client := range q.Clients {
		newerThan := int64(0)
		if len(page) == q.Limit {
			newerThan = page[len(page)-1].ID
		}

		list, err := s.staffListOf(ctx, q, client, newerThan)
		if err != nil {
			return nil, err
		}

		page = append(page, list...)
		slices.SortFunc(page, func(a, b Order) int { return cmp.Compare(b.ID, a.ID) })
		page = page[:min(len(page), q.Limit)]
	}

	return page, nil
}

func (s *Service) staffListOf(ctx context.Context, q StaffQuery, client, newerThan int64) ([]Order, error) {
	w := &db.Where{}
	w.Add("o.client_id = ", client)
	q.bounds(w, newerThan, s.deps.Clock.Now())

	if q.Status != 0 {
		w.Add("o.status = ", int64(q.Status))
	}

	if q.Product != "" {
		w.Add("o.product_code = ", q.Product)
	}

	if q.Serial != "" {
		w.Add("o.serial_number = ", q.Serial)
	}

	if q.Reason != "" {
		w.Add("o.reason = ", q.Reason)
	}

	if q.Least > 0 {
		w.Add("o.price >= ", int64(q.Least))
	}

	if q.Most > 0 {
		w.Add("o.price <= ", int64(q.Most))
	}

	if q.Destination != "" {
		w.Condition("o.destination_no " + destinationArgs(w, q.Destination))
	}

	if q.Supplier != "" {
		w.Condition("EXISTS (SELECT 1 FROM order_attempts a WHERE a.client_id = " + w.Arg(client) +
			" AND a.order_id = o.id AND a.supplier = " + w.Arg(q.Supplier) + ")")
	}

	rows, err := s.deps.DB.Reader().Query(ctx,
		"SELECT "+Columns+" FROM orders o WHERE "+w.Text()+" ORDER BY o.id DESC LIMIT "+w.Arg(q.Limit), w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return ScanOrder(row) })
	if err != nil {
		return nil, fmt.Errorf("list orders of client %d for staff: %w", client, err)
	}

	return list, nil
}

// bounds adds the range of ids: an id has the second in which its order was placed.
func (q StaffQuery) bounds(w *db.Where, newerThan int64, now time.Time) {
	until := q.Until
	if q.MinAge > 0 && (until.IsZero() || now.Add(-q.MinAge).Before(until)) {
		until = now.Add(-q.MinAge)
	}

	if !until.IsZero() {
		_, hi := ids.Range(until.Truncate(time.Second), until.Truncate(time.Second))
		w.Add("o.id < ", hi)
	}

	if q.Before > 0 {
		w.Add("o.id < ", q.Before)
	}

	if !q.From.IsZero() {
		lo, _ := ids.Range(q.From.Truncate(time.Second), q.From.Truncate(time.Second))
		newerThan = max(newerThan, lo-1)
	}

	if newerThan > 0 {
		w.Add("o.id > ", newerThan)
	}
}

// Locate finds the client of an order id, among the given clients.
func (s *Service) Locate(ctx context.Context, clients []int64, orderID int64) (Order, error) {
	for _, client := range clients {
		o, err := s.Get(ctx, client, orderID)
		if err == nil || !fault.ErrNotFound.Is(err) {
			return o, err
		}
	}

	return Order{}, NoSuchOrder()
}
