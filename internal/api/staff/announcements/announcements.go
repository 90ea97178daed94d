// Package announcements serves staff's calls about what they tell clients.
package announcements

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/announcement"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

const (
	tag     = "announcements"
	perPage = 25
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Announcements *announcement.Service
	Clock         clock.Clock
}

// StaffAnnouncement is what staff tell clients.
type StaffAnnouncement struct {
	ID           string     `json:"id" example:"7"`
	Title        string     `json:"title" doc:"In English" example:"Maintenance on Sunday"`
	TitleID      string     `json:"titleId" doc:"In Indonesian"`
	Text         string     `json:"text"`
	TextID       string     `json:"textId"`
	State        string     `json:"state" enum:"planned,shown,ended"`
	From         time.Time  `json:"from"`
	Until        *time.Time `json:"until" doc:"When it ends by itself; null: when somebody ends it, or the disturbance"`
	EndedAt      *time.Time `json:"endedAt" doc:"When it was ended before its time; null: it was not"`
	Everyone     bool       `json:"everyone" doc:"To all clients"`
	ClientIDs    []int64    `json:"clientIds" nullable:"false" doc:"Else to these, the first 20 by id"`
	Clients      int        `json:"clients" doc:"How many those are"`
	ProductCode  string     `json:"productCode" doc:"Of the disturbance that it is about; empty: none, or all products of the operator" example:"TSEL10"`
	OperatorCode string     `json:"operatorCode" doc:"Empty: it is about no disturbance" example:"TSEL"`
	Mail         bool       `json:"mail" doc:"Root users are mailed when it begins"`
	Mails        int64      `json:"mails" doc:"How many mails there are"`
	CreatedBy    string     `json:"createdBy" example:"staff:budi"`
	Reason       string     `json:"reason"`
	CreatedAt    time.Time  `json:"createdAt"`
}

// StaffAnnouncementPage is a page of announcements.
type StaffAnnouncementPage struct {
	Data   []StaffAnnouncement `json:"data" nullable:"false" doc:"The newest first"`
	Cursor string              `json:"cursor" doc:"Of the next page; empty after the last"`
}

// StaffAnnouncementInput is a new announcement.
type StaffAnnouncementInput struct {
	Title     string     `json:"title" maxLength:"100" doc:"In English"`
	TitleID   string     `json:"titleId" maxLength:"100" doc:"In Indonesian"`
	Text      string     `json:"text" maxLength:"1000"`
	TextID    string     `json:"textId" maxLength:"1000"`
	From      *time.Time `json:"from,omitempty" doc:"Within 90 days; missing: now"`
	Until     time.Time  `json:"until" doc:"At most 60 days after the begin"`
	Everyone  bool       `json:"everyone" doc:"To all clients"`
	ClientIDs []int64    `json:"clientIds,omitempty" maxItems:"200" doc:"Else to these"`
	Mail      bool       `json:"mail" doc:"Mail the root users when it begins"`
	Reason    string     `json:"reason" maxLength:"500"`
}

// EndAnnouncementInput says why.
type EndAnnouncementInput struct {
	Reason string `json:"reason" maxLength:"500"`
}

type listAnnouncements struct {
	Cursor string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

type addAnnouncement struct {
	Body StaffAnnouncementInput
}

type endAnnouncement struct {
	ID   string `path:"id" maxLength:"20" example:"7"`
	Body EndAnnouncementInput
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	access := api.Needs(identity.AnnouncementSend)

	api.Register(a, api.Operation{
		ID: "staff-list-announcements", Method: http.MethodGet, Path: "/staff/v1/announcements", Summary: "What clients are told, will be and were", Tag: tag,
		Access: access, Client: api.AnyClient,
	}, s.list)

	api.Register(a, api.Operation{
		ID: "staff-add-announcement", Method: http.MethodPost, Path: "/staff/v1/announcements", Summary: "Tell clients something", Tag: tag,
		Description: "Users of the clients see it in the dashboard from its begin to its end, until they close it. At most 50 are shown or planned at a time.",
		Access:      access, Client: api.AnyClient, Status: http.StatusCreated,
		Example: StaffAnnouncementInput{
			Title: "Maintenance on Sunday", TitleID: "Pemeliharaan hari Minggu", Text: "Orders wait from 01:00 to 02:00.", TextID: "Order menunggu dari 01:00 sampai 02:00.",
			Until: time.Date(2026, 12, 1, 19, 0, 0, 0, time.UTC), Everyone: true, Mail: true, Reason: "Move to the new database",
		},
	}, s.add)

	api.Register(a, api.Operation{
		ID: "staff-end-announcement", Method: http.MethodPost, Path: "/staff/v1/announcements/{id}/end", Summary: "End an announcement before its time, or cancel one to come", Tag: tag,
		Description: "Mails that are not on their way yet are not sent.",
		Access:      access, Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
		Example: EndAnnouncementInput{Reason: "The maintenance is over"},
	}, func(ctx context.Context, in *endAnnouncement) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Announcements.End(ctx, staff.By(ctx, in.Body.Reason), portal.ParseID(in.ID)))
	})
}

func (s Services) list(ctx context.Context, in *listAnnouncements) (*portal.Body[StaffAnnouncementPage], error) {
	before, err := portal.ParseCursor("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	list, err := s.Announcements.List(ctx, before, perPage)
	out := StaffAnnouncementPage{Data: make([]StaffAnnouncement, len(list))}

	for i := range list {
		out.Data[i] = s.show(&list[i])
	}

	if len(list) == perPage {
		out.Cursor = portal.FormatID(list[perPage-1].ID)
	}

	return portal.Answer(out), err
}

func (s Services) add(ctx context.Context, in *addAnnouncement) (*portal.Body[StaffAnnouncement], error) {
	b := in.Body
	input := announcement.Input{
		English: announcement.Text{Title: b.Title, Text: b.Text}, Indonesian: announcement.Text{Title: b.TitleID, Text: b.TextID},
		Until: b.Until.UTC(), Everyone: b.Everyone, Clients: b.ClientIDs, Mail: b.Mail,
	}

	if b.From != nil {
		input.From = b.From.UTC()
	}

	made, err := s.Announcements.Add(ctx, staff.By(ctx, b.Reason), input)
	if err != nil {
		return nil, err
	}

	return portal.Answer(s.show(&made)), nil
}

func (s Services) show(a *announcement.Announcement) StaffAnnouncement {
	out := StaffAnnouncement{
		ID: portal.FormatID(a.ID), Title: a.English.Title, TitleID: a.Indonesian.Title, Text: a.English.Text, TextID: a.Indonesian.Text,
		State: a.State(s.Clock.Now()), From: a.From, Until: portal.OrNil(a.Until), EndedAt: portal.OrNil(a.EndedAt),
		Everyone: a.Everyone, ClientIDs: []int64{}, Clients: a.Chosen, ProductCode: a.Product, OperatorCode: a.Operator, Mail: a.Mail, Mails: a.Mails,
		CreatedBy: a.CreatedBy, Reason: a.Reason, CreatedAt: a.CreatedAt,
	}

	if a.Clients != nil {
		out.ClientIDs = a.Clients
	}

	return out
}
