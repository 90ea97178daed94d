package system

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/inbox"
)

// ReceivedNotice is what a supplier or a bank reported by itself, and what became of it.
type ReceivedNotice struct {
	ID         string     `json:"id"`
	Source     string     `json:"source" doc:"supplier:CODE or bank:CODE" example:"supplier:digiflazz-a"`
	Subject    string     `json:"subject" doc:"Our reference at the supplier, or the account at the bank" example:"1001-2611261756270300000-1"`
	ReceivedAt time.Time  `json:"receivedAt"`
	AppliedAt  *time.Time `json:"appliedAt" doc:"null while it waits"`
	Result     string     `json:"result" doc:"What became of it"`
	Failed     int        `json:"failed" doc:"Tries that failed"`
}

// ReceivedNotices are notices, the newest first.
type ReceivedNotices struct {
	Data []ReceivedNotice `json:"data" nullable:"false"`
	More bool             `json:"more" doc:"There are older ones"`
}

// NoticeDetail is a notice as it came.
type NoticeDetail struct {
	ReceivedNotice

	Says string `json:"says" doc:"What was read from it, secrets and serial numbers hidden"`
	Raw  string `json:"raw" doc:"As it came, secrets and serial numbers hidden"`
}

type listNotices struct {
	Source  string `query:"source" maxLength:"80" doc:"Of one sender: supplier:CODE or bank:CODE"`
	Subject string `query:"subject" maxLength:"80" doc:"About one account, or one of our references"`
	Waiting bool   `query:"waiting" doc:"Only those that were not applied"`
}

// NoticePath names a notice. It is exported because huma only reads exported embedded structs.
type NoticePath struct {
	ID string `path:"id" maxLength:"64"`
}

type applyNotice struct {
	NoticePath

	Body RepairInput
}

func registerNotices(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-notices", Method: http.MethodGet, Path: "/staff/v1/notices", Summary: "Notices of suppliers and banks, the newest first", Tag: tag,
		Access: api.Needs(identity.JobManage), Client: api.AnyClient,
	}, s.listNotices)

	api.Register(a, api.Operation{
		ID: "staff-get-notice", Method: http.MethodGet, Path: "/staff/v1/notices/{id}", Summary: "A notice as it came", Tag: tag,
		Access: api.Needs(identity.JobManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *NoticePath) (*portal.Body[NoticeDetail], error) {
		r, err := s.Repair.Notice(ctx, in.ID)
		if err != nil {
			return nil, err
		}

		if err := s.Reads.RecordLook(ctx, 0, "notice:"+r.ID); err != nil {
			return nil, err
		}

		return portal.Answer(NoticeDetail{showNotice(r), r.Content, r.Body}), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-apply-notice", Method: http.MethodPost, Path: "/staff/v1/notices/{id}/apply", Summary: "Have a notice applied again", Tag: tag,
		Description: "Also one that was applied: what it did before isn't done twice. A node applies it within seconds.",
		Access:      api.Needs(identity.JobManage), Client: api.AnyClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound},
		Example: RepairInput{"The account is in the settings now"},
	}, func(ctx context.Context, in *applyNotice) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Repair.ApplyAgain(ctx, staff.By(ctx, in.Body.Reason), in.ID))
	})
}

func (s Services) listNotices(ctx context.Context, in *listNotices) (*portal.Body[ReceivedNotices], error) {
	list, more, err := s.Repair.Notices(ctx, inbox.Filter{Source: in.Source, Subject: in.Subject, Waiting: in.Waiting, Limit: pageSize})
	if err != nil {
		return nil, err
	}

	out := ReceivedNotices{Data: make([]ReceivedNotice, len(list)), More: more}
	for i := range list {
		out.Data[i] = showNotice(list[i])
	}

	return portal.Answer(out), nil
}

func showNotice(r inbox.Record) ReceivedNotice {
	return ReceivedNotice{r.ID, r.Source(), r.Subject, r.ReceivedAt, portal.OrNil(r.AppliedAt), r.Result, r.Attempts}
}
