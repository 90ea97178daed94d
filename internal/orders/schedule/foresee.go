package schedule

import (
	"context"
	"fmt"
	"strings"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// foresee adds what Create would refuse, so that nobody types a PIN in vain: the product, the amount, the moment, the wallet, and the
// PIN itself; and whether another user would have to approve. The name and the numbers are left out: the form knows the one, the lines
// tell of the others.
func (s *Service) foresee(ctx context.Context, in CheckInput, p catalog.Product, price money.Rupiah, out *CheckResult) error {
	n := CreateInput{
		ClientID: in.ClientID, UserID: in.UserID, ProductCode: p.Code, Amount: in.Amount, At: in.At, Monthly: in.Monthly, EndsAt: in.EndsAt,
	}

	now, err := s.now(ctx, s.deps.DB.Reader(), in.ClientID)
	if err != nil {
		return err
	}

	o, fields, refusals := s.judgeOrder(now, n, p, price)
	o.Quantity = out.Quantity

	for _, f := range fields {
		if f.Field != "name" && !strings.HasPrefix(f.Field, "destinationNos") {
			out.Refusals = append(out.Refusals, fault.ErrValidation.With(f))
		}
	}

	if n.Monthly && !n.At.IsZero() && !n.EndsAt.IsZero() && !endOfMonth(n.EndsAt, in.Zone).After(n.At) {
		out.Refusals = append(out.Refusals, fault.InvalidField("endsAt", msgEndFirst))
	}

	out.Refusals = append(out.Refusals, refusals...)

	if o.Immediate && !out.WalletActive {
		out.Refusals = append(out.Refusals, wallet.ErrInactive.New())
	} else if o.Immediate && o.EstimatedTotal() > out.Balance {
		out.Refusals = append(out.Refusals, wallet.ErrInsufficientBalance.New())
	}

	out.Runs, out.ShortMonths = runsOf(n, in.Zone)

	if out.PIN, err = s.deps.People.PINState(ctx, in.ClientID, in.UserID); err != nil {
		return fmt.Errorf("check an order of client %d: %w", in.ClientID, err)
	}

	switch pin := out.PIN; {
	case !pin.Set:
		out.Refusals = append(out.Refusals, identity.ErrPINNotSet.New())
	case pin.Disabled || !pin.LockedUntil.IsZero():
		locked := identity.ErrPINLocked.New()
		if !pin.Disabled {
			locked.RetryAfter = pin.LockedUntil.Sub(s.deps.Clock.Now())
		}

		out.Refusals = append(out.Refusals, locked)
	}

	out.NeedsApproval, err = s.needsApproval(ctx, s.deps.DB.Reader(), o, in.Zone)

	return err
}

// runsOf is the number of runs of a schedule, and whether one is on the last day of a month that is too short for its day.
func runsOf(n CreateInput, zone *time.Location) (runs int, short bool) {
	if !n.Monthly || n.At.IsZero() || n.EndsAt.IsZero() {
		return 1, false
	}

	first, end := n.At.In(zone), endOfMonth(n.EndsAt, zone)

	for runs <= mostMonths {
		at := runAt(n.At, runs, zone)
		if !at.Before(end) {
			break
		}

		short = short || at.In(zone).Day() != first.Day()
		runs++
	}

	return max(runs, 1), short
}
