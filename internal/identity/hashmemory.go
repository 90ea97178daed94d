package identity

import (
	"sync"
	"time"

	"loket/internal/argon2"
)

// hashMemory lends hashes the memory that they work in. In a storm of sign-ins
// each takes what the one before gave back, so that there are never more than
// hashes run at a time and none is swept; some time after the last one all is
// let go.
type hashMemory struct {
	most int // KiB of one that is kept; a larger one served a single foreign hash

	mu   sync.Mutex
	free []*argon2.Memory
	idle *time.Timer
}

// spareTime is how long memory is kept for a hash that may come.
const spareTime = 10 * time.Second

func (m *hashMemory) key(cost hashCost, salt, text []byte) []byte {
	lent := m.take()
	defer m.give(lent)

	return lent.IDKey(text, salt, cost.time, cost.memory, cost.threads, keyLength)
}

func (m *hashMemory) take() *argon2.Memory {
	m.mu.Lock()
	defer m.mu.Unlock()

	last := len(m.free) - 1
	if last < 0 {
		return &argon2.Memory{}
	}

	lent := m.free[last]
	m.free[last], m.free = nil, m.free[:last]

	return lent
}

func (m *hashMemory) give(back *argon2.Memory) {
	if back.KiB() > m.most {
		return
	}

	m.mu.Lock()
	defer m.mu.Unlock()

	m.free = append(m.free, back)

	if m.idle == nil {
		m.idle = time.AfterFunc(spareTime, m.letGo)
	} else {
		m.idle.Reset(spareTime)
	}
}

func (m *hashMemory) letGo() {
	m.mu.Lock()
	defer m.mu.Unlock()

	m.free = nil
}
