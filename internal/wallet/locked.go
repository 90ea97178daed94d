package wallet

import (
	"cmp"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Key is the key of a wallet for orders: client and type.
type Key struct {
	ClientID int64
	Type     Type
}

// Locked holds the wallets of a batch of charges and refunds. They are computed in memory one after the other and
// written together by Post. A refused charge changes nothing for the others.
type Locked struct {
	wallets map[Key]*lockedWallet
	entries []Entry
}

type lockedWallet struct {
	Wallet

	seq     int64 // sequence number after the charges of the batch
	from    int64 // sequence number before them
	changed int64 // time of the last history row, microseconds
}

func (w *lockedWallet) touched() bool { return w.seq != w.from }

// LockBatch adds the locking of wallets to a batch. They can be charged after the batch was flushed. Rows are
// locked in the order of their ids, so two batches never deadlock.
func LockBatch(b *db.Batch, keys []Key) *Locked {
	l, unique := newLocked(keys)

	if b.Engine() == db.Postgres {
		clients := make([]int64, len(unique))
		types := make([]string, len(unique))

		for i, k := range unique {
			clients[i], types[i] = k.ClientID, string(k.Type)
		}

		b.Query(`SELECT w.id, w.client_id, w.type, w.active, w.balance, w.seq, w.changed_at
			FROM unnest($1::bigint[], $2::text[]) k (client_id, type)
			JOIN wallets w ON w.client_id = k.client_id AND w.type = k.type
			ORDER BY w.id FOR UPDATE OF w`, []any{clients, types}, l.add)

		return l
	}

	for _, k := range unique {
		b.Query(`SELECT id, client_id, type, active, balance, seq, changed_at FROM wallets
			WHERE client_id = $1 AND type = $2`, []any{k.ClientID, string(k.Type)}, l.add)
	}

	return l
}

// newLocked makes an entry for each wallet and returns each key once.
func newLocked(keys []Key) (*Locked, []Key) {
	l := &Locked{wallets: make(map[Key]*lockedWallet, len(keys)), entries: make([]Entry, 0, len(keys))}
	unique := make([]Key, 0, len(keys))

	for _, k := range keys {
		if _, seen := l.wallets[k]; !seen {
			l.wallets[k] = nil
			unique = append(unique, k)
		}
	}

	return l, unique
}

func (l *Locked) add(row db.Row) error {
	var w lockedWallet
	if err := row.Scan(&w.ID, &w.ClientID, &w.Type, &w.Active, &w.Balance, &w.seq, &w.changed); err != nil {
		return err
	}

	w.from = w.seq
	l.wallets[Key{w.ClientID, w.Type}] = &w

	return nil
}

// Charge takes the price of an order from a locked wallet. Errors: ErrNoWallet, ErrInactive,
// ErrInsufficientBalance.
func (l *Locked) Charge(k Key, orderID int64, price money.Rupiah, reference string, at time.Time) (Entry, error) {
	w := l.wallets[k]

	switch {
	case w == nil:
		return Entry{}, ErrNoWallet.New()
	case !w.Active:
		return Entry{}, ErrInactive.New()
	case price <= 0 || w.Balance < price:
		return Entry{}, ErrInsufficientBalance.New()
	}

	return l.append(w, Entry{Action: Payment, Amount: -price, OrderID: orderID, Reference: reference, CreatedAt: at}), nil
}

// Refund gives the price of an order back to a locked wallet. Errors: ErrNoWallet, ErrInactive.
func (l *Locked) Refund(k Key, walletID, orderID int64, price money.Rupiah, reference string, at time.Time) error {
	w := l.wallets[k]

	switch {
	case w == nil || w.ID != walletID:
		return ErrNoWallet.New()
	case !w.Active:
		return ErrInactive.New()
	}

	l.append(w, Entry{Action: Refund, Amount: price, OrderID: orderID, Reference: reference, CreatedAt: at})

	return nil
}

// append adds the next row of a wallet. Its time is never before the wallet's last row, which may come from a
// node with a clock that is ahead.
func (l *Locked) append(w *lockedWallet, e Entry) Entry {
	w.seq++
	w.changed = max(w.changed, clock.Micros(e.CreatedAt))

	e.WalletID, e.ClientID, e.Seq, e.Contra, e.CreatedAt = w.ID, w.ClientID, w.seq, Sales, clock.FromMicros(w.changed)
	e.BalanceBefore, e.BalanceAfter = w.Balance, w.Balance+e.Amount
	w.Balance = e.BalanceAfter
	l.entries = append(l.entries, e)

	return e
}

// Post adds the rows of all charges and the new balances to the batch.
func (l *Locked) Post(b *db.Batch) {
	if len(l.entries) == 0 {
		return
	}

	l.move(b)
	l.insert(b)
}

// move changes the balances in the order of the wallets' ids. If a wallet has changed since it was locked or
// remembered, the batch ends with db.ErrRefuted.
func (l *Locked) move(b *db.Batch) {
	const one = "UPDATE wallets SET balance = $1, seq = $2, changed_at = $3 WHERE id = $4 AND seq = $5 AND active"

	changed := l.touched()

	// A single row of history is inserted in its place among the statements, not copied at the end. The wallet comes
	// before it, as everywhere: a refund holds the wallet and inserts a row with the same number.
	if len(l.entries) == 1 && b.Engine() == db.Postgres {
		w := changed[0]
		b.Expect(1, one, int64(w.Balance), w.seq, w.changed, w.ID, w.from)

		return
	}

	if len(changed) == 1 || b.Engine() == db.SQLite {
		for _, w := range changed {
			b.Change(1, one, int64(w.Balance), w.seq, w.changed, w.ID, w.from)
		}

		return
	}

	n := len(changed)
	ids, balances, seqs, times, before := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)

	for i, w := range changed {
		ids[i], balances[i], seqs[i], times[i], before[i] = w.ID, int64(w.Balance), w.seq, w.changed, w.from
	}

	b.Change(n, `UPDATE wallets w SET balance = n.balance, seq = n.seq, changed_at = n.changed_at
		FROM (
			SELECT id, balance, seq, changed_at, before
			FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) u (id, balance, seq, changed_at, before) ORDER BY id
		) n
		WHERE w.id = n.id AND w.seq = n.before AND w.active`, ids, balances, seqs, times, before)
}

// touched returns the charged wallets, sorted by id.
func (l *Locked) touched() []*lockedWallet {
	changed := make([]*lockedWallet, 0, len(l.wallets))

	for _, w := range l.wallets {
		if w != nil && w.touched() {
			changed = append(changed, w)
		}
	}

	slices.SortFunc(changed, func(a, b *lockedWallet) int { return cmp.Compare(a.ID, b.ID) })

	return changed
}

func (l *Locked) insert(b *db.Batch) {
	n := len(l.entries)
	wallets, seqs, clients := make([]int64, n), make([]int64, n), make([]int64, n)
	actions, contras, references := make([]string, n), make([]string, n), make([]string, n)
	amounts, before, after := make([]int64, n), make([]int64, n), make([]int64, n)
	orders, times := make([]int64, n), make([]int64, n)

	for i, e := range l.entries {
		wallets[i], seqs[i], clients[i] = e.WalletID, e.Seq, e.ClientID
		actions[i], contras[i], references[i] = string(e.Action), string(e.Contra), e.Reference
		amounts[i], before[i], after[i] = int64(e.Amount), int64(e.BalanceBefore), int64(e.BalanceAfter)
		orders[i], times[i] = e.OrderID, clock.Micros(e.CreatedAt)
	}

	b.Insert("wallet_history",
		db.Column{Name: "wallet_id", Values: wallets}, db.Column{Name: "seq", Values: seqs},
		db.Column{Name: "client_id", Values: clients}, db.Column{Name: "action", Values: actions},
		db.Column{Name: "amount", Values: amounts}, db.Column{Name: "balance_before", Values: before},
		db.Column{Name: "balance_after", Values: after}, db.Column{Name: "contra", Values: contras},
		db.Column{Name: "order_id", Values: orders}, db.Column{Name: "reference", Values: references},
		db.Column{Name: "created_at", Values: times})
}
