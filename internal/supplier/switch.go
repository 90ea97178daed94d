package supplier

import "time"

// Switch is what staff switched off at a supplier. Its zero value switches nothing off.
type Switch struct {
	Purchases bool // also payments of bills
	Inquiries bool
	// Since is when it was switched off, and Until when it is on again by itself; zero until staff switch it on.
	Since, Until time.Time
}

// off reports whether calls of a kind are switched off. Status queries never are: orders would stay unknown.
func (s *Switch) off(kind CallKind, now time.Time) bool {
	if s == nil || !s.Until.IsZero() && !now.Before(s.Until) {
		return false
	}

	return kind == Purchase && s.Purchases || kind == Inquiry && s.Inquiries
}

// again is when to look again whether a call may begin.
func (s *Switch) again(now time.Time) time.Time {
	next := now.Add(switchLook)
	if !s.Until.IsZero() && s.Until.Before(next) {
		return s.Until
	}

	return next
}

// switchLook is how often who waits for a supplier that is switched off looks whether it is on again.
const switchLook = time.Second

// SetSwitch has the supplier take no calls that are switched off, as if its circuit were open: orders go to another supplier, or wait.
func (g *Guard) SetSwitch(s Switch) { g.off.Store(&s) }

// SetEmpty has the supplier take no purchases, as if they were switched off, since our deposit there is too low; the zero time ends it.
func (g *Guard) SetEmpty(since time.Time) { g.empty.Store(&since) }

// switchedOff reports whether staff switched calls of a kind off or the deposit is too low for it, since when, and when to look again.
func (g *Guard) switchedOff(kind CallKind) (since, again time.Time, off bool) {
	now, s := g.clock.Now(), g.off.Load()

	if empty := g.empty.Load(); kind == Purchase && empty != nil && !empty.IsZero() {
		return *empty, now.Add(switchLook), true
	}

	if !s.off(kind, now) {
		return since, again, false
	}

	return s.Since, s.again(now), true
}
