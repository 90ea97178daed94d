package routing

import (
	"fmt"
	"regexp"
	"slices"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/supplier"
)

const (
	// MaxRules is the most rules of a list, and maxEach the most entries of a condition.
	MaxRules = 100
	maxEach  = 100
	// MaxWeight is the greatest weight of a share.
	MaxWeight = 1000
	maxName   = 60
	hours     = 24
)

var messages = language.NewTable("routing")

var (
	msgChanged  = messages.Add("changed", "Someone changed the rules meanwhile: load them again", "Aturan sudah diubah orang lain: muat ulang dahulu")
	msgMany     = messages.Add("many", "At most %d are possible", "Paling banyak %d")
	msgGroup    = messages.Add("group", "There is no product group %s", "Kelompok produk %s tidak ada")
	msgClient   = messages.Add("client", "A client is its number, such as 1001", "Klien ditulis sebagai nomornya, misalnya 1001")
	msgPrefix   = messages.Add("prefix", "The beginning of a number is 1 to 20 letters or digits", "Awalan nomor terdiri dari 1 sampai 20 huruf atau angka")
	msgHour     = messages.Add("hour", "Hours are 0 to 23", "Jam ditulis 0 sampai 23")
	msgStrategy = messages.Add("strategy", "There is no such choice", "Pilihan ini tidak ada")
	msgSupplier = messages.Add("supplier", "There is no supplier %s", "Pemasok %s tidak ada")
	msgTwice    = messages.Add("twice", "%s was given more than once", "%s diberikan lebih dari sekali")
	msgNeeds    = messages.Add("needs", "This choice needs its suppliers", "Pilihan ini memerlukan pemasoknya")
	msgWeight   = messages.Add("weight", "A share is 1 to %d", "Bagian bernilai 1 sampai %d")
	msgProduct  = messages.Add("product", "There is no such product", "Produk ini tidak ada")
)

// ErrChanged means that the list was changed since it was read.
var ErrChanged = fault.Definition{
	Kind: fault.Conflict, Code: "RoutingChangedError", Message: msgChanged,
	Cause: "The list of routing rules was changed after it was read. Only staff see this error.",
	Mend:  "Read the list again, and make the change in it.",
}

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrChanged} }

var prefixForm = regexp.MustCompile(`^[0-9A-Za-z]{1,20}$`)

// faultsOf are the faults of a list, with fields such as rules.0.groups.
func (s *Service) faultsOf(rules []Rule) []fault.Field {
	var found []fault.Field

	if len(rules) > MaxRules {
		return []fault.Field{{Field: "rules", Message: msgMany.With(MaxRules)}}
	}

	for i, r := range rules {
		at := fmt.Sprintf("rules.%d.", i)
		add := func(field string, message language.Message) {
			found = append(found, fault.Field{Field: at + field, Message: message})
		}

		found = append(found, identity.CheckText(at+"name", r.Name, maxName)...)
		r.checkConditions(add)
		s.checkSuppliers(r, add)
	}

	return found
}

func (r *Rule) checkConditions(add func(field string, message language.Message)) {
	for _, one := range []struct {
		field   string
		entries int
	}{{"groups", len(r.Groups)}, {"clients", len(r.Clients)}, {"prefixes", len(r.Prefixes)}, {"suppliers", len(r.Suppliers)}} {
		if one.entries > maxEach {
			add(one.field, msgMany.With(maxEach))
		}
	}

	for _, group := range r.Groups {
		if _, known := catalog.TypeOf(group); !known {
			add("groups", msgGroup.With(group))
		}
	}

	if slices.ContainsFunc(r.Clients, func(id int64) bool { return id < 1 }) {
		add("clients", msgClient)
	}

	if slices.ContainsFunc(r.Prefixes, func(one string) bool { return !prefixForm.MatchString(one) }) {
		add("prefixes", msgPrefix)
	}

	if min(r.From, r.To) < 0 || max(r.From, r.To) >= hours {
		add("hours", msgHour)
	}
}

func (s *Service) checkSuppliers(r Rule, add func(field string, message language.Message)) {
	if !slices.Contains([]Strategy{Fixed, Cheapest, Success, Shares}, r.Strategy) {
		add("strategy", msgStrategy)
	}

	if len(r.Suppliers) == 0 && (r.Strategy == Fixed || r.Strategy == Shares) {
		add("suppliers", msgNeeds)
	}

	seen := map[string]bool{}

	for _, one := range r.Suppliers {
		if _, known := s.deps.Suppliers.Get(one.Supplier); !known || one.Supplier == supplier.Sandbox {
			add("suppliers", msgSupplier.With(one.Supplier))
		}

		if seen[one.Supplier] {
			add("suppliers", msgTwice.With(one.Supplier))
		}

		seen[one.Supplier] = true

		if r.Strategy == Shares && (one.Weight < 1 || one.Weight > MaxWeight) {
			add("suppliers", msgWeight.With(MaxWeight))
		}
	}
}
