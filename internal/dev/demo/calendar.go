package demo

import (
	"math/rand/v2"
	"time"

	"loket/internal/platform/clock"
)

// The shape of a year of business: a little growth, quiet Sundays, busy days
// when wages are paid, few orders at night.

const (
	historyMonths = 13
	hoursPerDay   = 24

	// recentDays, today included, have at least recentMinimum orders each, so that screens show something
	// even when there are few orders in all.
	recentDays    = 4
	recentMinimum = 120
)

// hourWeights are parts of a day, by the clock of western Indonesia.
func hourWeights() [hoursPerDay]int64 {
	return [hoursPerDay]int64{4, 3, 2, 2, 3, 8, 20, 40, 60, 66, 80, 74, 71, 56, 78, 73, 68, 90, 82, 105, 76, 46, 31, 14}
}

// day is a calendar day with its number of orders.
type day struct {
	start time.Time // midnight in Jakarta
	count int
	// elapsed is how much of the day has passed; less than a day only for today.
	elapsed time.Duration
	recent  bool
}

// calendar spreads a number of orders over the days up to now.
func calendar(now time.Time, orders int, chance *rand.Rand) []day {
	now = now.In(clock.Jakarta())
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, clock.Jakarta())
	days := []day{}
	weights := []int64{}

	for at := today.AddDate(0, -historyMonths, 0); !at.After(today); at = at.AddDate(0, 0, 1) {
		d := day{start: at, elapsed: hoursPerDay * time.Hour}
		if at.Equal(today) {
			d.elapsed = max(now.Sub(today), time.Microsecond)
		}

		days = append(days, d)
		weights = append(weights, dayWeight(at, len(days), chance)*partOfDay(d.elapsed)/wholeDay)
	}

	spread(days, weights, orders)

	minimum := min(recentMinimum, orders/recentDays)
	kept, left := len(days)-recentDays, orders

	for i := kept; i < len(days); i++ {
		days[i].recent = true
		days[i].count = max(days[i].count, minimum)
		left -= days[i].count
	}

	spread(days[:kept], weights[:kept], max(left, 0))

	for i := kept; left < 0; i++ { // so few orders that the recent days took more than there are
		less := min(days[i].count, -left)
		days[i].count -= less
		left += less
	}

	return days
}

// spread divides a total by weight. It carries the remainder of each rounding on, so that the sum is exact.
func spread(days []day, weights []int64, total int) {
	var sum, passed int64
	for _, w := range weights {
		sum += w
	}

	given := 0

	for i := range days {
		passed += weights[i]
		upTo := int(int64(total) * passed / max(sum, 1))
		days[i].count = upTo - given
		given = upTo
	}
}

// dayWeight is the number of orders of a day in thousandths of an average day.
func dayWeight(at time.Time, n int, chance *rand.Rand) int64 {
	const (
		base, growth = 650, 2 // grows from 0.65 to some 1.45 within 13 months
		noise        = 160
		sunday       = 850
		payday       = 1150
	)

	w := int64(base+growth*n) * (thousand - noise/2 + chance.Int64N(noise)) / thousand

	if at.Weekday() == time.Sunday {
		w = w * sunday / thousand
	}

	if d := at.Day(); d >= 25 || d <= 3 { // wages are paid around the turn of the month
		w = w * payday / thousand
	}

	return w
}

// wholeDay is the result of partOfDay for a whole day.
const wholeDay = 1_000_000

// partOfDay is the part of a day's orders that were placed after some time of the day, in millionths.
func partOfDay(elapsed time.Duration) int64 {
	var sum, done int64

	for hour, w := range hourWeights() {
		sum += w
		part := min(max(elapsed-time.Duration(hour)*time.Hour, 0), time.Hour)
		done += w * int64(part/time.Microsecond) / int64(time.Hour/time.Millisecond)
	}

	return done * wholeDay / (sum * thousand)
}

// moments gives the times of a day's orders in microseconds, ascending.
func (d *day) moments(chance *rand.Rand, yield func(i int, at int64) bool) bool {
	weights := hourWeights()
	slots := make([]day, 0, hoursPerDay)
	parts := make([]int64, 0, hoursPerDay)

	for hour, w := range weights {
		from := time.Duration(hour) * time.Hour
		if length := min(d.elapsed-from, time.Hour); length > 0 {
			slots = append(slots, day{start: d.start.Add(from), elapsed: length})
			parts = append(parts, max(1, w*int64(length/time.Microsecond)))
		}
	}

	spread(slots, parts, d.count)

	n := 0

	for _, s := range slots {
		begin, length := s.start.UnixMicro(), int64(s.elapsed/time.Microsecond)

		for i := range int64(s.count) {
			// Each order is placed within its own part of the hour, so the moments are sorted.
			low, high := length*i/int64(s.count), length*(i+1)/int64(s.count)
			if !yield(n, begin+low+chance.Int64N(max(high-low, 1))) {
				return false
			}

			n++
		}
	}

	return true
}
