package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// An order is followed from the call of a client's program to the answer of its supplier by its id: the spans of the request, the attempt and
// the call to the supplier are one trace, and the batch links to the request. Nothing of it tells the customer's number, a key or what was bought.
func TestTraceOfAnOrder(t *testing.T) {
	t.Parallel()

	for name, engine := range testkit.Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			r := newOTLPCollector(t)
			p := start(t, engine, func(c *config.Config) { c.TracesURL, c.TracesRatio = r.url, 1 })
			c := &outsider{p: p}

			const ref, destination = "TRACED-1", "081234567890"

			testkit.Must(t, c.ended(t.Context(), ref, destination, "success"))

			id := testkit.Value[int64](t, p.DB, "SELECT id FROM orders WHERE client_id = $1 AND client_ref = $2", demo.MainClient, ref)

			testkit.Eventually(t, testkit.Patience, "all spans of the order", func() bool { return len(r.of(id)) >= 4 })

			found := map[string]*otlp.Span{}
			for _, s := range r.of(id) {
				found[s.GetName()] = s
			}

			request, attempt, call, batch := found["POST /h2h/v1/orders"], found["attempt"], found["supplier buy"], found["batch"]
			if request == nil || attempt == nil || call == nil || batch == nil || len(found) != 4 {
				t.Fatalf("spans: %v", found)
			}

			same := func(a, b []byte) bool { return string(a) == string(b) }

			if len(request.GetParentSpanId()) > 0 || !same(attempt.GetParentSpanId(), request.GetSpanId()) || !same(call.GetParentSpanId(), attempt.GetSpanId()) {
				t.Error("request, attempt and call are not each other's parents")
			}

			if !same(attempt.GetTraceId(), request.GetTraceId()) || !same(call.GetTraceId(), request.GetTraceId()) || same(batch.GetTraceId(), request.GetTraceId()) {
				t.Error("request, attempt and call must be one trace, and the batch another one")
			}

			if !slices.ContainsFunc(batch.GetLinks(), func(l *otlp.Span_Link) bool {
				return same(l.GetSpanId(), request.GetSpanId()) && same(l.GetTraceId(), request.GetTraceId())
			}) {
				t.Error("the batch has no link to the request")
			}

			if text(request, "order.client_ref") != ref || text(call, "supplier.outcome") != "success" || call.GetStartTimeUnixNano() < request.GetStartTimeUnixNano() ||
				attempt.GetEndTimeUnixNano() < call.GetEndTimeUnixNano() {
				t.Errorf("request %v, attempt %v, call %v", request, attempt, call)
			}

			serial := testkit.Value[string](t, p.DB, "SELECT serial_number FROM orders WHERE client_id = $1 AND id = $2", demo.MainClient, id)
			for _, private := range []string{destination, demo.MainKey, serial} {
				if private == "" || strings.Contains(r.all(), private) {
					t.Errorf("the spans tell %q", private)
				}
			}
		})
	}
}

// otlpCollector is a collector that keeps what it gets.
type otlpCollector struct {
	url string

	mu    sync.Mutex
	spans []*otlp.Span
	texts strings.Builder
}

func newOTLPCollector(t *testing.T) *otlpCollector {
	t.Helper()

	r := &otlpCollector{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		var sent collector.ExportTraceServiceRequest

		body, err := io.ReadAll(in.Body)
		if err == nil {
			err = proto.Unmarshal(body, &sent)
		}

		if err != nil || in.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", in.URL.Path, err)
			w.WriteHeader(http.StatusBadRequest)

			return
		}

		r.keep(&sent, string(body))
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(server.Close)

	r.url = server.URL + "/v1/traces"

	return r
}

func (r *otlpCollector) keep(sent *collector.ExportTraceServiceRequest, body string) {
	r.mu.Lock()
	defer r.mu.Unlock()

	_, _ = r.texts.WriteString(body)

	for _, resource := range sent.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			r.spans = append(r.spans, scope.GetSpans()...)
		}
	}
}

// all is everything that was sent.
func (r *otlpCollector) all() string {
	r.mu.Lock()
	defer r.mu.Unlock()

	return r.texts.String()
}

// of are the spans that name an order.
func (r *otlpCollector) of(order int64) []*otlp.Span {
	r.mu.Lock()
	defer r.mu.Unlock()

	return slices.DeleteFunc(slices.Clone(r.spans), func(s *otlp.Span) bool {
		return !slices.ContainsFunc(s.GetAttributes(), func(a *common.KeyValue) bool {
			return a.GetKey() == "order.id" && a.GetValue().GetIntValue() == order || a.GetKey() == "order.ids" && strings.Contains(a.GetValue().String(), strconv.FormatInt(order, 10))
		})
	})
}

// text is an attribute of a span.
func text(s *otlp.Span, name string) string {
	for _, a := range s.GetAttributes() {
		if a.GetKey() == name {
			return a.GetValue().GetStringValue()
		}
	}

	return ""
}
