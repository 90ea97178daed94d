package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

func (p *program) userPath(t *testing.T, client int64, username string) string {
	t.Helper()

	id := testkit.Value[int64](t, p.DB, "SELECT id FROM users WHERE client_id = $1 AND username = $2", client, username)

	return fmt.Sprintf("/staff/v1/clients/%d/users/%s", client, strconv.FormatInt(id, 10))
}

// look returns a token with which one of staff looks at the portal as a user of client 1001 sees it.
func (p *program) look(t *testing.T, staff, username string) string {
	t.Helper()

	started := p.asStaff().expect(t, http.StatusOK, "/external/look#", http.MethodPost, p.userPath(t, 1001, username)+"/look", p.signInStaff(t, staff), `{"reason":"Called"}`)

	address, err := url.Parse(field(t, started, "url"))
	testkit.Must(t, err)

	return field(t, p.expect(t, http.StatusOK, "token", http.MethodPost, "/v1/auth/look", "", fmt.Sprintf(`{"start":%q}`, address.Fragment)), "token")
}

// Screens of staff hear of the orders of all clients, and of what a colleague changes; not of looks. The stream ends with its session.
func TestStaffHearOfChanges(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")
		hints := at.listenTo(t, "/staff/v1/events", ana, "")
		hear := func(wanted string) {
			t.Helper()

			for late := time.After(testkit.Patience); ; {
				select {
				case heard := <-hints:
					if heard == wanted {
						return
					}
				case <-late:
					t.Fatalf("nothing says %q", wanted)
				}
			}
		}

		p.changeOrders(t, 1002)
		hear("event: orders")
		at.expect(t, http.StatusOK, "{}", http.MethodPost, p.userPath(t, 1001, "root")+"/unlock", budi, `{"reason":"Called"}`)
		hear("event: staff")
		at.expect(t, http.StatusOK, "{}", http.MethodPost, "/staff/v1/auth/sign-out", ana, "")

		for range hints { // until it closes
		}
	})
}

// Staff see what a user sees, change nothing, and read no secret. What else is refused, and that no call is left out: TestEveryOperationAsEveryone.
func TestStaffLookAtThePortal(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		citra := p.signInStaff(t, "citra")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, p.userPath(t, 1001, "root")+"/look", citra, `{"reason":"Called"}`)

		own := p.signIn(t, 1001, "root")
		token := p.look(t, "ana", "root")
		p.expect(t, http.StatusOK, `"look":{"by":"ana","until":"`, http.MethodGet, "/v1/user", token, "")

		if _, text := p.ask(t, http.MethodGet, "/v1/user", own, ""); strings.Contains(text, `"look"`) {
			t.Error("the user's own session is called a look")
		}

		p.expect(t, http.StatusForbidden, "LookOnlyError", http.MethodPost, "/v1/user/key", token, `{}`)
		p.expect(t, http.StatusForbidden, "LookOnlyError", http.MethodGet, "/v1/webapp/payment-key", token, "")
		p.expect(t, http.StatusForbidden, "LookOnlyError", http.MethodPost, "/v1/auth/step-up", token, `{"password":"x"}`)
		at.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/staff/v1/me", token, "")

		// A serial number may be worth money.
		id := p.deliveredOrder(t)
		p.expect(t, http.StatusOK, `"serialNumber":"••••`, http.MethodGet, "/v1/orders/"+id, token, "")
		p.expect(t, http.StatusForbidden, "LookOnlyError", http.MethodGet, "/v1/orders/"+id+"/invoice", token, "")

		// With the rights of the user, and from where it was opened alone.
		p.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, "/v1/webhooks", p.look(t, "dewi", "viewer"), "")
		p.alter(t, `UPDATE sessions SET address = '198.51.100.7' WHERE looker = 'ana'`)
		p.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/v1/user", token, "")

		// A sign-out ends it, and so does that of who looks.
		ended := p.look(t, "budi", "root")
		p.expect(t, http.StatusOK, "{}", http.MethodGet, "/v1/user/logout", ended, "")
		p.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/v1/user", ended, "")
		p.expect(t, http.StatusOK, "1001", http.MethodGet, "/v1/user", own, "")
		at.expect(t, http.StatusOK, "client.look-end", http.MethodGet, "/staff/v1/audit?action=client.look-end", p.signInStaff(t, "eka"), "")
	})
}
