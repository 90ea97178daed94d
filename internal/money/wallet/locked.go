package wallet

import (
	"time"

	"loket/internal/money/ledger"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

var book = ledger.NewBook(ledger.Tables{Accounts: "wallets", History: "wallet_history", IDColumn: "wallet_id", Type: "type"})

// Key is the key of a wallet for orders: client and type.
type Key struct {
	ClientID int64
	Type     Type
}

func (k Key) account() ledger.Key { return ledger.Key{ClientID: k.ClientID, Type: string(k.Type)} }

func accountsOf(keys []Key) []ledger.Key {
	out := make([]ledger.Key, len(keys))
	for i, k := range keys {
		out[i] = k.account()
	}

	return out
}

// LockedWallets holds the wallets of a batch of charges, refunds and postings (package ledger).
type LockedWallets struct {
	accounts *ledger.LockedAccounts
	postings []batchPosting
}

// LockBatch adds the locking of wallets to a batch. They can be charged after the batch was flushed.
func LockBatch(b *db.Batch, keys []Key) *LockedWallets {
	return newLocked(book.LockBatch(b, accountsOf(keys)))
}

func newLocked(l *ledger.LockedAccounts) *LockedWallets { return &LockedWallets{accounts: l} }

// Active reports whether a wallet of the batch is there and active.
func (l *LockedWallets) Active(k Key) bool {
	w := l.accounts.Account(k.account())

	return w != nil && w.Active
}

// Charge takes the price of an order from a locked wallet. Errors: ErrNoWallet, ErrInactive,
// ErrInsufficientBalance.
func (l *LockedWallets) Charge(k Key, orderID int64, price money.Rupiah, reference string, at time.Time) (Entry, error) {
	w := l.accounts.Account(k.account())

	switch {
	case w == nil:
		return Entry{}, ErrNoWallet.New()
	case !w.Active:
		return Entry{}, ErrInactive.New()
	case price <= 0:
		return Entry{}, ErrInsufficientBalance.New()
	case w.Balance < price:
		return Entry{}, short(w.Balance, price)
	}

	return l.append(w, Payment, -price, orderID, reference, at), nil
}

// Refund gives the price of an order back to a locked wallet. Errors: ErrNoWallet, ErrInactive.
func (l *LockedWallets) Refund(k Key, walletID, orderID int64, price money.Rupiah, reference string, at time.Time) error {
	w := l.accounts.Account(k.account())

	switch {
	case w == nil || w.ID != walletID:
		return ErrNoWallet.New()
	case !w.Active:
		return ErrInactive.New()
	}

	l.append(w, Refund, price, orderID, reference, at)

	return nil
}

func (l *LockedWallets) append(w *ledger.Account, a Action, amount money.Rupiah, orderID int64, reference string, at time.Time) Entry {
	contra := Sales.seenBy(w.ClientID)
	e := l.accounts.Append(w, ledger.Entry{
		Action: string(a), Amount: amount, Contra: string(contra), OrderID: orderID, SourceRef: reference, CreatedAt: at,
	})

	return Entry{
		WalletID: e.AccountID, Seq: e.Seq, ClientID: e.ClientID, Action: a, Amount: e.Amount, BalanceBefore: e.BalanceBefore,
		BalanceAfter: e.BalanceAfter, Contra: contra, OrderID: e.OrderID, SourceRef: e.SourceRef, CreatedAt: e.CreatedAt,
	}
}

// Post adds all rows and the new balances to the batch.
func (l *LockedWallets) Post(b *db.Batch) {
	l.accounts.Post(b)
	l.claim(b)
}

// Memory holds the wallets as the last batch of one placer left them (package ledger).
type Memory struct{ accounts *ledger.Memory }

// NewMemory makes an empty Memory.
func NewMemory() *Memory { return &Memory{book.NewMemory()} }

// Recall is LockBatch without reading the wallets. It returns false when a wallet is not remembered.
func (m *Memory) Recall(keys []Key) (*LockedWallets, bool) {
	l, known := m.accounts.Recall(accountsOf(keys))

	return newLocked(l), known
}

// Keep remembers the wallets of a committed batch.
func (m *Memory) Keep(l *LockedWallets) { m.accounts.Keep(l.accounts) }

// Forget drops the wallets of a batch whose outcome is unknown or that found one of them changed.
func (m *Memory) Forget(keys []Key) { m.accounts.Forget(accountsOf(keys)) }
