// Package announcements serves what the provider tells the users of a client: the list, and closing one.
package announcements

import (
	"context"
	"math"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/backoffice/announcement"
	"loket/internal/platform/fault"
)

const tag = "announcements"

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Announcements *announcement.Service
}

// Announcement is what the provider tells clients, in both languages.
type Announcement struct {
	ID          string     `json:"id" example:"7"`
	Title       string     `json:"title" doc:"In English" example:"Maintenance on Sunday"`
	TitleID     string     `json:"titleId" doc:"In Indonesian" example:"Pemeliharaan hari Minggu"`
	Text        string     `json:"text" doc:"Lines are separated by line feeds"`
	TextID      string     `json:"textId"`
	From        time.Time  `json:"from"`
	Until       *time.Time `json:"until" doc:"When it ends by itself; null: when the provider ends it"`
	Disturbance bool       `json:"disturbance" doc:"It is about a disturbance of products, and ends with it"`
}

// Announcements are those that the user sees.
type Announcements struct {
	Data      []Announcement `json:"data" nullable:"false" doc:"The newest first, at most 20"`
	ChangesIn *int64         `json:"changesIn" doc:"After how many seconds the list changes by itself; null: it doesn't" example:"3600"`
}

type closeAnnouncement struct {
	ID string `path:"id" maxLength:"20" example:"7"`
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-announcements", Method: http.MethodGet, Path: "/v1/announcements", Summary: "What the provider tells the user at present", Tag: tag,
		Description: "Without what the user closed. The topic announcements of the stream of hints says when to load it again.",
		Access:      api.Session(), Client: api.CallersClient, Sandbox: api.SameInSandbox,
	}, s.list)

	api.Register(a, api.Operation{
		ID: "close-announcement", Method: http.MethodPost, Path: "/v1/announcements/{id}/close", Summary: "Don't show an announcement to the user again", Tag: tag,
		Description: "Doing it again changes nothing.",
		Access:      api.Session(), Client: api.CallersClient, Sandbox: api.SameInSandbox, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *closeAnnouncement) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Announcements.Close(ctx, portal.Caller(ctx), portal.ParseID(in.ID)))
	})
}

func (s Services) list(ctx context.Context, _ *portal.NoInput) (*portal.Body[Announcements], error) {
	shown, err := s.Announcements.Shown(ctx, portal.Caller(ctx))
	out := Announcements{Data: make([]Announcement, len(shown.List)), ChangesIn: portal.OrNil(int64(math.Ceil(shown.ChangesIn.Seconds())))}

	for i, a := range shown.List {
		out.Data[i] = Announcement{
			ID: portal.FormatID(a.ID), Title: a.English.Title, TitleID: a.Indonesian.Title, Text: a.English.Text, TextID: a.Indonesian.Text,
			From: a.From, Until: portal.OrNil(a.Until), Disturbance: a.Operator != "",
		}
	}

	return portal.Answer(out), err
}
