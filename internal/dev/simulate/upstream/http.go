package upstream

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

const maxRequest = 64 << 10

// frame wraps every answer and notice.
type frame struct {
	Data any `json:"data"`
}

// readBody gives the request's body as JSON; false after it has answered.
func (s *Supplier) readBody(w http.ResponseWriter, r *http.Request, into any) bool {
	if s.FaultSettings().Down {
		http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)

		return false
	}

	// The whole body must be read: only then does the server notice a client that leaves.
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err == nil {
		err = json.Unmarshal(body, into)
	}

	if err != nil {
		s.protocol.refuseBody(s, w)

		return false
	}

	return true
}

func (s *Supplier) write(w http.ResponseWriter, data any) { s.writeText(w, data, encode(data)) }

// encode is data as it is sent: a sentence as it is, anything else within an object.
func encode(data any) string {
	if text, plain := data.(plainText); plain {
		return string(text)
	}

	whole, err := json.Marshal(frame{data})
	if err != nil {
		return "" // can't happen: the fields are plain
	}

	return string(whole)
}

func (s *Supplier) writeText(w http.ResponseWriter, data any, text string) {
	if _, plain := data.(plainText); plain {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	} else {
		w.Header().Set("Content-Type", "application/json")
	}

	if _, err := io.WriteString(w, text); err != nil {
		s.logger.Debug("answer was not written", "supplier", s.account.Name, "error", err)
	}
}

// deliver decides a request, stores the result, and answers with the fault that the purchase meets. data makes the content of the answer.
func (s *Supplier) deliver(w http.ResponseWriter, r *http.Request, decide func() (verdict, error), data func(v verdict) any) {
	made, err := decide()
	if err == nil {
		err = s.book.sync()
	}

	if err != nil {
		s.logger.ErrorContext(r.Context(), "book could not be written", "supplier", s.account.Name, "error", err)
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)

		return
	}

	settings := s.FaultSettings()
	s.suppliers.wait(r.Context(), settings.Delay)

	switch made.fault {
	case faultTimeoutAfter, faultTimeoutBefore:
		s.suppliers.wait(r.Context(), settings.hang())
		panic(http.ErrAbortHandler) // closes the connection without an answer
	case faultErrorAfter, faultErrorBefore:
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)
	case faultMalformed:
		s.garble(w, made.record.RefID, data(made))
	case faultNone:
		s.write(w, data(made))
	}

	if made.truth != nil {
		s.truthTold(*made.truth)
	}
}

// garble sends a broken answer, as proxies, bugs and cut connections do.
func (s *Supplier) garble(w http.ResponseWriter, ref string, data any) {
	text := encode(data)

	const ways = 6

	switch way := dice(0, "garble", ref).IntN(ways); way {
	case 0:
		text = text[:len(text)/2]
	case 1:
		text = "<html><body>502 Bad Gateway</body></html>"
	case 2: // and so on
		text = `{"data":{}}`
	case 3: // someone else's answer
		text = strings.Replace(text, ref, "X"+ref, 1)
	default:
		text = s.protocol.contradict(text, way == ways-1)
	}

	s.writeText(w, data, text)
}
