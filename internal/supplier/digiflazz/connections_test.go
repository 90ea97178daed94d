package digiflazz_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

// The connections of many calls in flight are all kept for the next calls: opening one costs more than a call.
func TestConnectionsAreKept(t *testing.T) {
	t.Parallel()

	const calls = 200

	var opened atomic.Int64

	together := make(chan struct{})
	arrived := sync.WaitGroup{}

	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		arrived.Done()
		<-together

		_, _ = w.Write([]byte(`{"data":{"ref_id":"INV-0001","status":"Sukses","rc":"00"}}`))
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)

	client := newClient(t, server.URL, nil)

	for range 2 {
		var done sync.WaitGroup

		arrived.Add(calls)

		for range calls {
			done.Go(func() { client.Buy(t.Context(), prepaid()) })
		}

		arrived.Wait() // all are in flight at the same time
		close(together)
		done.Wait()

		together = make(chan struct{})
	}

	const late = calls / 10 // the client takes a connection back a moment after its answer

	if opened.Load() > calls+late {
		t.Errorf("%d connections for two times %d calls", opened.Load(), calls)
	}
}
