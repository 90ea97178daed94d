package calls

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/platform/fault"
	"loket/internal/shop/analytics"
)

// eventsTime bounds how long a page's report may wait for its turn.
const eventsTime = 5 * time.Second

func registerEvents(a *api.API, s Services) {
	g := newGate()

	a.Raw(api.RawRoute{
		ID: "report-shop-events", Method: http.MethodPost, Path: "/shop/v1/{clientCode}/events", Summary: "What a visitor of a shop did", Tag: tag,
		Description: "For the shop's own pages, which need no cookie: the session is a random text of the tab. An event is stored once however often it is sent. " +
			"Events that name what the shop doesn't have, are older than a day or beyond the bounds (500 a session, 300 batches a minute of an address) are dropped without an error, " +
			"and so are those of bots and of visitors who don't want to be counted (DNT, Sec-GPC).",
		Cost: api.Own, Access: api.Public(), Client: api.NoClient, MaxBody: analytics.MaxBody, Body: eventsBody(), Status: http.StatusAccepted,
		Parameters: []*huma.Param{{Name: "clientCode", In: "path", Required: true, Schema: &huma.Schema{Type: "string"}, Example: "majujaya"}},
		Faults:     []fault.Definition{fault.ErrNotFound, api.ErrTooLarge, api.ErrMediaType},
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", noStore)

		if err := s.receive(r, g); err != nil {
			a.WriteError(w, r, err)

			return
		}

		api.WriteJSON(w, http.StatusAccepted, struct{}{})
	}))
}

func (s Services) receive(r *http.Request, g gate) error {
	if !api.IsJSON(r) {
		return api.ErrMediaType.New()
	}

	code := r.PathValue("clientCode")

	body, err := io.ReadAll(r.Body)
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return api.ErrTooLarge.New()
	}

	if err != nil {
		return fault.ErrValidation.Wrap(err)
	}

	batch, err := analytics.ParseBatch(body)
	if err != nil {
		return err
	}

	if wantsNoCount(r.Header) || isBot(r.UserAgent()) {
		return nil
	}

	ctx, cancel := context.WithTimeout(r.Context(), eventsTime)
	defer cancel()

	_, err = withPlace(g, code, func() (*struct{}, error) { return nil, s.Analytics.Collect(ctx, code, api.Source(ctx), batch) })

	return err
}

// wantsNoCount reports whether the visitor's browser asks not to be tracked.
func wantsNoCount(h http.Header) bool {
	return h.Get("DNT") == "1" || h.Get("Sec-GPC") == "1"
}

// isBot reports whether a user agent names itself as a program: a crawler, a preview, a monitor or a library.
func isBot(agent string) bool {
	agent = strings.ToLower(agent)
	if !strings.HasPrefix(agent, "mozilla/") && !strings.HasPrefix(agent, "opera/") {
		return true // every browser begins so
	}

	for _, word := range botWords() {
		if strings.Contains(agent, word) {
			return true
		}
	}

	return false
}

func botWords() []string {
	return []string{
		"bot", "crawl", "spider", "slurp", "headless", "lighthouse", "preview", "facebookexternalhit", "whatsapp", "monitor", "pingdom", "scan",
		"phantom", "selenium", "python", "curl", "wget", "http-client", "httpclient", "okhttp", "archiver", "validator", "fetch", "+http",
	}
}

// eventsBody describes the body for the document.
func eventsBody() *huma.RequestBody {
	text := &huma.Schema{Type: "string"}

	event := &huma.Schema{
		Type: "object", Required: []string{"seq", "ago", "kind", "name", "value"}, AdditionalProperties: false,
		Properties: map[string]*huma.Schema{
			"seq":  {Type: "integer", Format: "int64", Description: "Counts the events of the session from 0"},
			"ago":  {Type: "integer", Format: "int64", Description: "Milliseconds since it happened"},
			"kind": {Type: "string", Enum: []any{"page_view", "component_click", "banner_click", "operator_view", "product_select", "checkout"}},
			"name": text, "value": text,
		},
	}

	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {
		Schema: &huma.Schema{
			Type: "object", Required: []string{"session", "events"}, AdditionalProperties: false,
			Properties: map[string]*huma.Schema{
				"session": {Type: "string", Pattern: "^[A-Za-z0-9_-]{22}$"},
				"events":  {Type: "array", Items: event},
			},
		},
		Example: analytics.Batch{Session: "q2n5w7Yx0aBcDeFgHiJkLm", Events: []analytics.Event{
			{Seq: 0, Ago: 5200, Kind: "page_view", Name: "home"},
			{Seq: 1, Ago: 1800, Kind: "component_click", Name: "popular", Value: "MLBB"},
			{Seq: 2, Ago: 40, Kind: "operator_view", Value: "MLBB"},
		}},
	}}}
}
