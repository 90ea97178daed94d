package identity

import (
	"context"
	"strconv"

	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Staff says which member of the provider's staff makes a change, and why. Each change
// writes one audit row in its transaction.
type Staff struct {
	Actor   string // audit.Staff("budi")
	Reason  string
	Address string // where the call came from, if known
}

const maxReason = 500

// check refuses a change without actor or reason, or with invalid fields.
func (by Staff) check(fields []fault.Field) error {
	fields = append(fields, checkText("actor", by.Actor, maxNameLength)...)
	fields = append(fields, checkText("reason", by.Reason, maxReason)...)

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// entry is what a change adds to its audit row.
type entry struct {
	client  int64
	action  string
	subject string
	detail  map[string]any
}

func (s *Service) record(ctx context.Context, tx *db.Tx, by Staff, e entry) error {
	return audit.Write(ctx, tx, s.clk.Now(), audit.Entry{
		Actor: by.Actor, Client: e.client, Action: e.action, Subject: e.subject, Reason: by.Reason, Detail: e.detail, Address: by.Address,
	})
}

func subject(kind string, id int64) string { return kind + ":" + strconv.FormatInt(id, idBase) }

// taken maps the violation of a unique key to ErrTaken about a field.
func taken(err error, field, doing string) error {
	if db.IsUnique(err) {
		e := ErrTaken.Wrap(err)
		e.Fields = []fault.Field{{Field: field, Message: msgTaken}}

		return e
	}

	return wrap(err, doing)
}
