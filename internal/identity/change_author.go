package identity

import (
	"context"
	"strconv"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// By says who makes a change, and why. Each change writes one audit row in its transaction.
type By struct {
	Actor   string // audit.Staff("budi")
	Reason  string
	Address string // where the call came from, if known
}

const maxReason = 500

// Check refuses a change without actor or reason, or with invalid fields.
func (by By) Check(fields []fault.Field) error {
	fields = append(fields, CheckText("actor", by.Actor, MaxName)...)
	fields = append(fields, CheckText("reason", by.Reason, maxReason)...)

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// Entry is what a change adds to its audit row.
type Entry struct {
	Client  int64
	Action  string
	Subject string
	Detail  map[string]any
}

// RecordTx writes the audit row of a change in the transaction of the change.
func (by By) RecordTx(ctx context.Context, tx *db.Tx, now time.Time, e Entry) error {
	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Client: e.Client, Action: e.Action, Subject: e.Subject, Reason: by.Reason, Detail: e.Detail, Address: by.Address,
	})
}

func (s *Service) record(ctx context.Context, tx *db.Tx, by By, e Entry) error {
	return by.RecordTx(ctx, tx, s.clk.Now(), e)
}

// Subject names a row in the audit log: user:12.
func Subject(kind string, id int64) string { return kind + ":" + strconv.FormatInt(id, idBase) }

// TakenError maps the violation of a unique key to ErrTaken about a field.
func TakenError(err error, field, doing string) error {
	if db.IsUnique(err) {
		e := ErrTaken.Wrap(err)
		e.Fields = []fault.Field{{Field: field, Message: msgTaken}}

		return e
	}

	return wrap(err, doing)
}
