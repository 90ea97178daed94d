package webhook

import (
	"context"
	"encoding/json"
	"fmt"

	"loket/internal/developer/clientevent"
	"loket/internal/platform/clientid"
	"loket/internal/supplier/sandbox"
)

// comesTwice reports whether a delivery of a sandbox that went well is to be sent once more, because the destination of its order asks for it.
func comesTwice(e *Endpoint, t *sendRecord) bool {
	if !clientid.IsSandbox(e.ClientID) || !t.OK() || t.tries > 0 {
		return false
	}

	var said struct {
		Data struct {
			DestinationNo string `json:"destinationNo"`
		} `json:"data"`
	}

	return json.Unmarshal([]byte(t.body), &said) == nil && sandbox.RuleOf(said.Data.DestinationNo).Effect == sandbox.PushTwice
}

// Pushed reports whether an event about a subject was sent at least once to each endpoint of a client that wants its type.
func (s *Service) Pushed(ctx context.Context, clientID int64, subject string, t clientevent.Type) (bool, error) {
	list, err := s.List(ctx, clientID)
	if err != nil {
		return false, err
	}

	want, sent := 0, 0

	for i := range list {
		if list[i].Active && list[i].wants(t) {
			want++
		}
	}

	if want == 0 {
		return true, nil
	}

	err = s.deps.DB.Reader().QueryRow(ctx, `SELECT COUNT(DISTINCT endpoint_id) FROM webhook_deliveries
		WHERE client_id = $1 AND subject = $2 AND type = $3 AND NOT test AND sends > 0`, clientID, subject, string(t)).Scan(&sent)
	if err != nil {
		return false, fmt.Errorf("deliveries about %s: %w", subject, err)
	}

	return sent >= want, nil
}
