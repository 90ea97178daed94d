// Package repair shows staff what the program could not finish by itself, and has it tried again: jobs that were given up, and notices of
// suppliers and banks.
package repair

import (
	"context"
	"strconv"

	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/inbox"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/required"
)

var messages = language.NewTable("repair")

var (
	msgNoJob    = messages.Add("no_job", "No such job was given up", "Tidak ada pekerjaan seperti itu yang dihentikan")
	msgNoNotice = messages.Add("no_notice", "There is no such notice, or it was applied while it came in", "Pemberitahuan tidak ditemukan, atau sudah diterapkan saat diterima")
)

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Jobs  *job.Queue
	Inbox *inbox.Inbox
}

// Service lists and repairs. It is safe for concurrent use.
type Service struct{ deps Deps }

// New makes a service.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{deps}
}

// Jobs lists the jobs that were given up in the order of their ids, after an id, at most limit; their arguments and errors without secrets.
// more reports whether there are others.
func (s *Service) Jobs(ctx context.Context, kind string, after int64, limit int) (list []job.DeadJob, more bool, err error) {
	list, err = s.deps.Jobs.Dead(ctx, kind, after, limit+1)
	for i := range list {
		list[i].Args, list[i].LastError = []byte(Mask(string(list[i].Args))), Mask(list[i].LastError)
	}

	return list[:min(limit, len(list))], len(list) > limit, err
}

// Retry has a job tried again with all its attempts. Errors: fault.ErrNotFound, fault.ErrValidation without a reason.
func (s *Service) Retry(ctx context.Context, by identity.By, id int64) error {
	return s.changeJob(ctx, by, "job.retry", id, s.deps.Jobs.RetryDead)
}

// Drop deletes a job that was given up. Errors: fault.ErrNotFound, fault.ErrValidation without a reason.
func (s *Service) Drop(ctx context.Context, by identity.By, id int64) error {
	return s.changeJob(ctx, by, "job.drop", id, s.deps.Jobs.DropDead)
}

func (s *Service) changeJob(ctx context.Context, by identity.By, action string, id int64, change func(context.Context, *db.Tx, int64) (bool, error)) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		changed, err := change(ctx, tx, id)
		if err != nil {
			return err
		}

		if !changed {
			return fault.ErrNotFound.Msg(msgNoJob)
		}

		return s.record(ctx, tx, by, action, "job:"+strconv.FormatInt(id, 10))
	})
}

// Notices lists notices, the newest first; what they say without secrets. more reports whether there are others.
func (s *Service) Notices(ctx context.Context, f inbox.Filter) (list []inbox.Record, more bool, err error) {
	limit := f.Limit
	f.Limit++

	list, err = s.deps.Inbox.List(ctx, f)
	for i := range list {
		list[i] = masked(list[i])
	}

	return list[:min(limit, len(list))], len(list) > limit, err
}

// Notice is one notice as it came, without secrets. Error: fault.ErrNotFound.
func (s *Service) Notice(ctx context.Context, id string) (inbox.Record, error) {
	r, err := s.deps.Inbox.Get(ctx, id)

	return masked(r), err
}

// ApplyAgain has a notice applied again, whatever became of it before: its handler is safe to repeat. Errors: fault.ErrNotFound,
// fault.ErrValidation without a reason.
func (s *Service) ApplyAgain(ctx context.Context, by identity.By, id string) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		due, err := inbox.ApplyAgainTx(ctx, tx, id, s.deps.Clock.Now())
		if err != nil {
			return err
		}

		if !due {
			return fault.ErrNotFound.Msg(msgNoNotice)
		}

		return s.record(ctx, tx, by, "notice.apply", "notice:"+id)
	})
}

func (s *Service) record(ctx context.Context, tx *db.Tx, by identity.By, action, subject string) error {
	return audit.Write(ctx, tx, s.deps.Clock.Now(), audit.Entry{
		Actor: by.Actor, Action: action, Subject: subject, Reason: by.Reason, Address: by.Address,
	})
}
