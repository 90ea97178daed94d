package portal

import (
	"testing"

	"loket/internal/httpapi"
)

// All clients together can't take the connections that requests need.
func TestStreamsLeaveConnectionsForRequests(t *testing.T) {
	t.Parallel()

	places, taken := newStreams(nil).places, 0

	for client := range int64(httpapi.MaxConnections) {
		for places.Take(client) {
			taken++
		}
	}

	if taken == 0 || taken > httpapi.MaxConnections/2 {
		t.Errorf("%d streams of %d connections", taken, httpapi.MaxConnections)
	}
}
