package storefront

import (
	"math"
	"strconv"

	"loket/internal/platform/fault"
)

// The radius of buttons in pixels.
const (
	maxRadius     = 50
	defaultRadius = 16
)

// Theme holds the colours of a shop (docs/product/shop.md#look). An empty colour of an input keeps what stands.
type Theme struct {
	Primary               Color `json:"primary"`
	PrimaryForeground     Color `json:"primaryForeground"`
	Foreground            Color `json:"foreground"`
	Background            Color `json:"background"`
	Card                  Color `json:"card"`
	CardForeground        Color `json:"cardForeground"`
	Ring                  Color `json:"ring"`
	Input                 Color `json:"input"`
	Muted                 Color `json:"muted"`
	MutedForeground       Color `json:"mutedForeground"`
	Accent                Color `json:"accent"`
	AccentForeground      Color `json:"accentForeground"`
	Border                Color `json:"border"`
	Chart1                Color `json:"chart1"`
	Chart2                Color `json:"chart2"`
	Chart3                Color `json:"chart3"`
	Chart4                Color `json:"chart4"`
	Chart5                Color `json:"chart5"`
	Popover               Color `json:"popover"`
	PopoverForeground     Color `json:"popoverForeground"`
	Secondary             Color `json:"secondary"`
	SecondaryForeground   Color `json:"secondaryForeground"`
	Destructive           Color `json:"destructive"`
	DestructiveForeground Color `json:"destructiveForeground"`
	PrimaryBgButton       Color `json:"primaryBgButton"`
	PrimaryTextButton     Color `json:"primaryTextButton"`
	SecondaryBgButton     Color `json:"secondaryBgButton"`
	SecondaryTextButton   Color `json:"secondaryTextButton"`
	ButtonRadius          *int  `json:"buttonRadius"`
}

// DefaultTheme is a dark blue theme. The colours of the forms are those of docs/product/shop.md#look.
func DefaultTheme() Theme {
	const (
		white = "#ffffff"
		black = "#000000"
		blue  = "#1890ff"
		navy  = "#0f2970"
		soft  = "#e2e9fc"
		pay   = "#0c45e1"
	)

	radius := defaultRadius
	t := Theme{
		Primary: blue, PrimaryForeground: white, Foreground: black, Background: white, Card: navy, CardForeground: white,
		Ring: blue, Input: "#838c9f", Border: "#e4e7ed", Muted: "#f5f6f9", MutedForeground: "#616b80",
		Accent: "#ebf0fe", AccentForeground: "#0c3fcb", Popover: white, PopoverForeground: black,
		Secondary: soft, SecondaryForeground: pay, Destructive: "#ae2318", DestructiveForeground: white,
		Chart1: pay, Chart2: "#178a5b", Chart3: "#c47f06", Chart4: "#d63b2f", Chart5: "#788dc5",
		PrimaryBgButton: pay, PrimaryTextButton: white, SecondaryBgButton: soft, SecondaryTextButton: pay, ButtonRadius: &radius,
	}

	for _, c := range t.colors() {
		*c.color, _ = ParseColor(string(*c.color)) // a test proves that each is one
	}

	return t
}

type namedColor struct {
	name  string
	color *Color
}

// colors lists the colours with their names on the wire.
func (t *Theme) colors() []namedColor {
	return []namedColor{
		{"primary", &t.Primary},
		{"primaryForeground", &t.PrimaryForeground},
		{"foreground", &t.Foreground},
		{"background", &t.Background},
		{"card", &t.Card},
		{"cardForeground", &t.CardForeground},
		{"ring", &t.Ring},
		{"input", &t.Input},
		{"muted", &t.Muted},
		{"mutedForeground", &t.MutedForeground},
		{"accent", &t.Accent},
		{"accentForeground", &t.AccentForeground},
		{"border", &t.Border},
		{"chart1", &t.Chart1},
		{"chart2", &t.Chart2},
		{"chart3", &t.Chart3},
		{"chart4", &t.Chart4},
		{"chart5", &t.Chart5},
		{"popover", &t.Popover},
		{"popoverForeground", &t.PopoverForeground},
		{"secondary", &t.Secondary},
		{"secondaryForeground", &t.SecondaryForeground},
		{"destructive", &t.Destructive},
		{"destructiveForeground", &t.DestructiveForeground},
		{"primaryBgButton", &t.PrimaryBgButton},
		{"primaryTextButton", &t.PrimaryTextButton},
		{"secondaryBgButton", &t.SecondaryBgButton},
		{"secondaryTextButton", &t.SecondaryTextButton},
	}
}

// over returns the theme with what an input changes, and the input's faults.
func (t *Theme) over(in *Theme) (Theme, []fault.Field) {
	out := *t
	if in == nil {
		return out, nil
	}

	var fields []fault.Field

	given, own := in.colors(), out.colors()

	for i, g := range given {
		if *g.color == "" {
			continue
		}

		parsed, ok := ParseColor(string(*g.color))
		if !ok {
			fields = append(fields, fault.Field{Field: "theme." + g.name, Message: msgColor})

			continue
		}

		*own[i].color = parsed
	}

	if in.ButtonRadius != nil {
		if *in.ButtonRadius < 0 || *in.ButtonRadius > maxRadius {
			fields = append(fields, fault.Field{Field: "theme.buttonRadius", Message: msgRadius.With(maxRadius)})
		}

		radius := *in.ButtonRadius
		out.ButtonRadius = &radius
	}

	return out, fields
}

// readable returns the texts that shoppers could not read, in the light and the dark look. Other colours of the pages follow from these ones
// and are readable by themselves; so is the dark look, unless the theme is dark and is its own dark look.
func (t *Theme) readable() []fault.Field {
	var fields []fault.Field

	for _, pair := range []struct {
		name         string
		text, ground Color
	}{
		{"theme.foreground", t.Foreground, t.Background},
		{"theme.primaryTextButton", t.PrimaryTextButton, t.PrimaryBgButton},
		{"theme.secondaryTextButton", t.SecondaryTextButton, t.SecondaryBgButton},
	} {
		if ratio := pair.text.HSL().Contrast(pair.ground.HSL()); ratio < Marked {
			fields = append(fields, fault.Field{Field: pair.name, Message: msgUnreadable.With(oneDecimal(ratio), strconv.Itoa(Marked))})
		}
	}

	return fields
}

// oneDecimal cuts a ratio, so that one below the bound is never shown as the bound.
func oneDecimal(ratio float64) string {
	const tenths = 10

	return strconv.FormatFloat(math.Floor(ratio*tenths)/tenths, 'f', 1, 64)
}
