package account

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/platform/fault"
	"loket/internal/platform/live"
)

// Limits of a stream.
const (
	heartbeat = 20 * time.Second
	// writeTime is how long a reader may take to accept one event.
	writeTime = 10 * time.Second
	// streamTime is how long a stream lasts; the reader then reconnects.
	streamTime = time.Hour
)

// registerEvents adds the stream of hints that something of the client changed. A hint
// carries no data, so a lost one only delays an update.
func registerEvents(a *api.API, s Services, open *streams) {
	a.Raw(api.RawRoute{
		ID: "stream-events", Method: http.MethodGet, Path: "/v1/events", Summary: "Stream of hints about what changed", Tag: "events",
		Cost: api.Own, Access: api.Session(), Client: api.CallersClient, Sandbox: api.InSandbox, Produces: "text/event-stream",
		Parameters: []*huma.Param{{
			Name: "Last-Event-ID", In: "header", Schema: &huma.Schema{Type: "string"},
			Description: "Id of the last event that was read; a reader that gives one is told at once to load everything (event everything)",
		}},
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ended, leave, ok := open.enter(r.Context(), portal.Caller(r.Context()))
		if !ok {
			a.WriteError(w, r, fault.Busy(heartbeat))

			return
		}
		defer leave()

		s.stream(w, r, ended)
	}))
}

func (s Services) stream(w http.ResponseWriter, r *http.Request, ended <-chan struct{}) {
	events, cancel := s.Live.Subscribe(portal.Caller(r.Context()).ClientID, r.Header.Get("Last-Event-ID") != "")
	defer cancel()

	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // buffering proxies would delay events

	sendEvents(r.Context(), w, events, s.Stopping, ended)
}

// sendEvents sends events, and a sign of life where there are none, until the reader, the program, the session or the stream's time ends.
func sendEvents(ctx context.Context, w http.ResponseWriter, events <-chan live.Event, stopping, ended <-chan struct{}) {
	out := &eventWriter{w: w, control: http.NewResponseController(w)}
	if !out.send(": ready\n\n") {
		return
	}

	// The end of the answer is written after this: the time of the last event may be over, and a cut answer is an error to browsers.
	defer func() { _ = out.control.SetWriteDeadline(time.Now().Add(writeTime)) }()

	beat := time.NewTicker(heartbeat)
	defer beat.Stop()

	end := time.NewTimer(streamTime)
	defer end.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-stopping:
			return
		case <-ended:
			return
		case <-end.C:
			return
		case e, open := <-events:
			if !open || !out.send(format(e)) {
				return
			}
		case <-beat.C:
			if !out.send(": beat\n\n") {
				return
			}
		}
	}
}

func format(e live.Event) string {
	return fmt.Sprintf("id: %d\nevent: %s\ndata: {\"topic\":%q}\n\n", e.ID, e.Topic, e.Topic)
}

// eventWriter sends each text at once. It sets the write deadline for each event instead of
// for the whole answer.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (e *eventWriter) send(text string) bool {
	if err := e.control.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return false
	}

	if _, err := e.w.Write([]byte(text)); err != nil {
		return false
	}

	return e.control.Flush() == nil
}
