package app_test

import (
	"net/http"
	"strings"
	"testing"
)

// Operations read the settings with which the program runs, and no secret among them.
func TestStaffReadSettings(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/staff/v1/settings"

		at := p.asStaff()
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, path, p.signInStaff(t, "ana"), "")

		text := at.expect(t, http.StatusOK, `"variable":"LOKET_MAX_LOSS"`, http.MethodGet, path, p.signInStaff(t, "budi"), "")
		for _, hidden := range []string{"LOKET_DATABASE_URL", "LOKET_TOKEN_KEY", "LOKET_PIN_PEPPER", "LOKET_SMTP_PASSWORD", "LOKET_DATA\""} {
			if strings.Contains(text, hidden) {
				t.Errorf("it has %s", hidden)
			}
		}
	})
}
