package launch

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"net/url"

	"loket/internal/app"
	"loket/internal/dev/demo"
	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/clientside"
	"loket/internal/platform/fault"
	"loket/internal/platform/loopback"
	"loket/internal/shop/storefront"
)

// The shop of the demo.
const (
	shopName   = "Maju Games"
	shopMargin = 10_00 // hundredths of a per cent

	// Pixels of its pictures.
	logoSide     = 256
	bannerWidth  = 960
	bannerHeight = 300
	smaller      = 10 // times, in tests
)

// seedShop publishes the shop of the demo's main client, unless it exists. The address at which its shoppers pay may be
// another one at each start.
func (a seeder) seedShop(ctx context.Context, opt SeedOptions) error {
	payment := opt.Payment
	by := storefront.By{ClientID: demo.MainClient, Actor: "system", Name: "Loket", Confirm: func(context.Context) error { return nil }}

	shop, err := a.Shops.Get(ctx, demo.MainClient)
	if err == nil && isDemoPayment(shop.Content.PaymentLink) && shop.Content.PaymentLink != payment {
		_, err = a.Shops.Change(ctx, by, shop.ID, shop.Version, storefront.Input{PaymentLink: &payment})
	}

	if !fault.ErrNotFound.Is(err) {
		return err
	}

	scale := 1
	if opt.SmallPictures {
		scale = smaller
	}

	logo, err := a.demoImage(ctx, by, arch(logoSide/scale, logoSide/scale, color.NRGBA{R: 12, G: 69, B: 225, A: 255}))
	if err != nil {
		return err
	}

	banners := []storefront.Banner{}

	for _, ground := range []color.NRGBA{{R: 12, G: 69, B: 225, A: 255}, {R: 58, G: 28, B: 113, A: 255}} {
		key, err := a.demoImage(ctx, by, arch(bannerWidth/scale, bannerHeight/scale, ground))
		if err != nil {
			return err
		}

		banners = append(banners, storefront.Banner{Image: key, Active: true, Link: "https://majugames.example/promo"})
	}

	popular := []string{"MLBB", "FF", "PUBGM", "GENSHIN"}

	shop, err = a.Shops.Create(ctx, by, storefront.Input{
		Name: new(shopName), Logo: &logo, PaymentLink: &payment, Banners: &banners, Popular: &popular,
		Contact: &storefront.Contact{WhatsApp: "081200001001", Email: "halo@majugames.example", Hours: "Setiap hari 08.00-22.00 WIB"},
	})
	if err != nil {
		return fmt.Errorf("shop of the demo: %w", err)
	}

	if _, err := a.Shops.SetAll(ctx, by, storefront.Pricing{Type: storefront.Percentage, Value: shopMargin}); err != nil {
		return fmt.Errorf("prices of the demo's shop: %w", err)
	}

	if _, err := a.Shops.Publish(ctx, by, shop.ID, true); err != nil {
		return fmt.Errorf("publish the demo's shop: %w", err)
	}

	return nil
}

// isDemoPayment reports whether a link leads to this machine: nobody but the demo has set it.
func isDemoPayment(link string) bool {
	u, err := url.Parse(link)

	return err == nil && loopback.Is(u.Hostname())
}

// ConnectClient connects the payment page of the simulators to the demo's main client.
func ConnectClient(a *app.App, simulators *simulate.Server) {
	simulators.SetClient(&clientside.Client{
		Name: shopName, API: "http://" + a.Address(), APIKey: demo.MainKey,
		Key: func(ctx context.Context) (string, error) {
			key, err := a.ShopOrders.PaymentKey(ctx, demo.MainClient)

			return key.Reveal(), err
		},
	})
}

func (a seeder) demoImage(ctx context.Context, by storefront.By, m image.Image) (string, error) {
	var content bytes.Buffer
	if err := png.Encode(&content, m); err != nil {
		return "", fmt.Errorf("image of the demo: %w", err)
	}

	uploaded, err := a.Shops.Upload(ctx, by, content.Bytes())
	if err != nil {
		return "", fmt.Errorf("image of the demo: %w", err)
	}

	return string(uploaded.Key), nil
}

// arch draws rings that rise at the right, in a lighter tone of the ground.
func arch(width, height int, ground color.NRGBA) image.Image {
	const (
		lighter = 60
		ring    = 24 // pixels from ring to ring
		line    = 3
	)

	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	cx, cy := float64(width)*0.78, float64(height) //nolint:mnd // near the lower right corner

	light := color.NRGBA{R: ground.R + lighter, G: ground.G + lighter, B: uint8(min(255, int(ground.B)+lighter)), A: 255}

	for y := range height {
		for x := range width {
			c := ground

			distance := math.Hypot(float64(x)-cx, float64(y)-cy)
			if int(distance)%ring < line && distance < float64(height) {
				c = light
			}

			m.SetNRGBA(x, y, c)
		}
	}

	return m
}
