package snap_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/banktest"
	"loket/internal/platform/inbox"
)

var inboxFilter = inbox.Filter{Source: "bank:" + banktest.SnapCode, Limit: 10}

func readCloser(text string) io.ReadCloser { return io.NopCloser(strings.NewReader(text)) }

func signToken(t *testing.T, text string) string {
	t.Helper()

	digest := sha256.Sum256([]byte(text))

	sum, err := rsa.SignPKCS1v15(rand.Reader, banktest.Key(), crypto.SHA256, digest[:])
	testkit.Must(t, err)

	return base64.StdEncoding.EncodeToString(sum)
}
