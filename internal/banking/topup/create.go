package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
)

// Limits of a nominal (docs/product/deposits.md#bank-transfer).
const (
	MinNominal  = money.Rupiah(10_000)
	nominalStep = money.Rupiah(1_000)
)

// The fields of CreateInput as callers name them.
const (
	fieldAmount = "amount"
	fieldBank   = "bankShortCode"
	fieldWallet = "depositId"
)

// referencePrefix marks the credit of a unique amount in the wallet's history (docs/product/deposits.md#history).
const referencePrefix = "0003"

// CreateInput is the input of Create.
type CreateInput struct {
	Request  idempotency.Request
	ClientID int64
	WalletID int64 // 0: none was chosen
	Bank     string
	Nominal  money.Rupiah
	Actor    string // user:12
	Address  string
}

// CreateResult is the result of Create.
type CreateResult struct {
	Order Order
	// Existing means that the client had asked for exactly this before: its open order is returned.
	Existing bool
}

// Create opens an order with a unique amount. A client has one open order: the same input again returns it, other input is
// ErrOngoing with its id. Errors: fault.ErrValidation, fault.ErrNotFound for a wallet of another client, wallet.ErrInactive,
// ErrOff, ErrBankProblem, ErrCodesUsed, fault.ErrThrottled for more orders or resting codes than a client's share, and those
// of idempotency.Do.
func (s *Service) Create(ctx context.Context, n CreateInput) (CreateResult, error) {
	if err := s.check(&n); err != nil {
		return CreateResult{}, err
	}

	made, _, err := idempotency.Do(ctx, s.deps.Keys, n.Request, func(tx *db.Tx, now time.Time) (CreateResult, error) {
		return s.createTx(ctx, tx, now, n)
	})
	if err != nil {
		return CreateResult{}, fmt.Errorf("make a top-up order of client %d: %w", n.ClientID, err)
	}

	return made, nil
}

func (s *Service) check(n *CreateInput) error {
	var fields []fault.Field

	if n.WalletID == 0 {
		fields = append(fields, fault.Field{Field: fieldWallet, Message: msgWallet})
	}

	n.Bank = strings.ToLower(strings.TrimSpace(n.Bank))
	if n.Bank == "" {
		fields = append(fields, fault.Field{Field: fieldBank, Message: msgBank})
	}

	switch {
	case n.Nominal <= 0:
		fields = append(fields, fault.Field{Field: fieldAmount, Message: msgNominal})
	case n.Nominal < MinNominal:
		fields = append(fields, fault.Field{Field: fieldAmount, Message: msgNominalLow.With(MinNominal)})
	case n.Nominal > s.opt.Maximum:
		fields = append(fields, fault.Field{Field: fieldAmount, Message: msgNominalHigh.With(s.opt.Maximum)})
	case n.Nominal%nominalStep != 0:
		fields = append(fields, fault.Field{Field: fieldAmount, Message: msgNominalRound.With(nominalStep)})
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

func (s *Service) createTx(ctx context.Context, tx *db.Tx, now time.Time, n CreateInput) (CreateResult, error) {
	// Two tabs: the second one waits here and finds the order of the first.
	if err := tx.Lock(ctx, fmt.Sprintf("topup/client/%d", n.ClientID)); err != nil {
		return CreateResult{}, err
	}

	accounts, err := s.accountsOf(ctx, tx, n.Bank)
	if err != nil {
		return CreateResult{}, err
	}

	w, err := wallet.ByIDTx(ctx, tx, n.ClientID, n.WalletID)
	if err != nil {
		return CreateResult{}, err
	}

	open, found, err := s.openTx(ctx, tx, now, n.ClientID)

	switch {
	case err != nil:
		return CreateResult{}, err
	case found && open.sameInput(n):
		return CreateResult{open, true}, nil
	case found:
		return CreateResult{}, ongoing(open)
	}

	switch {
	case !w.Active:
		return CreateResult{}, wallet.ErrInactive.New()
	case s.opt.Off:
		return CreateResult{}, ErrOff.New()
	}

	if err := s.checkOpens(ctx, tx, now, n.ClientID); err != nil {
		return CreateResult{}, err
	}

	id := s.deps.IDs.Next(now)

	account, code, err := s.takeCode(ctx, tx, now, wantedCode{id, n.ClientID, accounts, n.Nominal})
	if err != nil {
		return CreateResult{}, err
	}

	o, err := s.insertTx(ctx, tx, now, Order{ID: id, WalletType: w.Type, AccountID: account, Code: code}, n)

	return CreateResult{Order: o}, err
}

// sameInput reports whether an order is what n asks for.
func (o Order) sameInput(n CreateInput) bool {
	return o.WalletID == n.WalletID && o.Nominal == n.Nominal && (o.Bank.ShortCode == n.Bank || strings.EqualFold(o.Bank.Code, n.Bank))
}

// ongoing is ErrOngoing with the open order.
func ongoing(open Order) *fault.Error {
	e := ErrOngoing.New()
	e.ID = strconv.FormatInt(open.ID, 10)

	return e
}

// accountsOf returns our accounts at a bank that take new orders.
func (s *Service) accountsOf(ctx context.Context, q db.Querier, bankCode string) ([]int64, error) {
	type account struct {
		id     int64
		status string
	}

	rows, err := q.Query(ctx, `SELECT a.id, a.status FROM bank_accounts a JOIN banks b ON b.id = a.bank_id
		WHERE (b.short_code = $1 OR b.code = $2) AND a.status <> 'inactive' ORDER BY a.id`, bankCode, strings.ToUpper(bankCode))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (a account, err error) {
		return a, row.Scan(&a.id, &a.status)
	})
	if err != nil {
		return nil, fmt.Errorf("find our accounts: %w", err)
	}

	if len(list) == 0 {
		return nil, fault.InvalidField(fieldBank, msgBankUnknown)
	}

	active := []int64{}

	for _, a := range list {
		if a.status == statusActive {
			active = append(active, a.id)
		}
	}

	return active, nil
}

// openTx finds the open order of a client. One whose time is over is expired first.
func (s *Service) openTx(ctx context.Context, tx *db.Tx, now time.Time, clientID int64) (Order, bool, error) {
	o, err := scanOrder(tx.QueryRow(ctx, orderQuery+"WHERE o.client_id = $1 AND o.status = 'pending'"+s.lockOrder(), clientID))
	if errors.Is(err, sql.ErrNoRows) {
		return Order{}, false, nil
	}

	if err != nil {
		return Order{}, false, err
	}

	expired, err := s.expireTx(ctx, tx, now, o)

	return o, !expired, err
}

func (s *Service) insertTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, n CreateInput) (Order, error) {
	amount := n.Nominal + money.Rupiah(o.Code)

	_, err := tx.Exec(ctx, `INSERT INTO topup_orders (id, client_id, wallet_id, wallet_type, bank_account_id, nominal, code, amount, reference, status,
			created_by, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', $10, $11, $12)`,
		o.ID, n.ClientID, n.WalletID, string(o.WalletType), o.AccountID, int64(n.Nominal), o.Code, int64(amount), fmt.Sprintf("%s%d", referencePrefix, o.ID),
		n.Actor, clock.Micros(now), clock.Micros(now.Add(s.opt.Lifetime)))
	if err != nil {
		return Order{}, fmt.Errorf("store a top-up order: %w", err)
	}

	err = audit.Write(ctx, tx, now, audit.Entry{
		Actor: n.Actor, Client: n.ClientID, Action: "topup.create", Subject: subject(o.ID), Address: n.Address,
		Detail: map[string]any{"wallet": n.WalletID, "amount": int64(amount)},
	})
	if err != nil {
		return Order{}, err
	}

	s.deps.Live.ChangedTx(tx, n.ClientID, LiveTopic)

	return getOrder(ctx, tx, n.ClientID, o.ID, "")
}

func subject(id int64) string { return fmt.Sprintf("topup:%d", id) }
