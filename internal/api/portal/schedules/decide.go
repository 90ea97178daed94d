package schedules

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// DecideScheduled confirms a decision about a scheduled order.
type DecideScheduled struct {
	PIN           string `json:"pin" maxLength:"100" format:"password" doc:"Six digits" missing:"pin"`
	ExpectedTotal *int64 `json:"expectedTotal,omitempty" nullable:"true" minimum:"0" maximum:"9007199254740991" doc:"The total that the user saw, with our fee; refused with 409 when it is another one now. null or absent: not compared, as for bills"`
}

type decideScheduledOrder struct {
	ID   string `path:"id" maxLength:"19" doc:"Scheduled order" example:"1"`
	Body DecideScheduled
}

// registerLate registers the calls by which users decide about drafts.
func registerLate(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "resume-scheduled-order", Method: http.MethodPost, Path: "/v1/scheduled-orders/{id}/resume", Summary: "Run a late scheduled order now",
		Description: "A scheduled order whose moment passed more than a day ago waits as a draft (waitsFor is late) until a user says that it runs. " +
			"The prices are those of now; lines run in their order until the money ends.",
		Tag: tagScheduled, Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		Texts:   schedule.Texts(),
		Faults:  pinFaults(fault.ErrNotFound, schedule.ErrNotWaiting, placing.ErrProductNotFound, placing.ErrPriceAboveMaximum),
		Example: DecideScheduled{PIN: portal.ExamplePIN, ExpectedTotal: new(int64(3_075_000))},
	}, s.resumeScheduledOrder)
}

func (s Services) resumeScheduledOrder(ctx context.Context, in *decideScheduledOrder) (*portal.Body[OneScheduledOrder], error) {
	p := portal.Caller(ctx)

	o, err := s.Schedules.Resume(ctx, schedule.Resumption{
		Decision: schedule.Decision{ClientID: p.ClientID, ID: portal.ParseID(in.ID), Actor: api.Actor(p), Address: api.Address(ctx)},
		UserID:   p.UserID, PIN: secret.Text(in.Body.PIN), ExpectedTotal: (*money.Rupiah)(in.Body.ExpectedTotal),
	})
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneScheduledOrder{showScheduled(&o)}), nil
}
