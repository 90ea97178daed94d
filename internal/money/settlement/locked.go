package settlement

import (
	"time"

	"loket/internal/money/ledger"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

var book = ledger.NewBook(ledger.Tables{
	Accounts: "settlements", History: "settlement_history", IDColumn: "settlement_id", Blocked: "blocked_at",
})

// LockedSettlements holds the settlements of a batch of charges and refunds (package ledger).
type LockedSettlements struct{ accounts *ledger.LockedAccounts }

// LockBatch adds the locking of the settlements of clients to a batch. They can be charged after the batch was flushed.
// Lock wallets first.
func LockBatch(b *db.Batch, clients []int64) *LockedSettlements {
	return &LockedSettlements{book.LockBatch(b, accountsOf(clients))}
}

func accountsOf(clients []int64) []ledger.Key {
	keys := make([]ledger.Key, len(clients))
	for i, id := range clients {
		keys[i] = ledger.Key{ClientID: id}
	}

	return keys
}

// Charge takes the price of an order from the limit of its client, and returns what is left of it. Errors: ErrNoSettlement, ErrInactive,
// ErrOverdue, ErrInsufficientLimit.
func (l *LockedSettlements) Charge(clientID, orderID int64, price money.Rupiah, reference string, at time.Time) (money.Rupiah, error) {
	s := l.accounts.Account(ledger.Key{ClientID: clientID})

	switch {
	case s == nil:
		return 0, ErrNoSettlement.New()
	case !s.Active:
		return 0, ErrInactive.New()
	case s.BlockedAt != 0 && s.Next(clock.Micros(at)) >= s.BlockedAt:
		return 0, ErrOverdue.New()
	case price <= 0:
		return 0, ErrInsufficientLimit.New()
	case s.Balance < price:
		e := ErrInsufficientLimit.New()
		e.Missing = int64(price - s.Balance)

		return 0, e
	}

	l.append(s, Payment, -price, orderID, reference, at)

	return s.Balance, nil
}

// Refund gives the price of an order back to the limit of its client, whatever the state of the settlement. Errors:
// ErrNoSettlement.
func (l *LockedSettlements) Refund(clientID, orderID int64, price money.Rupiah, reference string, at time.Time) error {
	s := l.accounts.Account(ledger.Key{ClientID: clientID})
	if s == nil {
		return ErrNoSettlement.New()
	}

	l.append(s, Refund, price, orderID, reference, at)

	return nil
}

func (l *LockedSettlements) append(s *ledger.Account, a Action, amount money.Rupiah, orderID int64, reference string, at time.Time) {
	l.accounts.Append(s, ledger.Entry{
		Action: string(a), Amount: amount, Contra: string(a.contra()), OrderID: orderID, SourceRef: reference, CreatedAt: at,
	})
}

// Post adds the rows of all charges and the new balances to the batch.
func (l *LockedSettlements) Post(b *db.Batch) { l.accounts.Post(b) }

// Memory holds the settlements as the last batch of one placer left them (package ledger).
type Memory struct{ accounts *ledger.Memory }

// NewMemory makes an empty Memory.
func NewMemory() *Memory { return &Memory{book.NewMemory()} }

// Recall is LockBatch without reading the settlements. It returns false when one is not remembered.
func (m *Memory) Recall(clients []int64) (*LockedSettlements, bool) {
	l, known := m.accounts.Recall(accountsOf(clients))

	return &LockedSettlements{l}, known
}

// Keep remembers the settlements of a committed batch.
func (m *Memory) Keep(l *LockedSettlements) { m.accounts.Keep(l.accounts) }

// Forget drops the settlements of a batch whose outcome is unknown or that found one of them changed.
func (m *Memory) Forget(clients []int64) { m.accounts.Forget(accountsOf(clients)) }
