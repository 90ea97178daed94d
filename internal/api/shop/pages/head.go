package pages

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"loket/internal/shop/storefront"
)

// head is what the document's head says of a page.
type head struct {
	title       string
	description string
	site        string // name of the shop
	logo        string // address of the picture; empty for none
	picture     string // whole address of the picture that other sites show; empty for none
	canonical   string // whole address; empty for none
	manifest    string // address; empty for none
	theme       *storefront.Theme
	hidden      bool // from search engines
	private     bool // its address tells nobody else
	product     *Product
	rules       string // further rules of the style element
}

// html writes the elements.
func (h head) html() []byte {
	var b bytes.Buffer

	element := func(form string, values ...string) {
		escaped := make([]any, len(values))
		for i, v := range values {
			escaped[i] = html.EscapeString(v)
		}

		fmt.Fprintf(&b, form, escaped...)
	}

	element("<title>%s</title>", h.title)
	// Without one the browser would ask for /favicon.ico.
	element(`<link rel="icon" href="%s">`, cmp.Or(h.logo, "data:,"))

	if h.description != "" {
		element(`<meta name="description" content="%s">`, h.description)
	}

	if h.hidden {
		b.WriteString(`<meta name="robots" content="noindex">`)
	}

	if h.private {
		b.WriteString(`<meta name="referrer" content="no-referrer">`)
	}

	if h.manifest != "" {
		element(`<link rel="manifest" href="%s"><link rel="apple-touch-icon" href="%s">`, h.manifest, strings.Replace(h.manifest, manifestPath, iconName(smallIcon), 1))
	}

	if h.canonical != "" {
		element(`<link rel="canonical" href="%s"><meta property="og:type" content="website"><meta property="og:url" content="%s">`, h.canonical, h.canonical)
		element(`<meta property="og:title" content="%s"><meta property="og:description" content="%s">`, h.title, h.description)
		element(`<meta property="og:site_name" content="%s"><meta property="og:locale" content="id_ID">`, h.site)
	}

	if h.picture != "" {
		element(`<meta property="og:image" content="%s"><meta name="twitter:card" content="summary">`, h.picture)
	}

	if h.theme != nil {
		bar := `<meta name="theme-color" content="hsl(%s)" media="(prefers-color-scheme: %s)">`
		fmt.Fprintf(&b, bar, lightPalette(h.theme).of("header").Color(), "light")
		fmt.Fprintf(&b, bar, darkPalette(h.theme).of("header").Color(), "dark")

		fmt.Fprintf(&b, "<style>%s</style>", h.style())
	}

	if h.product != nil {
		fmt.Fprintf(&b, `<script type="application/ld+json">%s</script>`, h.linkedData())
	}

	return b.Bytes()
}

// style gives the page its colours before the scripts run, and where none run.
func (h head) style() string {
	if h.theme == nil {
		return ""
	}

	return fmt.Sprintf(":root{color-scheme:light;%s--shop-button-radius:%dpx}@media(prefers-color-scheme:dark){:root{color-scheme:dark;%s}}",
		lightPalette(h.theme).css(), radius(h.theme), darkPalette(h.theme).css()) + h.rules
}

func radius(t *storefront.Theme) int {
	if t.ButtonRadius == nil {
		return 0
	}

	return *t.ButtonRadius
}

// linkedData describes a product for search engines (schema.org). json.Marshal escapes < and >, so no value can end the element.
func (h head) linkedData() []byte {
	low, high := h.product.Nominals[0].Price, h.product.Nominals[0].Price
	for _, n := range h.product.Nominals {
		low, high = min(low, n.Price), max(high, n.Price)
	}

	text, err := json.Marshal(map[string]any{
		"@context": "https://schema.org", "@type": "Product", "name": h.product.Operator.Name, "description": h.description, "url": h.canonical,
		"brand": map[string]string{"@type": "Brand", "name": h.product.Operator.Name},
		"offers": map[string]any{
			"@type": "AggregateOffer", "priceCurrency": "IDR", "lowPrice": low, "highPrice": high, "offerCount": len(h.product.Nominals),
			"availability": "https://schema.org/InStock", "seller": map[string]string{"@type": "Organization", "name": h.site},
		},
	})
	if err != nil {
		panic("shop: linked data is always JSON: " + err.Error())
	}

	return text
}
