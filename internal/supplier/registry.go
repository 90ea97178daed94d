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
	// DefaultLimit is how many calls to one supplier may be under way.
	DefaultLimit = 32
	// DefaultCircuitAfter is how many silent calls in a row open the circuit.
	DefaultCircuitAfter = 20
	// DefaultCircuitRest is how long an open circuit refuses new purchases.
	DefaultCircuitRest = 5 * time.Second
)

// Options set up a registry; zero values take the defaults.
type Options struct {
	Clock clock.Clock
	// Metrics may be nil: then nothing is counted.
	Metrics prometheus.Registerer
	// Log hears of adapters that panic; it may be nil.
	Log *slog.Logger
	// CircuitAfter below zero switches the circuit off.
	CircuitAfter int
	CircuitRest  time.Duration
}

// Entry is one configured supplier.
type Entry struct {
	Code    string
	Adapter Adapter
	// Limit is how many calls may be under way; 0 takes DefaultLimit.
	Limit int
}

// Registry holds the configured suppliers. Which of them is preferred for a
// product is the catalogue's business. It never changes after it was made.
type Registry struct {
	guards map[string]*guard
	codes  []string
}

// NewRegistry collects every fault of the entries in one error that is ErrConfig.
func NewRegistry(opts Options, entries ...Entry) (*Registry, error) {
	opts = opts.withDefaults()

	meters, err := newMeters(opts.Metrics)
	if err != nil {
		return nil, err
	}

	registry := &Registry{guards: make(map[string]*guard, len(entries))}

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

// Get is the adapter of a supplier, limited and measured.
func (r *Registry) Get(code string) (Adapter, bool) {
	g, ok := r.guards[code]
	if !ok {
		return nil, false // a nil *guard in the interface would not compare to nil
	}

	return g, true
}

// Codes are the configured suppliers, sorted.
func (r *Registry) Codes() []string { return slices.Clone(r.codes) }

// Health is how one supplier has been doing since the program started.
type Health struct {
	Code string
	// UnderWay is the number of calls that wait for an answer now.
	UnderWay int
	// SilentInARow counts the last calls that brought no usable answer.
	SilentInARow int
	// Open: new purchases are refused until the rest is over.
	Open bool
	// LastAnswerAt is when the supplier last said anything usable; zero if never.
	LastAnswerAt time.Time
}

// Health of all suppliers, sorted by code.
func (r *Registry) Health() []Health {
	all := make([]Health, 0, len(r.codes))
	for _, code := range r.codes {
		all = append(all, r.guards[code].health())
	}

	return all
}
