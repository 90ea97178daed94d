package drills

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/platform/db"
)

// The load runs only in the long run: go test -run TestOpenLoad ./test/drills -load 1h.
var load = flag.Duration("load", 0, "how long requests come at a fixed rate")

const (
	arrivals   = 300 // a second
	readLimit  = 200 * time.Millisecond
	orderLimit = 500 * time.Millisecond
)

// TestOpenLoad sends requests at a fixed rate, whether or not earlier ones were
// answered, as independent callers do (an open model). The time of a request counts
// from when it was due.
func TestOpenLoad(t *testing.T) {
	if *load == 0 {
		return
	}

	url, _ := durableDatabase(t, db.Postgres)
	p := newProgram(t, url)
	c := newCallers(p.address)

	p.start(t)
	p.fund(t)

	o := &openLoad{callers: c, token: signIn(t, c)}
	for _, problem := range o.run(t.Context(), arrivals, *load) {
		t.Error(problem)
	}

	for _, problem := range audit(t, p, c) {
		t.Error(problem)
	}

	p.stop(t)
	p.verify(t)
	t.Logf("%s at %d/s: reads %s, orders %s (99 of 100)", *load, arrivals, ninetyNine(o.reads), ninetyNine(o.orders))
}

// The planted bugs: a server that is too slow, and one that answers with errors.
func TestLoadGateSeesASlowServer(t *testing.T) {
	t.Parallel()

	for name, handler := range map[string]http.HandlerFunc{
		"slow": func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-time.After(2 * readLimit):
			}
		},
		"failing": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	} {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)

		o := &openLoad{callers: newCallers(func() string { return server.URL })}
		if len(o.run(t.Context(), arrivals, readLimit)) == 0 {
			t.Errorf("a %s server was not seen", name)
		}
	}
}

// openLoad sends requests and records how long each took.
type openLoad struct {
	callers *callers
	token   string

	mu            sync.Mutex
	reads, orders []time.Duration
	faults        []error
}

// run returns all faults.
func (o *openLoad) run(ctx context.Context, perSecond int, length time.Duration) []error {
	var wg sync.WaitGroup

	began, pause := time.Now(), time.Second/time.Duration(perSecond)

	for n := range int(length / pause) {
		due := began.Add(time.Duration(n) * pause)

		time.Sleep(time.Until(due)) // keeps the rate; a late request is sent at once
		wg.Go(func() { o.one(ctx, n, due) })
	}

	wg.Wait()

	if took := ninetyNine(o.reads); took > readLimit {
		o.faults = append(o.faults, fmt.Errorf("reads: 99 of 100 within %s, allowed %s", took, readLimit))
	}

	if took := ninetyNine(o.orders); took > orderLimit {
		o.faults = append(o.faults, fmt.Errorf("orders: 99 of 100 within %s, allowed %s", took, orderLimit))
	}

	if open := len(o.callers.open); open > 0 {
		o.faults = append(o.faults, fmt.Errorf("%d orders had no answer, or one of 500 and above", open))
	}

	return o.faults
}

// one sends the n-th request. Of a hundred, 70 are order lists, 15 the current user, 10
// price lists and 5 orders.
func (o *openLoad) one(ctx context.Context, n int, due time.Time) {
	const lists, looks, prices = 70, 85, 95

	var err error

	kind := n % 100

	switch {
	case kind < lists:
		err = o.read(ctx, "/v1/orders/external?query=$08120000010", o.token)
	case kind < looks:
		err = o.read(ctx, "/v1/user", o.token)
	case kind < prices:
		err = o.read(ctx, "/h2h/v1/products?operatorType=mobile", demo.MainKey)
	default:
		err = o.callers.place(ctx, o.callers.reference())
	}

	o.mu.Lock()
	defer o.mu.Unlock()

	if err != nil {
		o.faults = append(o.faults, err)
	}

	if kind < prices {
		o.reads = append(o.reads, time.Since(due))
	} else {
		o.orders = append(o.orders, time.Since(due))
	}
}

func (o *openLoad) read(ctx context.Context, path, token string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, o.callers.base()+path, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}

	r.Header.Set("Authorization", "Bearer "+token)

	answer, err := o.callers.http.Do(r)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer answer.Body.Close()

	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %d", path, answer.StatusCode)
	}

	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}

	return nil
}

func ninetyNine(list []time.Duration) time.Duration {
	if len(list) == 0 {
		return 0
	}

	slices.Sort(list)

	return list[len(list)*99/100].Round(time.Millisecond)
}

func signIn(t *testing.T, c *callers) string {
	t.Helper()

	body := fmt.Appendf(nil, `{"clientId":1001,"username":"root","password":%q}`, demo.Password)

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.base()+"/v1/auth", bytes.NewReader(body))
	must(t, err)
	r.Header.Set("Content-Type", "application/json")

	answer, err := c.http.Do(r)
	must(t, err)

	defer answer.Body.Close()

	var out struct {
		Token string `json:"token"`
	}

	must(t, json.NewDecoder(answer.Body).Decode(&out))

	return out.Token
}
