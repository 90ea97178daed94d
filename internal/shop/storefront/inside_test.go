package storefront

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"loket/internal/platform/publichost"
)

func TestDefaultColoursAreColours(t *testing.T) {
	t.Parallel()

	theme := DefaultTheme()
	for _, c := range theme.colors() {
		if again, ok := ParseColor(string(*c.color)); !ok || again != *c.color {
			t.Errorf("%s is %q", c.name, *c.color)
		}
	}

	if theme.Primary != "208.83 100% 54.71%" || theme.Card != "223.92 76.38% 24.9%" {
		t.Errorf("%s %s", theme.Primary, theme.Card)
	}
}

// The pages of the shop have the same defaults.
func TestDefaultThemeIsThatOfTheShop(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile("../../../web/shared/shop/theme.ts")
	if err != nil {
		t.Fatal(err)
	}

	theirs := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): '(#[0-9a-f]{6})',$`).FindAllStringSubmatch(string(text), -1) {
		theirs[m[1]] = m[2]
	}

	theme := DefaultTheme()
	for _, c := range theme.colors() {
		if got := rgbOf(*c.color); got != theirs[c.name] {
			t.Errorf("%s is %s here and %q there", c.name, got, theirs[c.name])
		}
	}

	if len(theirs) != len(theme.colors()) {
		t.Errorf("%d colours there", len(theirs))
	}
}

func rgbOf(c Color) string {
	rgb := c.RGB()

	return fmt.Sprintf("#%02x%02x%02x", rgb.R, rgb.G, rgb.B)
}

func TestColourComesBack(t *testing.T) {
	t.Parallel()

	for rgb := 0; rgb < 1<<24; rgb += 997 {
		hex := fmt.Sprintf("#%06x", rgb)

		if c, ok := ParseColor(hex); !ok || rgbOf(c) != hex {
			t.Fatalf("%s became %s and %s", hex, c, rgbOf(c))
		}
	}
}

func FuzzParseColor(f *testing.F) {
	for _, text := range []string{"#1890ff", "208.8 100% 54.7%", "0 0% 0%", "360 100% 100%", "1;}", "#12345", "١ ٢% ٣%"} {
		f.Add(text)
	}

	f.Fuzz(func(t *testing.T, text string) {
		c, ok := ParseColor(text)
		if !ok {
			return
		}

		if again, ok := ParseColor(string(c)); !ok || again != c {
			t.Errorf("%q became %q, then %q", text, c, again)
		}

		for _, r := range string(c) {
			if (r < '0' || r > '9') && r != ' ' && r != '%' && r != '.' {
				t.Errorf("%q became %q", text, c)
			}
		}
	})
}

func FuzzShopInput(f *testing.F) {
	f.Add("Maju Games", "https://majugames.id", "#1890ff", "MLBB", true)
	f.Add("<script>", "javascript:alert(1)", "red", "", false)

	f.Fuzz(func(t *testing.T, name, link, color, operator string, active bool) {
		in := Input{
			Name: &name, PaymentLink: &link, FallbackURL: &link, Popular: &[]string{operator, operator}, Theme: &Theme{Card: Color(color)},
			Banners: &[]Banner{{Name: name, Link: link, Active: active, Image: link}},
		}

		c, err := Content{Theme: DefaultTheme()}.apply(in, false)
		if err != nil {
			return
		}

		// What was taken is taken again unchanged, and comes back from the database.
		back, err := decode(encode(c))
		if err != nil || encode(back) != encode(c) {
			t.Errorf("%+v became %+v: %v", c, back, err)
		}

		if c.PaymentLink != "" && !publichost.IsURL(c.PaymentLink, false) || len(c.Popular) > 1 || active && c.Banners[0].Image == "" {
			t.Errorf("%+v", c)
		}
	})
}
