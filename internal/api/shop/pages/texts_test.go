package pages

import (
	"os"
	"strings"
	"testing"

	"loket/internal/shop/storefront"
)

// The scripts of the shop have the same words: what stands before they run stays when they do.
func TestWordsAreThoseOfTheScripts(t *testing.T) {
	words := map[string][]string{
		"features/product/product-texts.ts": {deliveryText("voucher"), deliveryText("electricity"), deliveryText("game")},
		"parts/contact-texts.ts":            {noContact, "Hubungi toko", "Jam layanan"},
		"features/home/home-texts.ts":       {"Butuh bantuan?", popularLabel, "Produk digital"},
	}
	for _, q := range questions() {
		words["features/help/help-texts.ts"] = append(words["features/help/help-texts.ts"], q.Text, q.Answer)
	}

	for file, list := range words {
		text, err := os.ReadFile("../../../../web/storefront/src/" + file)
		if err != nil {
			t.Fatal(err)
		}

		for _, word := range list {
			if !strings.Contains(string(text), "'"+word+"'") {
				t.Errorf("%s has no %q", file, word)
			}
		}
	}
}

// Hours alone reach nobody.
func TestContactOfAShop(t *testing.T) {
	if contactOf(storefront.Contact{Hours: "08.00-22.00"}) != nil {
		t.Error("a contact of hours alone")
	}

	if c := contactOf(storefront.Contact{Email: "a@b.id"}); c == nil || c.Link() != "" {
		t.Errorf("an address: %+v", c)
	}
}
