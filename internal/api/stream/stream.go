// Package stream serves streams of hints that something changed (platform/live). A stream ends with its session.
package stream

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
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

// LastEventHeader has the id of the last event that a reader read.
const LastEventHeader = "Last-Event-ID"

// ContentType is that of a stream.
const ContentType = "text/event-stream"

// Source is where the hints of a stream come from.
type Source struct {
	Live *live.Hub
	// Stopping is closed when the server begins to stop; streams end then.
	Stopping <-chan struct{}
}

// Handler serves the streams of an API. client says whose changes a caller hears of.
func (s *Streams) Handler(a *api.API, from Source, client func(ctx context.Context) int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ended, leave, ok := s.enter(r.Context(), api.Principal(r.Context()))
		if !ok {
			a.WriteError(w, r, fault.Busy(heartbeat))

			return
		}
		defer leave()

		events, cancel := from.Live.Subscribe(client(r.Context()), r.Header.Get(LastEventHeader) != "")
		defer cancel()

		h := w.Header()
		h.Set("Content-Type", ContentType)
		h.Set("X-Accel-Buffering", "no") // buffering proxies would delay events

		sendEvents(r.Context(), w, events, from.Stopping, ended)
	})
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
