package app_test

import (
	"net/http"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
)

// TestDuplicateGuard: the client API refuses the same order again once the client has said so, unless the first one failed or the call says
// that it is meant. A new sandbox has the setting of its client.
func TestDuplicateGuard(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/h2h/v1/orders"

		root := p.signIn(t, 1001, "root")
		order := func(ref, number, more string) string {
			return `{"productCode":"TSEL10","destinationNo":"` + number + `","clientRef":"` + ref + `"` + more + `}`
		}

		p.expect(t, http.StatusOK, `"minutes":0`, http.MethodGet, "/v1/clients/duplicates", root, "")
		p.expect(t, http.StatusCreated, "", http.MethodPost, path, ownKey, order("D-1", "081234567811", ""))
		p.expect(t, http.StatusCreated, "", http.MethodPost, path, ownKey, order("D-2", "081234567811", ""))

		p.expect(t, http.StatusBadRequest, "minutes", http.MethodPut, "/v1/clients/duplicates", root, `{"minutes":1441}`)
		p.expect(t, http.StatusOK, "", http.MethodPut, "/v1/clients/duplicates", root, `{"minutes":10}`)
		p.expect(t, http.StatusOK, `"minutes":10`, http.MethodGet, "/v1/clients/duplicates", root, "")

		p.expect(t, http.StatusConflict, "DuplicateOrderError", http.MethodPost, path, ownKey, order("D-3", "081234567811", ""))
		p.expect(t, http.StatusCreated, "", http.MethodPost, path, ownKey, order("D-4", "081234567811", `,"allowDuplicate":true`))
		p.expect(t, http.StatusOK, "DuplicateOrderError", http.MethodPost, path+"/batch", ownKey, `{"orders":[`+order("D-5", "081234567811", "")+`]}`)

		// The simulator fails this number.
		p.expect(t, http.StatusCreated, "", http.MethodPost, path, ownKey, order("D-6", "081234567812", ""))
		testkit.Eventually(t, patience, "the order fails", func() bool {
			_, text := p.ask(t, http.MethodGet, path+"/D-6", ownKey, "")

			return strings.Contains(text, `"status":"failed"`)
		})
		p.expect(t, http.StatusCreated, "", http.MethodPost, path, ownKey, order("D-7", "081234567812", ""))
	})
}
