package wallet

import (
	"time"

	"loket/internal/money/ledger"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// batchPosting is a posting of a batch.
type batchPosting struct {
	Posting

	at time.Time
}

// Enter makes postings to a locked wallet, all or none; the wallet and the client are set here. The caller has looked
// whether the keys were used before: if another batch uses one in this moment, this batch ends with a violation of a
// unique key (db.IsUnique) and can be repeated. Errors: ErrNoWallet, ErrInactive, ErrInsufficientBalance.
func (l *LockedWallets) Enter(k Key, at time.Time, postings ...Posting) error {
	w := l.accounts.Account(k.account())

	switch {
	case w == nil:
		return ErrNoWallet.New()
	case !w.Active:
		return ErrInactive.New()
	}

	balance := w.Balance

	for _, p := range postings {
		if err := p.check(); err != nil {
			return err
		}

		if balance += p.Amount; balance < 0 {
			return ErrInsufficientBalance.New()
		}
	}

	for _, p := range postings {
		p.WalletID, p.ClientID, p.Contra = w.ID, w.ClientID, p.Contra.seenBy(w.ClientID)
		l.accounts.Append(w, ledger.Entry{
			Action: string(p.Action), Amount: p.Amount, Contra: string(p.Contra), Key: p.Key, SourceRef: p.SourceRef, CreatedAt: at,
		})
		l.postings = append(l.postings, batchPosting{p, at})
	}

	return nil
}

// claim stores the keys of the postings.
func (l *LockedWallets) claim(b *db.Batch) {
	n := len(l.postings)
	if n == 0 {
		return
	}

	clients, times := make([]int64, n), make([]int64, n)
	keys, hashes := make([]string, n), make([]string, n)

	for i, p := range l.postings {
		clients[i], keys[i], hashes[i], times[i] = p.ClientID, p.Key, p.hash(), clock.Micros(p.at)
	}

	b.Insert("wallet_postings",
		db.Column{Name: "client_id", Values: clients}, db.Column{Name: "posting_key", Values: keys},
		db.Column{Name: "input_hash", Values: hashes}, db.Column{Name: "created_at", Values: times})
}
