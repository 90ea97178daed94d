package clientevent

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/event"
)

// Event is an event as a client gets it.
type Event struct {
	ID   string // the same whenever and however the client gets it, and unique for ever
	Type Type
	At   time.Time
	// Subject is what people look the event up by: the reference of an order, else the id of what it happened to.
	Subject string
	// Data is a JSON object: OrderEvent, TopupEvent and so on, by the type.
	Data json.RawMessage
	Test bool // of a sandbox
}

// body is what is sent of an event (Standard Webhooks 1.0: type, timestamp, data).
type body struct {
	Type      Type            `json:"type"`
	Timestamp string          `json:"timestamp"`
	Test      bool            `json:"test,omitempty"`
	Data      json.RawMessage `json:"data"`
}

// Timestamp is when it happened, in the form of the body.
func (e *Event) Timestamp() string { return e.At.UTC().Format(time.RFC3339Nano) }

// Body is the event as webhooks get it. Keep these bytes: the signature is over them.
func (e *Event) Body() ([]byte, error) {
	text, err := json.Marshal(body{e.Type, e.Timestamp(), e.Test, e.Data})
	if err != nil {
		return nil, fmt.Errorf("body of event %s: %w", e.ID, err)
	}

	return text, nil
}

var idDigits = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// idOf makes the id of a fact from what the fact says. The position would not do: another fact gets it when the database became an older
// state of itself, and a receiver that has seen the id would drop that fact.
func idOf(e *event.Event) string {
	const bytes = 20

	sum := sha256.Sum256([]byte(strings.Join([]string{
		strconv.FormatInt(e.ClientID, 10), string(e.Kind), e.Subject, strconv.FormatInt(clock.Micros(e.At), 10), e.Data,
	}, "\x00")))

	return "evt_" + idDigits.EncodeToString(sum[:bytes])
}
