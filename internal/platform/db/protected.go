package db

import (
	"crypto/tls"
	"net/netip"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Protected tells whether nobody on the way to a PostgreSQL server can read or
// answer in its place: it is on this machine, or every address of it is only
// ever reached by TLS with a certificate that is checked. An address that can't
// be read is for Open to refuse.
func Protected(databaseURL string) bool {
	conf, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return true
	}

	safe := near(conf.Host) || checked(conf.TLSConfig)
	for _, f := range conf.Fallbacks {
		safe = safe && (near(f.Host) || checked(f.TLSConfig))
	}

	return safe
}

// near tells that a host is this machine: a socket or a loopback address.
func near(host string) bool {
	ip, err := netip.ParseAddr(host)

	return strings.HasPrefix(host, "/") || host == "localhost" || err == nil && ip.IsLoopback()
}

// checked tells that the server's certificate is: sslmode verify-full, or
// verify-ca, which checks it in a function of its own.
func checked(conf *tls.Config) bool {
	return conf != nil && (!conf.InsecureSkipVerify || conf.VerifyPeerCertificate != nil)
}
