package ledger

import (
	"cmp"
	"slices"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// LockedAccounts holds the accounts of a batch of charges, refunds and postings. They are computed in memory one after the other
// and written together by Post. A refused one changes nothing for the others.
type LockedAccounts struct {
	book     *Book
	accounts map[Key]*Account
	entries  []Entry
	charged  bool
	keyed    bool // there are postings
}

// LockBatch adds the locking of accounts to a batch. They can be charged after the batch was flushed. Rows are
// locked in the order of their ids, so two batches never deadlock.
func (b *Book) LockBatch(batch *db.Batch, keys []Key) *LockedAccounts {
	l, unique := b.newLocked(keys)

	if len(unique) == 0 {
		return l
	}

	clients, types := make([]int64, len(unique)), make([]string, len(unique))
	for i, k := range unique {
		clients[i], types[i] = k.ClientID, k.Type
	}

	batch.QueryRows(db.Columns{{Name: "client", Values: clients}, {Name: "type", Values: types}}, b.lock+batch.Engine().ForUpdateInOrder("a", "id"), nil, l.add)

	return l
}

// newLocked makes an entry for each account and returns each key once.
func (b *Book) newLocked(keys []Key) (*LockedAccounts, []Key) {
	l := &LockedAccounts{book: b, accounts: make(map[Key]*Account, len(keys)), entries: make([]Entry, 0, len(keys))}
	unique := make([]Key, 0, len(keys))

	for _, k := range keys {
		if _, seen := l.accounts[k]; !seen {
			l.accounts[k] = nil
			unique = append(unique, k)
		}
	}

	return l, unique
}

func (l *LockedAccounts) add(row db.Row) error {
	var a Account
	if err := row.Scan(&a.ID, &a.ClientID, &a.Type, &a.Active, &a.Balance, &a.seq, &a.changed, &a.BlockedAt); err != nil {
		return err
	}

	a.from = a.seq
	l.accounts[Key{a.ClientID, a.Type}] = &a

	return nil
}

// Account returns an account, or nil when there is none.
func (l *LockedAccounts) Account(k Key) *Account { return l.accounts[k] }

// Append adds the next row of an account: its action, amount, contra account, order or key, reference and time. A negative
// amount is a charge. The row's time is never before the account's last row, which may come from a node with a clock
// that is ahead.
func (l *LockedAccounts) Append(a *Account, e Entry) Entry {
	a.seq++
	a.changed = max(a.changed, clock.Micros(e.CreatedAt))
	l.charged = l.charged || e.Amount < 0
	l.keyed = l.keyed || e.Key != ""

	e.AccountID, e.ClientID, e.Seq, e.CreatedAt = a.ID, a.ClientID, a.seq, clock.FromMicros(a.changed)
	e.BalanceBefore, e.BalanceAfter = a.Balance, a.Balance+e.Amount
	a.Balance = e.BalanceAfter
	l.entries = append(l.entries, e)

	return e
}

// Next is the time that the next row of an account gets for an order at a time, in microseconds.
func (a *Account) Next(at int64) int64 { return max(a.changed, at) }

// Post adds all rows and the new balances to the batch.
func (l *LockedAccounts) Post(b *db.Batch) {
	if len(l.entries) == 0 {
		return
	}

	l.move(b)
	l.insert(b)
}

// move changes the balances in the order of the accounts' ids. If an account has changed since it was locked or
// remembered, the batch ends with db.ErrRefuted.
func (l *LockedAccounts) move(b *db.Batch) {
	text := l.book.move
	if l.charged {
		text = l.book.moveCharged
	}

	changed := l.touched()
	n := len(changed)
	ids, clients, balances, seqs, times, before := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)

	for i, a := range changed {
		ids[i], clients[i], balances[i], seqs[i], times[i], before[i] = a.ID, a.ClientID, int64(a.Balance), a.seq, a.changed, a.from
	}

	rows := db.Columns{
		{Name: "id", Values: ids}, // the order in which accounts are locked
		{Name: "client", Values: clients},
		{Name: "balance", Values: balances},
		{Name: "seq", Values: seqs},
		{Name: "changed", Values: times},
		{Name: "before", Values: before},
	}

	// A single row of history is inserted in its place among the statements, not copied at the end. The account comes
	// before it, as everywhere: a refund holds the account and inserts a row with the same number.
	if len(l.entries) == 1 {
		b.ExecRowsExpect(rows, text)
	} else {
		b.ExecRowsLast(rows, text)
	}
}

// touched returns the changed accounts, sorted by id.
func (l *LockedAccounts) touched() []*Account {
	changed := make([]*Account, 0, len(l.accounts))

	for _, a := range l.accounts {
		if a != nil && a.touched() {
			changed = append(changed, a)
		}
	}

	slices.SortFunc(changed, func(a, b *Account) int { return cmp.Compare(a.ID, b.ID) })

	return changed
}

func (l *LockedAccounts) insert(b *db.Batch) {
	n := len(l.entries)
	accounts, seqs, clients := make([]int64, n), make([]int64, n), make([]int64, n)
	actions, contras, references := make([]string, n), make([]string, n), make([]string, n)
	amounts, before, after := make([]int64, n), make([]int64, n), make([]int64, n)
	times := make([]int64, n)

	for i, e := range l.entries {
		accounts[i], seqs[i], clients[i] = e.AccountID, e.Seq, e.ClientID
		actions[i], contras[i], references[i] = e.Action, e.Contra, e.SourceRef
		amounts[i], before[i], after[i] = int64(e.Amount), int64(e.BalanceBefore), int64(e.BalanceAfter)
		times[i] = clock.Micros(e.CreatedAt)
	}

	b.Insert(l.book.tables.History, append(l.causes(),
		db.Column{Name: l.book.tables.IDColumn, Values: accounts}, db.Column{Name: "seq", Values: seqs},
		db.Column{Name: "client_id", Values: clients}, db.Column{Name: "action", Values: actions},
		db.Column{Name: "amount", Values: amounts}, db.Column{Name: "balance_before", Values: before},
		db.Column{Name: "balance_after", Values: after}, db.Column{Name: "contra", Values: contras},
		db.Column{Name: "reference", Values: references}, db.Column{Name: "created_at", Values: times})...)
}

// causes are the columns of what each row is for: an order, or the key of a posting.
func (l *LockedAccounts) causes() []db.Column {
	n := len(l.entries)

	if !l.keyed { // the hot path
		orders := make([]int64, n)
		for i := range l.entries {
			orders[i] = l.entries[i].OrderID
		}

		return []db.Column{{Name: "order_id", Values: orders}}
	}

	orders, keys := make([]*int64, n), make([]*string, n)

	for i := range l.entries {
		if e := &l.entries[i]; e.Key != "" {
			keys[i] = &e.Key
		} else {
			orders[i] = &e.OrderID
		}
	}

	return []db.Column{{Name: "order_id", Values: orders}, {Name: "posting_key", Values: keys}}
}
