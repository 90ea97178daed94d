package routing

import (
	"slices"
	"strings"
	"time"

	"loket/internal/catalog"
)

// Strategy is how a rule orders its suppliers.
type Strategy string

// The strategies. Among equals the catalogue's preference decides; for Success fewer failures do first.
const (
	Fixed    Strategy = "fixed"    // as the rule lists them
	Cheapest Strategy = "cheapest" // by recorded cost
	Success  Strategy = "success"  // by the lower bound of the success of the last hour; some percent go to the others
	Shares   Strategy = "shares"   // each is the first for its share of the orders
)

// Share is a supplier of a rule. Its weight counts for shares alone.
type Share struct {
	Supplier string `json:"supplier"`
	Weight   int64  `json:"weight,omitempty"`
}

// Rule orders the suppliers of the orders that meet all of its conditions. An empty condition is met by every order.
type Rule struct {
	Name     string   `json:"name"`
	Groups   []string `json:"groups,omitempty"`   // types of operators
	Clients  []int64  `json:"clients,omitempty"`  // ids
	Prefixes []string `json:"prefixes,omitempty"` // of the destination
	// From and To are hours of the day in Asia/Jakarta: from the beginning of From to that of To, across midnight where To is less. Equal
	// ones are the whole day.
	From     int      `json:"from,omitempty"`
	To       int      `json:"to,omitempty"`
	Strategy Strategy `json:"strategy"`
	// Suppliers are the only ones that the rule uses; without any, all that sell the product.
	Suppliers []Share `json:"suppliers,omitempty"`
}

// List is the ordered list of rules.
type List struct {
	Version   int64 // 0 before the first change
	Rules     []Rule
	Reason    string // of the last change
	ChangedBy string // staff:budi
	ChangedAt time.Time
}

// meets reports whether an order meets the conditions.
func (r *Rule) meets(p Purchase, hour int) bool {
	if r.From != r.To {
		after, before := hour >= r.From, hour < r.To
		if across := r.From > r.To; across && !after && !before || !across && (!after || !before) {
			return false
		}
	}

	return (len(r.Groups) == 0 || slices.Contains(r.Groups, p.Group)) &&
		(len(r.Clients) == 0 || slices.Contains(r.Clients, p.ClientID)) &&
		(len(r.Prefixes) == 0 || slices.ContainsFunc(r.Prefixes, func(one string) bool { return strings.HasPrefix(p.Destination, one) }))
}

func (r *Rule) has(code string) bool {
	return len(r.Suppliers) == 0 || slices.ContainsFunc(r.Suppliers, func(one Share) bool { return one.Supplier == code })
}

// sellers are the SKUs of the rule's suppliers: in the rule's order where its strategy has one, else by preference.
func (r *Rule) sellers(skus []catalog.SKU) []catalog.SKU {
	out := make([]catalog.SKU, 0, len(skus))

	if r.Strategy == Fixed || r.Strategy == Shares {
		for _, one := range r.Suppliers {
			for _, sku := range skus {
				if sku.Supplier == one.Supplier {
					out = append(out, sku)
				}
			}
		}

		return out
	}

	for _, sku := range skus {
		if r.has(sku.Supplier) {
			out = append(out, sku)
		}
	}

	return out
}

// weights are those of some SKUs, in their order.
func (r *Rule) weights(skus []catalog.SKU) (list []int64, total int64) {
	for _, sku := range skus {
		for _, one := range r.Suppliers {
			if one.Supplier == sku.Supplier {
				list = append(list, one.Weight)
				total += one.Weight
			}
		}
	}

	return list, total
}
