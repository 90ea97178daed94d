package app_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
)

// The page of the shift has what each role may act on, what was changed, and the notes.
func TestStaffHandOverTheShift(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, budi, citra, dewi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi"), p.signInStaff(t, "citra"), p.signInStaff(t, "dewi")
		user := testkit.Value[int64](t, p.DB, "SELECT id FROM users WHERE client_id = 1001 AND username = 'root'")
		path := "/staff/v1/clients/1001/users/" + strconv.FormatInt(user, 10)

		p.expect(t, http.StatusCreated, `"id"`, http.MethodPost, "/v1/clients/1001/topup-request", p.signIn(t, 1001, "root"),
			`{"depositId":"`+strconv.FormatInt(testkit.Value[int64](t, p.DB, "SELECT id FROM wallets WHERE client_id = 1001 AND type = 'level_1'"), 10)+`","amount":2500000,"note":"Paid at the counter"}`)
		at.expect(t, http.StatusOK, "{}", http.MethodPost, path+"/unlock", ana, `{"reason":"Called from the number on file"}`)
		at.expect(t, http.StatusOK, "root", http.MethodGet, "/staff/v1/clients/1001/users", budi, "")
		at.expect(t, http.StatusCreated, "staff:budi", http.MethodPost, "/staff/v1/shift/notes", budi, `{"text":" Supplier A is slow "}`)
		at.expect(t, http.StatusBadRequest, "text", http.MethodPost, "/staff/v1/shift/notes", budi, `{"text":" "}`)

		shift := func(token string) string {
			return at.expect(t, http.StatusOK, "Supplier A is slow", http.MethodGet, "/staff/v1/shift", token, "")
		}

		for name, c := range map[string]struct {
			token           string
			request, change bool
		}{
			"Support": {ana, false, true}, "Operations": {budi, false, false}, "Finance": {citra, true, false}, "Owner": {dewi, true, true},
		} {
			text := shift(c.token)
			if strings.Contains(text, `"kind":"request"`) != c.request || strings.Contains(text, `"action":"user.unlock"`) != c.change {
				t.Errorf("%s reads %s", name, text)
			}

			if strings.Contains(text, "staff.read") {
				t.Errorf("%s reads who read what: %s", name, text)
			}
		}

		// Old notes go.
		testkit.Exec(t, p.DB, "UPDATE shift_notes SET at = $1", clock.Micros(p.Clock.Now().Add(-31*24*time.Hour)))

		if n, err := p.Shift.Purge(t.Context()); err != nil || n != 1 {
			t.Errorf("%d notes were deleted (%v)", n, err)
		}
	})
}
