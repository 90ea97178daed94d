package db

import (
	"crypto/tls"
	"net/netip"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Protected reports whether the connection to a PostgreSQL server is protected: the
// server is on this machine, or every address is reached only by TLS with a verified
// certificate. An invalid URL counts as protected: Open refuses it.
func Protected(databaseURL string) bool {
	conf, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return true
	}

	safe := isLocal(conf.Host) || verifiesServer(conf.TLSConfig)
	for _, f := range conf.Fallbacks {
		safe = safe && (isLocal(f.Host) || verifiesServer(f.TLSConfig))
	}

	return safe
}

// isLocal reports whether a host is this machine: a socket or a loopback address.
func isLocal(host string) bool {
	ip, err := netip.ParseAddr(host)

	return strings.HasPrefix(host, "/") || host == "localhost" || err == nil && ip.IsLoopback()
}

// verifiesServer reports whether the server's certificate is verified: sslmode verify-full, or
// verify-ca, for which the driver sets its own verification function.
func verifiesServer(conf *tls.Config) bool {
	return conf != nil && (!conf.InsecureSkipVerify || conf.VerifyPeerCertificate != nil)
}
