// Package loopback reports whether a host is this machine. Only there may
// passwords and keys be sent without TLS.
package loopback

import "net/netip"

// Is reports whether a host name or address, without its port, is this machine.
func Is(host string) bool {
	if host == "localhost" {
		return true
	}

	ip, err := netip.ParseAddr(host)

	return err == nil && ip.IsLoopback()
}
