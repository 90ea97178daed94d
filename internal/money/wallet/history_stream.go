package wallet

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/db"
)

// HistoryChoice is a part of a client's history that a file holds.
type HistoryChoice struct {
	filter  HistoryFilter
	wallets []Wallet
	spans   []span
	db      *db.DB
}

// HistoryLine is a row of history as Each reads it. One HistoryLine serves for all rows: what is kept longer must be
// copied.
type HistoryLine struct {
	Type                                Type
	Seq, OrderID                        int64
	CreatedAt                           int64 // microseconds, UTC
	Amount, BalanceBefore, BalanceAfter int64
	Action, Reference                   db.Text
}

// ExportHistory chooses the rows of a period for an export, which needs all four parts of the period. Rows that are
// written later are not in it. Errors are fault.ErrValidation.
func (s *Service) ExportHistory(ctx context.Context, clientID int64, zone *time.Location, f HistoryFilter) (*HistoryChoice, error) {
	if err := f.Period.complete(); err != nil {
		return nil, err
	}

	if err := f.Validate(s.deps.Clock.Now(), zone); err != nil {
		return nil, err
	}

	wallets, err := s.walletsOf(ctx, clientID, f.Type)
	if err != nil {
		return nil, err
	}

	from, to := f.Period.bounds(zone)
	c := &HistoryChoice{filter: f, wallets: wallets, spans: make([]span, len(wallets)), db: s.deps.DB}

	for i, w := range wallets {
		if c.spans[i], err = spanOf(ctx, s.deps.DB.Reader(), w, w.lastSeq, from, to); err != nil {
			return nil, err
		}
	}

	return c, nil
}

// Count is the number of rows. Without an operation or search it is a subtraction.
func (c *HistoryChoice) Count(ctx context.Context) (int64, error) {
	total := int64(0)

	for i, w := range c.wallets {
		if c.filter.Action == "" && c.filter.Search.none() {
			total += c.spans[i].rows()

			continue
		}

		var p db.Where

		for _, condition := range c.filter.conditions(&p, rowsOf(&p, w, c.spans[i])) {
			var n int64
			if err := c.db.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM wallet_history WHERE "+condition, p.Args...).Scan(&n); err != nil {
				return 0, fmt.Errorf("count the history of wallet %d: %w", w.ID, err)
			}

			total += n
		}
	}

	return total, nil
}

// streamChunk is how many rows one query reads.
const streamChunk = 5000

// Each calls fn for each row, wallet by wallet, the oldest first. It reads by the numbers of the rows, a chunk at a
// time, so neither engine has to keep old rows for it, and it pauses, so that it doesn't slow the placing of orders.
func (c *HistoryChoice) Each(ctx context.Context, fn func(*HistoryLine) error) error {
	var line HistoryLine

	for i, w := range c.wallets {
		line.Type = w.Type

		if err := c.eachOf(ctx, w, c.spans[i], &line, fn); err != nil {
			return fmt.Errorf("read the history of wallet %d: %w", w.ID, err)
		}
	}

	return nil
}

func (c *HistoryChoice) eachOf(ctx context.Context, w Wallet, rows span, line *HistoryLine, fn func(*HistoryLine) error) error {
	pace := db.NewPace()
	targets := []any{
		&line.Seq, &line.Action, &line.Amount, &line.BalanceBefore, &line.BalanceAfter, &line.OrderID, &line.Reference, &line.CreatedAt,
	}

	chunk := int64(streamChunk)
	if !c.filter.Search.none() {
		chunk = max(rows.rows(), 1) // a search finds few rows
	}

	for rows.rows() > 0 {
		var p db.Where

		parts := c.filter.conditions(&p, rowsOf(&p, w, span{rows.after, min(rows.until, rows.after+chunk)}))
		for _, condition := range parts {
			err := c.db.Stream(ctx, `SELECT seq, action, amount, balance_before, balance_after, COALESCE(order_id, 0), reference, created_at
				FROM wallet_history WHERE `+condition+" ORDER BY seq", p.Args, func(row db.Row) error {
				if err := pace.Row(ctx); err != nil {
					return err
				}

				if err := row.Scan(targets...); err != nil {
					return fmt.Errorf("read a row of history: %w", err)
				}

				return fn(line)
			})
			if err != nil {
				return err
			}
		}

		rows.after += chunk
	}

	return nil
}
