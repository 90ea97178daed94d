// Package approval keeps what a member of staff asked for that takes effect only when another one approves. The maker of
// a request never decides about it. Both stand in the audit log.
package approval

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// The states of an approval.
const (
	Waiting  = "waiting"
	Approved = "approved"
	Rejected = "rejected"
)

// Approval is a request with its decision.
type Approval struct {
	ID          int64
	Kind        string // wallet.adjust
	ClientID    int64  // 0: no client
	Input       string // JSON
	Status      string
	RequestedBy string
	Reason      string
	RequestedAt time.Time
	DecidedBy   string
	Decision    string
	DecidedAt   time.Time // zero while it waits
}

// AskInput is the input of AskTx.
type AskInput struct {
	Kind     string
	Key      string // makes the request idempotent, unique for its kind
	ClientID int64
	Input    any // encoded as JSON
	Actor    string
	Reason   string
}

const columns = `id, kind, COALESCE(client_id, 0), input, status, requested_by, reason, requested_at,
	COALESCE(decided_by, ''), decision, COALESCE(decided_at, 0)`

func scan(row db.Row) (Approval, error) {
	var (
		a                  Approval
		requested, decided int64
	)

	err := row.Scan(&a.ID, &a.Kind, &a.ClientID, &a.Input, &a.Status, &a.RequestedBy, &a.Reason, &requested, &a.DecidedBy, &a.Decision, &decided)
	if err != nil {
		return Approval{}, fmt.Errorf("read an approval: %w", err)
	}

	a.RequestedAt = clock.FromMicros(requested)
	if decided != 0 {
		a.DecidedAt = clock.FromMicros(decided)
	}

	return a, nil
}

// person is the form in which actors are stored.
func person(actor string) string { return strings.ToLower(strings.TrimSpace(actor)) }

// samePerson reports whether two actors have one name: who asks as an operator of the machine (os:budi) doesn't decide as staff
// (staff:budi).
func samePerson(a, b string) bool { return audit.NameOf(a) == audit.NameOf(b) }

// AskTx stores a request in the caller's transaction. The same key with the same input returns the first request, with
// another input ErrConflict.
func AskTx(ctx context.Context, tx *db.Tx, now time.Time, w AskInput) (Approval, error) {
	input, err := json.Marshal(w.Input)
	if err != nil {
		return Approval{}, fmt.Errorf("store what needs approval: %w", err)
	}

	if err := tx.Lock(ctx, "approval/"+w.Kind+"/"+w.Key); err != nil {
		return Approval{}, err
	}

	first, err := scan(tx.QueryRow(ctx, "SELECT "+columns+" FROM approvals WHERE kind = $1 AND request_key = $2", w.Kind, w.Key))
	if err == nil {
		if first.Input != string(input) {
			return Approval{}, ErrConflict.New()
		}

		return first, nil
	}

	if !errors.Is(err, sql.ErrNoRows) {
		return Approval{}, err
	}

	id, err := db.NextSequence(ctx, tx, "approvals")
	if err != nil {
		return Approval{}, err
	}

	var client any
	if w.ClientID != 0 {
		client = w.ClientID
	}

	_, err = tx.Exec(ctx, `INSERT INTO approvals (id, kind, request_key, client_id, input, status, requested_by, reason, requested_at)
		VALUES ($1, $2, $3, $4, $5, 'waiting', $6, $7, $8)`,
		id, w.Kind, w.Key, client, string(input), person(w.Actor), w.Reason, clock.Micros(now))
	if err != nil {
		return Approval{}, fmt.Errorf("store what needs approval: %w", err)
	}

	err = audit.Write(ctx, tx, now, audit.Entry{
		Actor: w.Actor, Client: w.ClientID, Action: "approval.ask", Subject: subject(id), Reason: w.Reason, Detail: map[string]any{"kind": w.Kind},
	})
	if err != nil {
		return Approval{}, err
	}

	return get(ctx, tx, id, "")
}

// Decision is the input of DecideTx.
type Decision struct {
	Kind    string // of the request; another one's id is not found
	ID      int64
	Approve bool
	Actor   string
	Reason  string
}

// DecideTx decides about a request in the transaction that carries it out. Errors: fault.ErrNotFound, ErrDecided,
// ErrSamePerson.
func DecideTx(ctx context.Context, tx *db.Tx, now time.Time, d Decision) (Approval, error) {
	lock := ""
	if tx.Engine() == db.Postgres {
		lock = " FOR UPDATE"
	}

	a, err := get(ctx, tx, d.ID, lock)

	switch {
	case err != nil:
		return Approval{}, err
	case a.Kind != d.Kind: // its input is not what the caller carries out
		return Approval{}, fault.ErrNotFound.New()
	case a.Status != Waiting:
		return Approval{}, ErrDecided.New()
	case samePerson(a.RequestedBy, d.Actor):
		return Approval{}, ErrSamePerson.New()
	}

	status := Rejected
	if d.Approve {
		status = Approved
	}

	_, err = tx.Exec(ctx, `UPDATE approvals SET status = $1, decided_by = $2, decision = $3, decided_at = $4 WHERE id = $5 AND status = 'waiting'`,
		status, person(d.Actor), d.Reason, clock.Micros(now), d.ID)
	if err != nil {
		return Approval{}, fmt.Errorf("decide: %w", err)
	}

	err = audit.Write(ctx, tx, now, audit.Entry{
		Actor: d.Actor, Client: a.ClientID, Action: "approval." + status, Subject: subject(d.ID), Reason: d.Reason,
		Detail: map[string]any{"kind": a.Kind, "requestedBy": a.RequestedBy},
	})
	if err != nil {
		return Approval{}, err
	}

	return get(ctx, tx, d.ID, "")
}

func get(ctx context.Context, q db.Querier, id int64, lock string) (Approval, error) {
	a, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM approvals WHERE id = $1"+lock, id))
	if errors.Is(err, sql.ErrNoRows) {
		return Approval{}, fault.ErrNotFound.New()
	}

	return a, err
}

// Get returns an approval, or fault.ErrNotFound.
func Get(ctx context.Context, q db.Querier, id int64) (Approval, error) { return get(ctx, q, id, "") }

// maxListed bounds a list.
const maxListed = 500

// List returns the requests that wait, the oldest first.
func List(ctx context.Context, q db.Querier) ([]Approval, error) {
	rows, err := q.Query(ctx, "SELECT "+columns+" FROM approvals WHERE status = 'waiting' ORDER BY id LIMIT $1", maxListed)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Approval, error) { return scan(row) })
	if err != nil {
		return nil, fmt.Errorf("list approvals: %w", err)
	}

	return list, nil
}

// Count counts what waits about a client.
func Count(ctx context.Context, q db.Querier, clientID int64) (n int, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM approvals WHERE status = 'waiting' AND client_id = $1", clientID).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count approvals: %w", err)
	}

	return n, nil
}

// Query selects approvals, newest first.
type Query struct {
	Status string // Waiting, Approved, Rejected; empty: all
	Before int64  // the cursor: only older ones
	Limit  int
}

// Page lists approvals, newest first.
func Page(ctx context.Context, q db.Querier, in Query) ([]Approval, error) {
	w := &db.Where{}
	w.Condition("1 = 1")

	if in.Status != "" {
		w.Add("status = ", in.Status)
	}

	if in.Before > 0 {
		w.Add("id < ", in.Before)
	}

	rows, err := q.Query(ctx, "SELECT "+columns+" FROM approvals WHERE "+w.Text()+" ORDER BY id DESC LIMIT "+w.Arg(in.Limit), w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Approval, error) { return scan(row) })
	if err != nil {
		return nil, fmt.Errorf("list approvals: %w", err)
	}

	return list, nil
}

func subject(id int64) string { return fmt.Sprintf("approval:%d", id) }

// HasTx reports whether something was asked for by this key, whatever became of it.
func HasTx(ctx context.Context, tx *db.Tx, kind, key string) (bool, error) {
	var n int64

	err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM approvals WHERE kind = $1 AND request_key = $2", kind, key).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look for an approval: %w", err)
	}

	return n > 0, nil
}

// WaitingID is the id of the request of a kind about an object that waits, by the beginning of its key; 0: none waits. Few requests wait at a
// time.
func WaitingID(ctx context.Context, q db.Querier, kind, prefix string) (int64, error) {
	var id int64

	err := q.QueryRow(ctx, "SELECT COALESCE(MAX(id), 0) FROM approvals WHERE status = 'waiting' AND kind = $1 AND substr(request_key, 1, $3) = $2",
		kind, prefix, int64(len(prefix))).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("look for what waits: %w", err)
	}

	return id, nil
}

// Alone is what a maker is about to do alone, with a limit of a day.
type Alone struct {
	Kind   string // of the audit entries that count, and of the lock: order.settle
	Actor  string
	Amount int64  // of this one
	Limit  int64  // of a day in Jakarta; 0 is any
	Field  string // of the detail of an audit entry, with its amount; its sign doesn't count
}

// actsADay is how many acts of a day one maker does alone, whatever their amounts.
const actsADay = 500

// AloneTx reports whether a maker stays within the limit of a day with what he did alone on this day in Jakarta: the entries of the audit log
// without approvedBy. Two at a time wait for each other. As an operator of the machine (os:budi) somebody has no limit of his own.
func AloneTx(ctx context.Context, tx *db.Tx, now time.Time, a Alone) (bool, error) {
	if a.Limit == 0 {
		return true, nil
	}

	name := audit.NameOf(a.Actor)
	if err := tx.Lock(ctx, a.Kind+"/alone/"+name); err != nil {
		return false, err
	}

	midnight := clock.DayOf(now.In(clock.Jakarta())).Start(clock.Jakarta())
	sum := max(a.Amount, -a.Amount)

	for _, actor := range []string{audit.Staff(name), audit.Operator(name)} {
		list, err := audit.List(ctx, tx, audit.Query{Actor: actor, Action: a.Kind, From: midnight, Limit: actsADay})
		if err != nil || len(list) == actsADay {
			return false, err
		}

		for _, line := range list {
			var earlier map[string]any
			if err := json.Unmarshal([]byte(line.Text), &earlier); err != nil {
				return false, fmt.Errorf("read an earlier act: %w", err)
			}

			amount, _ := earlier[a.Field].(float64)
			if approved, _ := earlier["approvedBy"].(string); approved == "" {
				sum += int64(max(amount, -amount))
			}
		}
	}

	return sum <= a.Limit, nil
}
