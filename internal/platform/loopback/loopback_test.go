package loopback_test

import (
	"testing"

	"loket/internal/platform/loopback"
)

func TestOnlyThisMachineIsLoopback(t *testing.T) {
	t.Parallel()

	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.9.9.9": true, "::1": true,
		"": false, "0.0.0.0": false, "10.0.0.1": false, "localhost.example.com": false, "127.0.0.1.example.com": false, "127.0.0.1:80": false,
	} {
		if loopback.Is(host) != want {
			t.Errorf("%q: want %t", host, want)
		}
	}
}
