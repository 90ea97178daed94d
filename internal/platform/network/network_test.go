package network_test

import (
	"net/netip"
	"testing"

	"loket/internal/platform/network"
)

func TestNetworksOfCallers(t *testing.T) {
	t.Parallel()

	for text, want := range map[string][2]string{
		"192.0.2.77":             {"192.0.2.77/32", "192.0.2.0/24"},
		"::ffff:192.0.2.77":      {"192.0.2.77/32", "192.0.2.0/24"},
		"2001:db8:1:2:3:4:5:6":   {"2001:db8:1:2::/64", "2001:db8:1::/48"},
		"fe80::1%eth0":           {"fe80::/64", "fe80::/48"},
		"2001:db8:1:2::ffff:0:1": {"2001:db8:1:2::/64", "2001:db8:1::/48"},
	} {
		address := netip.MustParseAddr(text)
		if got := [2]string{network.Subscriber(address).String(), network.Block(address).String()}; got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}

	if got := network.Subscriber(netip.Addr{}); got != (netip.Prefix{}) {
		t.Errorf("no address: got %v", got)
	}
}
