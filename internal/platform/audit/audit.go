// Package audit records who did what to whom and why. An entry is written in
// the transaction of the change it records, so both commit or neither does. The
// table is append-only.
package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// System is the actor of changes that the program makes by itself.
const System = "system"

// Entry is one line of the log.
type Entry struct {
	// Actor is System or made by User, Key, Staff or Operator.
	Actor string
	// Client is the client that the change is about; 0 is the provider itself.
	Client int64
	// Action is a noun and a verb: wallet.adjust.
	Action string
	// Subject is the changed thing: wallet:4.
	Subject string
	// Reason is the reason that the actor gave, if any.
	Reason string
	// Detail holds further facts, never a secret.
	Detail map[string]any
	// Address is the network address of the request, if any.
	Address string
}

// User names a user of a client as actor.
func User(id int64) string { return "user:" + strconv.FormatInt(id, 10) }

// Key names an API key as actor.
func Key(id int64) string { return "key:" + strconv.FormatInt(id, 10) }

// Staff names a person of the provider as actor.
func Staff(name string) string { return staffKind + fold(name) }

// The kinds of actors who are people of the provider. Capital letters in their names don't count, so one of them has one limit of a day.
const (
	staffKind    = "staff:"
	operatorKind = "os:"
)

// NameOf is the name of an actor without its kind: budi of staff:budi and of os:budi.
func NameOf(actor string) string { return fold(actor[strings.Index(actor, ":")+1:]) }

func fold(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// Operator names an account of the machine's operating system as actor.
func Operator(account string) string { return operatorKind + fold(account) }

// ErrIncomplete refuses an entry without actor, action or subject. The change
// must then be rolled back.
var ErrIncomplete = errors.New("audit: an entry needs actor, action and subject")

// Write adds an entry in the caller's transaction. now is the transaction's
// time.
func Write(ctx context.Context, q db.Querier, now time.Time, e Entry) error {
	if e.Actor == "" || e.Action == "" || e.Subject == "" {
		return ErrIncomplete
	}

	for _, kind := range []string{staffKind, operatorKind} {
		if name, ok := strings.CutPrefix(e.Actor, kind); ok {
			e.Actor = kind + fold(name)
		}
	}

	detail := "{}"

	if len(e.Detail) > 0 {
		text, err := json.Marshal(e.Detail)
		if err != nil {
			return fmt.Errorf("audit %s: detail: %w", e.Action, err)
		}

		detail = string(text)
	}

	var client *int64
	if e.Client != 0 {
		client = &e.Client
	}

	_, err := q.Exec(ctx, `
		INSERT INTO audit_log (at, actor, client_id, action, subject, reason, detail, address)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		clock.Micros(now), e.Actor, client, e.Action, e.Subject, e.Reason, detail, e.Address)
	if err != nil {
		return fmt.Errorf("audit %s: %w", e.Action, err)
	}

	return nil
}
