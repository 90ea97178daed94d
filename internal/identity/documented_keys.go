package identity

import (
	"slices"

	"loket/internal/platform/secret"
)

// DemoTestKey is the key of the sandbox of the demo's first client.
const DemoTestKey secret.Text = "lk_test_demo_1001"

// DocumentedKeys are the API keys that documents name, so everyone knows them. The demo makes them. A real deployment refuses to
// start while one of them is valid.
func DocumentedKeys() []secret.Text {
	return []secret.Text{"lk_demo_1001", "lk_demo_1002", DemoTestKey}
}

// documented reports whether a text is one of them. They are to be remembered, so they have no checksum.
func documented(key string) bool { return slices.Contains(DocumentedKeys(), secret.Text(key)) }
