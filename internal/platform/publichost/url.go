package publichost

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"loket/internal/platform/loopback"
)

const (
	maxURL  = 2048
	maxPort = 1<<16 - 1
)

// IsURL reports whether a text is an address that may be given to people: http or https, with a public host and a possible port, and without
// credentials. This machine is public only where allowLocal is set, as in the demo.
func IsURL(text string, allowLocal bool) bool {
	if len(text) > maxURL || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) || r == '\\' }) {
		return false
	}

	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Opaque != "" {
		return false
	}

	return possiblePort(u.Port()) && IsHost(u.Hostname(), allowLocal)
}

func possiblePort(text string) bool {
	if text == "" {
		return true
	}

	port, err := strconv.Atoi(text)

	return err == nil && port > 0 && port <= maxPort
}

// IsHost reports whether a host of a URL, without its port, is public: an address or a name.
func IsHost(host string, allowLocal bool) bool {
	host = strings.ToLower(host)
	if loopback.Is(host) {
		return allowLocal
	}

	if ip, err := netip.ParseAddr(host); err == nil {
		return IsPublic(ip)
	}

	return isPublicName(host)
}
