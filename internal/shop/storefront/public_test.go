package storefront_test

import (
	"io"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/shop/storefront"
)

func TestWhatShoppersSee(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		testkit.Exec(t, d, `UPDATE clients SET features = '["connect"]' WHERE id = $1`, client)

		if _, err := s.ByCode(ctx, "toko-1001"); !fault.ErrNotFound.Is(err) {
			t.Errorf("a client without a shop: %v", err)
		}

		logo, spare, foreign := s.upload(t, by), s.upload(t, by), s.upload(t, theirs)
		made, err := s.Create(ctx, by, storefront.Input{Name: new("Maju"), Logo: &logo, PaymentLink: new("https://bayar.majugames.id/")})
		testkit.Must(t, err)

		name := storefront.ImageName(made.Content.Logo, true)

		shop, err := s.ByCode(ctx, "toko-1001")
		if err != nil || shop.IsPublished || shop.Content.Name != "Maju" {
			t.Errorf("%+v %v", shop, err)
		}

		if _, err := s.OpenImage(ctx, shop, name); !fault.ErrNotFound.Is(err) {
			t.Errorf("a picture of a hidden shop: %v", err)
		}

		_, err = s.Publish(ctx, by, made.ID, true)
		testkit.Must(t, err)

		shop, err = s.ByCode(ctx, "toko-1001")
		testkit.Must(t, err)

		f, err := s.OpenImage(ctx, shop, name)
		testkit.Must(t, err)

		content, err := io.ReadAll(f)
		if err != nil || !strings.HasPrefix(string(content), "RIFF") {
			t.Errorf("the logo: %q %v", content, err)
		}

		testkit.Must(t, f.Close())

		// Nothing but what the published shop shows, in the form for pages.
		for _, other := range []string{
			nameOf(spare), nameOf(foreign), strings.ReplaceAll(name, "webp", "png"), "", "../" + name, made.Content.Logo, ".webp",
		} {
			if _, err := s.OpenImage(ctx, shop, other); !fault.ErrNotFound.Is(err) {
				t.Errorf("%q: %v", other, err)
			}
		}

		// FF70 is inactive, the operator OLD too, and a bill has no price before its order.
		if got := codesOnSale(t, s); got != "ML86 ML172 TSEL10" {
			t.Errorf("on sale: %s", got)
		}

		for _, change := range []string{"features = '[]'", `features = '["connect"]', active = FALSE`} {
			testkit.Exec(t, d, "UPDATE clients SET "+change+" WHERE id = $1", client)

			if _, err := s.ByCode(ctx, "toko-1001"); !fault.ErrNotFound.Is(err) {
				t.Errorf("%s: %v", change, err)
			}
		}
	})
}

// nameOf is the name on pages of an uploaded picture.
func nameOf(key string) string {
	return strings.ReplaceAll(key[strings.LastIndex(key, "/")+1:], ".png", ".webp")
}

func codesOnSale(t *testing.T, s shops) string {
	t.Helper()

	skus, err := s.OnSale(t.Context(), client)
	testkit.Must(t, err)

	codes := []string{}
	for _, k := range skus {
		codes = append(codes, k.Product.Code)
	}

	return strings.Join(codes, " ")
}
