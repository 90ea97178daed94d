package catalog

import (
	"cmp"
	"strings"
)

// compareCodes compares codes as people read them, with the numbers in them by value: TSEL5, TSEL10, TSEL15, TSEL100. Such a
// number is the amount that the product is named after.
func compareCodes(a, b string) int {
	x, y := a, b

	for x != "" && y != "" {
		n, m := digits(x), digits(y)
		if n == 0 || m == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}

			x, y = x[1:], y[1:]

			continue
		}

		p, q := strings.TrimLeft(x[:n], "0"), strings.TrimLeft(y[:m], "0")
		if c := cmp.Or(cmp.Compare(len(p), len(q)), cmp.Compare(p, q)); c != 0 {
			return c
		}

		x, y = x[n:], y[m:]
	}

	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

// digits is the number of digits that a text begins with.
func digits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }
