package app

import (
	"fmt"

	"loket/internal/banking/moota"
	"loket/internal/banking/topup"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

func (a *App) buildTopups(generator *ids.Generator) {
	conf := a.opt.Config

	a.Topups = topup.NewService(topup.Deps{
		DB: a.DB, Clock: a.Clock, IDs: generator, Wallets: a.Wallets, Clients: a.Identity, Keys: a.keys, Jobs: a.Jobs,
		Live: a.Live, Mail: a.Mail, NoticesWait: moota.NoticesWait,
		Screen: func(id int64) string {
			return fmt.Sprintf("%s%s/top-up/bank-transfer/%d", a.publicURL(), depositScreen, id)
		},
	}, topup.Options{
		Lifetime: conf.TopupTime, Maximum: money.Rupiah(conf.TopupMax), Off: conf.TopupOff, StaffMail: conf.StaffEmail,
		StaffLimit: money.Rupiah(conf.AdjustLimit),
	})
}
