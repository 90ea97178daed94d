package app

import (
	"cmp"
	"strings"

	"loket/internal/api/pages/webapp"
	"loket/internal/platform/ids"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
)

// priceScreen is where a client sets the prices of its shop.
const priceScreen = webapp.Dashboard + "connect/settings/sku"

// paymentScreen is where a client sets the payment link of its shop.
const paymentScreen = webapp.Dashboard + "connect/settings/payment-integration"

func (a *App) buildShops(generator *ids.Generator) {
	a.Shops = storefront.NewService(storefront.Deps{
		DB: a.DB, Clock: a.Clock, Catalog: a.Catalog, Orders: a.Orders, Identity: a.Identity, Files: a.Files, Links: a.Links, Jobs: a.Jobs,
		Mail: a.Mail, Log: a.logger, Screen: func() string { return a.publicURL() + priceScreen },
		PaymentScreen: func() string { return a.publicURL() + paymentScreen },
	}, storefront.Options{AllowLocal: a.opt.Demo})
	a.ShopOrders = checkout.NewService(checkout.Deps{
		DB: a.DB, Clock: a.Clock, IDs: generator, Catalog: a.Catalog, Shops: a.Shops, Orders: a.Orders, Placing: a.Placing, Identity: a.Identity, Keys: a.keys, Jobs: a.Jobs, Events: a.Events, Mail: a.Mail, Log: a.logger,
		// The one secret that must stay for ever, since PINs depend on it.
		Secret: a.opt.Config.PINPepper, Origin: a.shopURL, Deposit: func() string { return a.publicURL() + depositScreen },
	})
}

// shopURL is the origin of shops.
func (a *App) shopURL() string {
	return strings.TrimSuffix(cmp.Or(a.opt.Config.ShopURL, a.publicURL()), "/")
}
