package ledger

// maxRemembered is the most accounts that a Memory keeps.
const maxRemembered = 10_000

// Memory holds the accounts as the last batch of one placer left them. It may be stale, since other nodes and
// operations change accounts too. A batch that uses it requires in its transaction that the accounts are
// unchanged, which saves the round trip of reading them first. It is not safe for concurrent use.
type Memory struct {
	book     *Book
	accounts map[Key]Account
}

// NewMemory makes an empty Memory.
func (b *Book) NewMemory() *Memory { return &Memory{book: b, accounts: map[Key]Account{}} }

// Recall is LockBatch without reading the accounts. It returns false when an account is not remembered. When one
// has changed since, Post ends the batch with db.ErrRefuted: every change of a balance takes the next sequence
// number, so an equal number means an equal balance.
func (m *Memory) Recall(keys []Key) (*LockedAccounts, bool) {
	l, unique := m.book.newLocked(keys)

	for _, k := range unique {
		a, known := m.accounts[k]
		if !known {
			return nil, false
		}

		l.accounts[k] = &a
	}

	return l, true
}

// Keep remembers the accounts of a committed batch.
func (m *Memory) Keep(l *LockedAccounts) {
	if len(m.accounts)+len(l.accounts) > maxRemembered {
		clear(m.accounts)
	}

	for k, a := range l.accounts {
		if a != nil && a.Active {
			kept := *a
			kept.from = kept.seq
			m.accounts[k] = kept
		}
	}
}

// Forget drops the accounts of a batch whose outcome is unknown or that found one of them changed.
func (m *Memory) Forget(keys []Key) {
	for _, k := range keys {
		delete(m.accounts, k)
	}
}
