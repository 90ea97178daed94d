package requestlog

import (
	"context"
	"log/slog"
	"time"
)

// Request is a call with an API key. Body and Answer hold MaxBody bytes at most; Cut says that there were more.
type Request struct {
	ClientID  int64
	At        time.Time
	RequestID string
	KeyID     int64
	KeyEnding string
	Method    string
	Route     string // its pattern
	Target    string // path and query as they came
	Status    int
	Took      time.Duration
	Address   string
	Program   string // what the caller says that it is
	Body      []byte
	BodyCut   bool
	Answer    []byte
	AnswerCut bool
}

func (r *Request) size() int { return len(r.Body) + len(r.Answer) }

// Add has a request written soon. It never waits: with too many that wait already the request is dropped and counted. Body and Answer belong to
// the log from then on.
func (s *Service) Add(r Request) {
	if s.opt.Off {
		return
	}

	s.mu.Lock()

	full := len(s.waiting) >= s.opt.Queue || s.bytes+r.size() > maxQueued
	if !full {
		s.waiting = append(s.waiting, r)
		s.bytes += r.size()
	}

	waiting := len(s.waiting)

	s.mu.Unlock()

	switch {
	case full:
		s.dropped.Add(1)
	case waiting == 1:
		signal(s.some)
	case waiting == writeRequests:
		signal(s.many)
	}
}

// signal tells the one that waits at a channel with room for one; it knows already if there is no room.
func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

func (s *Service) take() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()

	list := s.waiting
	s.waiting, s.bytes = nil, 0

	return list
}

// run writes until Stop, and then what is left.
func (s *Service) run(ctx context.Context) {
	defer close(s.ended)

	for stop := false; !stop; {
		if s.opt.Hold {
			<-s.stopping
		}

		select {
		case <-s.some:
		case <-s.stopping:
			stop = true
		}

		s.writeAll(ctx)

		select {
		case <-time.After(s.opt.Pause):
		case <-s.many:
		case <-s.stopping:
		}
	}

	s.writeAll(ctx)
}

// writeAll writes what waits, in portions. A portion that the database doesn't take is dropped: the log must never hold up anything.
func (s *Service) writeAll(ctx context.Context) {
	list := s.take()

	for len(list) > 0 {
		n := min(len(list), writeRequests)

		if err := s.write(ctx, list[:n]); err != nil {
			s.dropped.Add(int64(n))
			s.deps.Log.LogAttrs(ctx, slog.LevelWarn, "requests with API keys were not logged", slog.Int("requests", n), slog.Any("error", err))
		}

		list = list[n:]
	}
}
