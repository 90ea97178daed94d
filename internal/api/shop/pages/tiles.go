package pages

import (
	"fmt"
	"slices"
	"strings"
)

// hueOf is the hue of an operator's tile, 0 to 359, as web/storefront/src/parts/initials.ts computes it.
func hueOf(code string) int {
	const factor, golden, half, circle = 31, 2_654_435_761, 16, 360

	hash := uint32(0)
	for _, letter := range code {
		hash = hash*factor + uint32(letter) //nolint:gosec // a code point is never negative
	}

	return int(hash * golden >> half % circle)
}

// hueClass is the class of a tile. The policy of the pages allows no style attribute, so their style element has a rule for each.
func hueClass(code string) string { return fmt.Sprint("tile-", hueOf(code)) }

// tileRules are the rules for the tiles of a page, with the colours of web/storefront/src/parts/operator-tile.tsx.
func tileRules(data Data) string {
	hues := []int{}

	if data.Product != nil {
		hues = append(hues, hueOf(data.Product.Operator.Code))
	} else {
		for _, g := range data.Groups {
			for _, o := range g.Operators {
				hues = append(hues, hueOf(o.Code))
			}
		}
	}

	slices.Sort(hues)

	var b strings.Builder

	for _, hue := range slices.Compact(hues) {
		fmt.Fprintf(&b, ".tile-%[1]d{background:hsl(%[1]d 45%% 20%%);color:hsl(%[1]d 85%% 82%%)}", hue)
	}

	return b.String()
}
