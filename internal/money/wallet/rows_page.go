package wallet

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// MaxRows is the most rows of a page of Rows.
const MaxRows = 1000

// RowsQuery selects a page of the history of one wallet, the oldest first, for the client's own program.
type RowsQuery struct {
	ClientID int64
	Type     Type
	From, To time.Time // To is not included; zero: without this bound
	After    RowID     // the last row of the page before, or none
	Limit    int       // 1 to MaxRows
}

// RowsPage is a page of history.
type RowsPage struct {
	Rows []HistoryRow
	// More means that there are rows after the last one of the page. Rows that are added later come after it, too: their numbers are
	// given under the lock of the wallet, so a page never skips one.
	More bool
}

// Rows returns a page of history. Errors: fault.ErrNotFound without such a wallet, fault.ErrValidation.
func (s *Service) Rows(ctx context.Context, q RowsQuery) (RowsPage, error) {
	if !q.To.IsZero() && q.To.Before(q.From) {
		return RowsPage{}, fault.InvalidField("createdTo", msgEndBeforeStart)
	}

	r := s.deps.DB.Reader()

	w, err := ByTypeTx(ctx, r, q.ClientID, q.Type)
	if err != nil {
		return RowsPage{}, err
	}

	if q.After != (RowID{}) && (q.After.WalletID != w.ID || q.After.Seq > w.lastSeq) {
		return RowsPage{}, fault.InvalidField("cursor", msgCursor)
	}

	of, err := q.span(ctx, r, w)
	if err != nil {
		return RowsPage{}, fmt.Errorf("rows of wallet %d: %w", w.ID, err)
	}

	found, err := r.Query(ctx, "SELECT "+entryColumns+` FROM wallet_history
		WHERE wallet_id = $1 AND client_id = $2 AND seq > $3 AND seq <= $4 ORDER BY seq LIMIT $5`,
		w.ID, w.ClientID, max(of.after, q.After.Seq), of.until, q.Limit)

	list, err := db.Collect(found, err, func(row *sql.Rows) (HistoryRow, error) {
		e, err := scanEntry(row)

		return HistoryRow{e, w.Type}, err
	})
	if err != nil {
		return RowsPage{}, fmt.Errorf("rows of wallet %d: %w", w.ID, err)
	}

	return RowsPage{list, len(list) > 0 && list[len(list)-1].Seq < of.until}, nil
}

// span is the part of the wallet's history within the period.
func (q RowsQuery) span(ctx context.Context, r db.Querier, w Wallet) (span, error) {
	if q.From.IsZero() && q.To.IsZero() {
		return span{0, w.lastSeq}, nil
	}

	from, to := int64(0), int64(math.MaxInt64)
	if !q.From.IsZero() {
		from = clock.Micros(q.From)
	}

	if !q.To.IsZero() {
		to = clock.Micros(q.To)
	}

	return spanOf(ctx, r, w, w.lastSeq, from, to)
}
