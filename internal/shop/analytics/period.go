package analytics

import (
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

// MaxDays is the longest range of figures.
const MaxDays = 731

// Range is a span of days, both included.
type Range struct{ From, To clock.Day }

// ParseRange reads the days of a query. Error: fault.ErrValidation with the fields start_date and end_date, for days that are none, an
// end before the start, more than MaxDays, and days that have not ended: today and later.
func ParseRange(start, end string, today clock.Day) (Range, error) {
	var (
		r      Range
		faulty []fault.Field
	)

	for _, d := range []struct {
		field, text string
		into        *clock.Day
	}{{fieldStart, start, &r.From}, {fieldEnd, end, &r.To}} {
		day, err := clock.ParseDay(d.text)

		switch {
		case err != nil:
			faulty = append(faulty, fault.Field{Field: d.field, Message: msgDay})
		case day.Sub(today) >= 0:
			faulty = append(faulty, fault.Field{Field: d.field, Message: msgNotEnded})
		case day.Year < firstYear:
			faulty = append(faulty, fault.Field{Field: d.field, Message: msgTooEarly.With(firstYear)})
		}

		*d.into = day
	}

	if len(faulty) > 0 {
		return Range{}, fault.ErrValidation.With(faulty...)
	}

	switch {
	case r.To.Sub(r.From) < 0:
		return Range{}, fault.InvalidField(fieldEnd, msgOrder)
	case r.Days() > MaxDays:
		return Range{}, fault.InvalidField(fieldEnd, msgTooLong.With(MaxDays))
	}

	return r, nil
}

const (
	fieldStart = "start_date"
	fieldEnd   = "end_date"
	// firstYear is before any shop: the previous period of the earliest range begins in this century.
	firstYear = 2010
)

// Days is the number of days.
func (r Range) Days() int { return r.To.Sub(r.From) + 1 }

// Previous is the span of the same length just before.
func (r Range) Previous() Range { return Range{r.From.AddDays(-r.Days()), r.From.AddDays(-1)} }

// number is a day as it is stored, YYYYMMDD.
func number(d clock.Day) int64 {
	return int64(d.Year)*10_000 + int64(d.Month)*100 + int64(d.Day)
}

// day is the day of a stored number.
func day(n int64) clock.Day {
	return clock.Day{Year: int(n / 10_000), Month: time.Month(n / 100 % 100), Day: int(n % 100)}
}

// month is the month of a day as it is stored, YYYYMM.
func month(d clock.Day) int64 { return number(d) / 100 }

// third is the third of its month that a day is in, as it is stored: YYYYMM and 1 for the days 1 to 10, 2 to 20, 3 for the rest.
func third(d clock.Day) int64 { return month(d)*10 + int64(min((d.Day-1)/10, 2)) + 1 }

// sums are the longer periods of a day.
func sums(d clock.Day) []int64 { return []int64{third(d), month(d)} }

// span is a span of stored periods of the same length, both included.
type span struct{ first, last int64 }

// periods are the stored periods that make up a range, the longest that fit: whole months, thirds of the months at its ends, and days
// around them. They are few, so that two years are read as fast as two months.
func (r Range) periods() []int64 {
	out := []int64{}

	for d := r.From; r.To.Sub(d) >= 0; {
		period, last := number(d), d

		switch {
		case d.Day == 1 && r.To.Sub(endOfMonth(d)) >= 0:
			period, last = month(d), endOfMonth(d)
		case third(d.AddDays(-1)) != third(d) && r.To.Sub(endOfThird(d)) >= 0:
			period, last = third(d), endOfThird(d)
		}

		out = append(out, period)
		d = last.AddDays(1)
	}

	return out
}

// spans are the periods of a range, neighbours together.
func (r Range) spans() []span {
	out := []span{}

	for _, p := range r.periods() {
		if n := len(out); n > 0 && follows(out[n-1].last, p) {
			out[n-1].last = p
		} else {
			out = append(out, span{p, p})
		}
	}

	return out
}

// follows reports whether two periods have the same length and can be read as a span: no other ones are between them.
func follows(a, b int64) bool {
	const leastThird, leastDay = 2_000_000, 20_000_000

	switch {
	case a >= leastDay:
		return b >= leastDay && a/100 == b/100
	case a >= leastThird:
		return b >= leastThird && b < leastDay
	default:
		return b < leastThird
	}
}

func endOfMonth(d clock.Day) clock.Day {
	return clock.Day{Year: d.Year, Month: d.Month + 1, Day: 1}.AddDays(-1)
}

func endOfThird(d clock.Day) clock.Day {
	if n := (d.Day-1)/10 + 1; n < 3 { //nolint:mnd // thirds of ten days
		return clock.Day{Year: d.Year, Month: d.Month, Day: n * 10}
	}

	return endOfMonth(d)
}
