package complaint

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const (
	// FigureDays is how far back the figures look.
	FigureDays = 30

	// mostCounted bounds the complaints of the figures, the newest ones.
	mostCounted = 20_000
	day         = 24 * time.Hour
)

// Queue lists the oldest open complaints over all clients, at most limit, oldest first. more reports whether there are others.
func (s *Service) Queue(ctx context.Context, limit int) (list []Complaint, more bool, err error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+columns+` FROM order_complaints c
		WHERE c.closed_at IS NULL AND c.client_id < $2 ORDER BY c.opened_at, c.order_id LIMIT $1`, int64(limit)+1, int64(clientid.FirstSandbox))

	return page(rows, err, limit)
}

// Closed lists the complaints over all clients that were opened in the last 30 days and are closed, at most limit, the newest first.
func (s *Service) Closed(ctx context.Context, limit int) (list []Complaint, more bool, err error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+columns+` FROM order_complaints c
		WHERE c.closed_at IS NOT NULL AND c.client_id < $2 AND c.opened_at > $3 ORDER BY c.opened_at DESC, c.order_id LIMIT $1`,
		int64(limit)+1, int64(clientid.FirstSandbox), s.since())

	return page(rows, err, limit)
}

func page(rows *sql.Rows, err error, limit int) ([]Complaint, bool, error) {
	list, err := db.Collect(rows, err, func(row *sql.Rows) (Complaint, error) { return scan(row) })
	if err != nil {
		return nil, false, fmt.Errorf("list complaints: %w", err)
	}

	return list[:min(limit, len(list))], len(list) > limit, nil
}

func (s *Service) since() int64 { return clock.Micros(s.deps.Clock.Now().Add(-FigureDays * day)) }

// Figures are the complaints of the last 30 days about the orders of one supplier.
type Figures struct {
	Supplier string // empty: orders that had no supplier
	Opened   int
	Open     int           // of them, still open
	Refunded int           // of them, closed with the money back
	Median   time.Duration // from opening to close; 0 when none is closed
}

// BySupplier returns the figures of each supplier with complaints in the last 30 days, the most complaints first.
func (s *Service) BySupplier(ctx context.Context) ([]Figures, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+columns+` FROM order_complaints c
		WHERE c.client_id < $2 AND c.opened_at > $3 ORDER BY c.opened_at DESC LIMIT $1`, int64(mostCounted), int64(clientid.FirstSandbox), s.since())

	list, _, err := page(rows, err, mostCounted)
	if err != nil {
		return nil, err
	}

	return figures(list), nil
}

func figures(list []Complaint) []Figures {
	of, took := map[string]*Figures{}, map[string][]time.Duration{}

	for _, c := range list {
		f := of[c.Supplier]
		if f == nil {
			f = &Figures{Supplier: c.Supplier}
			of[c.Supplier] = f
		}

		f.Opened++

		if c.Open() {
			f.Open++

			continue
		}

		if c.Result == Refunded {
			f.Refunded++
		}

		took[c.Supplier] = append(took[c.Supplier], c.ClosedAt.Sub(c.OpenedAt))
	}

	out := make([]Figures, 0, len(of))

	for code, f := range of {
		f.Median = median(took[code])
		out = append(out, *f)
	}

	slices.SortFunc(out, func(a, b Figures) int {
		return cmp.Or(cmp.Compare(b.Opened, a.Opened), cmp.Compare(a.Supplier, b.Supplier))
	})

	return out
}

// median is the middle one, of an even number the lower of both.
func median(list []time.Duration) time.Duration {
	if len(list) == 0 {
		return 0
	}

	slices.Sort(list)

	return list[(len(list)-1)/2]
}
