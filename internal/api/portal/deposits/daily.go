package deposits

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/money/wallet"
	"loket/internal/platform/fault"
)

// DepositDay is the money of one day.
type DepositDay struct {
	Day     string `json:"day" format:"date" doc:"In the client's zone"`
	In      int64  `json:"in" doc:"Whole rupiah that came in"`
	Out     int64  `json:"out" doc:"Whole rupiah that went out, positive"`
	Balance *int64 `json:"balance" nullable:"true" doc:"At the end of the day; null without permission 302"`
}

// DepositDays is the last 30 days of a wallet.
type DepositDays struct {
	Days       []DepositDay `json:"days" doc:"The oldest first, today included"`
	Opening    *int64       `json:"opening" nullable:"true" doc:"Balance before the first day; null without permission 302"`
	Pace       int64        `json:"pace" doc:"What orders cost on an average day, less refunds, over the 14 days before today; 0 when nothing was spent"`
	DaysLeft   *int64       `json:"daysLeft" doc:"How many whole days the balance lasts at this pace; null without a pace, for more than ten years, and without permission 302"`
	LastsUntil *string      `json:"lastsUntil" format:"date" doc:"The day on which the balance ends at this pace"`
}

type depositDays struct {
	DepositType string `query:"depositType" required:"true" enum:"level_1,level_2,marketplace,multibiller"`
}

func registerDaily(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-deposit-days", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/depositevents/daily", Summary: "Money in and out of a wallet by day", Tag: tagDeposits,
		Description: "The last 30 days in the client's zone, and how long the balance lasts. What scheduled orders charge within 30 days is taken off the balance first.",
		Cost:        api.Sums, Access: api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *depositDays) (*portal.Body[DepositDays], error) {
		zone, err := api.ClientZone(ctx)
		if err != nil {
			return nil, err
		}

		clientID, typ := portal.Caller(ctx).ClientID, wallet.Type(in.DepositType)

		planned, err := s.Schedules.PlannedCharges(ctx, clientID, wallet.DailyDays*24*time.Hour)
		if err != nil {
			return nil, err
		}

		daily, err := s.Wallets.Daily(ctx, clientID, typ, zone, planned[typ])
		if err != nil {
			return nil, fmt.Errorf("days of a wallet: %w", err)
		}

		return portal.Answer(showDays(ctx, daily)), nil
	})
}

func showDays(ctx context.Context, d wallet.Daily) DepositDays {
	out := DepositDays{Days: make([]DepositDay, len(d.Days)), Opening: portal.VisibleBalance(ctx, d.Opening), Pace: int64(d.Pace)}
	for i, day := range d.Days {
		out.Days[i] = DepositDay{day.Day.String(), int64(day.In), int64(day.Out), portal.VisibleBalance(ctx, day.Balance)}
	}

	if !portal.SeesBalances(ctx) { // how long it lasts tells the balance
		return out
	}

	out.DaysLeft = d.DaysLeft
	if d.LastsUntil != nil {
		out.LastsUntil = new(d.LastsUntil.String())
	}

	return out
}
