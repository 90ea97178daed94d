package api_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
)

type bulkInput struct {
	Body struct {
		Text string `json:"text"`
	}
}

type streamed struct{ Body func(huma.Context) }

// What looks costly must say what it costs, or it isn't served.
func TestCostsAreDeclared(t *testing.T) {
	t.Parallel()

	whole := api.Operation{
		ID: "x", Method: http.MethodPost, Path: "/x", Summary: "x", Tag: "t", Access: api.Session(), Client: api.CallersClient,
	}

	for name, change := range map[string]func(op *api.Operation){
		"a large body":      func(op *api.Operation) { op.MaxBody = 1 << 20 },
		"a long time limit": func(op *api.Operation) { op.Timeout = time.Minute },
	} {
		for _, cost := range []api.Cost{api.Cheap, api.Bulk} {
			op := whole
			change(&op)
			op.Cost = cost

			a := api.New(api.Options{Identity: guard{}})
			api.Register(a, op, func(context.Context, *bulkInput) (*none, error) { return &none{}, nil })

			if err := a.Check(); (err == nil) != (cost == api.Bulk) {
				t.Errorf("%s with the cost %q: %v", name, cost, err)
			}
		}
	}

	a := api.New(api.Options{Identity: guard{}})
	api.Register(a, whole, func(context.Context, *bulkInput) (*streamed, error) { return &streamed{}, nil })

	if a.Check() == nil {
		t.Error("a stream needs no cost")
	}

	a = api.New(api.Options{Identity: guard{}})
	a.Raw(api.RawRoute{
		Method: http.MethodPost, Path: "/x", Access: api.Session(), Client: api.CallersClient, MaxBody: 1 << 20,
	}, http.NotFoundHandler())

	if a.Check() == nil {
		t.Error("a raw route with a large body needs no cost")
	}
}

// Of a client's costly calls two run, a few wait, and more are refused at once, before their bodies are read. Another client
// and cheap calls are not affected.
func TestCostlyCallsHaveShares(t *testing.T) {
	t.Parallel()

	var (
		begun = make(chan struct{}, 100)
		end   = make(chan struct{})
	)

	a := api.New(api.Options{Identity: guard{}})
	op := api.Operation{
		ID: "bulk", Method: http.MethodPost, Path: "/bulk", Summary: "x", Tag: "t", Access: api.Session(), Client: api.CallersClient,
		MaxBody: 1 << 20, Cost: api.Bulk,
	}
	api.Register(a, op, func(context.Context, *bulkInput) (*none, error) {
		begun <- struct{}{}

		<-end

		return &none{}, nil
	})

	op.ID, op.Path, op.MaxBody, op.Cost = "cheap", "/cheap", 0, api.Cheap
	api.Register(a, op, func(context.Context, *bulkInput) (*none, error) { return &none{}, nil })

	if err := a.Check(); err != nil {
		t.Fatal(err)
	}

	handler := a.Handler()
	call := func(path, token string, body io.Reader) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, body)
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		handler.ServeHTTP(w, r)

		return w
	}
	text := func() io.Reader { return strings.NewReader(`{"text":"` + strings.Repeat("x", 100_000) + `"}`) }

	const present = 8 // two of them run where there are places

	var (
		all    sync.WaitGroup
		places = max(runtime.GOMAXPROCS(0)/2, 1)
		share  = min(places, 2)
		joined = make(chan struct{}, present)
	)

	for range present {
		all.Go(func() {
			if w := call("/bulk", "root", &tracked{Reader: text(), end: joined}); w.Code != http.StatusOK {
				t.Errorf("a call within the share: %d %s", w.Code, w.Body)
			}
		})
	}

	for range present {
		<-joined
	}

	for range share {
		<-begun
	}

	unread := &tracked{Reader: text()}

	w := call("/bulk", "viewer", unread)
	if w.Code != http.StatusServiceUnavailable || unread.read != 0 || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "BusyError") {
		t.Errorf("a call beyond the share: %d %v %s, %d bytes read", w.Code, w.Header(), w.Body, unread.read)
	}

	if w := call("/cheap", "viewer", strings.NewReader(`{"text":""}`)); w.Code != http.StatusOK {
		t.Errorf("a cheap call: %d %s", w.Code, w.Body)
	}

	all.Go(func() {
		if w := call("/bulk", "neighbour", text()); w.Code != http.StatusOK {
			t.Errorf("another client: %d %s", w.Code, w.Body)
		}
	})

	if places > share {
		<-begun // it runs beside the others
	}

	close(end)
	all.Wait()

	if w := call("/bulk", "viewer", text()); w.Code != http.StatusOK {
		t.Errorf("after it: %d %s", w.Code, w.Body)
	}
}

// TestSlowReadersHoldNoPlace reads the answers of more calls than there are places not at all; another call is answered meanwhile.
func TestSlowReadersHoldNoPlace(t *testing.T) {
	t.Parallel()

	type file struct{ Body []byte }

	a := api.New(api.Options{Identity: guard{}})
	api.Register(a, api.Operation{
		ID: "file", Method: http.MethodGet, Path: "/file", Summary: "x", Tag: "t", Access: api.Session(), Client: api.CallersClient, Cost: api.Bulk,
	}, func(context.Context, *struct{}) (*file, error) { return &file{[]byte("rows")}, nil })

	if err := a.Check(); err != nil {
		t.Fatal(err)
	}

	var (
		handler = a.Handler()
		writing = make(chan struct{})
		end     = make(chan struct{})
		slow    sync.WaitGroup
	)

	request := func(token string) *http.Request {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/file", nil)
		r.Header.Set("Authorization", "Bearer "+token)

		return r
	}

	for range runtime.GOMAXPROCS(0) {
		slow.Go(func() { handler.ServeHTTP(unreadAnswer{httptest.NewRecorder(), writing, end}, request("root")) })

		select {
		case <-writing:
		case <-time.After(4 * time.Second): // before a call that waits for a place is refused
			t.Error("an answer that nobody reads holds its place")
		}
	}

	w := httptest.NewRecorder()
	if handler.ServeHTTP(w, request("neighbour")); w.Code != http.StatusOK || w.Body.String() != "rows" {
		t.Errorf("beside slow readers: %d %s", w.Code, w.Body)
	}

	close(end)
	slow.Wait()
}

// unreadAnswer tells that its body is being written, which lasts until the end.
type unreadAnswer struct {
	*httptest.ResponseRecorder

	writing chan<- struct{}
	end     <-chan struct{}
}

func (w unreadAnswer) Write(p []byte) (int, error) {
	select {
	case w.writing <- struct{}{}:
	case <-w.end:
	}

	<-w.end

	return len(p), nil
}

// tracked counts what is read of a body and tells its end.
type tracked struct {
	io.Reader

	read int
	end  chan struct{}
}

func (b *tracked) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.read += n

	if err != nil && b.end != nil {
		b.end <- struct{}{}

		b.end = nil // the next read ends, too
	}

	return n, err
}
