package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"loket/internal/developer/clientevent"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// ping is the type of the first event of an endpoint. It tells of nothing that happened, so the call that lists events has none.
const ping clientevent.Type = "ping"

// pingTx stores a ping for a new endpoint. It is sent as all events are, and its log says what the receiver answered.
func (s *Service) pingTx(ctx context.Context, tx *db.Tx, e *Endpoint, now time.Time) error {
	id := strconv.FormatInt(e.ID, 10)

	data, err := json.Marshal(map[string]any{"test": true, "endpointId": id})
	if err != nil {
		return fmt.Errorf("ping: %w", err)
	}

	event := clientevent.Event{ID: testID(), Type: ping, At: now, Subject: id, Data: data}

	body, err := event.Body()
	if err != nil {
		return err
	}

	_, err = tx.Exec(ctx, `INSERT INTO webhook_deliveries (client_id, endpoint_id, event_id, type, subject, body, test, state, due_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, TRUE, 'waiting', $7, $7)`, e.ClientID, e.ID, event.ID, string(ping), event.Subject, string(body), clock.Micros(now))
	if err != nil {
		return fmt.Errorf("store a ping: %w", err)
	}

	if _, err := tx.Exec(ctx, "UPDATE webhook_endpoints SET next_at = $1 WHERE client_id = $2 AND id = $3", clock.Micros(now), e.ClientID, e.ID); err != nil {
		return fmt.Errorf("wake a new endpoint: %w", err)
	}

	tx.Signal(due)

	return nil
}

// testID is an id that no event has.
func testID() string { return "evt_test_" + ids.Token() }
