package order

import (
	"context"
	"fmt"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// WalletKey names the wallet of an order that is paid from a deposit.
func WalletKey(o *Order) wallet.Key { return wallet.Key{ClientID: o.ClientID, Type: o.WalletType} }

// AccountKeys are the accounts that a batch needs.
type AccountKeys struct {
	Wallets []wallet.Key
	Clients []int64 // whose settlements
}

// Add adds the account that pays an order of a payment type: the wallet w or its client's settlement.
func (k *AccountKeys) Add(p PaymentType, w wallet.Key) {
	if p == Settlement {
		k.Clients = append(k.Clients, w.ClientID)
	} else {
		k.Wallets = append(k.Wallets, w)
	}
}

// AccountSet has the accounts of a batch. Both kinds are nil where no order of the batch needs them.
type AccountSet struct {
	Wallets     *wallet.LockedWallets
	Settlements *settlement.LockedSettlements
}

// LockAccounts adds the locking of accounts to a batch: wallets first, as everywhere.
func LockAccounts(b *db.Batch, k AccountKeys) AccountSet {
	var set AccountSet

	if len(k.Wallets) > 0 {
		set.Wallets = wallet.LockBatch(b, k.Wallets)
	}

	if len(k.Clients) > 0 {
		set.Settlements = settlement.LockBatch(b, k.Clients)
	}

	return set
}

// Charge takes the price of an order from what pays it, whole or not at all, and sets the order's wallet if it has one. It returns the
// balance, or what is left of the limit, right after the charge.
func (a AccountSet) Charge(o *Order, at time.Time) (money.Rupiah, error) {
	if o.PaymentType == Settlement {
		return a.Settlements.Charge(o.ClientID, o.ID, o.Price, o.ClientRef, at)
	}

	entry, err := a.Wallets.Charge(WalletKey(o), o.ID, o.Price, o.ClientRef, at)
	o.WalletID = entry.WalletID

	return entry.BalanceAfter, err
}

// Refund gives the price of an order back.
func (a AccountSet) Refund(o *Order, at time.Time) error {
	if o.PaymentType == Settlement {
		return a.Settlements.Refund(o.ClientID, o.ID, o.Price, o.ClientRef, at)
	}

	return a.Wallets.Refund(WalletKey(o), o.WalletID, o.ID, o.Price, o.ClientRef, at)
}

// Post adds the rows and the new balances to the batch.
func (a AccountSet) Post(b *db.Batch) {
	if a.Wallets != nil {
		a.Wallets.Post(b)
	}

	if a.Settlements != nil {
		a.Settlements.Post(b)
	}
}

// refundTx gives the price of one order back. The caller has moved it to failed in the same transaction.
func refundTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) error {
	var err error

	if o.PaymentType == Settlement {
		err = settlement.RefundTx(ctx, tx, now, o.ClientID, o.ID, o.Price, o.ClientRef)
	} else {
		_, err = wallet.RefundTx(ctx, tx, now, o.ClientID, o.WalletID, o.ID, o.Price, o.ClientRef)
	}

	if err != nil {
		return fmt.Errorf("refund order %d: %w", o.ID, err)
	}

	return nil
}
