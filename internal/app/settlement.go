package app

import (
	"loket/internal/platform/money"
	"loket/internal/settlement"
)

func (a *App) buildSettlements() {
	a.Settlements = settlement.NewService(settlement.Deps{
		DB: a.DB, Clock: a.Clock, Clients: a.Identity, Live: a.Live, Jobs: a.Jobs, Keys: a.keys, Log: a.logger,
		CapLimit: money.Rupiah(a.opt.Config.CapLimit),
	})
}
