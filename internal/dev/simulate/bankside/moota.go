package bankside

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
)

// Moota sends webhooks as Moota does.
type Moota struct {
	URL    string // whole address of the webhook
	Secret secret.Text
	Client *http.Client
}

// Mutation is one line of a statement.
type Mutation struct {
	ID          string
	AccountNo   string
	Amount      int64
	Outgoing    bool
	Description string
	At          time.Time
}

// MutationsBody is the body of a webhook.
func MutationsBody(list ...Mutation) []byte {
	rows := make([]map[string]any, len(list))

	for i, m := range list {
		kind := "CR"
		if m.Outgoing {
			kind = "DB"
		}

		at := m.At.In(clock.Jakarta()).Format(time.DateTime)
		rows[i] = map[string]any{
			"account_number": m.AccountNo, "date": at, "description": m.Description, "amount": m.Amount, "type": kind, "note": "",
			"created_at": at, "updated_at": at, "mutation_id": m.ID, "taggings": []any{},
		}
	}

	text, err := json.Marshal(rows)
	if err != nil {
		panic(err) // texts and numbers only
	}

	return text
}

// Send sends a webhook with its signature. Alter, if any, changes the request after it was signed.
func (m *Moota) Send(ctx context.Context, body []byte, alter func(r *http.Request)) (Reply, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL, bytes.NewReader(body))
	if err != nil {
		return Reply{}, fmt.Errorf("moota: %w", err)
	}

	mac := hmac.New(sha256.New, []byte(m.Secret.Reveal()))
	mac.Write(body)

	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "MootaBot/1.5")
	r.Header.Set("Signature", hex.EncodeToString(mac.Sum(nil)))

	if alter != nil {
		alter(r)
	}

	return send(m.Client, r)
}
