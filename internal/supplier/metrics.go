package supplier

import (
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// meters holds the registry's metrics. A nil *meters counts nothing.
type meters struct {
	calls    *prometheus.CounterVec
	duration *prometheus.HistogramVec
	waiting  *prometheus.GaugeVec
}

func newMeters(registerer prometheus.Registerer) (*meters, error) {
	if registerer == nil {
		return nil, nil //nolint:nilnil // a nil *meters is the documented "count nothing"
	}

	const bySupplier, byCall = "supplier", "call"

	m := &meters{
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "loket_supplier_calls_total",
			Help: "Calls to suppliers by their outcome.",
		}, []string{bySupplier, byCall, "outcome"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "loket_supplier_call_seconds",
			Help:    "How long suppliers take to answer.",
			Buckets: []float64{0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60},
		}, []string{bySupplier, byCall}),
		waiting: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "loket_supplier_calls_in_flight",
			Help: "Calls that wait for a supplier's answer now.",
		}, []string{bySupplier}),
	}

	for _, collector := range []prometheus.Collector{m.calls, m.duration, m.waiting} {
		if err := registerer.Register(collector); err != nil {
			return nil, fmt.Errorf("supplier metrics: %w", err)
		}
	}

	return m, nil
}

func (m *meters) count(supplier, call string, outcome Outcome) {
	if m == nil {
		return
	}

	m.calls.WithLabelValues(supplier, call, outcome.String()).Inc()
}

func (m *meters) observe(supplier, call string, outcome Outcome, took time.Duration) {
	if m == nil {
		return
	}

	m.count(supplier, call, outcome)
	m.duration.WithLabelValues(supplier, call).Observe(took.Seconds())
}

func (m *meters) inFlight(supplier string, change float64) {
	if m == nil {
		return
	}

	m.waiting.WithLabelValues(supplier).Add(change)
}
