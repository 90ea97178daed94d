package developer

import (
	"context"
	"net/http"
	"slices"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/developer/requestlog"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// LoggedRequest is a call with an API key.
type LoggedRequest struct {
	ID        string    `json:"id" doc:"Of the row, for the call of one and for turning pages" example:"1795246192123456-81230-8273645-4"`
	At        time.Time `json:"at"`
	RequestID string    `json:"requestId" doc:"X-Request-Id of the answer; a caller may have chosen it"`
	Key       string    `json:"key" doc:"Its last four characters" example:"7c2f"`
	Method    string    `json:"method" example:"POST"`
	Route     string    `json:"route" example:"/h2h/v1/orders/{clientRef}"`
	Target    string    `json:"target" doc:"Path and query as they came" example:"/h2h/v1/orders/INV-7"`
	Status    int       `json:"status" example:"201"`
	Took      int64     `json:"took" doc:"Milliseconds"`
	Address   string    `json:"address" example:"103.28.14.22"`
	Program   string    `json:"program" doc:"User-Agent" example:"majujaya-pos/2.4"`
	Reference string    `json:"reference" doc:"clientRef of the one order that it is about; else empty" example:"INV-7"`
}

// LoggedBodies is a call with its bodies.
type LoggedBodies struct {
	LoggedRequest

	Kept   bool   `json:"kept" doc:"Whether its bodies are kept, for 7 days"`
	Body   string `json:"body" doc:"The first 4 KiB, with secrets masked, and numbers of customers unless the client wants them"`
	Answer string `json:"answer" doc:"As body"`
}

// RequestPage is a page of the log.
type RequestPage struct {
	Data        []LoggedRequest `json:"data" nullable:"false"`
	Next        *string         `json:"next" doc:"The parameter before for what is older; null at the end of the log" example:"1795246192123456-81230-8273645-4"`
	SearchedTo  *time.Time      `json:"searchedTo" doc:"How far the log was searched, if that ended before the page was full: next goes on from there"`
	Keys        []string        `json:"keys" nullable:"false" doc:"Last four characters of the client's API keys" example:"[\"7c2f\"]"`
	MaskNumbers bool            `json:"maskNumbers" doc:"Whether numbers of customers are masked in bodies that are logged from now on"`
	On          bool            `json:"on" doc:"Whether the deployment logs calls"`
}

// RequestSettings is what a client sets of the log.
type RequestSettings struct {
	MaskNumbers bool `json:"maskNumbers" doc:"Mask the numbers of customers in bodies that are logged from now on"`
}

func showRequest(e *requestlog.Entry) LoggedRequest {
	return LoggedRequest{
		ID: e.ID(), At: e.At, RequestID: e.RequestID, Key: e.KeyEnding, Method: e.Method, Route: e.Route, Target: e.Target, Status: e.Status,
		Took: e.Took.Milliseconds(), Address: e.Address, Program: e.Program, Reference: e.Reference,
	}
}

type listRequests struct {
	From      time.Time `query:"from"`
	To        time.Time `query:"to" doc:"Not included"`
	Method    string    `query:"method" enum:"GET,POST,PUT,PATCH,DELETE"`
	Status    string    `query:"status" enum:"2xx,4xx,5xx"`
	Route     string    `query:"route" maxLength:"100" doc:"Its pattern" example:"/h2h/v1/orders"`
	Key       string    `query:"key" maxLength:"4" doc:"Last four characters of an API key" example:"7c2f"`
	Query     string    `query:"query" maxLength:"64" doc:"A reference or a request id, exactly" example:"INV-7"`
	OlderThan string    `query:"before" maxLength:"60" doc:"next of the page before"`
	NewerThan string    `query:"after" maxLength:"60" doc:"id of the first row of the page behind; not with before"`
}

const requestsPerPage = 50

func (in *listRequests) ask(clientID int64) (q requestlog.Query, err error) {
	q = requestlog.Query{
		ClientID: clientID, From: in.From, To: in.To, Method: in.Method, Route: in.Route, KeyEnding: in.Key, Text: in.Query, Limit: requestsPerPage,
	}

	if in.Status != "" {
		q.Class = int(in.Status[0] - '0')
	}

	if q.OlderThan, err = position("before", in.OlderThan); err == nil {
		q.NewerThan, err = position("after", in.NewerThan)
	}

	return q, err
}

// position reads the id of a row; nil without one.
func position(field, id string) (*requestlog.Position, error) {
	if id == "" {
		return nil, nil //nolint:nilnil // nothing was given
	}

	at, ok := requestlog.ParsePosition(id)
	if !ok {
		return nil, fault.InvalidField(field, msgCursor)
	}

	return &at, nil
}

func registerRequests(a *api.API, s Services) {
	own := api.Operation{Tag: "requests", Sandbox: api.InSandbox, Access: api.Needs(identity.WebhookManage), Client: api.CallersClient}

	list := own
	list.ID, list.Method, list.Path, list.Summary = "list-requests", http.MethodGet, "/v1/requests", "Calls with API keys"
	list.Description = "Newest first, 50 a page, for 30 days. A call is listed a second after its answer; under much load some are not kept. With filters a page searches a part of a long log alone and may be short: next goes on."
	list.Cost = api.Sums
	api.Register(a, list, func(ctx context.Context, in *listRequests) (*portal.Body[RequestPage], error) {
		q, err := in.ask(caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		found, err := s.Requests.List(ctx, q)
		if err != nil {
			return nil, err
		}

		page := showRequests(found)
		if page.MaskNumbers, err = s.Requests.MasksNumbers(ctx, q.ClientID); err != nil {
			return nil, err
		}

		page.On = s.Requests.On()

		if page.Keys, err = s.keyEndings(ctx, q.ClientID); err != nil {
			return nil, err
		}

		return portal.Answer(page), nil
	})

	registerOneRequest(a, s, own)
}

// keyEndings are the last characters of a client's keys, those of its sandbox among them.
func (s Services) keyEndings(ctx context.Context, clientID int64) ([]string, error) {
	live, err := s.Identity.APIKeys(ctx, clientID)
	if err != nil {
		return nil, err
	}

	test, err := s.Identity.TestKeys(ctx, clientID)
	if err != nil {
		return nil, err
	}

	endings := []string{}
	for _, k := range slices.Concat(live, test) {
		endings = append(endings, k.LastFour)
	}

	slices.Sort(endings)

	return slices.Compact(endings), nil // in the sandbox both lists are its own
}

func showRequests(found requestlog.Page) RequestPage {
	page := RequestPage{Data: make([]LoggedRequest, len(found.Entries))}
	for i := range found.Entries {
		page.Data[i] = showRequest(&found.Entries[i])
	}

	if found.Older != nil {
		page.Next = new(found.Older.String())

		if len(found.Entries) < requestsPerPage {
			page.SearchedTo = &found.SearchedTo
		}
	}

	return page
}

func registerOneRequest(a *api.API, s Services, own api.Operation) {
	one := own
	one.ID, one.Method, one.Path, one.Summary = "get-request", http.MethodGet, "/v1/requests/{id}", "A call with an API key, with its bodies"
	one.Secret, one.Look, one.Faults = true, api.NotForLooks, []fault.Definition{fault.ErrNotFound} // callers may put anything into bodies
	api.Register(a, one, func(ctx context.Context, in *struct {
		ID string `path:"id" maxLength:"60" example:"1795246192123456-81230-8273645-4"`
	},
	) (*portal.Body[LoggedBodies], error) {
		at, ok := requestlog.ParsePosition(in.ID)
		if !ok {
			return nil, fault.ErrNotFound.New()
		}

		e, err := s.Requests.Get(ctx, caller(ctx).ClientID, at)
		if err != nil {
			return nil, err
		}

		return portal.Answer(LoggedBodies{showRequest(&e), e.HasBodies, e.Body, e.Answer}), nil
	})

	change := own
	change.ID, change.Method, change.Path, change.Summary = "change-request-log", http.MethodPatch, "/v1/requests", "Choose what is masked in the log"
	change.Example = RequestSettings{MaskNumbers: true}
	api.Register(a, change, func(ctx context.Context, in *struct{ Body RequestSettings }) (*portal.Body[portal.Empty], error) {
		by := caller(ctx)

		return portal.EmptyAnswer(s.Requests.MaskNumbers(ctx, requestlog.By{ClientID: by.ClientID, Actor: by.Actor, Address: by.Address}, in.Body.MaskNumbers))
	})
}
