package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// AccountNumber is one of our bank accounts, to which clients transfer unique amounts.
type AccountNumber struct {
	BankCode  string
	AccountNo string
	Name      string // of its holder
	Status    string // active, problem, inactive
}

// Accounts returns our bank accounts for staff.
func (s *Service) Accounts(ctx context.Context) ([]AccountNumber, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT b.code, a.account_no, a.name, a.status FROM bank_accounts a JOIN banks b ON b.id = a.bank_id
		ORDER BY b.code, a.id`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (a AccountNumber, err error) {
		return a, row.Scan(&a.BankCode, &a.AccountNo, &a.Name, &a.Status)
	})
	if err != nil {
		return nil, fmt.Errorf("list our accounts: %w", err)
	}

	return list, nil
}

var (
	accountPattern = regexp.MustCompile(`^[0-9]{5,30}$`)
	prefixPattern  = regexp.MustCompile(`^[0-9]{3,8}$`) // SNAP BI: partnerServiceId
)

const maxHolder = 100

// SetAccount adds one of our accounts with its 999 codes, or changes its status. Errors: fault.ErrValidation,
// fault.ErrNotFound for an unknown bank.
func (s *Service) SetAccount(ctx context.Context, a AccountNumber, actor, reason string) error {
	switch {
	case reason == "":
		return errReason()
	case !accountPattern.MatchString(a.AccountNo):
		return fault.InvalidField("account", msgAccountNo)
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		bank, err := bankID(ctx, tx, a.BankCode)
		if err != nil {
			return err
		}

		n, err := tx.Exec(ctx, "UPDATE bank_accounts SET status = $1 WHERE bank_id = $2 AND account_no = $3", a.Status, bank, a.AccountNo)
		if err != nil {
			return fmt.Errorf("change its status: %w", err)
		}

		if n == 0 {
			if a.Name == "" || len(a.Name) > maxHolder {
				return fault.InvalidField("holder", msgHolder)
			}

			if _, err := NewAccountTx(ctx, tx, now, a); err != nil {
				return err
			}
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: actor, Action: "bankaccount.set", Subject: "account:" + a.BankCode + "/" + a.AccountNo, Reason: reason,
			Detail: map[string]any{"status": a.Status, "new": n == 0},
		})
	})
	if err != nil {
		return fmt.Errorf("set our account: %w", err)
	}

	return nil
}

// NewAccountTx stores one of our bank accounts with its 999 codes.
func NewAccountTx(ctx context.Context, tx *db.Tx, now time.Time, a AccountNumber) (int64, error) {
	id, err := db.NextSequence(ctx, tx, "bank_accounts")
	if err != nil {
		return 0, err
	}

	n, err := tx.Exec(ctx, `INSERT INTO bank_accounts (id, bank_id, account_no, name, status, created_at)
		SELECT $1, id, $2, $3, $4, $5 FROM banks WHERE code = $6`, id, a.AccountNo, a.Name, a.Status, clock.Micros(now), a.BankCode)
	if err != nil {
		return 0, fmt.Errorf("store a bank account: %w", err)
	}

	if n == 0 {
		return 0, errNoBank
	}

	_, err = tx.Exec(ctx, `INSERT INTO unique_codes (bank_account_id, code)
		WITH RECURSIVE n (code) AS (SELECT 1 UNION ALL SELECT code + 1 FROM n WHERE code < 999) SELECT $1, code FROM n`, id)
	if err != nil {
		return 0, fmt.Errorf("make the codes of a bank account: %w", err)
	}

	return id, nil
}

var errNoBank = errors.New("topup: there is no such bank")

// SetChannel adds the virtual accounts of a bank, or changes their status, minimum and fee. Errors: fault.ErrValidation,
// fault.ErrNotFound for an unknown bank.
func (s *Service) SetChannel(ctx context.Context, c Channel, actor, reason string) error {
	switch {
	case reason == "":
		return errReason()
	case c.Minimum < 1 || c.Minimum > MaxAmount:
		return fault.InvalidField("minimum", msgAmountPositive.With(MaxAmount))
	case c.Fee < 0 || c.Fee*2 > c.Minimum:
		return fault.InvalidField("fee", msgFee)
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		bank, err := bankID(ctx, tx, c.Bank.Code)
		if err != nil {
			return err
		}

		n, err := tx.Exec(ctx, "UPDATE payment_channels SET status = $1, minimum_topup = $2, fee = $3 WHERE bank_id = $4 AND ($5 = '' OR prefix = $5)",
			c.Status, int64(c.Minimum), int64(c.Fee), bank, c.Prefix)
		if err != nil {
			return fmt.Errorf("change it: %w", err)
		}

		if n == 0 {
			if !prefixPattern.MatchString(c.Prefix) {
				return fault.InvalidField("prefix", msgPrefix)
			}

			if _, err := NewChannelTx(ctx, tx, now, c); db.IsUnique(err) {
				return fault.InvalidField("prefix", msgPrefixUsed)
			} else if err != nil {
				return err
			}
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: actor, Action: "channel.set", Subject: "channel:" + c.Bank.Code, Reason: reason,
			Detail: map[string]any{"status": c.Status, "minimum": int64(c.Minimum), "fee": int64(c.Fee), "new": n == 0},
		})
	})
	if err != nil {
		return fmt.Errorf("set a channel: %w", err)
	}

	return nil
}

// NewChannelTx stores a payment channel.
func NewChannelTx(ctx context.Context, tx *db.Tx, now time.Time, c Channel) (int64, error) {
	id, err := db.NextSequence(ctx, tx, "payment_channels")
	if err != nil {
		return 0, err
	}

	n, err := tx.Exec(ctx, `INSERT INTO payment_channels (id, bank_id, prefix, status, minimum_topup, fee, created_at)
		SELECT $1, id, $2, $3, $4, $5, $6 FROM banks WHERE code = $7`,
		id, c.Prefix, c.Status, int64(c.Minimum), int64(c.Fee), clock.Micros(now), c.Bank.Code)
	if err != nil {
		return 0, fmt.Errorf("store a payment channel: %w", err)
	}

	if n == 0 {
		return 0, errNoBank
	}

	return id, nil
}

// HasAccount reports whether an account at a bank is ours.
func HasAccount(ctx context.Context, q db.Querier, bankCode, accountNo string) (ours bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM bank_accounts a JOIN banks b ON b.id = a.bank_id
		WHERE b.code = $1 AND a.account_no = $2)`, bankCode, accountNo).Scan(&ours)
	if err != nil {
		return false, fmt.Errorf("find our account: %w", err)
	}

	return ours, nil
}

// HasChannel reports whether there are virtual accounts at a bank.
func HasChannel(ctx context.Context, q db.Querier, bankCode string) (has bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM payment_channels c JOIN banks b ON b.id = c.bank_id
		WHERE b.code = $1)`, bankCode).Scan(&has)
	if err != nil {
		return false, fmt.Errorf("find the payment channels of a bank: %w", err)
	}

	return has, nil
}
