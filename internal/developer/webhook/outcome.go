package webhook

import (
	"context"
	"log/slog"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const (
	// offAfter is how long an endpoint may give no good answer before it is switched off, if it was tried offTries times.
	offAfter = 5 * 24 * time.Hour
	offTries = 20
	// Mails say that it fails, that it will soon be off, and that it is.
	firstMail = time.Hour
	lastMail  = offAfter - 24*time.Hour
)

// outcome is what becomes of a delivery after a try.
func outcome(t *sendRecord, now time.Time) (state string, due, ended *int64) {
	at := clock.Micros(now)

	if t.OK() {
		return "delivered", nil, &at
	}

	wait, more := pauseAfter(int(t.tries)+1, t.RetryAfter)
	if !more || t.Gone() {
		return "failed", nil, &at
	}

	next := clock.Micros(now.Add(wait))

	return "waiting", &next, nil
}

// store stores the results of tries, and how the endpoint is after them.
func (w *sender) store(ctx context.Context, e *Endpoint, list []sendRecord) error {
	if len(list) == 0 {
		return nil
	}

	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()

	now := w.service.deps.Clock.Now()
	after := *e
	after.note(list, now)

	err := w.service.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		for i := range list {
			if err := storeTriedTx(ctx, tx, e, &list[i], now); err != nil {
				return err
			}
		}

		after.mails = e.mails
		if err := w.service.tellTx(ctx, tx, &after, now); err != nil {
			return err
		}

		_, err := tx.Exec(ctx, `UPDATE webhook_endpoints SET failures = $1, failing_since = $2, mails = $3 WHERE client_id = $4 AND id = $5`,
			after.failures, db.NullMicros(after.failingSince), after.mails, e.ClientID, e.ID)
		if err != nil || after.Active {
			return err
		}

		_, err = tx.Exec(ctx, `UPDATE webhook_endpoints SET active = FALSE, off_reason = $1, off_at = $2, next_at = NULL WHERE client_id = $3 AND id = $4 AND active`,
			string(after.OffReason), clock.Micros(now), e.ClientID, e.ID)

		return err
	})
	if err != nil {
		return err
	}

	if !after.Active && e.Active {
		w.service.deps.Log.LogAttrs(ctx, slog.LevelInfo, "a webhook endpoint is off", slog.Int64("client", e.ClientID), slog.Int64("endpoint", e.ID),
			slog.String("reason", string(after.OffReason)))
	}

	*e = after

	return nil
}

// note is how the endpoint is after tries.
func (e *Endpoint) note(list []sendRecord, now time.Time) {
	for i := range list {
		switch t := &list[i]; {
		case t.OK():
			e.failures, e.failingSince, e.mails = 0, time.Time{}, 0
		case t.Gone():
			e.Active, e.OffReason, e.OffAt = false, OffGone, now
		default:
			e.failures++

			if e.failingSince.IsZero() {
				e.failingSince = t.at
			}
		}
	}

	if e.Active && e.failures >= offTries && now.Sub(e.failingSince) >= offAfter {
		e.Active, e.OffReason, e.OffAt = false, OffFailing, now
	}
}

func storeTriedTx(ctx context.Context, tx *db.Tx, e *Endpoint, t *sendRecord, now time.Time) error {
	state, due, ended := outcome(t, now)

	_, err := tx.Exec(ctx, `INSERT INTO webhook_sends (client_id, endpoint_id, event_id, number, at, took, status, failure, answer)
		SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), d.sends + 1, CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS TEXT), CAST($8 AS TEXT)
		FROM webhook_deliveries d WHERE d.client_id = $1 AND d.endpoint_id = $2 AND d.event_id = $3`,
		e.ClientID, e.ID, t.event, clock.Micros(t.at), t.Took.Microseconds(), t.Status, t.Failure, t.Answer)
	if err != nil {
		return err
	}

	// One that was sent again meanwhile keeps what that has set.
	_, err = tx.Exec(ctx, `UPDATE webhook_deliveries SET sends = sends + 1, tries = tries + 1, state = $1, due_at = $2, ended_at = $3
		WHERE client_id = $4 AND endpoint_id = $5 AND event_id = $6`, state, due, ended, e.ClientID, e.ID, t.event)

	return err
}
