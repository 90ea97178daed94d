package account

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/stream"
	"loket/internal/platform/live"
)

// StaffTopic is the topic of hints that one of staff changed something.
const StaffTopic = live.Topic("staff")

func registerEvents(a *api.API, s Services, open *stream.Streams) {
	a.Raw(api.RawRoute{
		ID: "staff-stream-events", Method: http.MethodGet, Path: "/staff/v1/events", Summary: "Stream of hints about what changed", Tag: "events",
		Description: "The topics of all clients, such as orders and deposits, and staff: one of us changed something. A hint has no data.",
		Cost:        api.Own, Access: api.Session(), Client: api.AnyClient, Produces: stream.ContentType,
		Parameters: []*huma.Param{{
			Name: stream.LastEventHeader, In: "header", Schema: &huma.Schema{Type: "string"},
			Description: "Id of the last event that was read; a reader that gives one is told at once to load everything (event everything)",
		}},
	}, open.Handler(a, stream.Source{Live: s.Live, Stopping: s.Stopping}, func(context.Context) int64 { return live.AllClients }))
}
