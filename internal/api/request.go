package api

import (
	"context"
	"mime"
	"net/http"
	"net/netip"
	"strings"

	"loket/internal/identity"
	"loket/internal/platform/ids"
	"loket/internal/platform/language"
	"loket/internal/platform/network"
)

type contextKey int

const infoKey contextKey = iota + 1

// info is what is known of a request, the only value in its context. admit adds the
// principal; the access log reads it after the answer.
type info struct {
	requestID string
	address   string
	source    netip.Addr // of the address, for shares
	key       int64      // API key that has a place among the requests of keys
	language  language.Language
	principal *identity.Principal
	declared  *declaredErrors // of the request's operation
	call      *keyCall        // what is logged of a call with an API key; nil otherwise
}

func infoOf(ctx context.Context) *info {
	i, ok := ctx.Value(infoKey).(*info)
	if !ok {
		return &info{}
	}

	return i
}

// RequestID is the id of the request that ctx belongs to.
func RequestID(ctx context.Context) string { return infoOf(ctx).requestID }

// Address is the network address of the caller without a port. Behind trusted proxies it is
// the address that they forward.
func Address(ctx context.Context) string { return infoOf(ctx).address }

// Source is the address of the caller for bounds: of IPv6 the network that a household has.
func Source(ctx context.Context) netip.Addr { return infoOf(ctx).source }

// Say gives a message in the language of the request's caller.
func Say(ctx context.Context, m language.Message) string { return m.In(infoOf(ctx).language) }

const (
	requestIDHeader = "X-Request-Id" // the spelling in which net/http keeps it
	maxRequestID    = 64
)

// requestID returns the caller's own id if it is safe in logs and headers, else a new one.
func requestID(r *http.Request) string {
	given := r.Header.Get(requestIDHeader) //nolint:canonicalheader // any other spelling is converted on every request
	if given == "" || len(given) > maxRequestID {
		return ids.Token()
	}

	for _, c := range given {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && !strings.ContainsRune("-_.", c) {
			return ids.Token()
		}
	}

	return given
}

// addressOf returns the source of a request for shares, and its address. It trusts
// X-Forwarded-For only as far as trusted proxies wrote it: from the right up to the first
// address that is not one of them.
func addressOf(r *http.Request, trusted []netip.Prefix) (netip.Addr, string) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}, r.RemoteAddr
	}

	address := network.Plain(peer.Addr())
	if !isTrusted(address, trusted) {
		return sourceOf(address), address.String()
	}

	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")

	for i := len(hops) - 1; i >= 0 && isTrusted(address, trusted); i-- {
		next, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}

		address = network.Plain(next)
	}

	return sourceOf(address), address.String()
}

func isTrusted(address netip.Addr, trusted []netip.Prefix) bool {
	for _, p := range trusted {
		if p.Contains(address) {
			return true
		}
	}

	return false
}

// LanguageOf is the language of the request's caller.
func LanguageOf(ctx context.Context) language.Language { return infoOf(ctx).language }

// IsJSON reports whether a request says that its body is JSON.
func IsJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))

	return err == nil && kind == jsonType
}
