package api

import (
	"cmp"
	"io"
	"net/http"
	"strings"
	"time"

	"loket/internal/identity"
)

// KeyCall is an answered call with an API key, for the log that the client's developers see. Body and Answer belong to who gets it.
type KeyCall struct {
	Principal *identity.Principal
	Took      time.Duration
	RequestID string
	Method    string
	Route     string
	Target    string // path and query
	Status    int
	Address   string
	Program   string // the header User-Agent
	Body      []byte // its beginning
	BodyCut   bool
	Answer    []byte // its beginning
	AnswerCut bool
}

// maxKeptBody is how many bytes of a body, and of an answer, a KeyCall has.
const maxKeptBody = 4 << 10

// keyCall collects a call while it runs.
type keyCall struct {
	principal    *identity.Principal
	body, answer beginning
}

// beginning is the first part of what is written to it.
type beginning struct {
	data []byte
	cut  bool
}

func (b *beginning) add(p []byte) {
	if room := maxKeptBody - len(b.data); len(p) > room {
		p, b.cut = p[:room], true
	}

	b.data = append(b.data, p...)
}

// readBody notes the beginning of a body while the handler reads it.
type readBody struct {
	io.ReadCloser

	call *keyCall
}

func (b readBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.call.body.add(p[:n])

	return n, err //nolint:wrapcheck // the connection's own error
}

// noteKeyCall begins to collect a call, once its key is known.
func (a *API) noteKeyCall(r *http.Request, p *identity.Principal) {
	if a.options.LogKeyCall == nil {
		return
	}

	call := &keyCall{principal: p}
	infoOf(r.Context()).call = call

	if r.Body != nil && r.Body != http.NoBody {
		r.Body = readBody{r.Body, call}
	}
}

// logKeyCall hands a call over after its answer.
func (a *API) logKeyCall(r *http.Request, rec *recorder, i *info, took time.Duration) {
	c := i.call
	if c == nil {
		return
	}

	a.options.LogKeyCall(KeyCall{
		Principal: c.principal, Took: took, RequestID: i.requestID, Method: knownMethod(r.Method), Route: r.Pattern[strings.IndexByte(r.Pattern, ' ')+1:], Target: r.URL.RequestURI(),
		Status: cmp.Or(rec.status, http.StatusOK), Address: i.address, Program: r.UserAgent(),
		Body: c.body.data, BodyCut: c.body.cut, Answer: c.answer.data, AnswerCut: c.answer.cut,
	})
}
