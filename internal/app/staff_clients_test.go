package app_test

import (
	"net/http"
	"strconv"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clientid"
)

func operator() identity.By { return identity.By{Actor: "os:root", Reason: "test"} }

func offByOperator(username string) staff.UserChange {
	return staff.UserChange{User: identity.UserRef{ClientID: clientid.Provider, Username: username}, Active: new(false)}
}

// A client is made step by step, and the checklist says what is left.
func TestStaffMakeAClient(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		budi, ana := p.signInStaff(t, "budi"), p.signInStaff(t, "ana")

		const made = `{"code":"sejahtera","name":"Toko Sejahtera","emailFinance":"finance@sejahtera.example","features":["corporate"],"reason":"Contract 12"}`

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, "/staff/v1/clients", ana, made)
		client := at.expect(t, http.StatusCreated, `{"step":"wallet","done":false,"count":0,"optional":false}`, http.MethodPost, "/staff/v1/clients", budi, made)
		at.expect(t, http.StatusConflict, "AlreadyExistsError", http.MethodPost, "/staff/v1/clients", budi, made)

		path := "/staff/v1/clients/" + field(t, client, "id")
		wallet := at.expect(t, http.StatusCreated, `"active":true`, http.MethodPost, path+"/wallets", budi, `{"type":"level_1","reason":"Contract 12"}`)
		at.expect(t, http.StatusCreated, `"id"`, http.MethodPost, path+"/users", budi, `{"username":"root","email":"rina@sejahtera.example","root":true,"reason":"Contract 12"}`)
		at.expect(t, http.StatusOK, `{"step":"user","done":true,"count":1,"optional":false},{"step":"sign_in","done":false`, http.MethodGet, path, ana, "")
		at.expect(t, http.StatusOK, `"roles":["Client Root"]`, http.MethodGet, path+"/users", ana, "")
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, path+"/wallets/"+field(t, wallet, "id")+"/history", ana, "")

		// The list finds it by a part of the name, in pages.
		at.expect(t, http.StatusOK, `"code":"sejahtera"`, http.MethodGet, "/staff/v1/clients?search=Sejah", ana, "")
		at.expect(t, http.StatusOK, `"data":[],"cursor":""`, http.MethodGet, "/staff/v1/clients?search=100%25", ana, "")

		// Another finance e-mail is told to both addresses; the audit log has both.
		at.expect(t, http.StatusOK, `"emailFinance":"new@sejahtera.example"`, http.MethodPatch, path, budi,
			`{"emailFinance":"new@sejahtera.example","features":["corporate","connect"],"reason":"Letter 14"}`)
		at.expect(t, http.StatusOK, `"emailFinance":{"after":"new@sejahtera.example","before":"finance@sejahtera.example"}`, http.MethodGet,
			"/staff/v1/audit?action=client.update", p.signInStaff(t, "dewi"), "")
	})
}

// A closed client neither signs in nor orders, and what is open must be read first.
func TestStaffCloseAClient(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		budi := p.signInStaff(t, "budi")
		root := p.signIn(t, 1001, "root")
		path := "/staff/v1/clients/1001"

		at.expect(t, http.StatusOK, `"any":true`, http.MethodGet, path+"/open", budi, "")
		at.expect(t, http.StatusConflict, "ClientNotClosedError", http.MethodPost, path+"/reopen", budi, `{"reason":"x"}`)
		at.expect(t, http.StatusConflict, "ClientOpenError", http.MethodPost, path+"/close", budi, `{"reason":"Contract ended"}`)
		p.expect(t, http.StatusOK, "1001", http.MethodGet, "/v1/user", root, "")

		at.expect(t, http.StatusOK, "{}", http.MethodPost, path+"/close", budi, `{"confirmed":true,"reason":"Contract ended"}`)
		at.expect(t, http.StatusConflict, "ClientClosedError", http.MethodPost, path+"/close", budi, `{"confirmed":true,"reason":"Contract ended"}`)
		p.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/v1/user", root, "")
		p.expect(t, http.StatusUnauthorized, "ApiKey", http.MethodGet, "/h2h/v1/balance", demo.MainKey, "")

		if n := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM wallets WHERE client_id = 1001 AND active"); n != 0 {
			t.Errorf("%d wallets are on", n)
		}

		// What a shopper paid may still wait for a wallet.
		shopOrder := strconv.FormatInt(testkit.Value[int64](t, p.DB, "SELECT MIN(id) FROM storefront_orders WHERE client_id = 1001 AND status = 'success'"), 10)
		at.expect(t, http.StatusOK, `"shopOrders":0`, http.MethodGet, path+"/open", budi, "")
		p.alter(t, "UPDATE storefront_orders SET status = 'paid', ended_at = NULL WHERE client_id = 1001 AND id = "+shopOrder)
		at.expect(t, http.StatusOK, `"shopOrders":1`, http.MethodGet, path+"/open", budi, "")
		p.alter(t, "UPDATE storefront_orders SET status = 'success', ended_at = placed_at WHERE client_id = 1001 AND id = "+shopOrder)

		at.expect(t, http.StatusOK, "{}", http.MethodPost, path+"/reopen", budi, `{"reason":"New contract"}`)
		p.expect(t, http.StatusConflict, "WalletInactiveError", http.MethodPost, "/h2h/v1/orders", demo.MainKey,
			`{"clientRef":"closed-1","productCode":"TSEL10","destinationNo":"081234567890"}`)

		id := testkit.Value[int64](t, p.DB, "SELECT id FROM wallets WHERE client_id = 1001 AND type = 'level_1'")
		at.expect(t, http.StatusOK, `"active":true`, http.MethodPost, path+"/wallets/"+strconv.FormatInt(id, 10)+"/switch", budi, `{"active":true,"reason":"New contract"}`)
		p.deliveredOrder(t)
	})
}

// Support frees the PIN of a user, also one that is disabled, without reading it.
func TestStaffFreeAPIN(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana := p.signInStaff(t, "ana")
		p.alter(t, "UPDATE users SET pin_failures = 5, pin_failures_total = 5, pin_locked_until = 9000000000000000 WHERE client_id = 1001 AND username = 'root'")

		user := "/staff/v1/clients/1001/users/" + strconv.FormatInt(testkit.Value[int64](t, p.DB, "SELECT id FROM users WHERE client_id = 1001 AND username = 'root'"), 10)
		viewer := "/staff/v1/clients/1001/users/" + strconv.FormatInt(testkit.Value[int64](t, p.DB, "SELECT id FROM users WHERE client_id = 1001 AND username = 'viewer'"), 10)

		at.expect(t, http.StatusOK, `"pinLockedUntil":"2255`, http.MethodGet, "/staff/v1/clients/1001/users", ana, "")
		at.expect(t, http.StatusOK, "{}", http.MethodPost, user+"/unlock", ana, `{"reason":"Called"}`)
		at.expect(t, http.StatusOK, `"pinLockedUntil":null,"pinDisabled":false`, http.MethodGet, "/staff/v1/clients/1001/users", ana, "")

		p.alter(t, "UPDATE users SET pin_failures_total = 15 WHERE client_id = 1001 AND username = 'root'")
		at.expect(t, http.StatusOK, `"pinDisabled":true`, http.MethodGet, "/staff/v1/clients/1001/users", ana, "")
		at.expect(t, http.StatusOK, "{}", http.MethodPost, user+"/reset-pin", ana, `{"reason":"Called"}`)
		at.expect(t, http.StatusConflict, "PinUselessError", http.MethodPost, viewer+"/reset-pin", ana, `{"reason":"Called"}`)
	})
}

// The only root user of a client is reset by two of staff.
func TestStaffResetFactorsInTwos(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, dewi := p.signInStaff(t, "ana"), p.signInStaff(t, "dewi")
		user := p.userPath(t, 1004, "root")
		ask := `{"evidence":"Identity card, compared in a video call","reason":"Phone lost"}`

		at.expect(t, http.StatusConflict, "FactorResetError", http.MethodPost, user+"/reset-factors", ana, ask)
		p.firstStep(t, 1004, "root")
		at.expect(t, http.StatusBadRequest, "evidence", http.MethodPost, user+"/reset-factors", ana, `{"evidence":" ","reason":"Phone lost"}`)

		asked := at.expect(t, http.StatusAccepted, "approvalId", http.MethodPost, user+"/reset-factors", ana, ask)
		approve := "/staff/v1/approvals/" + field(t, asked, "approvalId") + "/approve"

		at.expect(t, http.StatusOK, `"kind":"user.factor-reset"`, http.MethodGet, "/staff/v1/approvals?status=waiting", dewi, "")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, approve, ana, `{}`)
		at.expect(t, http.StatusOK, `"secondFactor":true,"factorResetAt":null`, http.MethodGet, "/staff/v1/clients/1004/users", ana, "")
		at.expect(t, http.StatusOK, `"status":"approved"`, http.MethodPost, approve, dewi, `{}`)
		at.expect(t, http.StatusOK, `"secondFactor":true,"factorResetAt":"2`, http.MethodGet, "/staff/v1/clients/1004/users", ana, "")
		at.expect(t, http.StatusOK, "{}", http.MethodPost, user+"/cancel-factor-reset", ana, `{"reason":"Found it"}`)
		at.expect(t, http.StatusOK, `"factorResetAt":null`, http.MethodGet, "/staff/v1/clients/1004/users", ana, "")
	})
}
