package db

import (
	"slices"
	"sync"
)

// signals tell parts of this process that something of a topic was committed. They carry no data and don't reach other processes.
type signals struct {
	mu sync.RWMutex
	on map[string][]*func()
}

// OnSignal calls f after each commit of this process that signals a topic, until stop is called. f must return at once: on SQLite the
// writing connection is held meanwhile.
func (d *DB) OnSignal(topic string, f func()) (stop func()) {
	s := &d.signals

	s.mu.Lock()
	defer s.mu.Unlock()

	if s.on == nil {
		s.on = map[string][]*func(){}
	}

	s.on[topic] = append(slices.Clip(s.on[topic]), &f)

	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()

		s.on[topic] = slices.DeleteFunc(slices.Clone(s.on[topic]), func(other *func()) bool { return other == &f })
	}
}

func (s *signals) send(topic string) {
	s.mu.RLock()
	list := s.on[topic]
	s.mu.RUnlock()

	for _, f := range list {
		(*f)()
	}
}

// Signal tells those who called OnSignal for a topic, after the commit.
func (t *Tx) Signal(topic string) { t.AfterCommit(func() { t.db.signals.send(topic) }) }

// Signal tells those who called OnSignal for a topic, after the commit.
func (b *Batch) Signal(topic string) { b.AfterCommit(func() { b.db.signals.send(topic) }) }
