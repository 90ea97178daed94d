package account

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/stream"
)

// registerEvents adds the stream of hints that something of the client changed. A hint
// carries no data, so a lost one only delays an update.
func registerEvents(a *api.API, s Services, open *stream.Streams) {
	a.Raw(api.RawRoute{
		ID: "stream-events", Method: http.MethodGet, Path: "/v1/events", Summary: "Stream of hints about what changed", Tag: "events",
		Cost: api.Own, Access: api.Session(), Client: api.CallersClient, Sandbox: api.InSandbox, Produces: stream.ContentType,
		Parameters: []*huma.Param{{
			Name: stream.LastEventHeader, In: "header", Schema: &huma.Schema{Type: "string"},
			Description: "Id of the last event that was read; a reader that gives one is told at once to load everything (event everything)",
		}},
	}, open.Handler(a, stream.Source{Live: s.Live, Stopping: s.Stopping}, func(ctx context.Context) int64 { return portal.Caller(ctx).ClientID }))
}
