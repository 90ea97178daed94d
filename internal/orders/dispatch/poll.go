package dispatch

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/platform/db"
)

// poll looks for attempts whose status query is due, and for waiting orders that no line of this node knows:
// those of other nodes, and those of a program that ended.
func (s *Service) poll(ctx context.Context) {
	first := true

	for ctx.Err() == nil {
		next := time.After(s.opt.Poll)

		more, err := s.look(ctx, first)
		if err == nil {
			first = false

			s.readiness.looked(s.Clock.Now())

			if elapsed, checked := s.checkMore(ctx, more, next); elapsed {
				continue
			} else {
				err = checked
			}
		}

		if err != nil && ctx.Err() == nil {
			s.Log.ErrorContext(ctx, "orders that wait not read, trying again", "error", err)
		}

		select {
		case <-ctx.Done():
		case <-next:
		}
	}
}

// checkMore sends further status queries of the lines that have more due than they had free slots, as slots become
// free, until the next look. It reports whether its time has come. Without it a line would send no more queries a second than it has slots.
func (s *Service) checkMore(ctx context.Context, lines []*line, next <-chan time.Time) (elapsed bool, err error) {
	for len(lines) > 0 {
		select {
		case <-ctx.Done():
			return true, nil
		case <-next:
			return true, nil
		case <-time.After(minPause):
		}

		if lines, err = checkLines(ctx, lines); err != nil {
			return false, err
		}
	}

	return false, nil
}

// checkLines sends due status queries, and returns the lines that may have more.
func checkLines(ctx context.Context, lines []*line) ([]*line, error) {
	var left []*line

	for _, l := range lines {
		more, err := l.check(ctx)
		if err != nil {
			return nil, err
		}

		if more {
			left = append(left, l)
		}
	}

	return left, nil
}

// look returns the lines that may have more status queries due.
func (s *Service) look(ctx context.Context, first bool) ([]*line, error) {
	upTo := s.Clock.Now()
	if !first {
		upTo = upTo.Add(-grace)
	}

	lines := make([]*line, 0, len(s.lines))
	for _, code := range slices.Sorted(maps.Keys(s.lines)) {
		lines = append(lines, s.lines[code])
	}

	more, err := checkLines(ctx, lines)
	if err != nil {
		return nil, err
	}

	for _, l := range lines {
		if err := l.lookForWaiting(ctx, upTo); err != nil {
			return nil, err
		}
	}

	return more, s.lookForStrays(ctx)
}

// grace is the age from which a waiting order of another node is taken over. Its own node handles younger
// ones.
const grace = 2 * time.Second

// maxClientsRead is the most clients with waiting orders that one look finds.
const maxClientsRead = 1000

// waitingClients selects the clients behind one ($3) that have orders which wait for a supplier ($1), at most $2.
var waitingClients = func() string {
	behind := func(client string) string {
		return least("client_id", "state = 'prepared' AND supplier = $1 AND client_id > "+client)
	}

	return `WITH RECURSIVE waiting (client_id, n) AS (
			SELECT ` + behind("$3") + `, 1
			UNION ALL
			SELECT ` + behind("w.client_id") + `, w.n + 1 FROM waiting w WHERE w.client_id IS NOT NULL AND w.n < $2
		)
		SELECT w.client_id FROM waiting w WHERE w.client_id IS NOT NULL`
}()

// lookForWaiting finds the clients that have waiting orders, and lets the line read those prepared until a moment. It
// hops from client to client over the index, so a long backlog costs no more than a short one.
func (l *line) lookForWaiting(ctx context.Context, upTo time.Time) error {
	clients, last := int64(0), int64(0)

	err := l.s.DB.Read(ctx, waitingClients, []any{l.code, int64(maxClientsRead), l.lookFrom},
		func(row db.Row) error {
			var client int64
			if err := row.Scan(&client); err != nil {
				return err
			}

			clients, last = clients+1, client

			l.turns.expect(client, upTo)

			return nil
		})
	if err != nil {
		return fmt.Errorf("find the clients that wait for %s: %w", l.code, err)
	}

	l.lookFrom = 0 // the next look begins anew, unless there are more clients

	if clients == maxClientsRead {
		l.lookFrom = last
	}

	if clients > 0 {
		l.wakeUp()
	}

	return nil
}
