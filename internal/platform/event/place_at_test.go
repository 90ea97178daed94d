package event_test

import (
	"strconv"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// A place of a moment is before each fact that happened then or later, and at most a few minutes before it, in a record with gaps.
func TestPlacesOfMoments(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const count = 60

		r := newRecord(d)
		began := time.Now().Add(-count * time.Hour).Truncate(time.Second)
		list := make([]event.Event, count)

		for i := range list {
			list[i] = factOf(int64(1+i%2), strconv.Itoa(i), event.OrderFailed)
			list[i].At = began.Add(time.Duration(i) * time.Hour)
		}

		list[40], list[41] = list[41], list[40] // written late
		list[41].At = list[40].At.Add(-time.Minute)

		add(t, d, list...)
		testkit.Must(t, r.Drain(t.Context()))
		testkit.Exec(t, d, "DELETE FROM events WHERE seq < 5 OR seq BETWEEN 20 AND 30")

		for _, after := range []time.Duration{-time.Hour, 0, time.Nanosecond, 10 * time.Hour, 25 * time.Hour, 41*time.Hour - time.Minute, 41 * time.Hour, count * time.Hour} {
			moment := began.Add(after)

			place, err := r.PlaceAt(t.Context(), moment)
			testkit.Must(t, err)

			rows, err := d.Reader().Query(t.Context(), "SELECT seq, at FROM events ORDER BY seq")
			testkit.Must(t, err)

			for rows.Next() {
				var position, micros int64
				testkit.Must(t, rows.Scan(&position, &micros))

				at := time.UnixMicro(micros)
				if !at.Before(moment) && position <= place.Position {
					t.Errorf("%s: the fact at %d of %s is before the place %d", after, position, at, place.Position)
				}

				if at.Before(moment.Add(-time.Hour)) && position > place.Position {
					t.Errorf("%s: the fact at %d of %s is behind the place %d", after, position, at, place.Position)
				}
			}

			testkit.Must(t, rows.Err())
			rows.Close()
		}
	})
}
