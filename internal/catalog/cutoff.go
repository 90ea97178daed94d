package catalog

import (
	"time"

	"loket/internal/platform/clock"
)

// CutOff is the part of each day in which a product is not sold, such as the nightly closing of a biller. It may cross
// midnight. The zero value, and any other with equal ends, is none.
type CutOff struct{ From, To clock.TimeOfDay }

// None reports whether the product is sold all day.
func (c CutOff) None() bool { return c.From == c.To }

// Left is how long orders are refused from a moment on; 0 if they are taken.
func (c CutOff) Left(at time.Time) time.Duration {
	const day = 24 * time.Hour

	if c.None() {
		return 0
	}

	at = at.In(clock.Jakarta())
	since := at.Sub(clock.DayOf(at).At(c.From, clock.Jakarta()))
	length := time.Duration(c.To-c.From) * time.Minute

	if length < 0 {
		length += day
	}

	if since < 0 {
		since += day
	}

	return max(length-since, 0)
}

func (c CutOff) String() string { return c.From.String() + "-" + c.To.String() }

// CutOffTimes is a cut-off as lists of products show it.
type CutOffTimes struct {
	From string `json:"from" doc:"Time of the day in Jakarta (WIB)" example:"23:00"`
	To   string `json:"to" doc:"From then on orders are taken again" example:"01:00"`
}

// Times is the cut-off for a list; nil without one.
func (c CutOff) Times() *CutOffTimes {
	if c.None() {
		return nil
	}

	return &CutOffTimes{c.From.String(), c.To.String()}
}
