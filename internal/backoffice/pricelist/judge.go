package pricelist

import (
	"cmp"
	"slices"

	"loket/internal/catalog"
	"loket/internal/platform/money"
)

// Kind is what changed in a list.
type Kind string

// The kinds.
const (
	KindPrice Kind = "price" // of a code that a product of ours has
	KindNew   Kind = "new"   // a code that was not listed before
	KindGone  Kind = "gone"  // a code that is not listed any more
)

// State is what became of a change.
type State string

// The states. Waiting is the only one that isn't an end.
const (
	Waiting  State = "waiting"  // for a person
	Applied  State = "applied"  // the price is the recorded cost
	Left     State = "left"     // a person left the recorded cost as it was
	Outdated State = "outdated" // the price changed again before a person decided
	Noted    State = "noted"    // nothing was to be decided
)

// Cause is why a change waits for a person.
type Cause string

// The causes.
const (
	Below Cause = "below" // a client pays less than the new price
	Jump  Cause = "jump"  // the price changed by more than the setting allows
)

// Change is a change in a supplier's list.
type Change struct {
	ID            int64
	Supplier      string
	SKU, Name     string
	Product       string // ours; empty without one
	Kind          Kind
	State         State
	Cause         Cause // empty if it didn't wait
	Before, After money.Rupiah
}

// row is a code as it was listed last.
type row struct {
	name  string
	price money.Rupiah // 0 for bills
	state rowState
}

type rowState string

const (
	rowActive   rowState = "active"
	rowInactive rowState = "inactive" // listed, but not sold at present
	rowGone     rowState = "gone"
)

// offer is one of our products at the supplier.
type offer struct {
	catalog.SKU

	least money.Rupiah // what the client who pays least pays
}

const percent = 100

// judge compares a list with the one before and with the recorded costs of prepaid products. Only a price that differs from the one that was
// listed before, or was not sold then, is a change: what a person left stays so until then. Without rows before nothing changed.
func judge(before, list map[string]row, products []offer, jump int64) []Change {
	out := []Change{}

	for _, k := range products {
		now, listed := list[k.Code]
		if old, known := before[k.Code]; !listed || !known || now.state != rowActive || old.state == rowActive && old.price == now.price {
			continue
		}

		c := Change{SKU: k.Code, Name: now.name, Product: k.ProductCode, Kind: KindPrice, State: Applied, Before: k.Cost, After: now.price}

		switch {
		case now.price == k.Cost:
			c.State = Noted
		case leaps(k.Cost, now.price, jump):
			c.State, c.Cause = Waiting, Jump
		case now.price > k.Cost && now.price > k.least:
			c.State, c.Cause = Waiting, Below
		}

		out = append(out, c)
	}

	ours := map[string]string{}
	for _, k := range products {
		ours[k.Code] = k.ProductCode
	}

	for code, now := range list {
		if old, known := before[code]; len(before) > 0 && (!known || old.state == rowGone) {
			out = append(out, Change{SKU: code, Name: now.name, Product: ours[code], Kind: KindNew, State: Noted, After: now.price})
		}
	}

	for code, old := range before {
		if _, listed := list[code]; !listed && old.state != rowGone {
			out = append(out, Change{SKU: code, Name: old.name, Product: ours[code], Kind: KindGone, State: Noted, Before: old.price})
		}
	}

	slices.SortFunc(out, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.SKU, b.SKU), cmp.Compare(a.Product, b.Product))
	})

	return out
}

// leaps reports whether a price differs from a cost by more than some percent, or is zero, or the cost was.
func leaps(cost, price money.Rupiah, jump int64) bool {
	by := max(price-cost, cost-price)

	return price == 0 || cost == 0 || int64(by) > int64(cost)/percent*jump+int64(cost)%percent*jump/percent
}

// shrank reports whether a list lacks more than half of what was listed before: then it is taken for a broken one.
func shrank(before, list map[string]row) bool {
	listed, missing := 0, 0

	for code, old := range before {
		if old.state == rowGone {
			continue
		}

		listed++

		if _, is := list[code]; !is {
			missing++
		}
	}

	return missing*2 > listed
}
