package wallet

import (
	"context"
	"database/sql"
	"fmt"

	"loket/internal/platform/db"
)

// OfOrder returns the history rows of an order: its payment and its refund, if any, the oldest first.
func OfOrder(ctx context.Context, q db.Querier, clientID, orderID int64) ([]Entry, error) {
	rows, err := q.Query(ctx, "SELECT "+entryColumns+` FROM wallet_history
		WHERE order_id = $1 AND client_id = $2 ORDER BY seq`, orderID, clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Entry, error) { return scanEntry(row) })
	if err != nil {
		return nil, fmt.Errorf("history of order %d: %w", orderID, err)
	}

	return list, nil
}
