package app

import (
	"loket/internal/api/pages/webapp"
	"loket/internal/catalog/watch"
)

// productScreen is where a client sees its prices.
const productScreen = webapp.Dashboard + "product"

func (a *App) buildPriceWatches() {
	a.PriceWatches = watch.NewService(watch.Deps{
		DB: a.DB, Clock: a.Clock, Catalog: a.Catalog, Clients: a.Identity, Mail: a.Mail, Jobs: a.Jobs,
		Screen: func() string { return a.publicURL() + productScreen },
	})
}
