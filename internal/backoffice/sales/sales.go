// Package sales counts what was sold, by day in Jakarta, client, product and supplier, from the record of events.
package sales

import (
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/required"
)

// consumer reads the ends of all orders. The checks of package books name it, too.
const consumer = "sales"

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Events   *event.Record
	Catalog  *catalog.Service // names of products
	Identity *identity.Service
}

// Service keeps the roll-up and reads reports from it.
type Service struct{ deps Deps }

// New makes the service and adds its consumer of events. Call it before the record starts.
func New(deps Deps) *Service {
	required.Fields(deps)

	s := &Service{deps: deps}
	deps.Events.Consume(event.Consumer{
		Name: consumer, FromStart: true, Handle: countTx,
		Kinds: []event.Kind{event.OrderSucceeded, event.OrderFailed, event.OrderCosted},
	})

	return s
}

// Today is the present day in Jakarta.
func (s *Service) Today() clock.Day { return dayOf(s.deps.Clock.Now()) }

func dayOf(at time.Time) clock.Day { return clock.DayOf(at.In(clock.Jakarta())) }

const (
	yearUnit  = 10_000
	monthUnit = 100
)

// DayNumber is the day in Jakarta of a moment, as it is stored.
func DayNumber(at time.Time) int64 { return dayNumber(dayOf(at)) }

// dayNumber is a day as it is stored: 20261127.
func dayNumber(d clock.Day) int64 {
	at := d.Start(time.UTC)

	return int64(at.Year())*yearUnit + int64(at.Month())*monthUnit + int64(at.Day())
}
