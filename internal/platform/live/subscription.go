package live

import (
	"cmp"
	"sync"

	"loket/internal/platform/clock"
)

// subscription is one open screen. Its hints wait in a set, one for each
// topic, so that a slow reader holds nobody up and misses nothing.
type subscription struct {
	client int64
	out    chan Event
	signal chan struct{}
	gone   chan struct{}
	once   sync.Once
	ended  chan struct{}

	mu      sync.Mutex
	waiting map[Topic]int64 // by topic: the id to tell
	seen    map[Topic]int64 // by topic: the newest id told or waiting
	last    int64           // of all ids told
}

// Subscribe opens a stream of hints about a client. last is the id of the last
// event that the reader got, 0 for a new reader: what changed since is told
// first, or for a new reader what changed in the seconds in which it loaded its
// data. The channel closes when the hub stops; the reader calls the function
// when it leaves, as often as it likes.
func (h *Hub) Subscribe(client, last int64) (<-chan Event, func()) {
	now := h.clk.Now()
	last = max(0, min(last, clock.Micros(now))) // readers may send anything

	s := &subscription{
		client: client, last: last,
		out: make(chan Event), signal: make(chan struct{}, 1), gone: make(chan struct{}), ended: make(chan struct{}),
		waiting: map[Topic]int64{}, seen: map[Topic]int64{},
	}

	since := now
	if last > 0 {
		since = clock.FromMicros(last)
	}

	go s.run()

	h.mu.Lock()
	defer h.mu.Unlock()

	if h.closed {
		s.end()

		return s.out, func() {}
	}

	if h.subs[client] == nil {
		h.subs[client] = map[*subscription]struct{}{}
	}

	h.subs[client][s] = struct{}{}

	for k, id := range h.unsaved { // the table does not have these yet
		if k.client == client {
			s.offer(k.topic, id)
		}
	}

	h.joined = append(h.joined, joiner{s, since.Add(-overlap)})
	leave(h.join)

	return s.out, func() { h.leave(s) }
}

func (h *Hub) leave(s *subscription) {
	h.mu.Lock()

	delete(h.subs[s.client], s)

	if len(h.subs[s.client]) == 0 {
		delete(h.subs, s.client)
	}

	h.mu.Unlock()

	s.end()
}

func (h *Hub) endAll() {
	h.mu.Lock()
	defer h.mu.Unlock()

	h.closed = true

	for _, subs := range h.subs {
		for s := range subs {
			s.end()
		}
	}

	clear(h.subs)
}

// end closes the channel and waits until that is done.
func (s *subscription) end() {
	s.once.Do(func() { close(s.gone) })
	<-s.ended
}

// offer notes a hint, unless it or a newer one of its topic was told.
func (s *subscription) offer(topic Topic, id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if id <= s.seen[topic] {
		return
	}

	s.seen[topic] = id
	s.waiting[topic] = id

	leave(s.signal)
}

func (s *subscription) run() {
	defer close(s.ended)
	defer close(s.out)

	for {
		e, id, ok := s.first()
		if !ok {
			select {
			case <-s.gone:
				return
			case <-s.signal:
				continue
			}
		}

		select {
		case <-s.gone:
			return
		case s.out <- e:
			s.told(e, id)
		}
	}
}

// first is the oldest hint that waits, and its own id. An id below one that
// was told, from a node whose clock is behind, is lifted: ids of a stream only
// grow.
func (s *subscription) first() (Event, int64, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()

	var (
		e     Event
		found bool
	)

	for topic, id := range s.waiting {
		if !found || cmp.Or(cmp.Compare(id, e.ID), cmp.Compare(topic, e.Topic)) < 0 {
			e, found = Event{ID: id, Topic: topic}, true
		}
	}

	own := e.ID
	e.ID = max(own, s.last+1)

	return e, own, found
}

// told drops what was told. A newer change of the topic that came while the
// reader took its time has another id and stays.
func (s *subscription) told(e Event, own int64) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.waiting[e.Topic] == own {
		delete(s.waiting, e.Topic)
	}

	s.last = e.ID
}
