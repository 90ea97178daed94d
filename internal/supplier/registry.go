package supplier

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"loket/internal/platform/clock"
)

// Defaults of the registry.
const (
	// DefaultLimit is how many calls to one supplier may be in flight.
	DefaultLimit = 32
	// DefaultCircuitAfter is how many silent calls in a row open the circuit.
	DefaultCircuitAfter = 20
	// DefaultCircuitRest is how long an open circuit refuses new purchases.
	DefaultCircuitRest = 5 * time.Second
)

// Options configure a registry; zero values take the defaults.
type Options struct {
	Clock clock.Clock
	// Metrics may be nil; then nothing is counted.
	Metrics prometheus.Registerer
	// Log gets the panics of adapters; it may be nil.
	Log *slog.Logger
	// CircuitAfter below zero switches the circuit off.
	CircuitAfter int
	CircuitRest  time.Duration
}

// Entry is one configured supplier.
type Entry struct {
	Code    string
	Adapter Adapter
	// Limit is how many calls of all nodes may be in flight; 0 takes DefaultLimit.
	Limit int
	// NoCircuit keeps silent answers from closing the supplier for all.
	NoCircuit bool
}

// Registry holds the configured suppliers and never changes. The catalogue
// decides which of them is preferred for a product.
type Registry struct {
	guards map[string]*Guard
	codes  []string
}

// NewRegistry makes a registry. Its error wraps ErrConfig and lists all faults of
// the entries.
func NewRegistry(opts Options, entries ...Entry) (*Registry, error) {
	opts = opts.withDefaults()

	meters, err := newMeters(opts.Metrics)
	if err != nil {
		return nil, err
	}

	registry := &Registry{guards: make(map[string]*Guard, len(entries))}

	var faults []error

	for _, entry := range entries {
		switch {
		case entry.Code == "":
			faults = append(faults, fmt.Errorf("%w: a supplier has no code", ErrConfig))
		case entry.Adapter == nil:
			faults = append(faults, fmt.Errorf("%w: supplier %q has no adapter", ErrConfig, entry.Code))
		case registry.guards[entry.Code] != nil:
			faults = append(faults, fmt.Errorf("%w: supplier %q is there twice", ErrConfig, entry.Code))
		default:
			registry.guards[entry.Code] = newGuard(entry, opts, meters)
			registry.codes = append(registry.codes, entry.Code)
		}
	}

	slices.Sort(registry.codes)

	return registry, errors.Join(faults...)
}

func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = clock.System{}
	}

	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}

	if o.CircuitAfter == 0 {
		o.CircuitAfter = DefaultCircuitAfter
	}

	if o.CircuitRest <= 0 {
		o.CircuitRest = DefaultCircuitRest
	}

	return o
}

// Get returns the adapter of a supplier, with its limits and metrics.
func (r *Registry) Get(code string) (*Guard, bool) {
	g, ok := r.guards[code]

	return g, ok
}

// Divide leaves this node its part of what all nodes may do at each supplier, and of the silent calls that open a circuit. Number counts the
// nodes from 0.
func (r *Registry) Divide(number, nodes int) {
	for _, g := range r.guards {
		g.divide(number, nodes)
	}
}

// Codes are the configured suppliers, sorted.
func (r *Registry) Codes() []string { return slices.Clone(r.codes) }

// Health is the state of one supplier since the program started.
type Health struct {
	Code string
	// InFlight is the number of calls in flight.
	InFlight int
	// SilentInARow counts the latest purchases in a row without a usable answer.
	SilentInARow int
	// Open means that no purchase is sent at present.
	Open bool
	// Median and Slow are the median and the 95th percentile of how long purchases of the last 15 minutes took, at most 512 of them, until the
	// supplier answered or was given up; zero without one.
	Median, Slow time.Duration
	// LastAnswerAt is the time of the last usable answer; zero if there was none.
	LastAnswerAt time.Time
}

// Health returns the state of all suppliers, sorted by code.
func (r *Registry) Health() []Health {
	all := make([]Health, 0, len(r.codes))
	for _, code := range r.codes {
		all = append(all, r.guards[code].health())
	}

	return all
}
