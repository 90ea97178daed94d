package wallet

// maxRemembered is the most wallets that a Memory keeps.
const maxRemembered = 10_000

// Memory holds the wallets as the last batch of one placer left them. It may be stale, since other nodes and
// operations change wallets too. A batch that uses it requires in its transaction that the wallets are
// unchanged, which saves the round trip of reading them first. It is not safe for concurrent use.
type Memory struct {
	wallets map[Key]lockedWallet
}

// NewMemory makes an empty Memory.
func NewMemory() *Memory { return &Memory{wallets: map[Key]lockedWallet{}} }

// Recall is LockBatch without reading the wallets. It returns false when a wallet is not remembered. When one
// has changed since, Post ends the batch with db.ErrRefuted: every change of a balance takes the next sequence
// number, so an equal number means an equal balance.
func (m *Memory) Recall(keys []Key) (*Locked, bool) {
	l, unique := newLocked(keys)

	for _, k := range unique {
		w, known := m.wallets[k]
		if !known {
			return nil, false
		}

		l.wallets[k] = &w
	}

	return l, true
}

// Keep remembers the wallets of a committed batch.
func (m *Memory) Keep(l *Locked) {
	if len(m.wallets)+len(l.wallets) > maxRemembered {
		clear(m.wallets)
	}

	for k, w := range l.wallets {
		if w != nil && w.Active {
			kept := *w
			kept.from = kept.seq
			m.wallets[k] = kept
		}
	}
}

// Forget drops everything, after a batch whose outcome is unknown or that found the Memory stale.
func (m *Memory) Forget() { clear(m.wallets) }
