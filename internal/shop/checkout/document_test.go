package checkout_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/secret"
	"loket/internal/shop/checkout"
)

// The example of the document for clients has the signature that we make.
func TestDocumentedSignature(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile("../../../docs/storefront-payments.md")
	testkit.Must(t, err)

	_, example, _ := strings.Cut(string(text), "With the key ")
	quoted := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(example, 6)

	if len(quoted) < 6 {
		t.Fatalf("the example is not found: %v", quoted)
	}

	if got := checkout.Sign(secret.Text(quoted[0][1]), quoted[1][1], quoted[2][1], quoted[3][1], quoted[4][1]); got != quoted[5][1] {
		t.Errorf("%s, the document has %s", got, quoted[5][1])
	}
}
