package pages

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"testing"

	"loket/internal/shop/storefront"
)

// The scripts of the shop compute the same colours; their tests read the same file.
func TestPalettesAreThoseOfTheScripts(t *testing.T) {
	text, err := os.ReadFile("../../../../web/storefront/src/theme/palettes.json")
	if err != nil {
		t.Fatal(err)
	}

	var cases []struct {
		Name  string            `json:"name"`
		Theme storefront.Theme  `json:"theme"`
		Light map[string]string `json:"light"`
		Dark  map[string]string `json:"dark"`
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d palettes, %v", len(cases), err)
	}

	named := func(p palette) map[string]string {
		all := map[string]string{}
		for _, c := range p {
			all[c.name] = string(c.hsl.Color())
		}

		return all
	}

	for _, c := range cases {
		if light, dark := named(lightPalette(&c.Theme)), named(darkPalette(&c.Theme)); !maps.Equal(light, c.Light) || !maps.Equal(dark, c.Dark) {
			t.Errorf("%s: %v and %v\nscripts: %v and %v", c.Name, light, dark, c.Light, c.Dark)
		}
	}
}

var stylePattern = func() *regexp.Regexp {
	const colours = `(--shop-[a-z-]+:hsl\([0-9.]+ [0-9.]+% [0-9.]+%\);){17}`

	return regexp.MustCompile(`^:root\{color-scheme:light;` + colours + `--shop-button-radius:-?[0-9]+px\}` +
		`@media\(prefers-color-scheme:dark\)\{:root\{color-scheme:dark;` + colours + `\}\}$`)
}()

// Whatever stands in a theme, its style has colours made from numbers and nothing else.
func FuzzThemeStyle(f *testing.F) {
	for _, text := range []string{
		`{}`, `{"card":"223.92 76.38% 24.9%","buttonRadius":50}`, `{"background":"0 0% 0%","foreground":"0 0% 0%"}`,
		`{"primary":"red;}</style><script>"}`, `{"primary":"1 1% 1%) url(//x"}`, `{"cardForeground":"999 999% 999%","buttonRadius":-9}`,
	} {
		f.Add(text)
	}

	f.Fuzz(func(t *testing.T, text string) {
		theme := storefront.DefaultTheme()
		if json.Unmarshal([]byte(text), &theme) != nil {
			return
		}

		if style := (head{theme: &theme}).style(); !stylePattern.MatchString(style) {
			t.Errorf("%s gave %s", text, style)
		}
	})
}

// The test of the scripts (web/storefront/src/shop-page.dom.test.ts) has the same values.
func TestTilesHaveTheColoursOfTheScripts(t *testing.T) {
	t.Parallel()

	for code, want := range map[string]int{"MLBB": 76, "FF": 40, "STEAM": 237, "é\u6f22": 4} {
		if got := hueOf(code); got != want {
			t.Errorf("%s has the hue %d, not %d", code, got, want)
		}
	}

	for name, want := range map[string]string{"Mobile Legends": "ML", "by.U": "BU", "": "", "éa 7x 9": "É7"} {
		if got := initials(name); got != want {
			t.Errorf("%q has the initials %q, not %q", name, got, want)
		}
	}
}
