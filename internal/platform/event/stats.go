package event

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Stat says how far a consumer is behind.
type Stat struct {
	Consumer string
	Unread   int64         // facts, also those that don't concern it
	Age      time.Duration // of the oldest of them
	SetAside int64         // facts that it fails at, and those that wait behind them
}

// Stats returns how far each consumer of this program is behind. On PostgreSQL "numbering" stands for facts without a position.
func (r *Record) Stats(ctx context.Context) ([]Stat, error) {
	end := "(SELECT MAX(seq) FROM events)"
	fresh := ""

	if r.d.Engine() == db.Postgres {
		end = "(SELECT position FROM event_positions WHERE name = '" + numbering + "')"
		fresh = ` UNION ALL SELECT '` + numbering + `', (SELECT COUNT(*) FROM events WHERE seq IS NULL), (SELECT at FROM events WHERE seq IS NULL ORDER BY id LIMIT 1), 0`
	}

	rows, err := r.d.Reader().Query(ctx, `SELECT p.name, COALESCE(`+end+`, 0) - p.position, (SELECT e.at FROM events e WHERE e.seq > p.position ORDER BY e.seq LIMIT 1), p.set_aside
		FROM event_positions p WHERE p.name <> '`+numbering+`'`+fresh)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (s Stat, err error) {
		var at sql.NullInt64

		err = row.Scan(&s.Consumer, &s.Unread, &at, &s.SetAside)
		s.Unread = max(s.Unread, 0)

		if at.Valid {
			s.Age = max(r.clk.Now().Sub(clock.FromMicros(at.Int64)), 0)
		}

		return s, err
	})
	if err != nil {
		return nil, fmt.Errorf("count unread events: %w", err)
	}

	return list, nil
}
