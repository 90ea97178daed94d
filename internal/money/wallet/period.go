package wallet

import (
	"math"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// Period is a span of time by the client's calendar and clock. Without a time it starts at midnight and ends with the
// last day; the minute of ToTime is included. Each part needs the one before it (docs/product/deposits.md#history): a start
// time needs its day, an end day the start time, an end time its day.
type Period struct {
	From     *clock.Day
	FromTime *clock.TimeOfDay
	To       *clock.Day
	ToTime   *clock.TimeOfDay
}

// Validate checks the period at a time in the client's zone. Errors are fault.ErrValidation.
func (p Period) Validate(now time.Time, zone *time.Location) error {
	today := clock.DayOf(now.In(zone))

	switch {
	case p.FromTime != nil && p.From == nil:
		return fault.InvalidField("dateStart", msgStartDayMissing)
	case p.To != nil && p.FromTime == nil:
		return fault.InvalidField("timeStart", msgStartTimeMissing)
	case p.ToTime != nil && p.To == nil:
		return fault.InvalidField("dateEnd", msgEndDayMissing)
	case p.From != nil && p.From.Sub(today) > 0:
		return fault.InvalidField("dateStart", msgFutureDay)
	case p.To != nil && p.To.Sub(today) > 0:
		return fault.InvalidField("dateEnd", msgFutureDay)
	case p.To != nil && p.To.Sub(*p.From) < 0:
		return fault.InvalidField("dateEnd", msgEndBeforeStart)
	}

	if from, to := p.bounds(zone); from >= to {
		return fault.InvalidField("timeEnd", msgEndBeforeStart)
	}

	return nil
}

// complete checks that all four parts are given, as an export needs.
func (p Period) complete() error {
	missing := []fault.Field{}

	for _, part := range []struct {
		field   string
		given   bool
		message language.Message
	}{
		{"dateStart", p.From != nil, msgStartDayMissing},
		{"timeStart", p.FromTime != nil, msgStartTimeMissing},
		{"dateEnd", p.To != nil, msgEndDayMissing},
		{"timeEnd", p.ToTime != nil, msgEndTimeMissing},
	} {
		if !part.given {
			missing = append(missing, fault.Field{Field: part.field, Message: part.message})
		}
	}

	if len(missing) > 0 {
		return fault.ErrValidation.With(missing...)
	}

	return nil
}

// bounds are the period in microseconds: from is included, to is not. Without a day there is no bound.
func (p Period) bounds(zone *time.Location) (from, to int64) {
	to = math.MaxInt64

	if p.From != nil {
		from = clock.Micros(p.From.Start(zone))
		if p.FromTime != nil {
			from = clock.Micros(p.From.At(*p.FromTime, zone))
		}
	}

	if p.To != nil {
		to = clock.Micros(p.To.End(zone))
		if p.ToTime != nil {
			to = clock.Micros(p.To.At(*p.ToTime+1, zone))
		}
	}

	return from, to
}
