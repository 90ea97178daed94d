package api

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"loket/internal/identity"
)

const (
	gzipEncoding = "gzip"
	// smallestCompressed is about what fits into one packet with its headers: a smaller answer comes no sooner when it is compressed.
	smallestCompressed = 1200
)

// writers compress fast: lists of our answers get a fifth of their size by it, at a tenth of the time of the densest.
var writers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is valid

	return w
}}

// compressing returns the context of a call whose JSON answer is compressed for browsers, where a slow line costs more than our
// processor. A client's system, which has a key, gets it plain, since it places orders by the thousand, but for Operation.Compressed. end
// comes after the answer.
//
// The length of a compressed answer tells how much its parts have in common. Whoever can send text that the answer repeats, and sees
// its length on the line, learns by that what else is in it, byte by byte (BREACH). So an answer with a secret stays plain:
// Operation.Secret.
func compressing(hc huma.Context, op *Operation) (of huma.Context, end func()) {
	r, w := humago.Unwrap(hc)
	if p := Principal(r.Context()); op.Secret || p != nil && p.Kind == identity.KeyKind && !op.Compressed || !Accepts(r.Header.Get("Accept-Encoding"), gzipEncoding) {
		return hc, func() {}
	}

	out := &compressedWriter{ResponseWriter: w}

	return humago.NewContext(hc.Operation(), r, out), out.end
}

// compressedWriter decides at the first part of an answer's body whether to compress it.
type compressedWriter struct {
	http.ResponseWriter

	status int
	begun  bool
	gzip   *gzip.Writer // nil: the answer stays plain
}

// WriteHeader notes the status, since what follows decides on the headers.
func (w *compressedWriter) WriteHeader(status int) {
	if w.begun {
		w.ResponseWriter.WriteHeader(status)

		return
	}

	w.status = status
}

// Write writes a part of the answer.
func (w *compressedWriter) Write(p []byte) (int, error) {
	w.begin(p)

	if w.gzip != nil {
		return w.gzip.Write(p) //nolint:wrapcheck // the connection's own error
	}

	return w.ResponseWriter.Write(p) //nolint:wrapcheck // the connection's own error
}

func (w *compressedWriter) begin(p []byte) {
	if w.begun {
		return
	}

	w.begun = true

	h := w.Header()
	if len(p) >= smallestCompressed && strings.HasPrefix(h.Get("Content-Type"), jsonType) && h.Get("Content-Encoding") == "" {
		h.Set("Content-Encoding", gzipEncoding)
		h.Add("Vary", "Accept-Encoding")
		h.Del("Content-Length")

		w.gzip, _ = writers.Get().(*gzip.Writer)
		w.gzip.Reset(w.ResponseWriter)
	}

	if w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
	}
}

// end ends the answer. It does not run after a panic, so that a cut answer is not taken for a whole one.
func (w *compressedWriter) end() {
	w.begin(nil)

	if w.gzip != nil {
		_ = w.gzip.Close() // the reader may be gone

		writers.Put(w.gzip)
	}
}

// Unwrap is for http.ResponseController.
func (w *compressedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteCompressed answers with a page, compressed for a browser that takes that. See Operation.Secret for what it must not hold.
func WriteCompressed(w http.ResponseWriter, r *http.Request, body []byte) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")

	if Accepts(r.Header.Get("Accept-Encoding"), gzipEncoding) {
		var small bytes.Buffer

		to, _ := writers.Get().(*gzip.Writer)
		to.Reset(&small)
		_, _ = to.Write(body) // a buffer takes everything
		_ = to.Close()

		writers.Put(to)
		h.Set("Content-Encoding", gzipEncoding)

		body = small.Bytes()
	}

	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // the reader may be gone
}

// Accepts reads an Accept-Encoding header; an encoding with weight zero is refused.
func Accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}

		q, ok := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
		if !ok {
			return true
		}

		const float32Bits = 32

		value, err := strconv.ParseFloat(q, float32Bits)

		return err == nil && value > 0
	}

	return false
}
