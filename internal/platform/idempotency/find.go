package idempotency

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"loket/internal/platform/db"
)

// Find returns the answer that a request with this key got, whatever its input was: who lost an answer learns whether it exists. With
// found false none was accepted yet. The first one may still be on its way, or wait for what comes before Do, such as its PIN: the caller
// sends the next try with the same key, so that one of them alone has an effect. Error: ErrRunning while the request runs.
func Find[T any](ctx context.Context, k *Keys, r Request) (answer T, found bool, err error) {
	if r.Key == "" {
		return answer, false, nil
	}

	leave, ok := k.enter(r)
	if !ok {
		return answer, false, ErrRunning.New()
	}
	defer leave()

	var text string

	err = k.db.Tx(ctx, func(tx *db.Tx) error {
		// Who runs the request holds this lock until its answer can be read.
		free, err := tx.TryLock(ctx, r.lock())
		if err != nil {
			return err
		}

		if !free {
			return ErrRunning.New()
		}

		err = tx.QueryRow(ctx, "SELECT answer FROM idempotency_keys WHERE client_id = $1 AND call = $2 AND request_key = $3", r.ClientID, r.Call, r.Key).Scan(&text)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}

		found = err == nil

		return err
	})

	switch {
	case err != nil:
		return answer, false, fmt.Errorf("find an idempotency key: %w", err)
	case !found:
		return answer, false, nil
	}

	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return answer, false, fmt.Errorf("read a stored answer: %w", err)
	}

	return answer, true, nil
}
