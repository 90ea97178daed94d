package webhooktest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Request is one that a receiver got.
type Request struct {
	Header http.Header
	Body   string
}

// ID is the id of its event.
func (r Request) ID() string { return r.Header.Get("Webhook-Id") }

// Receiver is a client's program that gets events.
type Receiver struct {
	*httptest.Server

	mu        sync.Mutex
	list      []Request
	inFlight  int
	most      int
	answer    func(n int, w http.ResponseWriter)
	onRequest func(got Request)
}

// NewReceiver starts a receiver until the end of the test. answer answers the requests, which are numbered from 1; nil answers 200.
func NewReceiver(t testing.TB, answer func(n int, w http.ResponseWriter)) *Receiver {
	t.Helper()

	r := &Receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(r.serve))
	t.Cleanup(r.Close)

	return r
}

func (r *Receiver) serve(w http.ResponseWriter, in *http.Request) {
	body, err := io.ReadAll(in.Body)
	if err != nil {
		return
	}

	r.mu.Lock()
	r.list = append(r.list, Request{in.Header.Clone(), string(body)})
	n, answer, onRequest := len(r.list), r.answer, r.onRequest
	r.inFlight++
	r.most = max(r.most, r.inFlight)
	r.mu.Unlock()

	if onRequest != nil {
		onRequest(Request{in.Header.Clone(), string(body)})
	}

	if answer != nil {
		answer(n, w)
	}

	r.mu.Lock()
	r.inFlight--
	r.mu.Unlock()
}

// Answer changes how requests are answered.
func (r *Receiver) Answer(answer func(n int, w http.ResponseWriter)) {
	r.mu.Lock()
	defer r.mu.Unlock()

	r.answer = answer
}

// OnRequest has a function called with each request when it came.
func (r *Receiver) OnRequest(f func(got Request)) {
	r.mu.Lock()
	defer r.mu.Unlock()

	r.onRequest = f
}

// Got returns the requests so far.
func (r *Receiver) Got() []Request {
	r.mu.Lock()
	defer r.mu.Unlock()

	return append([]Request{}, r.list...)
}

// InFlight is how many requests are being answered.
func (r *Receiver) InFlight() int {
	r.mu.Lock()
	defer r.mu.Unlock()

	return r.inFlight
}

// Most is the greatest InFlight so far, or since the last call of it.
func (r *Receiver) Most() int {
	r.mu.Lock()
	defer r.mu.Unlock()

	most := r.most
	r.most = r.inFlight

	return most
}

// Status answers with a status.
func Status(code int) func(int, http.ResponseWriter) {
	return func(_ int, w http.ResponseWriter) { w.WriteHeader(code) }
}
