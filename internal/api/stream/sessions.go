package stream

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/platform/limiter"
)

const (
	// maxStreams is the most streams of this node, so that most connections are free for
	// requests. A dashboard without a stream polls.
	maxStreams = api.MaxConnections / 4
	// clientStreams is the most streams of one client, userStreams that of one of its users;
	// each tab has one.
	clientStreams = 50
	userStreams   = 10
	// sessionLook is how often the sessions of all streams are checked, in one query. A
	// session may be ended by another node, by staff or by a new password.
	sessionLook = 2 * time.Second
	lookTime    = 5 * time.Second
)

// Streams holds the open streams of this node. It bounds them and ends them with their
// sessions.
type Streams struct {
	identity *identity.Service
	places   *limiter.Shares[int64] // by client
	users    *limiter.Shares[int64] // by user

	mu       sync.Mutex
	sessions map[string]map[chan struct{}]struct{}
	unwatch  context.CancelFunc // while streams are open
}

// New makes it.
func New(service *identity.Service) *Streams {
	return &Streams{
		identity: service, sessions: map[string]map[chan struct{}]struct{}{},
		places: limiter.NewShares[int64](limiter.SharesOptions{Places: maxStreams, Share: clientStreams}),
		users:  limiter.NewShares[int64](limiter.SharesOptions{Places: maxStreams, Share: userStreams}),
	}
}

// enter opens a stream unless the user, the client or the node has too many. The channel is closed when the session
// ends: at once when this node ends it, else within sessionLook.
func (s *Streams) enter(ctx context.Context, p *identity.Principal) (ended <-chan struct{}, leave func(), ok bool) {
	if !s.users.Take(p.UserID) {
		return nil, nil, false
	}

	if !s.places.Take(p.ClientID) {
		s.users.Release(p.UserID)

		return nil, nil, false
	}

	s.mu.Lock()
	defer s.mu.Unlock()

	if len(s.sessions) == 0 {
		watching, cancel := context.WithCancel(context.WithoutCancel(ctx))
		s.unwatch = cancel

		go s.watch(watching)
	}

	if s.sessions[p.SessionID] == nil {
		s.sessions[p.SessionID] = map[chan struct{}]struct{}{}
	}

	end := make(chan struct{})
	s.sessions[p.SessionID][end] = struct{}{}

	return end, func() { s.leave(p, end) }, true
}

func (s *Streams) leave(p *identity.Principal, end chan struct{}) {
	s.places.Release(p.ClientID)
	s.users.Release(p.UserID)

	s.mu.Lock()
	defer s.mu.Unlock()

	delete(s.sessions[p.SessionID], end)

	if len(s.sessions[p.SessionID]) > 0 {
		return
	}

	if delete(s.sessions, p.SessionID); len(s.sessions) == 0 {
		s.unwatch()
	}
}

// End ends the streams of sessions.
func (s *Streams) End(sessionIDs ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()

	for _, id := range sessionIDs {
		for end := range s.sessions[id] {
			close(end)
			delete(s.sessions[id], end)
		}
	}
}

// look ends the streams of ended sessions. An error of the database ends none; the next look
// tries again.
func (s *Streams) look(ctx context.Context, open []string) {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()

	if ended, err := s.identity.EndedSessions(ctx, open); err == nil {
		s.End(ended...)
	}
}

// watch ends the streams whose session was ended elsewhere.
func (s *Streams) watch(ctx context.Context) {
	look := time.NewTicker(sessionLook)
	defer look.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}

		s.mu.Lock()
		open := slices.Collect(maps.Keys(s.sessions))
		s.mu.Unlock()

		s.look(ctx, open)
	}
}
