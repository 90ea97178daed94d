package live

import (
	"cmp"
	"sync"

	"loket/internal/platform/clock"
)

// subscription is one open stream. It holds at most one pending hint for each topic, so a
// slow reader delays nobody and misses nothing.
type subscription struct {
	client int64
	out    chan Event
	signal chan struct{}
	gone   chan struct{}
	once   sync.Once
	ended  chan struct{}

	mu      sync.Mutex
	waiting map[Topic]int64 // by topic: the id to send
	seen    map[Topic]int64 // by topic: the newest id that is pending or sent
	last    int64           // the highest id that was sent
}

// Subscribe opens a stream of hints about a client. last is the id of the last event that
// the reader got, or 0 for a new reader. The stream begins with what changed since; for a
// new reader, with what changed in the last seconds, while it loaded its data. The
// channel closes when the hub stops. The reader calls the returned function when it
// leaves; it is safe to repeat.
func (h *Hub) Subscribe(client, last int64) (<-chan Event, func()) {
	now := h.clk.Now()
	last = max(0, min(last, clock.Micros(now))) // readers may send any value

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

	for k, id := range h.unsaved { // not in the table yet
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

// end closes the channel and waits until it is closed.
func (s *subscription) end() {
	s.once.Do(func() { close(s.gone) })
	<-s.ended
}

// offer stores a hint, unless it or a newer one of its topic is already pending or sent.
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
			s.sent(e, id)
		}
	}
}

// first returns the oldest pending hint and its own id. If a node's clock is behind, an
// id may be lower than one that was sent; the event then gets the next higher id, because
// the ids of a stream only grow.
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

// sent removes a hint that was sent. A newer hint of its topic has another id and stays.
func (s *subscription) sent(e Event, own int64) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.waiting[e.Topic] == own {
		delete(s.waiting, e.Topic)
	}

	s.last = e.ID
}
