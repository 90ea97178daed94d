package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/identity"
)

// TestScopesAsDecided compares the published scopes with docs/client-api.md#keys. An operation of the client API that is not named here fails.
func TestScopesAsDecided(t *testing.T) {
	t.Parallel()

	decided := map[string]string{
		"find-orders": "orders:read", "get-order": "orders:read", "look-up-orders": "orders:read", "reconcile-orders": "orders:read",
		"list-storefront-orders": "orders:read", "get-storefront-order": "orders:read",
		"place-order": "orders:write", "place-orders": "orders:write", "add-test-money": "orders:write", "end-test-order": "orders:write",
		"reset-sandbox": "orders:write", "move-test-clock": "orders:write", "set-test-limit": "orders:write",
		"inquire-bill": "bills:inquire", "get-balance": "balance:read", "list-products": "products:read",
		"list-wallet-history": "history:read", "get-wallet-statement": "history:read", "list-events": "orders:read",
		"list-webhooks-by-key": "webhooks:manage", "make-webhook-by-key": "webhooks:manage", "change-webhook-by-key": "webhooks:manage",
		"delete-webhook-by-key": "webhooks:manage", "roll-webhook-secret-by-key": "webhooks:manage", "test-webhook-by-key": "webhooks:manage",
		"resend-webhook-by-key": "webhooks:manage", "list-webhook-deliveries-by-key": "webhooks:manage", "get-webhook-delivery-by-key": "webhooks:manage",
		"pay-storefront-order": "shop:write", "give-up-storefront-order": "shop:write",
	}

	for path, methods := range document(t) {
		for method, o := range methods {
			if o.Scope != decided[o.ID] || (o.Scope == "") == strings.HasPrefix(path, "/h2h/") {
				t.Errorf("%s %s (%s) has the scope %q, decided was %q", method, path, o.ID, o.Scope, decided[o.ID])
			}

			delete(decided, o.ID)
		}
	}

	for id := range decided {
		t.Errorf("there is no operation %s", id)
	}
}

// TestScopesOfKeys calls each operation of the client API with a key of each scope: it serves the operations of its scope alone.
func TestScopesOfKeys(t *testing.T) {
	t.Parallel()

	p := start(t, 1)
	root := p.signIn(t, 1001, "root")
	published := document(t)

	for path := range published {
		if !strings.HasPrefix(path, "/h2h/") {
			delete(published, path)
		}
	}

	key := field(t, p.expect(t, http.StatusCreated, "lk_live_", http.MethodPost, "/v1/user/key", root, `{"name":"Kasir","scopes":["balance:read"]}`), "apiKey")
	list := p.expect(t, http.StatusOK, `"name":"Kasir"`, http.MethodGet, "/v1/user/list?filter=api", root, "")

	_, rest, _ := strings.Cut(list[:strings.Index(list, `"name":"Kasir"`)], `},{`) // the demo's key is the first
	path := "/v1/user/key/" + field(t, "{"+strings.TrimSuffix(strings.TrimSpace(rest), ",")+"}", "id")

	for _, scope := range identity.KeyScopes() {
		p.expect(t, http.StatusOK, "", http.MethodPatch, path+"/settings", root, fmt.Sprintf(`{"scopes":[%q]}`, scope))

		count, wrong := p.tryDoorsAs(t, []actor{{name: "a key of " + string(scope), kind: "key", token: key, scopes: []string{string(scope)}}}, published)
		if count < 20 {
			t.Errorf("only %d calls were tried", count)
		}

		for _, problem := range wrong {
			t.Error(problem)
		}
	}

	p.expect(t, http.StatusForbidden, `"message":"The API key lacks the scope balance:read"`, http.MethodGet, "/h2h/v1/balance", key, "")
	p.expect(t, http.StatusOK, "", http.MethodPatch, path+"/settings", root, `{"addresses":["203.0.113.0/24"]}`)
	p.expect(t, http.StatusForbidden, "ApiKeyAddressError", http.MethodGet, "/h2h/v1/balance", key, "")

	// Where the call comes from is an address that serves.
	own := field(t, p.expect(t, http.StatusOK, "address", http.MethodGet, "/v1/user/address", root, ""), "address")
	p.expect(t, http.StatusOK, "", http.MethodPatch, path+"/settings", root, fmt.Sprintf(`{"addresses":[%q],"scopes":["balance:read"]}`, own))
	p.expect(t, http.StatusOK, `"balance"`, http.MethodGet, "/h2h/v1/balance", key, "")

	rolled := field(t, p.expect(t, http.StatusOK, "lk_live_", http.MethodPost, path+"/roll", root, `{"overlapHours":0}`), "apiKey")
	p.expect(t, http.StatusUnauthorized, "ApiKeyRevokedError", http.MethodGet, "/h2h/v1/balance", key, "")
	p.expect(t, http.StatusOK, `"balance"`, http.MethodGet, "/h2h/v1/balance", rolled, "")
	p.expect(t, http.StatusUnauthorized, "ApiKeyUnknownError", http.MethodGet, "/h2h/v1/balance", rolled[:45], "")
}
