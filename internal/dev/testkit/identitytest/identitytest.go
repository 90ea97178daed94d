// Package identitytest makes clients and users for tests of other packages. Hashes are cheap, mails are recorded, and jobs wait in a
// queue that a test may start.
package identitytest

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// Key signs session tokens and peppers PINs.
var Key = secret.Text(strings.Repeat("k", secret.MinKey))

// Cheap is the lowest cost of hashing.
func Cheap() password.Options { return password.Options{Memory: 8, Time: 1} }

// New makes a service. change alters its settings, such as where mails go.
func New(t testing.TB, d *db.DB, clk clock.Clock, change ...func(*identity.Options)) *identity.Service {
	t.Helper()

	opt := identity.Options{
		SigningKeys: []secret.Text{Key}, PINPepper: Key, Hash: Cheap(), Mail: &mailtest.Recorder{}, Jobs: mailtest.NewQueue(t, d, clk),
	}

	for _, f := range change {
		f(&opt)
	}

	s, err := identity.New(d, clk, opt)
	testkit.Must(t, err)

	return s
}
