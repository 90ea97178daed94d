package live

import "sync"

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
}

// Subscribe opens a stream of hints about a client, or AllClients. A reader that returns is told to load
// everything, since it may have missed hints. The stream of a new reader begins with what
// changed in the last seconds, while it loaded its data. The channel closes when the hub
// stops. The reader calls the returned function when it leaves; it is safe to repeat.
func (h *Hub) Subscribe(client int64, returns bool) (<-chan Event, func()) {
	s := &subscription{
		client: client, waiting: map[Topic]int64{},
		out: make(chan Event), signal: make(chan struct{}, 1), gone: make(chan struct{}), ended: make(chan struct{}),
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

	if returns {
		s.offer(Everything, h.nextID())
	} else {
		h.offerRecent(s)
	}

	return s.out, func() { h.leave(s) }
}

// offerRecent gives a new subscriber the hints of the last seconds. The caller holds h.mu.
func (h *Hub) offerRecent(s *subscription) {
	changed := []map[key]struct{}{h.recent}

	switch age := h.clk.Now().Sub(h.turned); {
	case age < recentTime:
		changed = append(changed, h.older)
	case age >= 2*recentTime:
		return
	}

	for _, keys := range changed {
		for k := range keys {
			if k.client == s.client || k.client == EveryClient || s.client == AllClients && k.topic != Everything {
				s.offer(k.topic, h.nextID())
			}
		}
	}
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

// offer stores a hint in place of an earlier one of its topic.
func (s *subscription) offer(topic Topic, id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.waiting[topic] = id

	leave(s.signal)
}

func (s *subscription) run() {
	defer close(s.ended)
	defer close(s.out)

	for {
		e, ok := s.first()
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
			s.removeSent(e)
		}
	}
}

// first returns the oldest pending hint, so that the ids of a stream only grow.
func (s *subscription) first() (e Event, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()

	for topic, id := range s.waiting {
		if !found || id < e.ID {
			e, found = Event{ID: id, Topic: topic}, true
		}
	}

	return e, found
}

// removeSent removes a hint that was sent. A newer hint of its topic has another id and stays.
func (s *subscription) removeSent(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.waiting[e.Topic] == e.ID {
		delete(s.waiting, e.Topic)
	}
}
