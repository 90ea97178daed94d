package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Status is the state of an order. Only pending ones change.
type Status string

// The states (docs/product/deposits.md#transaction).
const (
	Pending   Status = "pending"
	Cancelled Status = "cancelled"
	Expired   Status = "expired"
	Done      Status = "done"
)

// Order is a transfer that a client announced. The amount is the nominal with a code of 1 to 999 in its last three
// digits.
type Order struct {
	ID          int64
	ClientID    int64
	WalletID    int64
	WalletType  wallet.Type
	AccountID   int64
	AccountNo   string
	AccountName string
	Bank        Bank // without a note
	Nominal     money.Rupiah
	Code        int64
	Amount      money.Rupiah
	No          string
	Status      Status
	CreatedBy   string // user:12
	CreatedAt   time.Time
	ExpiresAt   time.Time
	EndedAt     time.Time // zero while it is open
}

const orderQuery = `SELECT o.id, o.client_id, o.wallet_id, o.wallet_type, o.bank_account_id, a.account_no, a.name, b.id, b.code, b.short_code, b.name, b.logo,
		o.nominal, o.code, o.amount, o.reference, o.status, o.created_by, o.created_at, o.expires_at, o.ended_at
	FROM topup_orders o
	JOIN bank_accounts a ON a.id = o.bank_account_id
	JOIN banks b ON b.id = a.bank_id `

func scanOrder(row db.Row) (Order, error) {
	var (
		o                Order
		created, expires int64
		ended            sql.Null[int64]
	)

	err := row.Scan(&o.ID, &o.ClientID, &o.WalletID, &o.WalletType, &o.AccountID, &o.AccountNo, &o.AccountName, &o.Bank.ID, &o.Bank.Code,
		&o.Bank.ShortCode, &o.Bank.Name, &o.Bank.Logo, &o.Nominal, &o.Code, &o.Amount, &o.No, &o.Status, &o.CreatedBy, &created, &expires, &ended)
	if err != nil {
		return Order{}, fmt.Errorf("read a top-up order: %w", err)
	}

	o.CreatedAt, o.ExpiresAt = clock.FromMicros(created), clock.FromMicros(expires)
	if ended.Valid {
		o.EndedAt = clock.FromMicros(ended.V)
	}

	return o, nil
}

// lockOrder is the end of an orderQuery that locks the order.
func (s *Service) lockOrder() string {
	if lock := s.deps.DB.ForUpdate(); lock != "" {
		return lock + " OF o"
	}

	return ""
}

// orderOfTotal finds an order of an account by its whole amount.
func orderOfTotal(ctx context.Context, q db.Querier, accountID int64, total money.Rupiah, rest string) (Order, bool, error) {
	o, err := scanOrder(q.QueryRow(ctx, orderQuery+"WHERE o.bank_account_id = $1 AND o.amount = $2 "+rest, accountID, int64(total)))
	if errors.Is(err, sql.ErrNoRows) {
		return Order{}, false, nil
	}

	return o, err == nil, err
}

// endTx ends an open order and lets its code rest. The caller must have locked the order. It returns ErrEnded if the
// order ended before.
func (s *Service) endTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, to Status) error {
	n, err := tx.Exec(ctx, "UPDATE topup_orders SET status = $1, ended_at = $2 WHERE client_id = $3 AND id = $4 AND status = 'pending'",
		string(to), clock.Micros(now), o.ClientID, o.ID)
	if err != nil {
		return fmt.Errorf("end a top-up order: %w", err)
	}

	if n == 0 {
		return ErrEnded.New()
	}

	_, err = tx.Exec(ctx, "UPDATE unique_codes SET order_id = NULL, free_at = $1 WHERE bank_account_id = $2 AND code = $3 AND order_id = $4",
		clock.Micros(now.Add(s.opt.Rest)), o.AccountID, o.Code, o.ID)
	if err != nil {
		return fmt.Errorf("free a code: %w", err)
	}

	s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

	return nil
}
