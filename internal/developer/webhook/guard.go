package webhook

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"syscall"
	"time"

	"loket/internal/platform/loopback"
	"loket/internal/platform/publichost"
)

// errAddress means that the name of a receiver leads to an address that is not on the public internet.
var errAddress = errors.New("the address is not public")

const (
	maxURL = 500

	dialTime      = 5 * time.Second
	handshakeTime = 5 * time.Second
	idleTime      = 30 * time.Second
	maxHeader     = 32 << 10

	httpsPort   = 443
	lowestPort  = 1024
	localScheme = "http"
)

// validURL reports whether a text may be the address of an endpoint: https, a public host, port 443 or one above 1023, no user and no fragment.
// With allowLocal this machine may be one, also by http.
func validURL(text string, allowLocal bool) bool {
	if len(text) > maxURL || !publichost.IsURL(text, allowLocal) {
		return false
	}

	u, err := url.Parse(text)
	if err != nil || u.Fragment != "" {
		return false
	}

	local := allowLocal && loopback.Is(u.Hostname())
	if u.Scheme != "https" && (!local || u.Scheme != localScheme) {
		return false
	}

	if u.Port() == "" {
		return true
	}

	port, err := strconv.Atoi(u.Port())

	return err == nil && (port == httpsPort || port >= lowestPort)
}

// guard refuses connections to addresses that are not public. It sees the address that is dialled, after the look-up of the name, so that a
// name that changes in between does not get past it.
type guard struct {
	allowLocal bool
	own        []netip.Prefix             // public addresses of this deployment, which may be those of other machines
	machine    func() ([]net.Addr, error) // addresses of this machine
	resolver   *net.Resolver              // nil: that of the machine
}

// control is that of a net.Dialer.
func (g guard) control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", errAddress, address)
	}

	ip := to.Addr().Unmap()
	if g.allowLocal && ip.IsLoopback() {
		return nil
	}

	if !publichost.IsPublic(to.Addr()) {
		return fmt.Errorf("%w: %s", errAddress, ip)
	}

	if slices.ContainsFunc(g.own, func(p netip.Prefix) bool { return p.Contains(ip) }) {
		return fmt.Errorf("%w: %s is ours", errAddress, ip)
	}

	list, err := g.machine()
	if err != nil {
		return fmt.Errorf("own addresses: %w", err)
	}

	for _, a := range list {
		if n, ok := a.(*net.IPNet); ok && n.IP.Equal(ip.AsSlice()) {
			return fmt.Errorf("%w: %s is this machine", errAddress, ip)
		}
	}

	return nil
}

// newClient makes the client that calls receivers. It follows no redirect, uses no proxy of the environment, and connects to public addresses
// alone.
func newClient(allowLocal bool, own []netip.Prefix) *http.Client {
	return guard{allowLocal: allowLocal, own: own, machine: net.InterfaceAddrs}.client()
}

func (g guard) client() *http.Client {
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				d := net.Dialer{Timeout: dialTime, Control: g.control, Resolver: g.resolver}

				return d.DialContext(ctx, network, address)
			},
			ForceAttemptHTTP2: true, TLSHandshakeTimeout: handshakeTime, IdleConnTimeout: idleTime, MaxIdleConnsPerHost: inFlight,
			MaxResponseHeaderBytes: maxHeader, DisableCompression: true,
		},
	}
}
