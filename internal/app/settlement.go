package app

import (
	"loket/internal/api/pages/webapp"
	"loket/internal/money/settlement"
	"loket/internal/platform/money"
)

// settlementScreen is where a client sees its settlement.
const settlementScreen = webapp.Dashboard + "settlement"

func (a *App) buildSettlements() {
	a.Settlements = settlement.NewService(settlement.Deps{
		DB: a.DB, Clock: a.Clock, Clients: a.Identity, Live: a.Live, Keys: a.keys, Mail: a.Mail, Log: a.logger,
		Screen: func() string { return a.publicURL() + settlementScreen },
	}, settlement.Options{CapLimit: money.Rupiah(a.opt.Config.CapLimit)})
}
