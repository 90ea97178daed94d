package invoice

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
)

// now is the time by the clock of a client: that of a sandbox may have been moved forward.
func (s *Service) now(ctx context.Context, q db.Querier, clientID int64) (time.Time, error) {
	ahead, err := s.deps.Clients.ClockAhead(ctx, q, clientID)

	return s.deps.Clock.Now().Add(ahead), err
}

// until is the moment of an event: no event is of a time to come, although the clock of a sandbox may be there.
func (s *Service) until(at time.Time) time.Time {
	if now := s.deps.Clock.Now(); at.After(now) {
		return now
	}

	return at
}

// testSeller is on invoices of sandboxes in place of the provider.
const testSeller = "SANDBOX - TEST - not an invoice"

// markTest makes the invoice of a sandbox one that nobody takes for a real one: with numbers of its own, without a seller, and without an account
// to pay to.
func (i *Invoice) markTest() {
	if clientid.IsSandbox(i.ClientID) {
		i.entity, i.Seller, i.Account = fmt.Sprintf("TEST-%d", i.ClientID), Party{Name: testSeller}, Account{}
	}
}
