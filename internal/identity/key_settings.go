package identity

import (
	"net/netip"
	"slices"
	"strings"
	"time"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

const (
	maxKeyName = 60
	// MaxKeyAddresses is how many addresses and networks a key may be limited to.
	MaxKeyAddresses = 20
)

// KeyInput is what a client chooses about a key. What is left out limits nothing.
type KeyInput struct {
	Name      string
	Scopes    []string  // nil: everything
	Addresses []string  // addresses and networks in CIDR form; nil or empty: any
	EndsAt    time.Time // the zero time: never
}

// KeySettings are the checked choices about a key.
type KeySettings struct {
	Name      string
	Scopes    ScopeSet
	Addresses []netip.Prefix
	EndsAt    time.Time
}

// check reads what a client chose. Error: fault.ErrValidation.
func (in KeyInput) check(now time.Time) (KeySettings, error) {
	out := KeySettings{Name: strings.TrimSpace(in.Name), Scopes: AllScopes(), EndsAt: in.EndsAt}

	var fields []fault.Field

	fail := func(field string, m language.Message) { fields = append(fields, fault.Field{Field: field, Message: m}) }

	if out.Name != "" {
		fields = CheckText("name", out.Name, maxKeyName)
	}

	if in.Scopes != nil {
		var unknown string

		out.Scopes, unknown = parseScopes(in.Scopes)

		switch {
		case unknown != "":
			fail("scopes", msgScopeUnknown.With(unknown))
		case len(in.Scopes) == 0:
			fail("scopes", msgScopeNone)
		}
	}

	var wrong string
	if out.Addresses, wrong = parseAddresses(in.Addresses); wrong != "" {
		fail("addresses", msgAddressForm.With(wrong))
	}

	if len(out.Addresses) > MaxKeyAddresses {
		fail("addresses", msgAddressCount.With(MaxKeyAddresses))
	}

	if !in.EndsAt.IsZero() && !in.EndsAt.After(now) {
		fail("endsAt", msgEndPast)
	}

	if len(fields) > 0 {
		return KeySettings{}, fault.ErrValidation.With(fields...)
	}

	return out, nil
}

// parseAddresses reads addresses and networks, each once, and names one that is none.
func parseAddresses(list []string) (out []netip.Prefix, wrong string) {
	for _, text := range list {
		p, err := parseNetwork(strings.TrimSpace(text))
		if err != nil {
			return nil, text
		}

		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}

	return out, ""
}

// parseNetwork reads a network, or an address as the network that has it alone. IPv4 that is written as IPv6 is IPv4.
func parseNetwork(text string) (netip.Prefix, error) {
	if addr, err := netip.ParseAddr(text); err == nil && addr.Zone() == "" {
		addr = addr.Unmap()

		return netip.PrefixFrom(addr, addr.BitLen()), nil
	}

	p, err := netip.ParsePrefix(text)
	if err != nil {
		return p, err //nolint:wrapcheck // the caller names the text
	}

	const mapped = 96 // bits before the IPv4 address in one of IPv6

	if p.Addr().Is4In6() && p.Bits() >= mapped {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-mapped)
	}

	return p.Masked(), nil
}

// showNetwork writes a network as people do: an address alone without its length.
func showNetwork(p netip.Prefix) string {
	if p.IsSingleIP() {
		return p.Addr().String()
	}

	return p.String()
}

// ShowAddresses returns the addresses and networks of the settings as texts.
func (k KeySettings) ShowAddresses() []string {
	out := make([]string, len(k.Addresses))
	for i, p := range k.Addresses {
		out[i] = showNetwork(p)
	}

	return out
}

// storedAddresses is the list as the database keeps it.
func (k KeySettings) storedAddresses() string { return strings.Join(k.ShowAddresses(), ",") }

// allowsAddress reports whether a list as the database keeps it has an address. An empty list has all.
func allowsAddress(stored, address string) bool {
	if stored == "" {
		return true
	}

	addr, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}

	addr = addr.Unmap().WithZone("")

	for text := range strings.SplitSeq(stored, ",") {
		if p, err := parseNetwork(text); err == nil && p.Contains(addr) {
			return true
		}
	}

	return false
}

// detail is the settings for the audit log.
func (k KeySettings) detail() map[string]any {
	out := map[string]any{"name": k.Name, "scopes": k.Scopes.stored(), "addresses": k.storedAddresses()}
	if !k.EndsAt.IsZero() {
		out["endsAt"] = k.EndsAt.UTC()
	}

	return out
}
