package exclusions_test

import (
	"maps"
	"time"

	"loket/internal/backoffice/exclusions"
	"loket/internal/orders/routing"
)

// model is what the system must do, written from the raw purchases without regard for speed. Times are whole minutes.
type model struct {
	settings exclusions.Settings
	ended    []purchase
	states   map[routing.SKUKey]modelState
}

type purchase struct {
	routing.SKUKey

	at time.Time
	ok bool
}

type modelState struct {
	state        exclusions.State
	since, until time.Time
	pauses       int
}

func (m *model) of(k routing.SKUKey) modelState {
	if one, known := m.states[k]; known {
		return one
	}

	return modelState{state: exclusions.On}
}

// count counts purchases since a moment; product "" is the whole supplier.
func (m *model) count(k routing.SKUKey, since time.Time, counts func(p purchase) bool) (ended, failed int64) {
	for _, p := range m.ended {
		if p.Supplier == k.Supplier && (k.Product == "" || p.Product == k.Product) && !p.at.Before(since) && counts(p) {
			ended++

			if !p.ok {
				failed++
			}
		}
	}

	return ended, failed
}

func (m *model) fails(ended, failed int64) bool {
	return ended >= m.settings.Fewest && float64(failed)/float64(max(1, ended)) > float64(m.settings.FailedPercent)/100
}

func (m *model) decide(now time.Time) {
	before := maps.Clone(m.states)

	pause := func(k routing.SKUKey, pauses int) {
		wait := time.Duration(m.settings.PauseMinutes) * time.Minute
		for range min(pauses, 3) {
			wait *= 2
		}

		m.states[k] = modelState{exclusions.Off, now, now.Add(wait), pauses + 1}
	}

	for k, one := range before {
		ended, failed := m.count(k, one.since, func(purchase) bool { return true })

		switch {
		case one.state == exclusions.Off && !now.Before(one.until):
			m.states[k] = modelState{state: exclusions.Trial, since: now, pauses: one.pauses}
		case one.state == exclusions.Trial && ended-failed >= m.settings.Successes:
			m.states[k] = modelState{state: exclusions.On, since: now}
		case one.state == exclusions.Trial && float64(failed) > float64(m.settings.Successes)/2:
			pause(k, one.pauses)
		}
	}

	if !m.settings.On {
		return
	}

	isOn := func(k routing.SKUKey) bool {
		one, known := before[k]

		return !known || one.state == exclusions.On
	}
	counts := func(p purchase) bool {
		whole := routing.SKUKey{Supplier: p.Supplier}

		return isOn(p.SKUKey) && isOn(whole) && !p.at.Before(before[p.SKUKey].since) && !p.at.Before(before[whole].since)
	}
	since := now.Add(-m.settings.Span())

	for _, supplier := range []string{"a", "b"} {
		whole := routing.SKUKey{Supplier: supplier}
		worst, worstEnded, worstFailed := "", int64(0), int64(0)

		for _, product := range products {
			ended, failed := m.count(routing.SKUKey{Supplier: supplier, Product: product}, since, counts)
			if failed > worstFailed || failed == worstFailed && ended < worstEnded {
				worst, worstEnded, worstFailed = product, ended, failed
			}
		}

		ended, failed := m.count(whole, since, counts)
		restEnded, restFailed := m.count(whole, since, func(p purchase) bool { return counts(p) && p.Product != worst })

		if m.fails(ended, failed) && m.fails(restEnded, restFailed) {
			pause(whole, 0)

			continue
		}

		for _, product := range products {
			k := routing.SKUKey{Supplier: supplier, Product: product}
			if m.fails(m.count(k, since, counts)) {
				pause(k, 0)
			}
		}
	}
}
