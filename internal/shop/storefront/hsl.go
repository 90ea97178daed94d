package storefront

import (
	"image/color"
	"math"
	"strconv"
)

// HSL is a colour by numbers: hue 0 to 360, saturation and lightness 0 to 100.
type HSL struct{ H, S, L float64 }

// Readable is the contrast that text needs on its ground, Marked that of borders and marks (WCAG 2.2, 1.4.3 and 1.4.11).
const (
	Readable = 4.5
	Marked   = 3
)

// HSL returns the numbers of a colour. A text that ParseColor didn't make is black.
func (c Color) HSL() HSL {
	parts := hslPattern.FindStringSubmatch(string(c))
	if parts == nil {
		return HSL{}
	}

	var v [3]float64

	for i := range v {
		v[i], _ = strconv.ParseFloat(parts[i+1], 64) // digits by the pattern
	}

	return HSL{v[0], v[1], v[2]}
}

// Color is the colour as a theme keeps it.
func (x HSL) Color() Color {
	return Color(decimal(x.H) + " " + decimal(x.S) + "% " + decimal(x.L) + "%")
}

// RGB converts by the formula of CSS Color Module Level 4, section 7.1.
func (x HSL) RGB() color.NRGBA {
	s, l := x.S/percent, x.L/percent
	at := func(n float64) uint8 {
		const sectors, sector, low, high = 12, 30, 3, 9

		k := math.Mod(n+x.H/sector, sectors)

		return uint8(math.Round(math.MaxUint8 * (l - s*min(l, 1-l)*max(-1, min(k-low, high-k, 1)))))
	}

	return color.NRGBA{R: at(0), G: at(8), B: at(4), A: math.MaxUint8} //nolint:mnd // the formula's
}

// Contrast is the contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it.
func (x HSL) Contrast(other HSL) float64 {
	const glare = 0.05

	a, b := x.luminance(), other.luminance()

	return (max(a, b) + glare) / (min(a, b) + glare)
}

// luminance is the relative one of WCAG 2.2, of the channels that a screen shows.
func (x HSL) luminance() float64 {
	const dark, slope, shift, scale, power = 0.04045, 12.92, 0.055, 1.055, 2.4

	part := func(channel uint8) float64 {
		v := float64(channel) / math.MaxUint8
		if v <= dark {
			return v / slope
		}

		return math.Pow((v+shift)/scale, power)
	}
	c := x.RGB()

	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B) //nolint:mnd // the definition's
}

// Nearest is the colour of the same hue and saturation with the nearest lightness that has a contrast on a ground; the colour itself if
// it has it.
func (x HSL) Nearest(ground HSL, ratio float64) HSL {
	if x.Contrast(ground) >= ratio {
		return x
	}

	const step = 0.5

	for distance := step; distance <= percent; distance += step {
		for _, l := range []float64{x.L - distance, x.L + distance} {
			if c := (HSL{x.H, x.S, l}); l >= 0 && l <= percent && c.Contrast(ground) >= ratio {
				return c
			}
		}
	}

	// No lightness between the steps is enough: the better end of the scale.
	black, white := HSL{x.H, x.S, 0}, HSL{x.H, x.S, percent}
	if black.Contrast(ground) >= white.Contrast(ground) {
		return black
	}

	return white
}

// Blend moves the lightness towards that of another colour, by a share from 0 to 1, in the other's hue.
func (x HSL) Blend(to HSL, share float64) HSL {
	mixed := HSL{x.H, x.S, x.L + (to.L-x.L)*share}
	if to.S != 0 {
		mixed.H, mixed.S = to.H, to.S
	}

	return mixed
}
