package stream

import (
	"testing"

	"loket/internal/api"
	"loket/internal/identity"
)

// All clients together can't take the connections that requests need.
func TestStreamsLeaveConnectionsForRequests(t *testing.T) {
	t.Parallel()

	places, taken := New(nil).places, 0

	for client := range int64(api.MaxConnections) {
		for places.Take(client) {
			taken++
		}
	}

	if taken == 0 || taken > api.MaxConnections/2 {
		t.Errorf("%d streams of %d connections", taken, api.MaxConnections)
	}
}

// A user takes its share of the client's streams and no more, and a client its share of all.
func TestStreamsHaveShares(t *testing.T) {
	t.Parallel()

	open := New(nil)
	enter := func(client, user int64) bool {
		_, leave, ok := open.enter(t.Context(), &identity.Principal{ClientID: client, UserID: user, SessionID: "s"})
		if ok {
			t.Cleanup(leave)
		}

		return ok
	}

	taken := 0

	for user := range int64(2 * clientStreams / userStreams) {
		own := 0
		for own <= userStreams && enter(1, user) {
			own++
		}

		if taken += own; own > userStreams {
			t.Errorf("user %d has %d streams", user, own)
		}
	}

	if taken != clientStreams {
		t.Errorf("the client has %d streams", taken)
	}

	if !enter(2, 1000) {
		t.Error("another client has none")
	}
}
