package order

import (
	"context"
	"fmt"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
)

// funds are the accounts that pay the orders of a batch and get their refunds, in the batch's transaction.
type funds interface {
	// charge takes the price of an order, whole or not at all, and sets its wallet if it has one.
	charge(o *Order, at time.Time) error
	// refund gives the price of an order back.
	refund(o *Order, at time.Time) error
	// post adds the rows and new balances to the batch.
	post(b *db.Batch)
}

// deposits are the wallets of a batch.
type deposits struct{ wallets *wallet.Locked }

func walletKey(o *Order) wallet.Key { return wallet.Key{ClientID: o.ClientID, Type: o.WalletType} }

func (d deposits) charge(o *Order, at time.Time) error {
	entry, err := d.wallets.Charge(walletKey(o), o.ID, o.Price, o.ClientRef, at)
	o.WalletID = entry.WalletID

	return err
}

func (d deposits) refund(o *Order, at time.Time) error {
	return d.wallets.Refund(walletKey(o), o.WalletID, o.ID, o.Price, o.ClientRef, at)
}

func (d deposits) post(b *db.Batch) { d.wallets.Post(b) }

// limits are the settlements of a batch.
type limits struct{ settlements *settlement.Locked }

func (l limits) charge(o *Order, at time.Time) error {
	return l.settlements.Charge(o.ClientID, o.ID, o.Price, o.ClientRef, at)
}

func (l limits) refund(o *Order, at time.Time) error {
	return l.settlements.Refund(o.ClientID, o.ID, o.Price, o.ClientRef, at)
}

func (l limits) post(b *db.Batch) { l.settlements.Post(b) }

// fundKeys are the accounts that a batch needs.
type fundKeys struct {
	wallets []wallet.Key
	clients []int64 // whose settlements
}

func (k *fundKeys) add(p PaymentType, w wallet.Key) {
	if p == Settlement {
		k.clients = append(k.clients, w.ClientID)
	} else {
		k.wallets = append(k.wallets, w)
	}
}

// purse has the accounts of a batch. Both kinds are nil where no order of the batch needs them.
type purse struct {
	wallets     *wallet.Locked
	settlements *settlement.Locked
}

// lockPurse adds the locking of accounts to a batch: wallets first, as everywhere.
func lockPurse(b *db.Batch, k fundKeys) purse {
	var p purse

	if len(k.wallets) > 0 {
		p.wallets = wallet.LockBatch(b, k.wallets)
	}

	if len(k.clients) > 0 {
		p.settlements = settlement.LockBatch(b, k.clients)
	}

	return p
}

// of returns the accounts that pay orders of a payment type.
func (p purse) of(t PaymentType) funds {
	if t == Settlement {
		return limits{p.settlements}
	}

	return deposits{p.wallets}
}

func (p purse) post(b *db.Batch) {
	if p.wallets != nil {
		deposits{p.wallets}.post(b)
	}

	if p.settlements != nil {
		limits{p.settlements}.post(b)
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
