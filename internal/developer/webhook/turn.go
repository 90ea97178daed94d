package webhook

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/limiter"
	"loket/internal/platform/secret"
)

// toSend is a delivery that is due.
type toSend struct {
	event   string
	body    string
	tries   int64
	resends int64 // how often it was sent again before it was read
}

// turn sends what is due to an endpoint, if this node gets it, for turnTime at most.
func (w *sender) turn(ctx context.Context, client, id int64) error {
	e, held, err := w.hold(ctx, client, id)
	if err != nil || !held {
		return err
	}

	// The end is stored although the program stops: another node need not wait for the end of the hold.
	defer func() {
		if err := w.release(context.WithoutCancel(ctx), &e); err != nil {
			w.complain(ctx, &e, "could not give a webhook endpoint back", err)
		}
	}()

	return w.sendDue(ctx, &e)
}

// sendDue sends what is due and what becomes due meanwhile, until nothing came for quietTime, for turnTime at most. What came of the requests is
// stored together, a little later: a transaction for each would keep the writer of SQLite from orders.
func (w *sender) sendDue(ctx context.Context, e *Endpoint) (err error) {
	var p part

	defer func() { err = errors.Join(err, w.store(context.WithoutCancel(ctx), e, p.results)) }() // again, if it failed

	last := time.Now()

	for end := last.Add(turnTime); ctx.Err() == nil && time.Now().Before(end) && e.Active; {
		list, err := w.read(ctx, e, &p)
		if err != nil {
			return err
		}

		if len(list) > 0 {
			// Somebody may have changed it since the last look.
			if *e, err = w.service.row(ctx, e.ClientID, e.ID); err != nil || !e.Active {
				return err
			}

			sent, slower := w.sendAll(ctx, e, list, p.width(e), end)
			if len(sent) == 0 {
				return nil // no place became free
			}

			p.add(sent, slower)

			last = time.Now()
		}

		if p.full(e) {
			if err := w.store(context.WithoutCancel(ctx), e, p.results); err != nil {
				return err
			}

			p.results = nil
		}

		switch {
		case e.failures >= openAfter, len(list) == 0 && (e.failures > 0 || time.Since(last) >= quietTime):
			return nil // the next try of an endpoint that fails is due later
		case len(list) == 0:
			pause(ctx, quietLook)
		}
	}

	return nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// hold takes an endpoint for this node.
func (w *sender) hold(ctx context.Context, client, id int64) (e Endpoint, held bool, err error) {
	now := w.service.deps.Clock.Now()

	err = w.tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE webhook_endpoints SET holder = $1, held_until = $2
			WHERE client_id = $3 AND id = $4 AND active AND next_at <= $5 AND held_until <= $5`,
			w.holder, clock.Micros(now.Add(holdTime)), client, id, clock.Micros(now))
		if held = n == 1; err != nil || !held {
			return err
		}

		e, err = scanEndpoint(tx.QueryRow(ctx, "SELECT "+endpointColumns+" FROM webhook_endpoints e WHERE e.client_id = $1 AND e.id = $2", client, id))

		return err
	})

	return e, held, err
}

// release gives an endpoint back, with the time when it has something to send again. The row is locked before the deliveries are read: one that
// is stored in this moment is either seen, or sets the time after this.
func (w *sender) release(ctx context.Context, e *Endpoint) error {
	return w.tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, "UPDATE webhook_endpoints SET holder = NULL, held_until = 0 WHERE client_id = $1 AND id = $2 AND holder = $3",
			e.ClientID, e.ID, w.holder)
		if err != nil || n == 0 {
			return err
		}

		return w.service.setNextTx(ctx, tx, e.ClientID, e.ID)
	})
}

// setNextTx sets when an endpoint, whose row is locked, has something to send.
func (s *Service) setNextTx(ctx context.Context, tx *db.Tx, client, id int64) error {
	var next sql.NullInt64

	err := tx.QueryRow(ctx, "SELECT due_at FROM webhook_deliveries WHERE client_id = $1 AND endpoint_id = $2 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1",
		client, id).Scan(&next)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}

	var failures int64
	if err := tx.QueryRow(ctx, "SELECT failures FROM webhook_endpoints WHERE client_id = $1 AND id = $2", client, id).Scan(&failures); err != nil {
		return err
	}

	if probe := clock.Micros(s.deps.Clock.Now().Add(probePause)); next.Valid && failures >= openAfter {
		next.Int64 = max(next.Int64, probe)
	}

	_, err = tx.Exec(ctx, "UPDATE webhook_endpoints SET next_at = $1 WHERE client_id = $2 AND id = $3", next, client, id)

	return err
}

// read returns deliveries that are due, the oldest first, without those of the part that is not stored yet. While the circuit is open it is one.
func (w *sender) read(ctx context.Context, e *Endpoint, p *part) ([]toSend, error) {
	var list []toSend

	most := portion
	if e.failures >= openAfter {
		most = 1
	}

	err := w.service.deps.DB.Read(ctx, `SELECT event_id, body, tries, resends FROM webhook_deliveries
		WHERE client_id = $1 AND endpoint_id = $2 AND due_at <= $3 ORDER BY due_at, created_at LIMIT $4`,
		[]any{e.ClientID, e.ID, clock.Micros(w.service.deps.Clock.Now()), most + len(p.results)}, func(row db.Row) error {
			var t toSend

			err := row.Scan(&t.event, &t.body, &t.tries, &t.resends)
			if !p.has(t.event) {
				list = append(list, t)
			}

			return err
		})

	return list, err
}

// row reads an endpoint, also one that was deleted, which is off.
func (s *Service) row(ctx context.Context, client, id int64) (Endpoint, error) {
	return scanEndpoint(s.deps.DB.Reader().QueryRow(ctx, "SELECT "+endpointColumns+" FROM webhook_endpoints e WHERE e.client_id = $1 AND e.id = $2", client, id))
}

// sendRecord is a delivery with the result of its try.
type sendRecord struct {
	toSend
	Result

	at time.Time
}

// sendAll sends deliveries, some at a time, and returns those that were sent. After a failure and after partTime it sends no more: what came of it
// is stored first. Each request waits for a place among those of this node, until the end of the turn. slower: the receiver asks for less.
func (w *sender) sendAll(ctx context.Context, e *Endpoint, list []toSend, width int, end time.Time) (results []sendRecord, slower bool) {
	var (
		mu    sync.Mutex
		next  atomic.Int64
		stop  atomic.Bool
		group sync.WaitGroup
	)

	secrets := w.service.secrets(e)
	until := time.Now().Add(partTime)
	waiting, cancel := context.WithDeadline(ctx, end)

	defer cancel()

	for range min(width, len(list)) {
		group.Go(func() {
			for !stop.Load() && ctx.Err() == nil && time.Now().Before(until) {
				leave, err := w.places.Enter(waiting, limiter.Caller[int64]{Key: e.ClientID})
				if err != nil {
					return // the rest is sent in another turn
				}

				i := int(next.Add(1)) - 1
				if i >= len(list) || stop.Load() {
					leave()

					return
				}

				at := w.service.deps.Clock.Now()
				r := send(ctx, w.client, outgoing{e.URL, secrets, list[i].event, at, []byte(list[i].body)})

				leave()

				if ctx.Err() != nil && !r.OK() { // the program stops: it was no failure of the receiver
					return
				}

				if !r.OK() {
					stop.Store(true)
				}

				mu.Lock()

				results = append(results, sendRecord{list[i], r, at})
				slower = slower || r.Slower()

				mu.Unlock()
			}
		})
	}

	group.Wait()

	return results, slower
}

// secrets are those that sign for an endpoint now, the newest first.
func (s *Service) secrets(e *Endpoint) []secret.Text {
	list := []secret.Text{secretOf(s.deps.Key, e.ClientID, e.ID, e.salt)}
	if e.old != "" && s.deps.Clock.Now().Before(e.OldUntil) {
		list = append(list, secretOf(s.deps.Key, e.ClientID, e.ID, e.old))
	}

	return list
}
