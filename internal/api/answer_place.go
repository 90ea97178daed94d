package api

import (
	"context"
	"maps"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"loket/internal/platform/limiter"
)

const (
	// largeAnswer is the size from which an answer takes a place of its own: a smaller one is mostly in the buffers of the connection at once.
	largeAnswer = 64 << 10
	// largeAnswerTime is how long a large answer may be read, as long as the export of a wallet's history.
	largeAnswerTime = 240 * time.Second
)

// leavingAtAnswer returns the context of a call that leaves its place as soon as its answer is made: a slow reader would hold the place of
// everybody else. A large answer is in memory until it is read, so it takes a place of downloads, whose number bounds that memory. What
// the call may have stored stands already, so the answer of one that may write is never refused: without a free place it is written all the
// same. A download's answer is made while it is read, so that it keeps its place. end comes after the call.
func (a *API) leavingAtAnswer(hc huma.Context, cost Cost, leave func()) (of huma.Context, end func()) {
	if cost != Bulk && cost != Sums {
		return hc, leave
	}

	r, w := humago.Unwrap(hc)
	out := &answerWriter{ResponseWriter: w, api: a, request: r, before: w.Header().Clone(), leave: leave}

	return humago.NewContext(hc.Operation(), r, out), out.end
}

// answerWriter changes the place of a call at the first byte of its answer's body. It holds the status back until then, since a large answer
// of a call that only reads becomes a refusal if there is no place for it.
type answerWriter struct {
	http.ResponseWriter

	api     *API
	request *http.Request
	before  http.Header // of the answer, when the call began
	leave   func()      // gives up the place that the call has

	status  int
	begun   bool
	refused bool
}

// WriteHeader notes the status of the answer.
func (w *answerWriter) WriteHeader(status int) { w.status = status }

// Write writes a part of the answer. After a refusal it writes nothing.
func (w *answerWriter) Write(p []byte) (int, error) {
	w.begin(len(p))

	if w.refused {
		return len(p), nil
	}

	return w.ResponseWriter.Write(p) //nolint:wrapcheck // the connection's own error
}

// begin ends the work of the call before the first byte of its answer.
func (w *answerWriter) begin(length int) {
	if w.begun {
		return
	}

	w.begun = true

	if length >= largeAnswer {
		if err := w.takeDownload(); err != nil && !w.mayWrite() {
			clear(w.Header())
			maps.Copy(w.Header(), w.before)
			w.api.WriteError(w.ResponseWriter, w.request, err)

			w.refused = true

			return
		}

		// An error means that the connection is gone.
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(largeAnswerTime))
	} else {
		w.leave()
	}

	if w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
	}
}

// mayWrite is whether the call may have stored something.
func (w *answerWriter) mayWrite() bool {
	return w.request.Method != http.MethodGet && w.request.Method != http.MethodHead
}

// takeDownload exchanges the place of the call for one of a download. It waits in the queue of downloads without the former place. A call
// that may write doesn't wait: it stays in the queue until its answer is read, so that it counts all the same.
func (w *answerWriter) takeDownload() error {
	turn, err := w.api.costs[Download].Join(limiter.Caller[costKey]{Key: costKeyOf(w.request.Context())})
	w.leave()

	if err != nil {
		return err //nolint:wrapcheck // a fault
	}

	w.leave = turn.Leave
	ctx := w.request.Context()

	if w.mayWrite() {
		ended, end := context.WithCancel(ctx)
		end()

		ctx = ended
	}

	return turn.Wait(ctx) //nolint:wrapcheck // a fault, or that the caller is gone
}

// end writes the status of an answer without a body, and gives up the place.
func (w *answerWriter) end() {
	w.begin(0)
	w.leave()
}

// Unwrap is for http.ResponseController.
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
