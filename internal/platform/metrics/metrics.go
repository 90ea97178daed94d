// Package metrics collects figures for operators in the Prometheus format. Each
// running program has its own registry; nothing is global.
package metrics

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics is the registry with the metrics of requests and orders. Other parts
// add their own through Gauge, Register and Registerer.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	csp      prometheus.Counter
	batches  prometheus.Histogram
	commits  prometheus.Histogram
	orders   *prometheus.CounterVec
	below    *prometheus.CounterVec
	losses   *prometheus.CounterVec
}

const namespace = "loket"

// New makes a registry with the metrics of the process and of requests.
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

	m.batches = prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: namespace, Name: "order_batch_size", Help: "Orders placed in one commit.",
		Buckets: []float64{1, 2, 4, 8, 16, 32, 64, 128, 256, 512},
	})
	m.commits = prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: namespace, Name: "order_batch_seconds", Help: "Duration of one commit of orders.",
		Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1},
	})
	m.orders = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: namespace, Name: "orders_finished_total", Help: "Orders that ended on this node, by their end.",
	}, []string{"status"})

	m.below = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: namespace, Name: "orders_below_cost_total", Help: "Successful orders for which the supplier took more than the client paid.",
	}, []string{"supplier", "sku"})
	m.losses = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: namespace, Name: "orders_below_cost_rupiah_total", Help: "What the suppliers took for them above what the clients paid.",
	}, []string{"supplier", "sku"})

	m.registry.MustRegister(m.requests, m.csp, m.batches, m.commits, m.orders, m.below, m.losses, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))

	return m
}

// Build adds a metric whose value is always 1 and whose labels say which program this is.
func (m *Metrics) Build(version, commit string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "Always 1; the labels say which program runs.",
		ConstLabels: prometheus.Labels{"version": version, "commit": commit, "go": runtime.Version()},
	}, func() float64 { return 1 }))
}

// OrderBatch counts one commit of orders.
func (m *Metrics) OrderBatch(size int, took time.Duration) {
	m.batches.Observe(float64(size))
	m.commits.Observe(took.Seconds())
}

// OrderFinished counts one order that ended.
func (m *Metrics) OrderFinished(status string) { m.orders.WithLabelValues(status).Inc() }

// OrderBelowCost counts one order that was sold below cost, and its loss in rupiah.
func (m *Metrics) OrderBelowCost(supplier, sku string, loss int64) {
	m.below.WithLabelValues(supplier, sku).Inc()
	m.losses.WithLabelValues(supplier, sku).Add(float64(loss))
}

// Registerer is where other parts register their own metrics.
func (m *Metrics) Registerer() prometheus.Registerer { return m.registry }

// Observe counts one answered request.
func (m *Metrics) Observe(method, route string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// PolicyViolated counts a report of the content security policy.
func (m *Metrics) PolicyViolated() { m.csp.Inc() }

// Gauge adds a gauge. read gives its value at each scrape.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, read))
}

// Counter adds a counter. read gives its value at each scrape.
func (m *Metrics) Counter(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, read))
}

// Register adds a collector of another part.
func (m *Metrics) Register(c prometheus.Collector) error {
	return m.registry.Register(c)
}

// Handler serves the registry.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
