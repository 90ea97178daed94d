package order

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/safetext"
)

// Limits of a page of orders by their time.
const (
	MaxPeriodDays = 31
	MaxPeriodPage = 1000
	defaultScan   = 10_000
	day           = 24 * time.Hour
)

// PeriodQuery selects a page of a client's orders by the time of their placing, for the client's own program.
type PeriodQuery struct {
	ClientID int64
	From, To time.Time // To is not included; now when zero
	Status   Status    // all when zero
	Product  string    // its code; all when empty
	After    int64     // id of the last order of the page before, or 0
	Limit    int       // 1 to MaxPeriodPage
	Scan     int       // how many orders are read for a page with a filter that few of them pass; 10,000 when zero
}

// Validate checks the period: at most MaxPeriodDays, and its end not before its start. Errors are fault.ErrValidation.
func (q PeriodQuery) Validate() error {
	switch {
	case q.To.Before(q.From):
		return fault.InvalidField("createdTo", msgEndBeforeStart)
	case q.To.Sub(q.From) > MaxPeriodDays*day:
		return fault.InvalidField("createdTo", msgRange31Days)
	default:
		return nil
	}
}

// PeriodPage is a page of orders, the oldest first.
type PeriodPage struct {
	Orders []Order
	// Next is the After of the next page, or 0 on the last one. Few orders may pass a filter: a page may hold fewer than its limit, even
	// none, before the last.
	Next int64
}

// ListPeriod returns a page of orders. Errors: those of Validate.
func (s *Service) ListPeriod(ctx context.Context, q PeriodQuery) (PeriodPage, error) {
	if q.To.IsZero() {
		q.To = s.deps.Clock.Now()
	}

	if err := q.Validate(); err != nil {
		return PeriodPage{}, err
	}

	end, err := s.scanEnd(ctx, q)
	if err != nil {
		return PeriodPage{}, fmt.Errorf("list orders of a period of client %d: %w", q.ClientID, err)
	}

	w := q.where()
	if end > 0 {
		w.Add("o.id <= ", end)
	}

	q.filter(w)

	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+Columns+" FROM orders o WHERE "+w.Text()+" ORDER BY o.id LIMIT "+w.Arg(q.Limit+1), w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return ScanOrder(row) })
	if err != nil {
		return PeriodPage{}, fmt.Errorf("list orders of a period of client %d: %w", q.ClientID, err)
	}

	if len(list) > q.Limit {
		return PeriodPage{list[:q.Limit], list[q.Limit-1].ID}, nil
	}

	return PeriodPage{list, end}, nil
}

// scanEnd is the last order that is read for a page with a filter, or 0 when all that are left are read.
func (s *Service) scanEnd(ctx context.Context, q PeriodQuery) (int64, error) {
	if q.Status == 0 && q.Product == "" {
		return 0, nil
	}

	w := q.where()

	var end int64

	err := s.deps.DB.Reader().QueryRow(ctx, "SELECT o.id FROM orders o WHERE "+w.Text()+" ORDER BY o.id LIMIT 1 OFFSET "+w.Arg(cmp.Or(q.Scan, defaultScan)-1), w.Args...).Scan(&end)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}

	return end, err
}

// where selects the period. An id contains the second in which an order was placed, so the period is a range of ids, whose first and last
// second the times narrow.
func (q PeriodQuery) where() *db.Where {
	lo, hi := ids.Range(q.From, q.To.Add(time.Second))

	w := &db.Where{}
	w.Add("o.client_id = ", q.ClientID)
	w.Add("o.id >= ", max(lo, q.After+1))
	w.Add("o.id < ", hi)
	w.Add("o.created_at >= ", clock.Micros(q.From))
	w.Add("o.created_at < ", clock.Micros(q.To))

	return w
}

func (q PeriodQuery) filter(w *db.Where) {
	if q.Status != 0 {
		w.Add("o.status = ", int64(q.Status))
	}

	if q.Product != "" {
		w.Add("o.product_code = ", q.Product)
	}
}

// ByRefs finds orders of a client by their references. The result lacks those that no order has.
func (s *Service) ByRefs(ctx context.Context, clientID int64, refs []string) (map[string]Order, error) {
	unique := make([]string, 0, len(refs))
	found := make(map[string]Order, len(refs))
	seen := make(map[string]bool, len(refs))

	for _, ref := range refs {
		if !seen[ref] && safetext.Storable(ref) {
			seen[ref] = true
			unique = append(unique, ref)
		}
	}

	clients := slices.Repeat([]int64{clientID}, len(unique))

	err := s.deps.DB.ReadRows(ctx, db.Columns{{Name: "client", Values: clients}, {Name: "ref", Values: unique}},
		"SELECT "+Columns+" FROM orders o {JOIN} WHERE o.client_id = {client} AND o.client_ref = {ref}", nil, func(row db.Row) error {
			o, err := ScanOrder(row)
			found[o.ClientRef] = o

			return err
		})
	if err != nil {
		return nil, fmt.Errorf("look orders of client %d up: %w", clientID, err)
	}

	return found, nil
}
