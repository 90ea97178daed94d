// Package views serves the filters of lists that a member of staff uses again.
package views

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/savedview"
	"loket/internal/platform/fault"
)

const tag = "account"

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Views *savedview.Service
}

// SavedView is a search of a list, under the name that its owner gave it.
type SavedView struct {
	ID     string `json:"id"`
	Name   string `json:"name" example:"Pending for an hour"`
	Search string `json:"search" doc:"As in the address of the page, without its question mark" example:"status=pending&minAge=3600"`
}

// SavedViews are the caller's views of a list.
type SavedViews struct {
	Data []SavedView `json:"data" nullable:"false" doc:"By name, at most 20"`
}

// SavedViewInput is a new view.
type SavedViewInput struct {
	List   string `json:"list" enum:"orders"`
	Name   string `json:"name" maxLength:"60"`
	Search string `json:"search" maxLength:"1000"`
}

type listViews struct {
	List string `query:"list" required:"true" enum:"orders"`
}

type addView struct {
	Body SavedViewInput
}

type removeView struct {
	ID string `path:"id" maxLength:"20"`
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-views", Method: http.MethodGet, Path: "/staff/v1/me/views", Summary: "Own views of a list", Tag: tag,
		Access: api.Session(), Client: api.CallersClient,
	}, s.list)

	api.Register(a, api.Operation{
		ID: "staff-add-view", Method: http.MethodPost, Path: "/staff/v1/me/views", Summary: "Keep the filters of a list as a view", Tag: tag,
		Access: api.Session(), Client: api.CallersClient, Status: http.StatusCreated,
		Example: SavedViewInput{List: "orders", Name: "Pending for an hour", Search: "status=pending&minAge=3600"},
	}, func(ctx context.Context, in *addView) (*portal.Body[SavedView], error) {
		v, err := s.Views.Add(ctx, staff.Actor(ctx), in.Body.List, in.Body.Name, in.Body.Search)
		if err != nil {
			return nil, err
		}

		return portal.Answer(show(v)), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-remove-view", Method: http.MethodDelete, Path: "/staff/v1/me/views/{id}", Summary: "Remove a view", Tag: tag,
		Access: api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *removeView) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Views.Remove(ctx, staff.Actor(ctx), portal.ParseID(in.ID)))
	})
}

func (s Services) list(ctx context.Context, in *listViews) (*portal.Body[SavedViews], error) {
	found, err := s.Views.List(ctx, staff.Actor(ctx), in.List)
	out := SavedViews{Data: []SavedView{}}

	for _, v := range found {
		out.Data = append(out.Data, show(v))
	}

	return portal.Answer(out), err
}

func show(v savedview.View) SavedView { return SavedView{portal.FormatID(v.ID), v.Name, v.Search} }
