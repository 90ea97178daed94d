package order

import (
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/required"
	"loket/internal/supplier"
)

// LiveTopic is the topic of live updates about the orders of a client.
const LiveTopic live.Topic = "orders"

// Deps are the service's dependencies; all but Live and Finished are required.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Suppliers *supplier.Registry
	// Live may be left out, and then no screen hears of what staff do.
	Live *live.Hub `optional:"true"`
	// Finished is called after staff ended an order, for metrics. It must return quickly.
	Finished func(Status) `optional:"true"`
	// Mail, People and Jobs tell clients of the refunds that staff make. Without Jobs nobody is told.
	Mail   mail.Sender       `optional:"true"`
	People *identity.Service `optional:"true"`
	Jobs   *job.Queue        `optional:"true"`
	// RefundDayLimit is how much one member of staff refunds alone in a day, of orders that were never sent; 0 is any.
	RefundDayLimit money.Rupiah `optional:"true"`
}

// Service reads and reviews orders, and ends them by decisions of staff.
type Service struct{ deps Deps }

// NewService makes the service.
func NewService(deps Deps) *Service {
	required.Fields(deps)

	if deps.Finished == nil {
		deps.Finished = func(Status) {}
	}

	s := &Service{deps: deps}

	if deps.Jobs != nil {
		required.Fields(struct {
			Mail   mail.Sender
			People *identity.Service
		}{deps.Mail, deps.People})
		deps.Jobs.Handle(refundMailKind, job.KindOptions{}, s.mailRefund)
	}

	return s
}
