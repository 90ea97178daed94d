package storefront

import (
	"image/color"
	"math"
	"regexp"
	"strconv"
)

// Color is a colour as "H S% L%" with at most two decimals, which give every #RRGGBB back: "208.83 100% 54.71%". Only ParseColor makes one, so it is always
// three numbers and never other text.
type Color string

var (
	hexPattern = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	hslPattern = regexp.MustCompile(`^(\d{1,3}(?:\.\d{1,4})?) (\d{1,3}(?:\.\d{1,4})?)% (\d{1,3}(?:\.\d{1,4})?)%$`)
)

const (
	fullCircle = 360
	percent    = 100
	hundredths = 100
)

// ParseColor reads "#1890ff" or "208.83 100% 54.71%".
func ParseColor(text string) (Color, bool) {
	if hexPattern.MatchString(text) {
		rgb, err := strconv.ParseUint(text[1:], 16, 32)

		return fromRGB(uint32(rgb)), err == nil
	}

	parts := hslPattern.FindStringSubmatch(text)
	if parts == nil {
		return "", false
	}

	var v [3]float64

	for i := range v {
		v[i], _ = strconv.ParseFloat(parts[i+1], 64) // digits by the pattern
	}

	if v[0] > fullCircle || v[1] > percent || v[2] > percent {
		return "", false
	}

	return colorOf(v[0], v[1], v[2]), true
}

// fromRGB converts as CSS Color Module Level 4, section 7.1, does.
func fromRGB(rgb uint32) Color {
	r, g, b := channel(rgb, 2), channel(rgb, 1), channel(rgb, 0) //nolint:mnd // red is the third byte
	high, low := max(r, g, b), min(r, g, b)
	light := (high + low) / 2 //nolint:mnd // their mean
	spread := high - low

	if spread == 0 {
		return colorOf(0, 0, light*percent)
	}

	const third, sector = 2, 60

	var hue float64

	switch high {
	case r:
		hue = math.Mod((g-b)/spread+6, 6) //nolint:mnd // sectors of the circle
	case g:
		hue = (b-r)/spread + third
	default:
		hue = (r-g)/spread + third + third
	}

	return colorOf(hue*sector, spread/(1-math.Abs(2*light-1))*percent, light*percent) //nolint:mnd // the formula's
}

// channel is a byte of a colour as a share of one.
func channel(rgb uint32, number int) float64 {
	const bits, mask, most = 8, 0xFF, 255.0

	return float64(rgb>>(number*bits)&mask) / most
}

func colorOf(h, s, l float64) Color {
	return Color(decimal(math.Mod(h, fullCircle)) + " " + decimal(s) + "% " + decimal(l) + "%")
}

func decimal(v float64) string {
	return strconv.FormatFloat(math.Round(v*hundredths)/hundredths, 'f', -1, 64)
}

// RGB converts back.
func (c Color) RGB() color.NRGBA { return c.HSL().RGB() }
