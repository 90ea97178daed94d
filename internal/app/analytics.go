package app

import "loket/internal/shop/analytics"

func (a *App) buildAnalytics() {
	a.Analytics = analytics.NewService(analytics.Deps{
		DB: a.DB, Clock: a.Clock, Catalog: a.Catalog, Shops: a.Shops, Identity: a.Identity, Jobs: a.Jobs, Events: a.Events,
	}, analytics.Options{On: a.opt.Config.Analytics})
}
