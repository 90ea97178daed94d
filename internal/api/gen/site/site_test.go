package site_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"loket/internal/api/gen/site"
)

// href finds what a page refers to.
var (
	href = regexp.MustCompile(`(?:href|src)="([^"]+)"`)
	id   = regexp.MustCompile(` id="([^"]+)"`)
)

// TestEveryLinkResolves: each link of each page leads to a page, and to a heading of it.
func TestEveryLinkResolves(t *testing.T) {
	t.Parallel()

	files := build(t)
	anchors := map[string]bool{}
	found := 0

	url := func(name string) string {
		return "/docs/" + strings.TrimSuffix(strings.TrimSuffix(name, ".html"), "home")
	}

	for name, content := range files {
		if strings.HasSuffix(name, ".gz") {
			continue
		}

		anchors[url(name)] = true
		seen := map[string]bool{}

		for _, m := range id.FindAllStringSubmatch(string(content), -1) {
			anchors[url(name)+"#"+m[1]] = true

			if seen[m[1]] {
				t.Errorf("%s has two elements with the id %s", name, m[1])
			}

			seen[m[1]] = true
		}
	}

	for name, content := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}

		for _, m := range href.FindAllStringSubmatch(string(content), -1) {
			to := m[1]
			if strings.HasPrefix(to, "#") {
				to = url(name) + to
			}

			found++

			if !anchors[to] && to != "/openapi/client.json" && to != "data:," && !strings.HasPrefix(to, "https://") {
				t.Errorf("%s: %s leads nowhere", name, to)
			}
		}
	}

	if found < 500 {
		t.Errorf("only %d links were found", found)
	}

	var entries []struct {
		U string `json:"u"`
	}
	if err := json.Unmarshal(files["search.json"], &entries); err != nil || len(entries) < 50 {
		t.Fatalf("the search has %d entries: %v", len(entries), err)
	}

	for _, e := range entries {
		if !anchors[e.U] {
			t.Errorf("the search leads to %s, which is nowhere", e.U)
		}
	}
}

// TestPagesNeedNoScript: what a page says is in it, and it is small.
func TestPagesNeedNoScript(t *testing.T) {
	t.Parallel()

	files := build(t)

	const most = 24 << 10 // bytes that are sent

	for name, content := range files {
		if strings.HasSuffix(name, ".gz") && len(content) > most {
			t.Errorf("%s has %d bytes", name, len(content))
		}

		if strings.HasSuffix(name, ".html") && (strings.Contains(string(content), "<script>") || strings.Contains(string(content), " style=") ||
			!strings.Contains(string(content), "<h1")) {
			t.Errorf("%s has an inline script or style, or no title", name)
		}
	}

	for name, want := range map[string]string{
		"errors.html": "InsufficientBalanceError", "events.html": "webhook-signature", "reference/orders.html": "curl_init", "changes.html": "Webhooks",
		"shop-payments.html": "order_id", "sandbox.html": "last digit", "calls.html": "Reversals",
	} {
		if !strings.Contains(string(files[name]), want) {
			t.Errorf("%s lacks %q", name, want)
		}
	}

	var feed struct {
		Entries []struct {
			ID string `xml:"id"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal(files["changes.xml"], &feed); err != nil || len(feed.Entries) < 5 {
		t.Errorf("the feed has %d entries: %v", len(feed.Entries), err)
	}
}

// TestDeadLinksStopTheBuild: a guide that refers to a heading that is gone is not published.
func TestDeadLinksStopTheBuild(t *testing.T) {
	t.Parallel()

	docs := folder(t)
	broken := overlay{docs, "site/time.md", "# Days\n\n[gone](calls.md#no-such-heading)\n"}

	if _, err := site.Build(input(t, broken)); err == nil || !strings.Contains(err.Error(), "no-such-heading") {
		t.Errorf("built with %v", err)
	}
}

func ExampleCall_Samples() {
	c := site.Call{ID: "place-order", Method: "POST", Target: "/h2h/v1/orders", Body: json.RawMessage(`{"clientRef":"INV-7"}`)}

	fmt.Println(c.Samples()[0].Text)
	// Output:
	// curl -sS "$LOKET_URL/h2h/v1/orders" -H "Authorization: Bearer $LOKET_KEY" \
	//   -H 'Content-Type: application/json' \
	//   -d '{"clientRef":"INV-7"}'
}
