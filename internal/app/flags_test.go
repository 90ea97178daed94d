package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// TestFlagsAreOffOnTheServer switches each flag off alone. All its calls answer FeatureOffError to a root user, those of the
// other flags answer, and a client's order that is paid later is refused without settlements.
func TestFlagsAreOffOnTheServer(t *testing.T) {
	t.Parallel()

	calls := map[string][]string{
		"settlement": {
			"list-settlement-days", "list-settlements", "list-settlement-periods", "list-settlement-use", "list-settlement-events", "raise-settlement-limit",
			"set-limit-of-sandbox", "pay-invoice-of-sandbox", "set-test-limit",
		},
		"pricing": {"price-all-skus", "price-skus", "try-prices"},
		"analytics": {
			"get-sales-overview", "list-product-sales", "list-visitor-sessions", "list-component-clicks", "list-banner-clicks", "get-funnel",
			"get-operator-funnel", "get-product-funnel",
		},
	}

	for flag := range calls {
		t.Run(flag, func(t *testing.T) {
			t.Parallel()

			p := start(t, db.SQLite, func(c *config.Config) {
				c.Flags = config.Flags{Settlement: flag != "settlement", Pricing: flag != "pricing", Analytics: flag != "analytics"}
			})
			found := p.flagged(t, flag)

			for name, want := range calls {
				slices.Sort(want)

				if slices.Sort(found[name]); !slices.Equal(found[name], want) {
					t.Errorf("calls of %s: %v, want %v", name, found[name], want)
				}
			}

			p.payLater(t, flag == "settlement")
			testkit.ProveBooks(t, p.DB)
		})
	}
}

// flagged makes every call that has a flag. It returns the calls by flag.
func (p *program) flagged(t *testing.T, off string) map[string][]string {
	t.Helper()

	root, found := p.signIn(t, 1001, "root"), map[string][]string{}

	for path, methods := range document(t) {
		for method, o := range methods {
			if o.Flag == "" {
				continue
			}

			found[o.Flag] = append(found[o.Flag], o.ID)
			body := ""

			if method != "get" {
				body = `{}`
			}

			token := root
			if o.Permission == "apikey" {
				token = demo.MainKey
			}

			status, text := p.ask(t, strings.ToUpper(method), strings.NewReplacer("{id}", "1", "{period}", "1").Replace(path), token, body)
			if refused := status == http.StatusForbidden && strings.Contains(text, "FeatureOffError"); refused != (o.Flag == off) {
				t.Errorf("%s with %s off: %d %s", o.ID, off, status, text)
			}
		}
	}

	if slices.Sorted(maps.Keys(found)) == nil {
		t.Fatal("no call has a flag")
	}

	return found
}

// payLater places an order on the settlement limit by both calls of the client API.
func (p *program) payLater(t *testing.T, off bool) {
	t.Helper()

	body := func(ref string) string {
		return fmt.Sprintf(`{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":%q,"paymentType":"settlement"}`, ref)
	}
	before := testkit.Value[int](t, p.DB, "SELECT COUNT(*) FROM orders")

	_, one := p.ask(t, http.MethodPost, "/h2h/v1/orders", demo.MainKey, body("later-1"))
	_, many := p.ask(t, http.MethodPost, "/h2h/v1/orders/batch", demo.MainKey, `{"orders":[`+body("later-2")+`]}`)

	for _, text := range []string{one, many} {
		if got := strings.Contains(text, "FeatureOffError"); got != off {
			t.Errorf("paid later while settlements are off (%t): %s", off, text)
		}
	}

	if made := testkit.Value[int](t, p.DB, "SELECT COUNT(*) FROM orders") - before; (made == 0) != off {
		t.Errorf("%d orders were made while settlements are off (%t)", made, off)
	}
}
