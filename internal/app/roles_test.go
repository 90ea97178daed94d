package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/audit"
)

// TestEveryOperationWithAnOwnRole calls each operation with roles of the client's own, changes them while their user is signed in, and lets
// another client try them.
func TestEveryOperationWithAnOwnRole(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		path := "/v1/roles/" + field(t, p.expect(t, http.StatusCreated, `"name":"Kasir"`, http.MethodPost, "/v1/roles", root, `{"name":"Kasir","permission":[206]}`), "id")
		role := strings.TrimPrefix(path, "/v1/roles/")

		made, _, err := p.Identity.CreateUser(t.Context(), identity.By{Actor: audit.Staff("budi"), Reason: "test"}, identity.NewUser{
			ClientID: 1001, Username: "kasir.baru", Email: "kasir.baru@example.com", Password: demo.Password, KeepPassword: true,
			RoleIDs: []int64{identity.ClientUserID},
		})
		testkit.Must(t, err)

		user := fmt.Sprintf("/v1/user/%d/role", made.ID)
		token := p.signIn(t, 1001, "kasir.baru")
		p.expect(t, http.StatusOK, `"role":["client_user"]`, http.MethodGet, "/v1/user", token, "")
		p.expect(t, http.StatusOK, "", http.MethodPatch, user, root, `{"roleId":[`+role+`]}`)
		p.expect(t, http.StatusOK, `"roleName":"Kasir"`, http.MethodGet, "/v1/user", token, "")

		all := []string{"corporate", "unique-amount", "connect"}

		for _, permissions := range [][]float64{{21, 22, 52, 55, 71, 206, 208, 209, 211}, {21, 52, 55, 71, 302, 304, 305}, {21, 52, 55, 71}} {
			p.expect(t, http.StatusOK, "", http.MethodPatch, path, root, `{"permission":`+strings.ReplaceAll(fmt.Sprint(permissions), " ", ",")+`}`)

			count, wrong := p.tryDoorsAs(t, []actor{{name: fmt.Sprint("own role ", permissions), kind: "session", token: token, permissions: permissions, features: all}}, document(t))
			if count < 100 {
				t.Errorf("only %d calls were tried", count)
			}

			for _, problem := range wrong {
				t.Error(problem)
			}
		}

		// Without 302 balances are left out.
		if text := p.expect(t, http.StatusOK, `"balance":null`, http.MethodGet, "/dashboard/v1/deposits/client", token, ""); strings.Contains(strings.ReplaceAll(text, `"balance":null`, ""), `"balance":`) {
			t.Errorf("a balance is shown: %s", text)
		}

		other := p.signIn(t, 1002, "root")
		p.expect(t, http.StatusNotFound, "", http.MethodPatch, path, other, `{"name":"Mine"}`)
		p.expect(t, http.StatusNotFound, "", http.MethodDelete, path, other, "")
		p.expect(t, http.StatusNotFound, "", http.MethodPatch, user, other, `{"roleId":[8]}`)
		p.expect(t, http.StatusConflict, "RoleInUseError", http.MethodDelete, path, root, "")

		// Changes of roles need a fresh proof.
		testkit.Exec(t, p.DB, "UPDATE sessions SET proved_at = 0")
		p.expect(t, http.StatusForbidden, "StepUpRequiredError", http.MethodPatch, path, root, `{"name":"Mine"}`)
		p.expect(t, http.StatusForbidden, "StepUpRequiredError", http.MethodPatch, user, root, `{"roleId":[8]}`)
	}, withAnalytics)
}
