// Package network groups the addresses of callers for limits. A caller controls more addresses than one: an IPv6
// customer has at least a /64 network.
package network

import "net/netip"

const (
	ipv6Subscriber = 64
	ipv4Block      = 24
	ipv6Block      = 48
)

// Plain removes what hides that two addresses are the same: the form of IPv4 within IPv6, and the zone.
func Plain(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }

// Subscriber is what one caller controls: an IPv4 address, or the /64 network of an IPv6 address. It is the zero Prefix for
// the zero Addr.
func Subscriber(address netip.Addr) netip.Prefix {
	address = Plain(address)
	if address.Is6() {
		return prefix(address, ipv6Subscriber)
	}

	return prefix(address, address.BitLen())
}

// Block is what one customer of a provider may have: 256 IPv4 addresses, or a /48 network of IPv6.
func Block(address netip.Addr) netip.Prefix {
	address = Plain(address)
	if address.Is6() {
		return prefix(address, ipv6Block)
	}

	return prefix(address, ipv4Block)
}

func prefix(address netip.Addr, bits int) netip.Prefix {
	p, _ := address.Prefix(bits) // fails for the zero Addr alone, and is the zero Prefix then

	return p
}
