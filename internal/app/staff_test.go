package app_test

import (
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/api/routes"
	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/factor"
	"loket/internal/identity/staff"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
)

// asStaff gives a program whose base is the address of staff.
func (p *program) asStaff() *program {
	at := *p
	at.base = "http://" + p.StaffAddress()

	return &at
}

// signInStaff signs a member of staff of the demo in, with the code of the app.
func (p *program) signInStaff(t *testing.T, username string) string {
	t.Helper()

	at := p.asStaff()
	first := at.expect(t, http.StatusOK, `"next":"second_factor"`, http.MethodPost, "/staff/v1/auth", "",
		fmt.Sprintf(`{"username":%q,"password":%q}`, username, demo.Password))
	second := at.expect(t, http.StatusOK, "token", http.MethodPost, "/staff/v1/auth/second-factor", field(t, first, "token"),
		fmt.Sprintf(`{"code":%q}`, demo.StaffCode(p.Clock.Now())))

	return field(t, second, "token")
}

// Staff sign in with a second factor at an address of their own. No session of one world serves in the other, nor does the password of staff
// at the sign-in of clients.
func TestStaffSignInApart(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, root := p.signInStaff(t, "ana"), p.signIn(t, 1001, "root")

		at.expect(t, http.StatusOK, `"roles":["Support"]`, http.MethodGet, "/staff/v1/me", ana, "")
		at.expect(t, http.StatusOK, `"idleMinutes":30`, http.MethodGet, "/staff/v1/me", ana, "")
		at.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/staff/v1/me", root, "")
		p.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/v1/user", ana, "")
		p.expect(t, http.StatusNotFound, "", http.MethodGet, "/staff/v1/me", ana, "")
		at.expect(t, http.StatusNotFound, "", http.MethodGet, "/v1/user", root, "")
		p.expect(t, http.StatusUnauthorized, "InvalidCredentialsError", http.MethodPost, "/v1/auth", "",
			fmt.Sprintf(`{"clientId":1,"username":"ana","password":%q}`, demo.Password))
		at.expect(t, http.StatusUnauthorized, "InvalidCredentialsError", http.MethodPost, "/staff/v1/auth", "",
			fmt.Sprintf(`{"username":"root","password":%q}`, demo.Password))

		// A code serves once, and the first step is no session.
		first := at.expect(t, http.StatusOK, "", http.MethodPost, "/staff/v1/auth", "", fmt.Sprintf(`{"username":"ana","password":%q}`, demo.Password))
		at.expect(t, http.StatusUnauthorized, "SecondFactorRequiredError", http.MethodGet, "/staff/v1/me", field(t, first, "token"), "")
		at.expect(t, http.StatusOK, "{}", http.MethodPost, "/staff/v1/auth/sign-out", ana, "")
		at.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/staff/v1/me", ana, "")

		// From another address a token of staff is worth nothing.
		budi := p.signInStaff(t, "budi")
		p.alter(t, `UPDATE sessions SET address = '198.51.100.7' WHERE client_id = 1`)
		at.expect(t, http.StatusUnauthorized, "UnauthorizedError", http.MethodGet, "/staff/v1/me", budi, "")
	})
}

// A delivered order is refunded by the supplier's word and a second person alone.
func TestRefundOfADeliveredOrderNeedsTwo(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, budi, dewi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi"), p.signInStaff(t, "dewi")
		id := p.deliveredOrder(t)
		before := p.balance(t)
		path := "/staff/v1/orders/" + id

		detail := at.expect(t, http.StatusOK, `"supplier":"digiflazz-`, http.MethodGet, path, ana, "")
		for _, want := range []string{
			`"status":"success"`, fmt.Sprintf(`"balanceAfter":%d`, before), `"supplierText":"Please tell us`, `"needsSerial":true`, `"needsSecondStaff":true`,
			`"pending":null`, `"code":"reversed"`, `"action":"staff.read"`,
		} {
			if !strings.Contains(detail, want) {
				t.Errorf("the order has no %s: %s", want, detail)
			}
		}

		const refund = `{"supplierSaid":%t,"reason":"Chat of 14:02","clientReason":"reversed"}`

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path+"/refund", ana, fmt.Sprintf(refund, true))
		at.expect(t, http.StatusBadRequest, "supplierSaid", http.MethodPost, path+"/refund", budi, fmt.Sprintf(refund, false))
		at.expect(t, http.StatusBadRequest, "clientReason", http.MethodPost, path+"/refund", budi, `{"supplierSaid":true,"reason":"x","clientReason":"because"}`)

		asked := at.expect(t, http.StatusAccepted, "approvalId", http.MethodPost, path+"/refund", budi, fmt.Sprintf(refund, true))
		at.expect(t, http.StatusConflict, "OrderStateError", http.MethodPost, path+"/refund", budi, fmt.Sprintf(refund, true))

		at.expect(t, http.StatusOK, `"approvalId":"`+field(t, asked, "approvalId"), http.MethodGet, path, ana, "")

		if now := p.balance(t); now != before {
			t.Errorf("before the approval the balance went from %d to %d", before, now)
		}

		approve := "/staff/v1/approvals/" + field(t, asked, "approvalId")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, approve+"/approve", budi, `{}`)
		at.expect(t, http.StatusOK, `"status":"approved"`, http.MethodPost, approve+"/approve", dewi, `{"reason":"Compared with the chat"}`)
		at.expect(t, http.StatusConflict, "ApprovalDecidedError", http.MethodPost, approve+"/approve", dewi, `{}`)

		if now := p.balance(t); now != before+10_250 {
			t.Errorf("after the approval the balance is %d, before it was %d", now, before)
		}

		told := p.mailTo(t, "root.1001@example.com", "Order "+id+" was reversed and refunded")
		if !strings.Contains(told.Text, "The operator reversed the transaction") || strings.Contains(told.Text, "Chat of") {
			t.Errorf("the client reads %s", told.Text)
		}

		after := at.expect(t, http.StatusOK, `"refunded":true`, http.MethodGet, path, ana, "")
		if !strings.Contains(after, "The operator reversed the transaction") {
			t.Errorf("the client reads another reason: %s", after)
		}

		log := at.expect(t, http.StatusOK, "order.settle", http.MethodGet, "/staff/v1/audit?subject=order:"+id, dewi, "")
		for _, want := range []string{"staff:budi", `"reason":"Chat of 14:02"`, "staff.read"} {
			if !strings.Contains(log, want) {
				t.Errorf("the audit log of the order has no %s: %s", want, log)
			}
		}
	})
}

// Who asked never decides, also as an owner; and above the limit an adjustment waits.
func TestNobodyApprovesTheirOwn(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		dewi, eka, citra := p.signInStaff(t, "dewi"), p.signInStaff(t, "eka"), p.signInStaff(t, "citra")
		wallets := at.expect(t, http.StatusOK, "level_1", http.MethodGet, "/staff/v1/clients/1001", dewi, "")

		var client struct {
			Wallets []struct {
				ID      string `json:"id"`
				Type    string `json:"type"`
				Balance int64  `json:"balance"`
			} `json:"wallets"`
		}
		if err := json.Unmarshal([]byte(wallets), &client); err != nil {
			t.Fatal(err)
		}

		path := "/staff/v1/wallets/" + client.Wallets[0].ID + "/adjust"
		small := at.expect(t, http.StatusOK, "balance", http.MethodPost, path, citra, `{"amount":150000,"action":"topup","reason":"Letter 12"}`)

		if want := fmt.Sprintf(`"balance":%d`, client.Wallets[0].Balance+150_000); !strings.Contains(small, want) {
			t.Errorf("after the adjustment: %s, want %s", small, want)
		}

		big := `{"amount":20000000,"action":"deduct","reason":"Letter 13"}`
		asked := at.expect(t, http.StatusAccepted, "approvalId", http.MethodPost, path, dewi, big)
		approve := "/staff/v1/approvals/" + field(t, asked, "approvalId")

		at.expect(t, http.StatusForbidden, "ApprovalSamePersonError", http.MethodPost, approve+"/approve", dewi, `{}`)
		at.expect(t, http.StatusOK, `"requestedBy":"staff:dewi"`, http.MethodGet, "/staff/v1/approvals?status=waiting", eka, "")
		at.expect(t, http.StatusBadRequest, "reason", http.MethodPost, approve+"/reject", eka, `{}`)
		at.expect(t, http.StatusOK, `"status":"rejected"`, http.MethodPost, approve+"/reject", eka, `{"reason":"Another wallet"}`)
	}, func(c *config.Config) { c.AdjustLimit = 10_000_000 })
}

// Staff find what they have in hand, and see what needs a person.
func TestStaffFindAndOverlook(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana := p.signInStaff(t, "ana")
		id := p.deliveredOrder(t)

		for text, want := range map[string]string{
			id: `"id":"` + id + `"`, "Maju Jaya": `"kind":"client"`, "1002": "Warung Sinar", "root.1001@example.com": `"kind":"user"`, "nothing-of-all": "[]",
		} {
			at.expect(t, http.StatusOK, want, http.MethodGet, "/staff/v1/search?q="+strings.ReplaceAll(text, " ", "%20"), ana, "")
		}

		at.expect(t, http.StatusOK, id, http.MethodGet, "/staff/v1/orders?product=TSEL10&clientId=1001&supplier=digiflazz-a", ana, "")
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/staff/v1/orders?minAge=2600000", ana, "")
		at.expect(t, http.StatusOK, id, http.MethodGet, "/staff/v1/orders?amountFrom=10250&amountTo=10250&status=success", ana, "")

		for _, none := range []string{"amountFrom=10251&product=TSEL10", "amountTo=10249&product=TSEL10", "reason=number_wrong&status=success"} {
			at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/staff/v1/orders?"+none, ana, "")
		}

		at.expect(t, http.StatusOK, id+",1001,", http.MethodGet, "/staff/v1/orders/export?product=TSEL10&clientId=1001", ana, "")
		at.expect(t, http.StatusOK, `"suppliers":[`, http.MethodGet, "/staff/v1/overview", ana, "")
		at.expect(t, http.StatusOK, "root.1001@example.com", http.MethodGet, "/staff/v1/clients/1001/users", ana, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/staff/v1/clients/1", ana, "")
		at.expect(t, http.StatusCreated, "staff:ana", http.MethodPost, "/staff/v1/orders/"+id+"/notes", ana, `{"text":"Asked the supplier"}`)
		at.expect(t, http.StatusOK, "Asked the supplier", http.MethodGet, "/staff/v1/orders/"+id, ana, "")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, "/staff/v1/audit", ana, "")

		day := p.Clock.Now().In(clock.Jakarta()).Format("2/1")
		serial := testkit.Value[string](t, p.DB, "SELECT serial_number FROM orders WHERE client_id = 1001 AND id = CAST($1 AS BIGINT)", id)

		for _, text := range []string{"Rp 10.250 " + day, serial + " " + day} {
			at.expect(t, http.StatusOK, `"id":"`+id+`"`, http.MethodGet, "/staff/v1/search?q="+url.QueryEscape(text), ana, "")
		}

		// A serial number of a text supplier is stored by itself, and is found without its day.
		at.expect(t, http.StatusOK, "[]", http.MethodGet, "/staff/v1/search?q=sn-of-text-1", ana, "")

		claimed, err := order.NewSerials(p.DB, p.Clock).Claim(t.Context(), "digiflazz-a", "SN-OF-TEXT-1", "1001-"+id+"-1")
		testkit.Must(t, err)

		if !claimed {
			t.Error("a new serial number is taken")
		}

		at.expect(t, http.StatusOK, `"id":"`+id+`"`, http.MethodGet, "/staff/v1/search?q=sn-of-text-1", ana, "")

		// A review has one owner, the last who took it.
		budi := p.signInStaff(t, "budi")
		path := "/staff/v1/orders/" + id
		at.expect(t, http.StatusConflict, "OrderStateError", http.MethodPost, path+"/reviews/take", budi, "")
		p.alter(t, "INSERT INTO order_reviews (order_id, kind, client_id, detail, created_at) SELECT id, 'reversal', client_id, 'R', 1 FROM orders WHERE client_id = 1001 AND id = "+id)
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path+"/reviews/take", ana, "")
		at.expect(t, http.StatusOK, "{}", http.MethodPost, path+"/reviews/take", budi, "")
		at.expect(t, http.StatusOK, `"owner":"staff:budi"`, http.MethodGet, "/staff/v1/reviews", ana, "")
		at.expect(t, http.StatusOK, `"asked":false,"code":"OrderStateError"`, http.MethodPost, "/staff/v1/orders/check", budi, `{"orderIds":["`+id+`"]}`)
	})
}

// Who signs in for the first time chooses a password and sets up an app, and can do nothing else before.
func TestFirstSignInOfStaff(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()

		_, password, err := p.Staff.AddStaffUser(t.Context(), identity.By{Actor: "os:root", Reason: "first"}, staff.NewStaffUser{
			Username: "fajar", Email: "fajar@example.com", RoleID: identity.StaffOwnerID,
		})
		testkit.Must(t, err)

		signIn := func(status int, part, password string) string {
			return at.expect(t, status, part, http.MethodPost, "/staff/v1/auth", "", fmt.Sprintf(`{"username":"fajar","password":%q}`, password))
		}

		expired := field(t, signIn(http.StatusUnauthorized, "PasswordExpiredError", password.Reveal()), "token")
		at.expect(t, http.StatusOK, "{}", http.MethodPost, "/staff/v1/auth/password", expired,
			fmt.Sprintf(`{"password":%q,"rePassword":%q}`, demo.Password, demo.Password))

		token := field(t, signIn(http.StatusOK, `"next":"set_up_factor"`, demo.Password), "token")
		at.expect(t, http.StatusForbidden, "SecondFactorDemandedError", http.MethodGet, "/staff/v1/overview", token, "")

		app := at.expect(t, http.StatusCreated, "otpauth://", http.MethodPost, "/staff/v1/me/app", token, "")

		shared, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(field(t, app, "secret"))
		testkit.Must(t, err)

		at.expect(t, http.StatusOK, "recoveryCodes", http.MethodPost, "/staff/v1/me/app/"+field(t, app, "id")+"/confirm", token,
			fmt.Sprintf(`{"code":%q}`, factor.Code(shared, factor.StepOf(p.Clock.Now())-1, factor.CodeDigits)))
		at.expect(t, http.StatusOK, `"roles":["Owner"]`, http.MethodGet, "/staff/v1/me", token, "") // the same session, proved by both

		first := field(t, signIn(http.StatusOK, `"next":"second_factor"`, demo.Password), "token")
		second := at.expect(t, http.StatusOK, "token", http.MethodPost, "/staff/v1/auth/second-factor", first,
			fmt.Sprintf(`{"code":%q}`, factor.Code(shared, factor.StepOf(p.Clock.Now()), factor.CodeDigits)))
		at.expect(t, http.StatusOK, `"roles":["Owner"]`, http.MethodGet, "/staff/v1/me", field(t, second, "token"), "")
	})
}

// deliveredOrder places an order of client 1001 that succeeds at once, and returns its id.
func (p *program) deliveredOrder(t *testing.T) string {
	t.Helper()

	ref := fmt.Sprintf("staff-%d", p.Clock.Now().UnixNano())
	p.expect(t, http.StatusCreated, "clientRef", http.MethodPost, "/h2h/v1/orders", demo.MainKey,
		fmt.Sprintf(`{"clientRef":%q,"productCode":"TSEL10","destinationNo":"081234567890"}`, ref))
	id := strconv.FormatInt(testkit.Value[int64](t, p.DB, "SELECT id FROM orders WHERE client_id = 1001 AND client_ref = $1", ref), 10)

	testkit.Eventually(t, 20*time.Second, "the order is delivered", func() bool {
		_, text := p.ask(t, http.MethodGet, "/h2h/v1/orders/"+ref, demo.MainKey, "")

		return strings.Contains(text, `"status":"success"`)
	})

	return id
}

// Each call of staff is called as each role of the demo, and as those who may call none: a call without access gets 401 or 403 before
// anything else is checked.
func TestEveryStaffCallAsEveryone(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		support := []float64{9, 20, 21, 52, 55, 56, 71, 411}
		owner := []float64{9, 10, 20, 21, 23, 25, 31, 32, 33, 34, 35, 51, 52, 55, 56, 58, 70, 71, 72, 73, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414}
		first := at.expect(t, http.StatusOK, "", http.MethodPost, "/staff/v1/auth", "", fmt.Sprintf(`{"username":"eka","password":%q}`, demo.Password))
		published := documentOf(t, "openapi-staff.json")

		count, wrong := at.tryDoorsAs(t, []actor{
			{name: "no token", kind: "none"},
			{name: "first step", kind: "first step", token: field(t, first, "token")},
			{name: "a client's root", kind: "none", token: p.signIn(t, 1001, "root")},
			{name: "API key", kind: "none", token: demo.MainKey},
			{name: "Support", kind: "session", token: p.signInStaff(t, "ana"), permissions: support},
			{name: "Operations", kind: "session", token: p.signInStaff(t, "budi"), permissions: append([]float64{10, 23, 31, 32, 33, 35, 51, 58, 70, 405, 406, 409, 413, 414}, support...)},
			{name: "Finance", kind: "session", token: p.signInStaff(t, "citra"), permissions: []float64{9, 20, 21, 34, 52, 55, 71, 72, 73, 401, 402, 403, 404, 412}},
			{name: "Owner", kind: "session", token: p.signInStaff(t, "dewi"), permissions: owner},
		}, published)
		if count < 150 {
			t.Errorf("only %d calls were tried", count)
		}

		for _, problem := range wrong {
			t.Error(problem)
		}
	})
}

// TestStaffDocumentIsWhatIsServed compares the document in the repository with the calls that are served.
func TestStaffDocumentIsWhatIsServed(t *testing.T) {
	t.Parallel()

	text, err := routes.StaffDocument()
	kept, readErr := os.ReadFile("../api/openapi-staff.json")

	if err := errors.Join(err, readErr); err != nil || string(kept) != string(text) {
		t.Errorf("openapi-staff.json is out of step: run make generate (%v)", err)
	}

	for path, methods := range documentOf(t, "openapi-staff.json") {
		for method, o := range methods {
			if !strings.HasPrefix(path, "/staff/v1/") && path != "/openapi/staff.json" {
				t.Errorf("%s %s (%s) is served beside the calls of staff", method, path, o.ID)
			}
		}
	}
}
