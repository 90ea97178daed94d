package filetest

import (
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// The operations of S3.
const (
	OpPut      = "put"
	OpGet      = "get"
	OpHead     = "head"
	OpDelete   = "delete"
	OpList     = "list"
	OpCreate   = "create multipart upload"
	OpPart     = "upload part"
	OpComplete = "complete multipart upload"
	OpAbort    = "abort multipart upload"
	OpUploads  = "list multipart uploads"
)

// Fault is a kind of failure of a request.
type Fault int

// The faults.
const (
	None        Fault = iota
	SlowDown          // 503, and nothing done
	ServerError       // 500, and nothing done
	Silence           // no answer, and nothing done
	CutRequest        // cut in the middle of the request's body, and nothing done
	LostAnswer        // done, but the connection ends before the answer
	CutAnswer         // done, but cut in the middle of the answer's body
	OtherRegion       // refused as by a store in region
)

// Faults select the requests that fail, and how.
type Faults struct {
	Fault Fault
	// Only lists the operations that fail; empty means all.
	Only []string
	// Times is how many requests fail; 0 means all.
	Times int
}

// SetFaults replaces the faults.
func (b *Bucket) SetFaults(f Faults) {
	b.mu.Lock()
	defer b.mu.Unlock()

	b.faults, b.met = f, 0
}

// Requests returns the number of requests of an operation, including failed ones.
func (b *Bucket) Requests(op string) int {
	b.mu.Lock()
	defer b.mu.Unlock()

	return b.requests[op]
}

// meet counts a request and returns its fault.
func (b *Bucket) meet(op string) Fault {
	b.mu.Lock()
	defer b.mu.Unlock()

	b.requests[op]++

	if len(b.faults.Only) > 0 && !slices.Contains(b.faults.Only, op) || b.faults.Times > 0 && b.met == b.faults.Times {
		return None
	}

	b.met++

	return b.faults.Fault
}

// proxied forwards a request to the server, or injects a fault.
func (b *Bucket) proxied(server http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch b.meet(operation(r)) {
		case None:
			server.ServeHTTP(w, r)
		case SlowDown:
			refuse(w, http.StatusServiceUnavailable, "SlowDown")
		case ServerError:
			refuse(w, http.StatusInternalServerError, "InternalError")
		case Silence:
			select {
			case <-r.Context().Done():
			case <-b.stopped:
			}

			panic(http.ErrAbortHandler) // closes the connection without an answer
		case CutRequest:
			_, _ = io.CopyN(io.Discard, r.Body, max(r.ContentLength/2, 0)) // half; the connection ends anyway

			panic(http.ErrAbortHandler)
		case OtherRegion:
			refuse(w, http.StatusBadRequest, "AuthorizationHeaderMalformed")
		case LostAnswer:
			server.ServeHTTP(&cut{ResponseWriter: w}, r)
			panic(http.ErrAbortHandler)
		case CutAnswer:
			server.ServeHTTP(&cut{ResponseWriter: w, half: true}, r)
			panic(http.ErrAbortHandler)
		}
	}
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, "<Error><Code>"+code+"</Code><Message>A fault of the test.</Message><Region>"+region+"</Region></Error>") // the caller may have left
}

// operation returns the S3 operation of a request.
func operation(r *http.Request) string {
	query := r.URL.Query()
	upload := query.Has("uploadId")
	name := r.URL.Path

	if !strings.HasPrefix(r.Host, bucket+".") {
		name = strings.TrimPrefix(name, "/"+bucket)
	}

	onBucket := strings.Trim(name, "/") == ""

	switch {
	case r.Method == http.MethodHead:
		return OpHead
	case r.Method == http.MethodGet && onBucket && query.Has("uploads"):
		return OpUploads
	case r.Method == http.MethodGet && onBucket:
		return OpList
	case r.Method == http.MethodPost && query.Has("uploads"):
		return OpCreate
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

// cut is a response writer that forwards nothing of an answer, or half of its body.
type cut struct {
	http.ResponseWriter

	half bool
	left int64
}

// WriteHeader implements http.ResponseWriter.
func (c *cut) WriteHeader(status int) {
	if c.left = lengthOf(c.Header()) / 2; c.half && c.left > 0 {
		c.ResponseWriter.WriteHeader(status)
	} else {
		c.left = 0
	}
}

// Write implements io.Writer.
func (c *cut) Write(p []byte) (int, error) {
	now := min(c.left, int64(len(p)))
	c.left -= now

	if now > 0 {
		_, _ = c.ResponseWriter.Write(p[:now]) // the connection ends anyway
		_ = http.NewResponseController(c.ResponseWriter).Flush()
	}

	return len(p), nil
}

func lengthOf(h http.Header) int64 {
	n, _ := strconv.ParseInt(h.Get("Content-Length"), 10, 64) // 0 where there is none

	return n
}
