package wallet

import (
	"cmp"
	"slices"

	"loket/internal/db"
)

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

// RecallGroup is LockGroup without a question. It gives false when a wallet is
// not remembered. When one has changed since, the batch ends with
// db.ErrRefuted: every change of a balance takes the next sequence number, so
// an equal one means an equal balance.
func (m *Memory) RecallGroup(g *db.Group, keys []Key) (*Locked, bool) {
	l, unique := newLocked(keys)
	held := make([]lockedWallet, 0, len(unique))

	for _, k := range unique {
		w, known := m.wallets[k]
		if !known {
			return nil, false
		}

		held = append(held, w)
	}

	slices.SortFunc(held, func(a, b lockedWallet) int { return cmp.Compare(a.ID, b.ID) })

	for i := range held {
		w := &held[i]
		l.wallets[Key{w.ClientID, w.Type}] = w
	}

	// A lone wallet is locked and compared when Post changes it; on SQLite
	// nobody else writes meanwhile.
	if len(held) > 1 && g.Engine() == db.Postgres {
		lockHeld(g, held)
	}

	return l, true
}

// lockHeld locks wallets in the order of their ids and compares them.
func lockHeld(g *db.Group, held []lockedWallet) {
	ids, seqs := make([]int64, len(held)), make([]int64, len(held))
	for i, w := range held {
		ids[i], seqs[i] = w.ID, w.seq
	}

	g.Require(`(SELECT count(*) FROM (
			SELECT FROM unnest($1::bigint[], $2::bigint[]) k (id, seq) JOIN wallets w ON w.id = k.id
			WHERE w.seq = k.seq AND w.active ORDER BY w.id FOR UPDATE OF w) held) = $3`,
		ids, seqs, len(held))
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
