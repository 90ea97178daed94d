package catalog

import (
	"iter"
	"slices"
	"strings"
)

// Filter selects products; a zero value selects all.
type Filter struct {
	Search       string // words of code or name, any case; a product has all of them
	OperatorType string
	OperatorCode string
	WalletType   string
	Supplier     string // one that sells the product
	Active       *bool
	Problem      *bool
}

// List returns the products that match a filter, sorted by code, numbers in it by value.
func (s *Snapshot) List(f Filter) []Product {
	list, _ := s.Page(f, 1, len(s.ordered))

	return list
}

// All yields all products sorted by code, inactive ones too, each with its code and name in lower case for a search. The products
// are those of the snapshot: never write to them.
func (s *Snapshot) All() iter.Seq2[*Product, string] {
	return func(yield func(*Product, string) bool) {
		for i := range s.ordered {
			if !yield(&s.ordered[i], s.texts[i]) {
				return
			}
		}
	}
}

// Page returns one page of the products that match a filter, sorted by code, and the number of all that match. The
// first page is 1.
func (s *Snapshot) Page(f Filter, page, perPage int) ([]Product, int) {
	words := strings.Fields(strings.ToLower(f.Search))
	first := (page - 1) * perPage
	total, out := 0, []Product{}

	for i, p := range s.ordered {
		if !f.matches(p) || !s.sells(f.Supplier, p.Code) || !containsAll(s.texts[i], words) {
			continue
		}

		if total >= first && len(out) < perPage {
			out = append(out, p)
		}

		total++
	}

	return out, total
}

// searchText is what a search looks at. It is kept ready, since making it for each product takes most of a search.
func searchText(p Product) string { return strings.ToLower(p.Code + "\n" + p.Name) }

func containsAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
}

func (f Filter) matches(p Product) bool {
	return (f.OperatorType == "" || f.OperatorType == p.OperatorType) &&
		(f.OperatorCode == "" || f.OperatorCode == p.OperatorCode) &&
		(f.WalletType == "" || f.WalletType == p.WalletType) &&
		(f.Active == nil || *f.Active == p.Active) &&
		(f.Problem == nil || *f.Problem == p.Problem)
}

// sells reports whether a supplier sells a product; the empty name is any.
func (s *Snapshot) sells(supplier, code string) bool {
	return supplier == "" || slices.ContainsFunc(s.skus[code], func(k SKU) bool { return k.Supplier == supplier })
}
