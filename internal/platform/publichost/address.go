// Package publichost decides which addresses are public: for links that clients enter, and for hosts that the program calls on their behalf. It
// resolves no names, so a caller that connects checks the resolved address with IsPublic as well.
package publichost

import "net/netip"

// special are the IPv4 blocks of the IANA registry of special-purpose addresses (RFC 6890 and its updates) that lead to no public host.
var special = prefixes(
	"0.0.0.0/8",       // this network
	"10.0.0.0/8",      // private
	"100.64.0.0/10",   // carrier-grade NAT
	"127.0.0.0/8",     // this machine
	"169.254.0.0/16",  // link-local, and the metadata of clouds
	"172.16.0.0/12",   // private
	"192.0.0.0/24",    // protocol assignments
	"192.0.2.0/24",    // documentation
	"192.88.99.0/24",  // relays of 6to4
	"192.168.0.0/16",  // private
	"198.18.0.0/15",   // benchmarks
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"224.0.0.0/4",     // multicast
	"240.0.0.0/4",     // reserved, and broadcast
)

// global is the part of IPv6 that is assigned to public hosts. NAT64 (64:ff9b::/96 and 64:ff9b:1::/48), private, link-local and multicast
// addresses lie outside of it.
var global = netip.MustParsePrefix("2000::/3")

// special6 are the blocks within global that lead to no public host, or hide an IPv4 address.
var special6 = prefixes(
	"2001::/23",     // protocol assignments: Teredo, benchmarks, ORCHID
	"2001:db8::/32", // documentation
	"2002::/16",     // 6to4
	"3fff::/20",     // documentation
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}

	return list
}

// IsPublic reports whether an address is one of the public internet. An IPv4 address that is written as IPv6 (::ffff:10.0.0.1) counts as what
// it stands for.
func IsPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	if !ip.IsValid() || ip.Zone() != "" {
		return false
	}

	blocks := special

	if ip.Is6() {
		if !global.Contains(ip) {
			return false
		}

		blocks = special6
	}

	for _, block := range blocks {
		if block.Contains(ip) {
			return false
		}
	}

	return true
}
