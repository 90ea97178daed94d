package app_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/simulate/mailbox"
	"loket/internal/dev/testkit"
	"loket/internal/identity/staff"
)

// staffID is the id of one of staff.
func (p *program) staffID(t *testing.T, username string) string {
	t.Helper()

	return strconv.FormatInt(testkit.Value[int64](t, p.DB, "SELECT id FROM users WHERE client_id = 1 AND username = $1", username), 10)
}

// A role is given by two owners: neither who asks, nor who gets it, decides, and sessions end with the role.
func TestRolesOfStaffNeedTwo(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		dewi, eka, ana := p.signInStaff(t, "dewi"), p.signInStaff(t, "eka"), p.signInStaff(t, "ana")

		at.expect(t, http.StatusOK, `"username":"ana"`, http.MethodGet, "/staff/v1/people", dewi, "")
		at.expect(t, http.StatusOK, `"name":"Operations"`, http.MethodGet, "/staff/v1/roles", dewi, "")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, "/staff/v1/people", ana, "")

		role := func(username string) string { return "/staff/v1/people/" + p.staffID(t, username) + "/role" }
		at.expect(t, http.StatusConflict, "StaffSelfError", http.MethodPost, role("dewi"), dewi, `{"roleId":91,"reason":"x"}`)
		at.expect(t, http.StatusBadRequest, "roleId", http.MethodPost, role("ana"), dewi, `{"roleId":91,"reason":"x"}`)
		at.expect(t, http.StatusBadRequest, "roleId", http.MethodPost, role("ana"), dewi, `{"roleId":7,"reason":"x"}`)
		at.expect(t, http.StatusBadRequest, "reason", http.MethodPost, role("ana"), dewi, `{"roleId":92,"reason":""}`)

		asked := at.expect(t, http.StatusAccepted, "approvalId", http.MethodPost, role("ana"), dewi, `{"roleId":92,"reason":"Changes the team"}`)
		approve := "/staff/v1/approvals/" + field(t, asked, "approvalId") + "/approve"
		at.expect(t, http.StatusOK, `"roles":["Support"]`, http.MethodGet, "/staff/v1/me", ana, "")
		at.expect(t, http.StatusForbidden, "ApprovalSamePersonError", http.MethodPost, approve, dewi, `{}`)
		at.expect(t, http.StatusOK, `"status":"approved"`, http.MethodPost, approve, eka, `{}`)
		at.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/staff/v1/me", ana, "")
		at.expect(t, http.StatusOK, `"roles":{"after":[92],"before":[91]}`, http.MethodGet, "/staff/v1/audit?action=user.update", dewi, "")

		// Whose role it is never decides, also as an owner.
		own := at.expect(t, http.StatusAccepted, "approvalId", http.MethodPost, role("eka"), dewi, `{"roleId":93,"reason":"Swaps"}`)
		decide := "/staff/v1/approvals/" + field(t, own, "approvalId")
		at.expect(t, http.StatusConflict, "StaffSelfError", http.MethodPost, decide+"/approve", eka, `{}`)
		at.expect(t, http.StatusConflict, "StaffSelfError", http.MethodPost, decide+"/reject", eka, `{"reason":"No"}`)
	})
}

// A new colleague has no rights before a second person gave the role; who is switched off is out at once, but the last owner stays.
func TestStaffComeAndGo(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		dewi, eka, ana := p.signInStaff(t, "dewi"), p.signInStaff(t, "eka"), p.signInStaff(t, "ana")

		added := at.expect(t, http.StatusCreated, "approvalId", http.MethodPost, "/staff/v1/people", dewi,
			`{"username":"fajar","email":"fajar@example.com","roleId":92,"reason":"Begins"}`)
		at.expect(t, http.StatusConflict, "AlreadyExistsError", http.MethodPost, "/staff/v1/people", dewi,
			`{"username":"fajar","email":"fajar@example.com","roleId":92,"reason":"Begins"}`)

		roles := "SELECT COUNT(*) FROM user_roles WHERE role_id = 92 AND user_id = $1"
		if n := testkit.Value[int64](t, p.DB, roles, testkit.Value[int64](t, p.DB, "SELECT id FROM users WHERE username = 'fajar'")); n != 0 {
			t.Error("one owner alone gave a role")
		}

		at.expect(t, http.StatusOK, `"status":"approved"`, http.MethodPost, "/staff/v1/approvals/"+field(t, added, "approvalId")+"/approve", eka, `{}`)
		// Nobody who asked or decided knows the password: a mail to the new colleague has it. Planted: a password that the first owner reads.
		mailed := p.mailTo(t, "fajar@example.com", "Your account at Loket's portal of staff")
		at.expect(t, http.StatusUnauthorized, "PasswordExpiredError", http.MethodPost, "/staff/v1/auth", "",
			fmt.Sprintf(`{"username":"fajar","password":%q}`, passwordIn(t, mailed)))

		at.expect(t, http.StatusOK, `"username":"fajar","fullName":"fajar","email":"fajar@example.com","roleIds":[92]`, http.MethodGet, "/staff/v1/people", dewi, "")

		off := func(username string) string { return "/staff/v1/people/" + p.staffID(t, username) + "/off" }
		at.expect(t, http.StatusConflict, "StaffSelfError", http.MethodPost, off("dewi"), dewi, `{"reason":"Left"}`)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, "/staff/v1/people/999999/off", dewi, `{"reason":"Left"}`)
		at.expect(t, http.StatusOK, "{}", http.MethodPost, off("ana"), dewi, `{"reason":"Left"}`)
		at.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/staff/v1/me", ana, "")
		at.expect(t, http.StatusUnauthorized, "InvalidCredentialsError", http.MethodPost, "/staff/v1/auth", "",
			fmt.Sprintf(`{"username":"ana","password":%q}`, demo.Password))

		// The last owner stays, also for the operator of the machine.
		at.expect(t, http.StatusOK, "{}", http.MethodPost, off("dewi"), eka, `{"reason":"Left"}`)
		at.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/staff/v1/me", dewi, "")

		if _, err := p.Staff.UpdateUser(t.Context(), operator(), offByOperator("eka")); !staff.ErrLastOwner.Is(err) {
			t.Errorf("the last owner was switched off: %v", err)
		}
	})
}

// passwordIn is the password of a mail, which stands alone on a line.
func passwordIn(t *testing.T, m mailbox.Mail) string {
	t.Helper()

	found := regexp.MustCompile(`(?m)^[A-Za-z0-9]{16}$`).FindAllString(m.Text, -1)
	if len(found) != 1 {
		t.Fatalf("no password alone on its line in:\n%s", m.Text)
	}

	return found[0]
}
