package event

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// MinuteCount is how many facts of a kind happened in a minute.
type MinuteCount struct {
	Kind   Kind
	Minute time.Time
	Count  int64
}

const microsPerMinute = int64(time.Minute / time.Microsecond)

// CountByMinute counts the facts behind a position, at most limit of them, and returns the position up to which it has counted: whoever keeps
// the sums reads each fact once. Clients whose ids are not below the bound don't count.
func (r *Record) CountByMinute(ctx context.Context, after int64, below int64, limit int64) (list []MinuteCount, upTo int64, err error) {
	if err := r.d.Reader().QueryRow(ctx, "SELECT "+r.end()).Scan(&upTo); err != nil {
		return nil, 0, fmt.Errorf("the last position: %w", err)
	}

	upTo = min(upTo, after+limit)
	if upTo <= after {
		return nil, after, nil
	}

	rows, err := r.d.Reader().Query(ctx, `SELECT kind, at / $1, COUNT(*) FROM events
		WHERE seq > $2 AND seq <= $3 AND client_id < $4 GROUP BY 1, 2`, microsPerMinute, after, upTo, below)

	list, err = db.Collect(rows, err, func(row *sql.Rows) (c MinuteCount, err error) {
		var minute int64

		err = row.Scan(&c.Kind, &minute, &c.Count)
		c.Minute = clock.FromMicros(minute * microsPerMinute)

		return c, err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("count events by minute: %w", err)
	}

	return list, upTo, nil
}
