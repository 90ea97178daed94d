package exclusions

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/orders/routing"
	"loket/internal/platform/audit"
)

const (
	// rarestTrial is how many orders there are for each of a trial where there are many; where there are few, about one in a minute is.
	rarestTrial = 20
	// mostDoubled is how often the pause doubles.
	mostDoubled = 3

	whole = 100
)

// input is what is decided by.
type input struct {
	now      time.Time
	settings Settings
	list     map[routing.SKUKey]Exclusion
	recent   []routing.SKUResult
	trials   map[routing.SKUKey]routing.Result // since each trial began
}

// change is a decision of the system, with its reason in words.
type change struct {
	routing.SKUKey
	Exclusion

	before  Exclusion
	why     string
	address string // of the request of staff
}

// crossed reports whether the change is one that staff are told: it was on before.
func (c change) crossed() bool { return c.State == Off && c.before.State != Trial }

// decide returns what changes, in the order of suppliers and products.
func (in input) decide() []change {
	list := in.ofExisting()

	if in.settings.On {
		list = append(list, in.ofFailing()...)
	}

	slices.SortFunc(list, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.Supplier, b.Supplier), cmp.Compare(a.Product, b.Product))
	})

	return list
}

// ofExisting begins trials whose pause has ended, and ends trials.
func (in input) ofExisting() (list []change) {
	for k, one := range in.list {
		next := one
		next.Since, next.ChangedBy, next.Reason = in.now, audit.System, ""

		switch r := in.trials[k]; {
		case one.State == Off && !in.now.Before(one.Until):
			next.State, next.Until = Trial, time.Time{}
			list = append(list, change{SKUKey: k, Exclusion: next, before: one, why: fmt.Sprintf("the pause has ended; one order of %d tries it", one.OneOf)})
		case one.State == Trial && r.Succeeded >= in.settings.Successes:
			next.State, next.Pauses = On, 0
			list = append(list, change{SKUKey: k, Exclusion: next, before: one, why: fmt.Sprintf("%d purchases of the trial succeeded, %d failed", r.Succeeded, r.Failed)})
		case one.State == Trial && 2*r.Failed > in.settings.Successes:
			next.State, next.Ended, next.Failed = Off, r.Succeeded+r.Failed, r.Failed
			next = next.withPause(in.now, in.settings)
			list = append(list, change{SKUKey: k, Exclusion: next, before: one, why: fmt.Sprintf("%d of %d purchases of the trial failed", next.Failed, next.Ended)})
		}
	}

	return list
}

// withPause begins the next pause.
func (e Exclusion) withPause(now time.Time, s Settings) Exclusion {
	e.Until = now.Add(time.Duration(s.PauseMinutes) * time.Minute << min(e.Pauses, mostDoubled))
	e.Pauses++

	return e
}

// ofFailing switches off what failed too often: a supplier where more than one product fails, else the products.
func (in input) ofFailing() (list []change) {
	bySupplier := map[string]map[string]routing.Result{}

	for k, r := range in.counted() {
		if bySupplier[k.Supplier] == nil {
			bySupplier[k.Supplier] = map[string]routing.Result{}
		}

		bySupplier[k.Supplier][k.Product] = r
	}

	for code, products := range bySupplier {
		if r, fails := in.settings.supplierFails(slices.Collect(maps.Values(products))); fails {
			list = append(list, in.switchOff(routing.SKUKey{Supplier: code}, r))

			continue
		}

		for product, r := range products {
			if in.settings.fails(r) {
				list = append(list, in.switchOff(routing.SKUKey{Supplier: code, Product: product}, r))
			}
		}
	}

	return list
}

// counted sums what ended within the span at SKUs that are on, since they are.
func (in input) counted() map[routing.SKUKey]routing.Result {
	sum := map[routing.SKUKey]routing.Result{}

	for _, r := range in.recent {
		own, ofSupplier := in.list[r.SKUKey], in.list[routing.SKUKey{Supplier: r.Supplier}]
		if !own.isOn() || !ofSupplier.isOn() || r.Minute.Before(own.Since) || r.Minute.Before(ofSupplier.Since) {
			continue // also what ended in the minute in which it was switched on
		}

		was := sum[r.SKUKey]
		sum[r.SKUKey] = routing.Result{Succeeded: was.Succeeded + r.Succeeded, Failed: was.Failed + r.Failed}
	}

	return sum
}

// supplierFails reports whether the products of a supplier fail together, also without the one that fails most.
func (s Settings) supplierFails(products []routing.Result) (routing.Result, bool) {
	var sum, worst routing.Result // among equals the one that succeeded least

	for _, r := range products {
		sum = routing.Result{Succeeded: sum.Succeeded + r.Succeeded, Failed: sum.Failed + r.Failed}
		if r.Failed > worst.Failed || r.Failed == worst.Failed && r.Succeeded < worst.Succeeded {
			worst = r
		}
	}

	rest := routing.Result{Succeeded: sum.Succeeded - worst.Succeeded, Failed: sum.Failed - worst.Failed}

	return sum, s.fails(sum) && s.fails(rest)
}

func (s Settings) fails(r routing.Result) bool {
	ended := r.Succeeded + r.Failed

	return ended >= s.Fewest && r.Failed*whole > ended*s.FailedPercent
}

func (in input) switchOff(k routing.SKUKey, r routing.Result) change {
	before := in.list[k]
	ended := r.Succeeded + r.Failed
	next := Exclusion{
		State: Off, Since: in.now, Ended: ended, Failed: r.Failed, ChangedBy: audit.System,
		OneOf: max(1, min(rarestTrial, ended/in.settings.SpanMinutes)),
	}

	return change{SKUKey: k, Exclusion: next.withPause(in.now, in.settings), before: before, why: fmt.Sprintf("%d of %d purchases failed within %d minutes; the limit is more than %d %% of at least %d",
		r.Failed, ended, in.settings.SpanMinutes, in.settings.FailedPercent, in.settings.Fewest)}
}
