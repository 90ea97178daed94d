package webhook

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const (
	// offAfter is how long an endpoint may give no good answer before it is switched off, if it was tried offTries times.
	offAfter = 5 * 24 * time.Hour
	offTries = 20
	// Mails say that it fails, that it will soon be off, and that it is.
	firstMail = time.Hour
	lastMail  = offAfter - warnTime
	// warnTime is the least time between the last warning and the end.
	warnTime = 24 * time.Hour
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

// store stores the results of tries, and how the endpoint is after them. e becomes the endpoint as it is stored then: somebody may have changed
// it meanwhile.
func (w *sender) store(ctx context.Context, e *Endpoint, list []sendRecord) error {
	if len(list) == 0 {
		return nil
	}

	now := w.service.deps.Clock.Now()

	var after Endpoint

	err := w.tx(ctx, func(tx *db.Tx) error {
		var err error
		if after, err = w.service.lockRowTx(ctx, tx, e.ClientID, e.ID); err != nil {
			return err
		}

		if clientid.IsSandbox(e.ClientID) { // a call may wait for it (sandbox.HoldUntilPushed)
			w.service.deps.Live.ChangedTx(tx, e.ClientID, LiveTopic)
		}

		if err := storeTriesTx(ctx, tx, e, list, now); err != nil || !after.Active {
			return err // who switched it off has said how it is
		}

		after.note(list, now)

		if err := w.service.tellTx(ctx, tx, &after, now); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `UPDATE webhook_endpoints SET failures = $1, failing_since = $2, mails = $3, mailed_at = $4, active = $5, off_reason = $6, off_at = $7,
				next_at = CASE WHEN CAST($5 AS BOOLEAN) THEN next_at END WHERE client_id = $8 AND id = $9`,
			after.failures, db.NullMicros(after.failingSince), after.mails, db.NullMicros(after.mailedAt), after.Active, db.NullText(string(after.OffReason)),
			db.NullMicros(after.OffAt), e.ClientID, e.ID)

		return err
	})
	if err != nil {
		return fmt.Errorf("store what was sent: %w", err)
	}

	if !after.Active && after.OffReason != OffByUser {
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

	if e.Active && e.failures >= offTries && now.Sub(e.failingSince) >= offAfter && e.mails >= mailSoonOff && now.Sub(e.mailedAt) >= warnTime {
		e.Active, e.OffReason, e.OffAt = false, OffFailing, now
	}
}

// storeTriesTx stores tries and what becomes of their deliveries. A delivery that somebody had sent again during its try is still to be sent: the
// try counts as one more request, and no more.
func storeTriesTx(ctx context.Context, tx *db.Tx, e *Endpoint, list []sendRecord, now time.Time) error {
	n := len(list)
	clients, resends, at, took, statuses := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	events, failures, answers, states := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	dues, ends := make([]*int64, n), make([]*int64, n)

	for i := range list {
		t := &list[i]
		clients[i], events[i], resends[i], at[i], took[i] = e.ClientID, t.event, t.resends, clock.Micros(t.at), t.Took.Microseconds()
		statuses[i], failures[i], answers[i] = int64(t.Status), t.Failure, t.Answer
		states[i], dues[i], ends[i] = outcome(t, now)

		if comesTwice(e, t) {
			states[i], dues[i], ends[i] = "waiting", new(clock.Micros(now)), nil
		}
	}

	_, err := tx.ExecRows(ctx, db.Columns{
		{Name: ofClient, Values: clients},
		{Name: "event", Values: events},
		{Name: "at", Values: at},
		{Name: "took", Values: took},
		{Name: "status", Values: statuses},
		{Name: "failure", Values: failures},
		{Name: "answer", Values: answers},
	}, `INSERT INTO webhook_sends (client_id, endpoint_id, event_id, number, at, took, status, failure, answer)
		SELECT d.client_id, d.endpoint_id, d.event_id, d.sends + 1, {at}, {took}, {status}, {failure}, {answer} FROM webhook_deliveries AS d {JOIN}
		WHERE d.client_id = {client} AND d.endpoint_id = $1 AND d.event_id = {event}`, e.ID)
	if err != nil {
		return fmt.Errorf("store requests: %w", err)
	}

	_, err = tx.ExecRows(ctx, db.Columns{
		{Name: ofClient, Values: clients},
		{Name: "event", Values: events},
		{Name: "resends", Values: resends},
		{Name: "state", Values: states},
		{Name: "due", Values: dues},
		{Name: "ended", Values: ends},
	}, `UPDATE webhook_deliveries AS d SET sends = d.sends + 1,
			tries = CASE WHEN d.resends = {resends} THEN d.tries + 1 ELSE d.tries END,
			state = CASE WHEN d.resends = {resends} THEN {state} ELSE d.state END,
			due_at = CASE WHEN d.resends = {resends} THEN {due} ELSE d.due_at END,
			ended_at = CASE WHEN d.resends = {resends} THEN {ended} ELSE d.ended_at END
		{FROM} WHERE d.client_id = {client} AND d.endpoint_id = $1 AND d.event_id = {event}`, e.ID)
	if err != nil {
		return fmt.Errorf("store deliveries: %w", err)
	}

	return nil
}
