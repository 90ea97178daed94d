package objects

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"loket/internal/platform/ids"
	"loket/internal/simulate/knob"
)

// request is a request whose operation and file are known, and whose signature
// was found true.
type request struct {
	*http.Request

	op   string
	name string // of the file; empty for the bucket
	sig  signature
}

// Handler serves the bucket under /{bucket}/ of any host, and under / of hosts
// that begin with its name.
func (s *Store) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bucket, name := s.target(r)
		op := operation(r, name)
		settings, met := s.decide(op)

		knob.Wait(r.Context(), s.stopped, settings.Delay)

		if settings.Down {
			refuse(w, problem{status: http.StatusServiceUnavailable, code: "SlowDown", message: "Reduce your request rate."})

			return
		}

		w, end := s.meet(w, r, settings, met)
		if end == nil {
			return
		}

		defer end()

		sig, wrong := s.verify(r)

		switch {
		case wrong != nil:
			refuse(w, *wrong)
		case bucket != s.opt.Bucket:
			refuse(w, problem{status: http.StatusNotFound, code: "NoSuchBucket", message: "There is no such bucket."})
		case slices.Contains(settings.Deny, op):
			refuse(w, problem{status: http.StatusForbidden, code: "AccessDenied", message: "Access Denied."})
		default:
			s.serve(w, &request{Request: r, op: op, name: name, sig: sig})
		}
	})
}

// target is the bucket and the file that a request names: by its host, or by
// its path.
func (s *Store) target(r *http.Request) (bucket, name string) {
	path := strings.TrimPrefix(r.URL.Path, "/")
	if strings.HasPrefix(r.Host, s.opt.Bucket+".") {
		return s.opt.Bucket, path
	}

	bucket, name, _ = strings.Cut(path, "/")

	return bucket, name
}

// operation is what a request asks for, by the words of the fault settings.
func operation(r *http.Request, name string) string {
	query := r.URL.Query()
	upload := query.Has("uploadId")

	switch {
	case r.Method == http.MethodHead:
		return OpHead
	case r.Method == http.MethodGet && name == "" && query.Has("uploads"):
		return OpUploads
	case r.Method == http.MethodGet && name == "":
		return OpList
	case r.Method == http.MethodPost && query.Has("uploads"):
		return OpBegin
	case r.Method == http.MethodPost && upload:
		return OpComplete
	case r.Method == http.MethodPut && upload:
		return OpPart
	case r.Method == http.MethodDelete && upload:
		return OpAbort
	case r.Method == http.MethodPut:
		return OpPut
	case r.Method == http.MethodDelete:
		return OpDelete
	default:
		return OpGet
	}
}

// meet lets a request meet its fate. Where nothing is left to do, the function
// is nil; else it is to be called when the answer is written.
func (s *Store) meet(w http.ResponseWriter, r *http.Request, settings FaultSettings, met fate) (http.ResponseWriter, func()) {
	switch met {
	case serverError:
		refuse(w, problem{status: http.StatusInternalServerError, code: "InternalError", message: "We encountered an internal error. Please try again."})

		return w, nil
	case hanging:
		knob.Wait(r.Context(), s.stopped, settings.hang())
		panic(http.ErrAbortHandler) // cut without a word
	case cutIn:
		_, _ = io.CopyN(io.Discard, r.Body, max(r.ContentLength/2, 0)) // half; whatever comes of it

		panic(http.ErrAbortHandler)
	case cutOut:
		out := &halved{ResponseWriter: w}

		return out, out.end
	case spared:
	}

	return w, func() {}
}

// halved writes half of an answer's body and cuts it. An answer that tells no
// length, as that of something that was done, is lost whole.
type halved struct {
	http.ResponseWriter

	left int64
}

// WriteHeader implements http.ResponseWriter.
func (h *halved) WriteHeader(status int) {
	if h.left = lengthOf(h.Header()) / 2; h.left > 0 { // half
		h.ResponseWriter.WriteHeader(status)
	}
}

// Write implements io.Writer.
func (h *halved) Write(p []byte) (int, error) {
	now := min(h.left, int64(len(p)))
	h.left -= now

	if now > 0 {
		_, _ = h.ResponseWriter.Write(p[:now]) // the reader is about to be cut off anyway
		_ = http.NewResponseController(h.ResponseWriter).Flush()
	}

	return len(p), nil
}

func (h *halved) end() { panic(http.ErrAbortHandler) }

func (s *Store) serve(w http.ResponseWriter, r *request) {
	if r.op != OpPut && r.op != OpPart && r.op != OpComplete {
		const most = 64 << 10
		if _, err := io.Copy(io.Discard, io.LimitReader(r.sig.payload(r.Request), most)); err != nil {
			s.fail(w, r, err)

			return
		}
	}

	var err error

	switch r.op {
	case OpPut:
		err = s.put(w, r)
	case OpGet, OpHead:
		err = s.get(w, r)
	case OpDelete:
		if err = s.remove(r.name); err == nil {
			w.WriteHeader(http.StatusNoContent)
		}
	case OpList:
		s.list(w, r)
	case OpBegin:
		err = s.begin(w, r)
	case OpPart:
		err = s.part(w, r)
	case OpComplete:
		err = s.complete(w, r)
	case OpAbort:
		err = s.abort(w, r)
	case OpUploads:
		s.listUploads(w, r)
	}

	if err != nil {
		s.fail(w, r, err)
	}
}

// refusal is a problem as an error.
type refusal struct{ problem }

func (r refusal) Error() string { return r.code + ": " + r.message }

func no(status int, code, message string) error {
	return refusal{problem{status: status, code: code, message: message}}
}

func (s *Store) fail(w http.ResponseWriter, r *request, err error) {
	if known, ok := errors.AsType[refusal](err); ok {
		refuse(w, known.problem)

		return
	}

	for wrong, status := range map[error]int{errSum: http.StatusBadRequest, errChunk: http.StatusForbidden, errChunked: http.StatusBadRequest} {
		if errors.Is(err, wrong) {
			refuse(w, problem{status: status, code: wrong.Error(), message: "The body is not what was signed."})

			return
		}
	}

	s.opt.Logger.WarnContext(r.Context(), "simulated store of files", "operation", r.op, "error", err)
	refuse(w, problem{status: http.StatusInternalServerError, code: "InternalError", message: "We encountered an internal error. Please try again."})
}

func refuse(w http.ResponseWriter, p problem) {
	writeXML(w, p.status, struct {
		XMLName   xml.Name `xml:"Error"`
		Code      string
		Message   string
		Region    string `xml:",omitempty"`
		RequestID string `xml:"RequestId"`
	}{Code: p.code, Message: p.message, Region: p.region, RequestID: ids.Token()})
}

func writeXML(w http.ResponseWriter, status int, data any) {
	text, err := xml.Marshal(data)
	if err != nil {
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)

		return
	}

	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	_, _ = w.Write(append([]byte(xml.Header), text...)) // the reader has left
}
