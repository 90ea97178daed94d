package pages

import (
	"fmt"
	"strings"

	"loket/internal/shop/storefront"
)

// palette has the colours of the pages, under the names of web/storefront/src/theme/palette.ts, which computes the same ones: so nothing
// changes its colour when the scripts begin.
type palette []namedColour

type namedColour struct {
	name string
	hsl  storefront.HSL
}

// of returns a colour of the palette.
func (p palette) of(name string) storefront.HSL {
	for _, c := range p {
		if c.name == name {
			return c.hsl
		}
	}

	return storefront.HSL{}
}

// css declares the colours as variables. A colour is three numbers, so it can't be other text.
func (p palette) css() string {
	var b strings.Builder

	for _, c := range p {
		fmt.Fprintf(&b, "--shop-%s:hsl(%s);", c.name, c.hsl.Color())
	}

	return b.String()
}

// lightPalette has the colours of a theme as given. What a client can't choose, and links and marks, get the nearest readable colour.
func lightPalette(t *storefront.Theme) palette {
	return append(derivePalette(t.Background.HSL(), t.Foreground.HSL(), t.Card.HSL(), t),
		namedColour{"pay", t.PrimaryBgButton.HSL()}, namedColour{"pay-text", t.PrimaryTextButton.HSL()},
		namedColour{"second", t.SecondaryBgButton.HSL()}, namedColour{"second-text", t.SecondaryTextButton.HSL()})
}

// darkPalette is the dark version of a theme. A theme with a dark ground is its own dark version.
func darkPalette(t *storefront.Theme) palette {
	given := lightPalette(t)
	if isDark(given.of("ground")) {
		return given
	}

	// What the colours may be at most, in per cent.
	const (
		groundSaturation, groundLight = 30, 8
		textSaturation, textLight     = 20, 93
		headerSaturation, headerLight = 60, 18
		secondSaturation, secondLight = 60, 22
	)

	hue := t.Card.HSL()
	ground := storefront.HSL{H: hue.H, S: min(hue.S, groundSaturation), L: groundLight}
	text := storefront.HSL{H: hue.H, S: min(hue.S, textSaturation), L: textLight}
	header := storefront.HSL{H: hue.H, S: min(hue.S, headerSaturation), L: min(hue.L, headerLight)}
	pay := given.of("pay").Nearest(ground, storefront.Marked)
	second := given.of("second")
	second.S, second.L = min(second.S, secondSaturation), min(second.L, secondLight)

	return append(derivePalette(ground, text, header, t),
		namedColour{"pay", pay}, namedColour{"pay-text", given.of("pay-text").Nearest(pay, storefront.Readable)},
		namedColour{"second", second}, namedColour{"second-text", given.of("second-text").Nearest(second, storefront.Readable)})
}

func derivePalette(ground, text, header storefront.HSL, t *storefront.Theme) palette {
	// Shares of a blend, and the most saturation of the accent.
	const (
		quiet, line, band, control, headerQuiet = 0.66, 0.12, 0.04, 0.4, 0.8
		onLight, onDark, saturation             = 0.1, 0.2, 80
	)

	share := onLight
	if isDark(ground) {
		share = onDark
	}

	headerText := t.CardForeground.HSL().Nearest(header, storefront.Readable)
	primary := t.Primary.HSL()
	accent := ground.Blend(storefront.HSL{H: primary.H, S: min(primary.S, saturation), L: primary.L}, share)

	return palette{
		{"ground", ground},
		{"text", text},
		{"quiet", ground.Blend(text, quiet).Nearest(ground, storefront.Readable)},
		{"line", ground.Blend(text, line)},
		{"band", ground.Blend(text, band)},
		{"control", ground.Blend(text, control).Nearest(ground, storefront.Marked)},
		{"header", header},
		{"header-text", headerText},
		{"header-quiet", header.Blend(headerText, headerQuiet).Nearest(header, storefront.Readable)},
		{"link", primary.Nearest(ground, storefront.Readable)},
		{"accent", accent},
		{"accent-mark", primary.Nearest(accent, storefront.Readable)},
		{"error", t.Destructive.HSL().Nearest(ground, storefront.Readable)},
	}
}

func isDark(c storefront.HSL) bool {
	const white = 100

	return c.Contrast(storefront.HSL{L: white}) >= storefront.Readable
}
