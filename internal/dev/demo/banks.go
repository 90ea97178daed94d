package demo

import (
	"context"
	"fmt"
	"time"

	"loket/internal/banking/topup"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// BankAccount is an account of the provider at a bank, to which unique amounts are transferred.
type BankAccount struct{ Bank, AccountNo string }

// BankAccounts are the provider's accounts.
func BankAccounts() []BankAccount {
	return []BankAccount{{"BBCA", "8880010021"}, {"BMDR", "1370010020034"}}
}

// VirtualAccountBank is a bank with virtual accounts.
type VirtualAccountBank struct {
	Bank   string
	Prefix string // company code
}

// VirtualAccountBanks are the banks with virtual accounts.
func VirtualAccountBanks() []VirtualAccountBank {
	out := make([]VirtualAccountBank, 0, len(channels()))
	for _, c := range channels() {
		out = append(out, VirtualAccountBank{c.Bank.Code, c.Prefix})
	}

	return out
}

// channels are the payment channels: KEB Hana has a problem.
func channels() []topup.Channel {
	of := func(bank, prefix, status string, minimum, fee int64) topup.Channel {
		c := topup.Channel{Prefix: prefix}
		c.Bank.Code, c.Status = bank, status
		c.Minimum, c.Fee = money.Rupiah(minimum), money.Rupiah(fee)

		return c
	}

	const active, problem = "active", "problem"

	return []topup.Channel{
		of("BBCA", "80777", active, 10_000, 4_500),
		of("BMDR", "88049", active, 10_000, 4_000),
		of("BBNI", "9881047", active, 10_000, 0),
		of("BBRI", "13282", active, 10_000, 2_500),
		of("BCMB", "519910", active, 50_000, 3_000),
		of("BBBA", "7293", active, 10_000, 3_000),
		of("BHNA", "98500", problem, 10_000, 3_000),
	}
}

// writeBanks writes our accounts and the channels.
func writeBanks(ctx context.Context, tx *db.Tx, at time.Time) error {
	if err := topup.EnsureBanksTx(ctx, tx); err != nil {
		return err
	}

	for _, a := range BankAccounts() {
		_, err := topup.NewAccountTx(ctx, tx, at, topup.AccountNumber{
			BankCode: a.Bank, AccountNo: a.AccountNo, Name: "PT Loket Digital Indonesia", Status: "active",
		})
		if err != nil {
			return fmt.Errorf("account at %s: %w", a.Bank, err)
		}
	}

	for _, c := range channels() {
		if _, err := topup.NewChannelTx(ctx, tx, at, c); err != nil {
			return fmt.Errorf("channel of %s: %w", c.Bank.Code, err)
		}
	}

	return nil
}

// openAccounts gives each wallet a number at each channel. It looks at the wallets of all clients, so it has a transaction of its own.
func openAccounts(ctx context.Context, d *db.DB, at time.Time) error {
	if _, err := topup.OpenAccounts(ctx, d, at); err != nil {
		return fmt.Errorf("demo: virtual accounts: %w", err)
	}

	return nil
}

// formatWithBanks is the first format that has banks.
const formatWithBanks = 3

// addBanks adds the banks to data of an earlier format, so that a folder of the demo can go on.
func addBanks(ctx context.Context, deps Deps, marks map[string]int64) error {
	if marks[markFormat] >= formatWithBanks {
		return nil
	}

	err := deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := writeBanks(ctx, tx, deps.Clock.Now()); err != nil {
			return err
		}

		_, err := tx.Exec(ctx, "UPDATE versions SET version = $1 WHERE name = $2", int64(format), markFormat)

		return err
	})
	if err != nil {
		return fmt.Errorf("demo: add the banks: %w", err)
	}

	return openAccounts(ctx, deps.DB, deps.Clock.Now())
}
