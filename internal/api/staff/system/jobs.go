// Package system serves staff what the program could not finish by itself, jobs that were given up and notices of suppliers and banks, and the
// settings with which it was started.
package system

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/repair"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

const (
	tag = "system"

	pageSize = 100
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Repair   *repair.Service
	Settings []RunningSetting // that staff may read
	Reads    *staff.Reads
}

// GivenUpJob is a job whose attempts are used up.
type GivenUpJob struct {
	ID        string    `json:"id"`
	Kind      string    `json:"kind" example:"order.refund-mail"`
	Attempts  int       `json:"attempts"`
	CreatedAt time.Time `json:"createdAt"`
	GivenUpAt time.Time `json:"givenUpAt"`
	Error     string    `json:"error" doc:"Of the last attempt"`
	Arguments string    `json:"arguments" doc:"Secrets hidden"`
}

// GivenUpJobs are jobs in the order of their ids.
type GivenUpJobs struct {
	Data []GivenUpJob `json:"data" nullable:"false"`
	Next string       `json:"next" doc:"Cursor of the next page; empty on the last one"`
}

// RepairInput says why.
type RepairInput struct {
	Reason string `json:"reason" maxLength:"500"`
}

type listJobs struct {
	Kind   string `query:"kind" maxLength:"100" doc:"Only this kind"`
	Cursor string `query:"cursor" maxLength:"19" doc:"Next of the page before"`
}

type changeJob struct {
	ID   string `path:"id" maxLength:"19"`
	Body RepairInput
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-jobs", Method: http.MethodGet, Path: "/staff/v1/jobs", Summary: "Jobs that were given up", Tag: tag,
		Access: api.Needs(identity.JobManage), Client: api.AnyClient,
	}, s.listJobs)

	api.Register(a, api.Operation{
		ID: "staff-retry-job", Method: http.MethodPost, Path: "/staff/v1/jobs/{id}/retry", Summary: "Have a job tried again, with all its attempts", Tag: tag,
		Access: api.Needs(identity.JobManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound}, Example: RepairInput{"The mail server is back"},
	}, func(ctx context.Context, in *changeJob) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Repair.Retry(ctx, staff.By(ctx, in.Body.Reason), portal.ParseID(in.ID)))
	})

	api.Register(a, api.Operation{
		ID: "staff-drop-job", Method: http.MethodPost, Path: "/staff/v1/jobs/{id}/drop", Summary: "Delete a job that was given up", Tag: tag,
		Access: api.Needs(identity.JobManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound}, Example: RepairInput{"The client was told by phone"},
	}, func(ctx context.Context, in *changeJob) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Repair.Drop(ctx, staff.By(ctx, in.Body.Reason), portal.ParseID(in.ID)))
	})

	registerNotices(a, s)
	registerSettings(a, s)
}

func (s Services) listJobs(ctx context.Context, in *listJobs) (*portal.Body[GivenUpJobs], error) {
	after, err := portal.ParseCursor("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	list, more, err := s.Repair.Jobs(ctx, in.Kind, after, pageSize)
	if err != nil {
		return nil, err
	}

	out := GivenUpJobs{Data: make([]GivenUpJob, len(list))}
	for i, j := range list {
		out.Data[i] = GivenUpJob{portal.FormatID(j.ID), j.Kind, j.Attempt, j.CreatedAt, j.DiedAt, j.LastError, string(j.Args)}
	}

	if more {
		out.Next = out.Data[len(list)-1].ID
	}

	return portal.Answer(out), nil
}
