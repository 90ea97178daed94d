package order

import (
	"context"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// moneySteps are the charge and the refund of an order, from the history of what paid it.
func moneySteps(ctx context.Context, q db.Querier, o Order) ([]Step, error) {
	var steps []Step

	add := func(refund bool, at time.Time, amount, before, after money.Rupiah) {
		step := Step{Event: EventCharged, At: at, Amount: amount, BalanceBefore: before, BalanceAfter: after}
		if refund {
			step.Event = EventRefunded
		}

		steps = append(steps, step)
	}

	if o.PaymentType == Settlement {
		entries, err := settlement.OfOrder(ctx, q, o.ClientID, o.ID)
		for _, e := range entries {
			add(e.Action == settlement.Refund, e.CreatedAt, e.Amount, e.BalanceBefore, e.BalanceAfter)
		}

		return steps, err
	}

	entries, err := wallet.OfOrder(ctx, q, o.ClientID, o.ID)
	for _, e := range entries {
		add(e.Action == wallet.Refund, e.CreatedAt, e.Amount, e.BalanceBefore, e.BalanceAfter)
	}

	return steps, err
}
