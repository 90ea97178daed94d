package asset

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"sync"
)

var writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// WriteCompressed answers with a page that is written for each answer, compressed if the browser takes that. A page must not have a
// secret that lasts beside text that its caller chose: the compressed length would tell how much they have in common (BREACH).
func WriteCompressed(w http.ResponseWriter, r *http.Request, body []byte) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")

	if accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		var small bytes.Buffer

		to, _ := writers.Get().(*gzip.Writer)
		to.Reset(&small)
		_, _ = to.Write(body) // a buffer takes everything
		_ = to.Close()

		writers.Put(to)
		h.Set("Content-Encoding", "gzip")

		body = small.Bytes()
	}

	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) //nolint:gosec // escaped where it is made; the reader may be gone
}
