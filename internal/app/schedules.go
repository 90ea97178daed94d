package app

import "loket/internal/schedule"

func (a *App) buildSchedules() {
	a.Schedules = schedule.NewService(schedule.Deps{
		DB: a.DB, Clock: a.Clock, People: a.Identity, Catalog: a.Catalog, Orders: a.Orders, Bills: a.Orders, Live: a.Live, Jobs: a.Jobs, Keys: a.keys, Log: a.logger,
		RecentDays: a.opt.Config.RecentlyPaidDays,
	})
}
