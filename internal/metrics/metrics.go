// Package metrics gathers what operations need to see, in the format of
// Prometheus. Each running program has its own registry; nothing is global.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics is the registry and the measures of the edge; other parts add their
// own through Gauge, Counter and Each.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	csp      prometheus.Counter
}

const namespace = "loket"

// New makes a registry with the measures of the process and of requests.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Name: "http_request_seconds", Help: "Duration of requests by route and status.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5},
		}, []string{"method", "route", "status"}),
		csp: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace, Name: "csp_reports_total", Help: "Violations of the content security policy that browsers reported.",
		}),
	}

	m.registry.MustRegister(m.requests, m.csp, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))

	return m
}

// Observe counts one answered request.
func (m *Metrics) Observe(method, route string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// PolicyViolated counts a report of the content security policy.
func (m *Metrics) PolicyViolated() { m.csp.Inc() }

// Gauge adds a value that read gives whenever it is looked at.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, read))
}

// Counter adds a count that read gives whenever it is looked at; it only grows.
func (m *Metrics) Counter(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, read))
}

// Register adds a collector of another part.
func (m *Metrics) Register(c prometheus.Collector) error {
	return m.registry.Register(c) //nolint:wrapcheck // the text names the collector
}

// Sample is one value of a family with a label.
type Sample struct {
	Label string
	Value float64
}

// Each adds a family of values with one label, which read gives whenever it
// is looked at; for values that a query gathers at once.
func (m *Metrics) Each(name, help, label string, kind prometheus.ValueType, read func() []Sample) {
	m.registry.MustRegister(&family{
		desc: prometheus.NewDesc(prometheus.BuildFQName(namespace, "", name), help, []string{label}, nil),
		kind: kind, read: read,
	})
}

type family struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	read func() []Sample
}

// Describe implements prometheus.Collector.
func (f *family) Describe(out chan<- *prometheus.Desc) { out <- f.desc }

// Collect implements prometheus.Collector.
func (f *family) Collect(out chan<- prometheus.Metric) {
	for _, s := range f.read() {
		out <- prometheus.MustNewConstMetric(f.desc, f.kind, s.Value, s.Label)
	}
}

// Handler serves the registry.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
