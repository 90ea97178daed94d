package app

import (
	"fmt"

	"loket/internal/api/pages/webapp"
	"loket/internal/orders/contact"
	"loket/internal/orders/schedule"
)

// schedulesScreen is where a client sees its scheduled orders.
const schedulesScreen = webapp.Dashboard + "bill-payment/order-history"

func (a *App) buildSchedules() {
	a.Contacts = contact.NewService(contact.Deps{DB: a.DB, Clock: a.Clock})
	a.Schedules = schedule.NewService(schedule.Deps{
		DB: a.DB, Clock: a.Clock, People: a.Identity, Catalog: a.Catalog, Orders: a.Placing, Bills: a.Placing, Live: a.Live, Jobs: a.Jobs, Events: a.Events, Keys: a.keys, Log: a.logger,
		Mail: a.Mail, Screen: func(id int64) string { return fmt.Sprintf("%s%s?order=%d", a.publicURL(), schedulesScreen, id) },
		RecentDays: a.opt.Config.RecentlyPaidDays,
	})
}
