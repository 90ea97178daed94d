// Package idempotency makes a repeated request answer what it answered first. The answer is stored in the transaction of
// the change, so both exist or neither does.
package idempotency

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

// Kept is how long answers are stored. A key that comes later counts as new.
const Kept = 90 * 24 * time.Hour

// MaxKey is the length of a key.
const MaxKey = 64

// Request names one request of a client. With an empty key nothing is stored.
type Request struct {
	ClientID int64
	Call     string // id of the operation
	Key      string // chosen by the caller, unique for the client and call
	Hash     string // of the input
}

// NewRequest makes a Request and hashes its input. The input is whatever decides about the effect of the call: path
// parameters and body.
func NewRequest(clientID int64, call, key string, input any) (Request, error) {
	text, err := json.Marshal(input)
	if err != nil {
		return Request{}, fmt.Errorf("hash the input of %s: %w", call, err)
	}

	sum := sha256.Sum256(text)

	return Request{ClientID: clientID, Call: call, Key: key, Hash: hex.EncodeToString(sum[:])}, nil
}

// Keys stores answers.
type Keys struct {
	db  *db.DB
	clk clock.Clock

	mu      sync.Mutex
	running map[Request]struct{} // on this node, without the hash
}

// The job that deletes old answers.
const (
	purgeKind  = "idempotency.purge"
	purgeEvery = 24 * time.Hour
)

// New makes the store. With a queue it registers the job that deletes old answers.
func New(d *db.DB, clk clock.Clock, jobs *job.Queue) *Keys {
	k := &Keys{db: d, clk: clk, running: map[Request]struct{}{}}

	if jobs != nil {
		jobs.EveryPurge(purgeKind, purgeEvery, k.Purge)
	}

	return k
}

// Do runs fn in one write transaction and stores its answer, as JSON, under the request's key. The same request again
// returns the stored answer and repeated true, and fn doesn't run. Errors: ErrConflict when the key was used with
// another input, ErrRunning while the first request still runs, and those of fn. After an error nothing is stored, so the
// key is free. fn may run again after a deadlock.
func Do[T any](ctx context.Context, k *Keys, r Request, fn func(tx *db.Tx, now time.Time) (T, error)) (answer T, repeated bool, err error) {
	if r.Key != "" {
		leave, ok := k.enter(r)
		if !ok {
			return answer, false, ErrRunning.New()
		}
		defer leave()
	}

	err = k.db.Tx(ctx, func(tx *db.Tx) error {
		now := k.clk.Now()

		var first string
		if first, repeated, err = r.claimTx(ctx, tx, now); err != nil {
			return err
		}

		if repeated {
			return json.Unmarshal([]byte(first), &answer)
		}

		if answer, err = fn(tx, now); err != nil {
			return err
		}

		return r.storeTx(ctx, tx, answer)
	})
	if err != nil {
		var none T

		return none, false, err
	}

	return answer, repeated, nil
}

// enter marks a key as running on this node.
func (k *Keys) enter(r Request) (leave func(), ok bool) {
	r.Hash = ""

	k.mu.Lock()
	defer k.mu.Unlock()

	if _, busy := k.running[r]; busy {
		return nil, false
	}

	k.running[r] = struct{}{}

	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()

		delete(k.running, r)
	}, true
}

func (r Request) lock() string { return fmt.Sprintf("idempotency/%d/%s/%s", r.ClientID, r.Call, r.Key) }

// claimTx takes the key, or returns the answer that it has. Another node that runs the request holds the key's lock.
func (r Request) claimTx(ctx context.Context, tx *db.Tx, now time.Time) (answer string, found bool, err error) {
	if r.Key == "" {
		return "", false, nil
	}

	free, err := tx.TryLock(ctx, r.lock())
	if err != nil {
		return "", false, err
	}

	if !free {
		return "", false, ErrRunning.New()
	}

	var hash string

	err = tx.QueryRow(ctx, "SELECT input_hash, answer FROM idempotency_keys WHERE client_id = $1 AND call = $2 AND request_key = $3",
		r.ClientID, r.Call, r.Key).Scan(&hash, &answer)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		_, err = tx.Exec(ctx, `INSERT INTO idempotency_keys (client_id, call, request_key, input_hash, answer, created_at)
			VALUES ($1, $2, $3, $4, '', $5)`, r.ClientID, r.Call, r.Key, r.Hash, clock.Micros(now))
		if err != nil {
			return "", false, fmt.Errorf("claim an idempotency key: %w", err)
		}

		return "", false, nil
	case err != nil:
		return "", false, fmt.Errorf("read an idempotency key: %w", err)
	case hash != r.Hash:
		return "", false, ErrConflict.New()
	}

	return answer, true, nil
}

func (r Request) storeTx(ctx context.Context, tx *db.Tx, answer any) error {
	if r.Key == "" {
		return nil
	}

	text, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("store an answer: %w", err)
	}

	_, err = tx.Exec(ctx, "UPDATE idempotency_keys SET answer = $1 WHERE client_id = $2 AND call = $3 AND request_key = $4",
		string(text), r.ClientID, r.Call, r.Key)
	if err != nil {
		return fmt.Errorf("store an answer: %w", err)
	}

	return nil
}

// Purge deletes answers that are older than Kept, and returns their number.
func (k *Keys) Purge(ctx context.Context) (int64, error) {
	n, err := k.db.PurgeByKey(ctx, db.Columns{{Name: "client", Values: []int64{}}, {Name: "call", Values: []string{}}, {Name: "key", Values: []string{}}},
		"SELECT client_id, call, request_key FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT $2",
		`DELETE FROM idempotency_keys AS k {USING} WHERE k.client_id = {client} AND k.call = {call} AND k.request_key = {key} AND k.created_at <= $1`,
		clock.Micros(k.clk.Now().Add(-Kept)))
	if err != nil {
		return n, fmt.Errorf("delete old idempotency keys: %w", err)
	}

	return n, nil
}
