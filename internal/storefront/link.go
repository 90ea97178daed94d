package storefront

import (
	"net/netip"
	"net/url"
	"strings"
	"unicode"

	"loket/internal/platform/loopback"
)

const maxLink = 2048

// validLink reports whether a text is an address to which shoppers may be sent: http or https, with a public host and without
// credentials. This machine is one only where allowLocal is set, as in the demo.
func validLink(text string, allowLocal bool) bool {
	if len(text) > maxLink || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) || r == '\\' }) {
		return false
	}

	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Opaque != "" {
		return false
	}

	host := strings.ToLower(u.Hostname())
	if loopback.Is(host) {
		return allowLocal
	}

	if ip, err := netip.ParseAddr(host); err == nil {
		return publicAddress(ip.Unmap())
	}

	return publicName(host)
}

func publicAddress(ip netip.Addr) bool {
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && ip.Zone() == ""
}

// publicName reports whether a name can be one of the public DNS: a number as the last part is another way to write an
// address.
func publicName(host string) bool {
	host = strings.TrimSuffix(host, ".")

	at := strings.LastIndexByte(host, '.')
	if at <= 0 || strings.Contains(host, "..") {
		return false
	}

	last := host[at+1:]

	switch last {
	case "local", "localhost", "internal", "lan", "home", "corp", "intranet", "test", "invalid", "onion":
		return false
	}

	return last != "" && !strings.ContainsFunc(last[:1], unicode.IsDigit)
}
