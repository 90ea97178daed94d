package wallet

// maxRemembered bounds the wallets that a memory keeps.
const maxRemembered = 10_000

// Memory is how one batcher left the wallets that it charged last. It is a
// guess, as other nodes and other operations change wallets too: a batch that
// works with it requires in its own transaction that the guess is true, and so
// saves the round trip of asking first. Not for several goroutines at a time.
type Memory struct {
	wallets map[Key]lockedWallet
}

// NewMemory remembers nothing yet.
func NewMemory() *Memory { return &Memory{wallets: map[Key]lockedWallet{}} }

// Recall is LockBatch without a question. It gives false when a wallet is not
// remembered. When one has changed since, Post ends the batch with
// db.ErrRefuted: every change of a balance takes the next sequence number, so
// an equal one means an equal balance.
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

// Keep remembers the wallets of a batch that was committed.
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

// Forget drops what is remembered: the outcome of a batch is not known, or it
// showed that the guess was wrong.
func (m *Memory) Forget() { clear(m.wallets) }
