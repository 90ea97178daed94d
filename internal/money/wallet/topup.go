package wallet

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loket/internal/money/ledger"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/money"
)

// taxSuffix is added to the key of a top-up for the key of its tax row.
const taxSuffix = "/tax_22"

// TopupTx adds money to a wallet. On a level 2 wallet the withheld tax of the received amount follows as its own
// row. Income tax article 22 on phone credit is due when a deposit is received (PMK 6/PMK.03/2021, art. 18). It
// is rounded down to whole rupiah, and a later refund of an order doesn't change it.
func (s *Service) TopupTx(ctx context.Context, tx *db.Tx, now time.Time, w Wallet, p Posting) ([]Entry, bool, error) {
	p.WalletID, p.ClientID = w.ID, w.ClientID

	top, repeated, err := PostTx(ctx, tx, now, p)
	if err != nil {
		return nil, false, err
	}

	if !repeated {
		credited, err := TopupEvent(&p, now)
		if err != nil {
			return nil, false, err
		}

		if err := event.AddTx(ctx, tx, credited); err != nil {
			return nil, false, err
		}
	}

	entries := []Entry{top}

	if w.Type != Level2 {
		return entries, repeated, nil
	}

	if repeated { // the rate may have changed since, so return what was posted
		e, err := entryOfKey(ctx, tx, p.ClientID, p.Key+taxSuffix)
		if errors.Is(err, sql.ErrNoRows) {
			return entries, true, nil
		}

		return append(entries, e), true, err
	}

	client, err := s.deps.Clients.ClientTx(ctx, tx, w.ClientID)
	if err != nil {
		return nil, false, fmt.Errorf("tax number: %w", err)
	}

	var rate TaxRate
	if err := rate.scan(tx.QueryRow(ctx, taxRateText, clock.Micros(now))); err != nil {
		return nil, false, fmt.Errorf("tax rate: %w", err)
	}

	withheld := rate.withheld(p, client.TaxNumber)
	if withheld.Amount == 0 {
		return entries, false, nil
	}

	e, _, err := PostTx(ctx, tx, now, withheld)

	return append(entries, e), false, err
}

// TrialBalance sums every account. All lines together are zero.
func (s *Service) TrialBalance(ctx context.Context) ([]ledger.Balance, error) {
	return book.TrialBalance(ctx, s.deps.DB.Reader())
}

// topupData is what the event of a top-up says besides its wallet.
type topupData struct {
	Key    string       `json:"key"` // of the posting
	Amount money.Rupiah `json:"amount"`
}

// TopupEvent is the event of a top-up that was credited: the subject is the wallet, the data the key and the amount of the posting.
func TopupEvent(p *Posting, at time.Time) (event.Event, error) {
	data, err := json.Marshal(topupData{p.Key, p.Amount})
	if err != nil {
		return event.Event{}, fmt.Errorf("event of top-up %s: %w", p.Key, err)
	}

	return event.Event{ClientID: p.ClientID, Kind: event.TopupCredited, Subject: event.Subject(p.WalletID), At: at, Data: string(data)}, nil
}
