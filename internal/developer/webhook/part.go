package webhook

import (
	"slices"
	"time"

	"loket/internal/platform/clientid"
)

// part are the tries of a turn that are not stored yet.
type part struct {
	results []sendRecord
	began   time.Time
	slower  bool // the receiver asked for less, or failed: also after it is stored
}

func (p *part) add(sent []sendRecord, slower bool) {
	if len(p.results) == 0 {
		p.began = time.Now()
	}

	p.results, p.slower = append(p.results, sent...), slower
}

func (p *part) has(event string) bool {
	return slices.ContainsFunc(p.results, func(r sendRecord) bool { return r.event == event })
}

// width is how many requests the endpoint gets at a time.
func (p *part) width(e *Endpoint) int {
	if p.slower || e.failures > 0 {
		return 1
	}

	return inFlight
}

// full reports whether a part is to be stored now: after partTime, and at once where something waits for it, which are the next try of an endpoint
// that fails, and a call in a sandbox.
func (p *part) full(e *Endpoint) bool {
	if len(p.results) == 0 {
		return false
	}

	return time.Since(p.began) >= partTime || len(p.results) >= mostInPart || e.failures > 0 || p.slower || clientid.IsSandbox(e.ClientID) ||
		slices.ContainsFunc(p.results, func(r sendRecord) bool { return !r.OK() })
}
