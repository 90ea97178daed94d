package webapp_test

import (
	"strings"
	"testing"

	"loket/internal/api/pages/webapp"
)

// The app of staff stands at the root of its address: its files are found there, and no address leads out of it.
func TestStaffAppStandsAtTheRoot(t *testing.T) {
	t.Parallel()

	p, err := webapp.New(withRoutes(), webapp.Options{Base: webapp.Staff, Config: webapp.Config{Release: "r1"}})
	if err != nil {
		t.Fatal(err)
	}

	if w := get(t, p, "/assets/a-1.js", "Accept-Encoding", "br"); w.Body.String() != "brotli" {
		t.Errorf("the asset is %q", w.Body)
	}

	body := get(t, p, "/deposit", "Sec-Fetch-Dest", "document").Body.String()
	if !strings.Contains(body, `href="/assets/frame-1.js"`) || !strings.Contains(body, `"release":"r1"`) {
		t.Errorf("the page is %s", body)
	}

	for path, want := range map[string]string{"/approvals?tab=mine": `href="/approvals?tab=mine"`, "//evil.example/x": `href="/"`} {
		if body := get(t, p, path, "Sec-Fetch-Dest", "iframe").Body.String(); !strings.Contains(body, want) {
			t.Errorf("framed at %s the link is not %s: %s", path, want, body)
		}
	}
}
