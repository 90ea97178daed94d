package upstream

import (
	"strconv"
)

// fault is the fault that the first send of a purchase meets.
type fault int

const (
	faultNone fault = iota
	faultTimeoutAfter
	faultTimeoutBefore
	faultErrorAfter
	faultErrorBefore
	faultMalformed
)

// executes says whether the purchase happens in spite of the fault.
func (f fault) executes() bool { return f != faultTimeoutBefore && f != faultErrorBefore }

// plan is everything that will happen to one purchase. It is fixed when the purchase arrives.
type plan struct {
	fault   fault
	refused bool
	pending bool
	fails   bool
	// strict: a status query for a lost bill payment doesn't execute it, as at the real
	// supplier. Otherwise it does (the rule of the last digit).
	strict bool

	duplicate, late, contradictory, forged, stray bool
}

// planFor decides by chaos if any is set, else by the destination's last digit.
func planFor(settings FaultSettings, name, ref, destination string) plan {
	if settings.Chaos.Enabled() {
		return settings.Chaos.plan(name, ref)
	}

	return digitPlan(destination)
}

// digitPlan is the rule that the demo documents.
func digitPlan(destination string) plan {
	if destination == "" {
		return plan{}
	}

	switch destination[len(destination)-1] {
	case '2':
		return plan{fails: true}
	case '3':
		return plan{pending: true}
	case '4':
		return plan{pending: true, fails: true}
	case '5':
		return plan{fault: faultTimeoutAfter}
	case '6':
		return plan{fault: faultTimeoutBefore}
	case '7':
		return plan{fault: faultErrorBefore}
	default:
		return plan{}
	}
}

func (c *Chaos) plan(name, ref string) plan {
	// Each decision has its own dice, so that changing one share leaves the results of the others.
	hits := func(what string, share int) bool { return dice(c.Seed, name, ref, what).IntN(percent) < share }

	made := plan{
		strict:        true,
		refused:       hits("refused", c.Refused),
		fails:         hits("failed", c.Failed),
		duplicate:     hits("duplicate", c.Duplicate),
		late:          hits("late", c.Late),
		contradictory: hits("contradictory", c.Contradictory),
		forged:        hits("forged", c.Forged),
		stray:         hits("stray", c.Stray),
	}

	first := dice(c.Seed, name, ref, "first").IntN(percent)

	for _, each := range []struct {
		share int
		set   func()
	}{
		{c.TimeoutAfter, func() { made.fault = faultTimeoutAfter }},
		{c.TimeoutBefore, func() { made.fault = faultTimeoutBefore }},
		{c.ServerError, func() {
			made.fault = faultErrorBefore
			if hits("error", percent/2) { // half of them
				made.fault = faultErrorAfter
			}
		}},
		{c.Malformed, func() { made.fault = faultMalformed }},
		{c.Pending, func() { made.pending = true }},
	} {
		if first < each.share {
			each.set()

			break
		}

		first -= each.share
	}

	return made
}

// questionFault decides the fault of the n-th status query. Every query is a new draw, so one is
// answered in the end.
func (c *Chaos) questionFault(name, ref string, n int) fault {
	chance := dice(c.Seed, name, ref, "question", strconv.Itoa(n))
	if chance.IntN(percent) >= min(c.AskAgain, maxAskAgain) {
		return faultNone
	}

	faults := []fault{faultTimeoutAfter, faultErrorAfter, faultMalformed}

	return faults[chance.IntN(len(faults))]
}

// maxAskAgain bounds AskAgain, so that a status query is answered in the end.
const maxAskAgain = 90
