package schedule_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/scheduletest"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// series is a monthly order and the model of its runs.
type series struct {
	id    int64
	first time.Time
	end   clock.Day // the first day after its last month
	runs  []modelRun
}

type modelRun struct {
	at     time.Time
	status schedule.Status
}

// at is the moment of a run: it walks back from the first run's day to the last one that the month has.
func (s *series) at(zone *time.Location, run int) (time.Time, bool) {
	wall := s.first.In(zone)
	month := time.Date(wall.Year(), wall.Month(), 1, 12, 0, 0, 0, zone)

	for range run {
		month = month.AddDate(0, 0, 32-month.Day()) // some day of the next month
		month = month.AddDate(0, 0, 1-month.Day())
	}

	day := month.AddDate(0, 0, wall.Day()-1)
	for day.Month() != month.Month() {
		day = day.AddDate(0, 0, -1)
	}

	at := clock.DayOf(day).At(clock.TimeOfDay(wall.Hour()*60+wall.Minute()), zone)

	return at, at.Before(s.end.Start(zone))
}

// reach tells the model that the last run was looked at.
func (s *series) reach(zone *time.Location, now time.Time) {
	last := &s.runs[len(s.runs)-1]
	if last.status != schedule.Scheduled || now.Before(last.at) {
		return
	}

	last.status = schedule.Done
	if now.Sub(last.at) > 24*time.Hour {
		last.status = schedule.Draft
	}

	if at, in := s.at(zone, len(s.runs)); in {
		s.runs = append(s.runs, modelRun{at, schedule.Scheduled})
	}
}

// stored are the runs of a series in the database.
func stored(t *testing.T, d *db.DB, id int64) (list []modelRun, ids []int64) {
	t.Helper()

	err := d.Read(t.Context(), "SELECT id, scheduled_at, status FROM scheduled_orders WHERE series_id = $1 ORDER BY run", []any{id}, func(row db.Row) error {
		var (
			id, at int64
			status db.Text
		)

		err := row.Scan(&id, &at, &status)
		list, ids = append(list, modelRun{clock.FromMicros(at), schedule.Status(status)}), append(ids, id)

		return err
	})
	testkit.Must(t, err)

	return list, ids
}

// For any series, any jumps of the clock forth and back, and two nodes that run it at the same time: each month has exactly
// one run at its moment, a late one waits, and the last one is in the month of the end.
func TestSeriesAgreesWithAModel(t *testing.T) {
	t.Parallel()

	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})
		clk := clock.NewManual(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
		services := []*schedule.Service{
			scheduletest.New(t, node, scheduletest.Options{Clock: clk}), scheduletest.New(t, node, scheduletest.Options{Clock: clk}),
		}
		dice := rand.New(rand.NewPCG(seed, 0))

		for n := range 8 {
			zoneName := []string{"Asia/Jakarta", "Asia/Jayapura", "America/New_York"}[n%3]
			testkit.Exec(t, d, "UPDATE clients SET time_zone = $1 WHERE id = $2", zoneName, ordertest.Client)

			zone, err := clock.Zone(zoneName)
			testkit.Must(t, err)

			s := makeSeries(t, services[0], clk, dice, zone, n)

			for range 12 {
				clk.Advance(time.Duration(dice.IntN(40*24)-60) * time.Hour) // two days and a half back, to five weeks
				s.step(t, d, services, clk, zone)
			}

			_, ids := stored(t, d, s.id)
			for _, id := range ids { // so that the client has no open ones left
				_, err := services[0].Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Client, ID: id, Actor: "user:501"})
				if err != nil && !schedule.ErrNotCancelable.Is(err) {
					t.Fatal(err)
				}
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// makeSeries makes a series that begins within three months, often on the last days of a month.
func makeSeries(t *testing.T, s *schedule.Service, clk *clock.Manual, dice *rand.Rand, zone *time.Location, n int) *series {
	t.Helper()

	local := clk.Now().In(zone)
	day := 31 - dice.IntN(4)*(n%2) // half of them on the last day

	first := time.Date(local.Year(), local.Month()+time.Month(1+dice.IntN(2)), 1, 0, 5*dice.IntN(24*12), 0, 0, zone)
	for last := first.AddDate(0, 0, day-1); ; last = last.AddDate(0, 0, -1) {
		if last.Month() == first.Month() {
			first = last.UTC()

			break
		}
	}

	ends := first.In(zone).AddDate(0, 0, 31*(1+dice.IntN(7))-first.In(zone).Day()+1)
	in := scheduletest.Order(fmt.Sprintf("08120000%04d0", n))
	in.At, in.Monthly, in.EndsAt = first, true, ends

	o, err := s.Create(t.Context(), in)
	testkit.Must(t, err)

	end := time.Date(ends.Year(), ends.Month()+1, 1, 12, 0, 0, 0, zone)

	return &series{id: o.ID, first: first, end: clock.DayOf(end), runs: []modelRun{{first, schedule.Scheduled}}}
}

// step lets two nodes look at all runs of a series at the same time, until nothing changes, and compares them.
func (s *series) step(t *testing.T, d *db.DB, services []*schedule.Service, clk *clock.Manual, zone *time.Location) {
	t.Helper()

	for before := 0; before != len(s.runs); {
		before = len(s.runs)
		_, ids := stored(t, d, s.id)
		looked := make(chan error)

		for _, service := range services {
			go func() {
				var all error

				for _, id := range ids {
					_, _, err := service.Run(t.Context(), ordertest.Client, id)
					all = errors.Join(all, err)
				}

				looked <- all
			}()
		}

		testkit.Must(t, errors.Join(<-looked, <-looked))
		s.reach(zone, clk.Now())

		if s.runs[len(ids)-1].status == schedule.Done {
			scheduletest.Finish(t, services[0], ids[len(ids)-1])
		}
	}

	list, _ := stored(t, d, s.id)
	if len(list) != len(s.runs) {
		t.Fatalf("at %s the series from %s has %v, want %v", clk.Now(), s.first, list, s.runs)
	}

	for i, want := range s.runs {
		if !list[i].at.Equal(want.at) || list[i].status != want.status {
			t.Fatalf("run %d of the series from %s is %v, want %v", i, s.first, list[i], want)
		}
	}
}
