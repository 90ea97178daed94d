package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// loggedRequest is a row of the log.
type loggedRequest struct {
	ID, RequestID, Key, Method, Route, Target, Reference, Body, Answer string
	Status                                                             int
	Kept                                                               bool
}

type requestPage struct {
	Data        []loggedRequest
	Next        *string
	Keys        []string
	On          bool
	MaskNumbers bool
}

func (p *program) requests(t *testing.T, token, query string) (page requestPage) {
	t.Helper()
	p.get(t, http.StatusOK, http.MethodGet, "/v1/requests"+query, token, "", &page)

	return page
}

// A call with a key is found by its reference and by the id of its answer, which its error body has, too: by its client alone, with masked
// bodies. Filters choose, and pages turn both ways.
func TestRequestsAreLogged(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root, other := p.signIn(t, 1001, "root"), p.signIn(t, 1002, "root")

		p.placeOrder(t, "R-1")

		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.base+"/h2h/v1/orders",
			strings.NewReader(`{"productCode":"NONE","destinationNo":"081234567890","clientRef":"R-2","maxPrice":1}`))
		testkit.Must(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+demo.MainKey)

		refused, text := exchange(t, r)

		id := refused.Header.Get("X-Request-ID")
		if id == "" || !strings.Contains(text, `"requestId":"`+id+`"`) {
			t.Fatalf("the id %q is not in the error %s", id, text)
		}

		testkit.Eventually(t, testkit.Patience, "both are logged", func() bool {
			return len(p.requests(t, root, "?query="+id).Data) == 1 && len(p.requests(t, root, "?query=R-1").Data) == 1
		})

		row := p.requests(t, root, "?query="+id).Data[0]
		if row.Status != http.StatusNotFound || row.Method != http.MethodPost || row.Route != "/h2h/v1/orders" || row.Reference != "R-2" || row.Key != "1001" {
			t.Errorf("logged %+v", row)
		}

		var one loggedRequest
		p.get(t, http.StatusOK, http.MethodGet, "/v1/requests/"+row.ID, root, "", &one)

		if !one.Kept || !strings.Contains(one.Body, `"0812••••7890"`) || strings.Contains(one.Body, "081234567890") || !strings.Contains(one.Answer, id) {
			t.Errorf("bodies %+v", one)
		}

		p.get(t, http.StatusNotFound, http.MethodGet, "/v1/requests/"+row.ID, other, "", nil)
		p.get(t, http.StatusForbidden, http.MethodGet, "/v1/requests", p.signIn(t, 1001, "viewer"), "", nil)

		if n := len(p.requests(t, other, "?query="+id).Data); n != 0 {
			t.Errorf("another client sees %d requests", n)
		}

		p.chooseRequests(t, root, row)

		// From now on with the numbers of customers.
		p.get(t, http.StatusOK, http.MethodPatch, "/v1/requests", root, `{"maskNumbers":false}`, nil)
		p.placeOrder(t, "R-3")
		testkit.Eventually(t, testkit.Patience, "the next is logged", func() bool { return len(p.requests(t, root, "?query=R-3").Data) == 1 })

		open := p.requests(t, root, "?query=R-3")
		p.get(t, http.StatusOK, http.MethodGet, "/v1/requests/"+open.Data[0].ID, root, "", &one)

		if open.MaskNumbers || !strings.Contains(one.Body, "081234567890") {
			t.Errorf("numbers that are wanted: %+v", one)
		}
	})
}

// chooseRequests filters and turns pages.
func (p *program) chooseRequests(t *testing.T, token string, row loggedRequest) {
	t.Helper()

	for query, want := range map[string]bool{
		"?status=4xx": true, "?status=2xx": false, "?method=POST": true, "?method=GET": false, "?route=/h2h/v1/orders": true, "?route=/h2h/v1/balance": false,
		"?key=1001": true, "?key=0000": false, "?before=" + row.ID: false, "?after=" + row.ID: false, "?from=2040-01-01T00:00:00Z": false,
	} {
		found := false
		for _, r := range p.requests(t, token, query).Data {
			found = found || r.ID == row.ID
		}

		if found != want {
			t.Errorf("%s finds it: %v", query, found)
		}
	}

	if page := p.requests(t, token, ""); !page.On || !slices.Contains(page.Keys, "1001") || page.Next != nil {
		t.Errorf("the log says %+v", page)
	}

	older := p.requests(t, token, "?before="+row.ID).Data
	if len(older) == 0 {
		t.Fatal("nothing is older")
	}

	newer := p.requests(t, token, "?after="+older[0].ID).Data
	if len(newer) == 0 || newer[len(newer)-1].ID != row.ID {
		t.Errorf("back from %s: %+v", older[0].ID, newer)
	}

	p.get(t, http.StatusBadRequest, http.MethodGet, "/v1/requests?before=nonsense", token, "", nil)
}
