package app_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/simulate/mailbox"
	"loket/internal/dev/testkit"
)

// mailTo waits for a mail with a subject to an address.
func (p *program) mailTo(t *testing.T, to, subject string) mailbox.Mail {
	t.Helper()

	var found mailbox.Mail

	testkit.Eventually(t, testkit.Patience, subject+" to "+to, func() bool {
		for _, m := range p.simulators.Mails() {
			if m.To == to && m.Subject == subject {
				found = m

				return true
			}
		}

		return false
	})

	return found
}

// follow gets or posts a page as a browser in Indonesian does. It doesn't follow
// redirects.
func follow(t *testing.T, method, address string) *http.Response {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}

	r.Header.Set("Accept-Language", "id-ID,id;q=0.9")

	c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

	answer, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = answer.Body.Close() })

	return answer
}

// leads requires that a link redirects to an address without a Referer header.
func leads(t *testing.T, method, link, address string) {
	t.Helper()

	to := follow(t, method, link)
	if to.StatusCode != http.StatusSeeOther || to.Header.Get("Location") != address || to.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("%s %s: %d %s", method, link, to.StatusCode, to.Header.Get("Location"))
	}
}

func tokenOf(link string) string {
	_, after, _ := strings.Cut(link, "/links/password/")
	token, _, _ := strings.Cut(after, "?")

	return token
}

func read(t *testing.T, page *http.Response) string {
	t.Helper()

	text, err := io.ReadAll(page.Body)
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

// stylesApply proves that a page's policy allows its own style, and that the page has
// one form and no script.
func stylesApply(t *testing.T, page *http.Response) {
	t.Helper()

	text := read(t, page)
	_, style, _ := strings.Cut(text, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	sum := sha256.Sum256([]byte(style))

	if !strings.Contains(page.Header.Get("Content-Security-Policy"), base64.StdEncoding.EncodeToString(sum[:])) {
		t.Error("the style is refused by the policy")
	}

	if strings.Contains(text, "<script") || strings.Count(text, `<form method="post">`) != 1 {
		t.Errorf("not the page: %s", text)
	}
}

func (p *program) address(t *testing.T, m mailbox.Mail) string {
	t.Helper()

	found := regexp.MustCompile(`(?m)^` + p.base + `/links/[a-z-]+/[A-Z2-7]{52}\?lang=en$`).FindString(m.Text)
	if found == "" {
		t.Fatalf("no link of ours in:\n%s", m.Text)
	}

	return found
}

func oneTime(t *testing.T, m mailbox.Mail) string {
	t.Helper()

	found := regexp.MustCompile(`(?m)^([A-Za-z0-9]{16}|[0-9]{6})$`).FindString(m.Text)
	if found == "" {
		t.Fatalf("no code in:\n%s", m.Text)
	}

	return found
}

// expect makes a request and requires a status and a part of the answer.
func (p *program) expect(t *testing.T, status int, part, method, path, token, body string) string {
	t.Helper()

	got, text := p.ask(t, method, path, token, body)
	if got != status || !strings.Contains(text, part) {
		t.Fatalf("%s %s: %d %s, want %d with %s", method, path, got, text, status, part)
	}

	return text
}

func field(t *testing.T, text, name string) string {
	t.Helper()

	var out map[string]any
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}

	return fmt.Sprint(out[name])
}

// TestForgottenPasswordThroughTheMailbox makes the requests of a person: form, mail,
// page, mail, sign-in, forced change.
func TestForgottenPasswordThroughTheMailbox(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		known := p.expect(t, 200, "{}", http.MethodPost, "/v1/user/forgotPassword", "", `{"clientId":1002,"username":"root"}`)
		unknown := p.expect(t, 200, "{}", http.MethodPost, "/v1/user/forgotPassword", "", `{"clientId":1002,"username":"lost"}`)

		if known != unknown {
			t.Errorf("%q, %q", known, unknown)
		}

		p.expect(t, 400, "Client ID must be filled", http.MethodPost, "/v1/user/forgotPassword", "", `{"clientId":0,"username":"root"}`)

		link := p.address(t, p.mailTo(t, "root.1002@example.com", "Confirm your new password"))

		for range 3 { // scanners open links, too
			page := follow(t, http.MethodGet, link)
			if page.StatusCode != http.StatusOK || page.Header.Get("Referrer-Policy") != "no-referrer" ||
				!strings.HasPrefix(page.Header.Get("Content-Security-Policy"), "default-src 'none'; style-src 'sha256-") ||
				page.Header.Get("Content-Language") != "en" || page.Header.Get("Cache-Control") != "no-store" {
				t.Fatalf("%d %v", page.StatusCode, page.Header)
			}

			stylesApply(t, page)
		}

		p.signIn(t, 1002, "root") // nothing has changed

		for _, want := range []string{"true", "false"} { // the second time it is used up
			leads(t, http.MethodPost, link, "/external/forgot-password-confirmation?isOk="+want)
		}

		// A link that is used up, invented or for another purpose gets the same answer
		// when it is opened or confirmed.
		for purpose, to := range map[string]string{"password": "/external/forgot-password-confirmation?", "pin": "/links/pin/done?lang=id&"} {
			for _, token := range []string{tokenOf(link), "AAAA"} {
				for _, method := range []string{http.MethodGet, http.MethodPost} {
					leads(t, method, p.base+"/links/"+purpose+"/"+token, to+"isOk=false")
				}
			}
		}

		if page := follow(t, http.MethodGet, p.base+"/links/other/AAAA"); page.StatusCode != http.StatusNotFound ||
			!strings.Contains(read(t, page), "Tautan ini tidak berlaku lagi") {
			t.Errorf("a link for nothing: %d", page.StatusCode)
		}

		once := oneTime(t, p.mailTo(t, "root.1002@example.com", "Your new password"))
		credentials := func(password string) string {
			return fmt.Sprintf(`{"clientId":1002,"username":"root","password":%q}`, password)
		}

		p.expect(t, 401, "InvalidCredentialsError", http.MethodPost, "/v1/auth", "", credentials(demo.Password))
		restricted := field(t, p.expect(t, 401, "PasswordExpiredError", http.MethodPost, "/v1/auth", "", credentials(once)), "token")

		p.expect(t, 400, "Please input at least 8 characters", http.MethodPost, "/v1/validate-password", restricted, `{"password":"Abc1"}`)
		p.expect(t, 200, "{}", http.MethodPost, "/v1/validate-password", restricted, `{"password":"Kuda-Terbang-7"}`)
		p.expect(t, 401, "PasswordExpiredError", http.MethodGet, "/v1/user/list", restricted, "")
		p.expect(t, 400, "Two passwords that you enter is inconsistent!", http.MethodPost, "/v1/user/force-change-password", restricted,
			`{"password":"Kuda-Terbang-7","rePassword":"Kuda-Terbang-8"}`)
		done := p.expect(t, 200, "Password has been changed", http.MethodPost, "/v1/user/force-change-password", restricted,
			`{"password":"Kuda-Terbang-7","rePassword":"Kuda-Terbang-7"}`)
		p.expect(t, 401, "UnauthorizedError", http.MethodGet, "/v1/auth/test", field(t, done, "token"), "")

		full := field(t, p.expect(t, 200, "token", http.MethodPost, "/v1/auth", "", credentials("Kuda-Terbang-7")), "token")
		p.expect(t, 403, "ForbiddenError", http.MethodPost, "/v1/user/force-change-password", full,
			`{"password":"Kuda-Terbang-8","rePassword":"Kuda-Terbang-8"}`)

		for _, secret := range []string{tokenOf(link), once, "Kuda-Terbang", restricted, full} {
			if strings.Contains(p.log.String(), secret) {
				t.Errorf("the log holds %q", secret)
			}
		}
	})
}

// TestProfileCalls makes the calls of the profile page.
func TestProfileCalls(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		viewer := p.signIn(t, 1001, "viewer")

		p.expect(t, 401, "ClientUnauthorizedError", http.MethodPatch, "/v1/clients/changeEmail", root,
			`{"password":"wrong","username":"root","email":"new@example.com","emailFinance":"billing.1001@example.com","clientId":1001}`)
		p.expect(t, 404, "NotFoundError", http.MethodPatch, "/v1/clients/changeEmail", root,
			`{"password":"Loket-Demo-2026","username":"root","email":"new@example.com","emailFinance":"billing.1001@example.com","clientId":1002}`)

		const pending = "/v1/clients/changeEmail"

		p.expect(t, 200, "{}", http.MethodPatch, "/v1/clients/changeEmail", root,
			`{"password":"Loket-Demo-2026","username":"root","email":"first@example.com","emailFinance":"billing.1001@example.com","clientId":1001}`)
		p.mailTo(t, "root.1001@example.com", "A change of email was requested")
		p.expect(t, 200, `[{"field":"email","email":"first@example.com","requestedAt":"`, http.MethodGet, pending, root, "")
		p.expect(t, 200, "{}", http.MethodPost, pending+"/email/resend", root, "")
		p.expect(t, 200, "{}", http.MethodDelete, pending+"/email", root, "")
		p.expect(t, 200, "[]", http.MethodGet, pending, root, "")
		p.expect(t, 404, "NotFoundError", http.MethodPost, pending+"/email/resend", root, "")

		p.expect(t, 200, "{}", http.MethodPatch, "/v1/clients/changeEmail", root,
			`{"password":"Loket-Demo-2026","username":"root","email":"new@example.com","emailFinance":"money@example.com","clientId":1001}`)
		p.expect(t, 200, "{}", http.MethodDelete, pending+"/emailFinance", root, "")
		p.expect(t, 404, "NotFoundError", http.MethodDelete, pending+"/emailFinance", root, "")
		p.expect(t, 400, "ValidationError", http.MethodDelete, pending+"/other", root, "")
		p.expect(t, 403, "ForbiddenError", http.MethodGet, pending, viewer, "")

		to := follow(t, http.MethodPost, p.address(t, p.mailTo(t, "new@example.com", "Confirm this email address")))
		if got := to.Header.Get("Location"); got != "/links/email/done?lang=en&isOk=true" {
			t.Fatalf("led to %s", got)
		}

		p.expect(t, 200, "go to the new address", http.MethodGet, "/links/email/done?lang=en&isOk=true", "", "")
		p.expect(t, 200, `"email":"new@example.com"`, http.MethodGet, "/v1/user", root, "")

		p.expect(t, 403, "ForbiddenError", http.MethodPost, "/v1/user/resetPin", viewer, "")
		p.expect(t, 403, "ForbiddenError", http.MethodPatch, "/v1/pin", viewer, "nonsense")
		p.expect(t, 401, "InvalidPinError", http.MethodPatch, "/v1/pin", root, `{"pin":"000001","newPin":"246802","confirmPin":"246802"}`)
		p.expect(t, 200, "{}", http.MethodPatch, "/v1/pin", root, `{"pin":"135790","newPin":"246802","confirmPin":"246802"}`)
		p.expect(t, 200, "{}", http.MethodPost, "/v1/user/resetPin", root, "")

		link := p.address(t, p.mailTo(t, "new@example.com", "Confirm your new PIN"))
		if got := follow(t, http.MethodPost, link).Header.Get("Location"); got != "/links/pin/done?lang=en&isOk=true" {
			t.Fatalf("led to %s", got)
		}

		pin := oneTime(t, p.mailTo(t, "new@example.com", "Your new PIN"))
		p.expect(t, 200, "{}", http.MethodPatch, "/v1/pin", root, `{"pin":"`+pin+`","newPin":"246802","confirmPin":"246802"}`)

		p.expect(t, 200, `"username":"finance","email":"finance.1001@example.com","roleId":[8],"roleNames":["Client User"],"lastUsedAt":null,"state":"active","hasFactor":null,"factorResetAt":null,"pin":null}`,
			http.MethodGet, "/v1/user/list?filter=&page=1&query=FINANCE.1001@", viewer, "")
		p.expect(t, 200, "[]", http.MethodGet, "/v1/user/list?page=2", viewer, "")
		p.expect(t, 400, "page", http.MethodGet, "/v1/user/list?page=0", viewer, "")
		p.expect(t, 200, `"apiKey":"lk_…1001","name":"",`, http.MethodGet, "/v1/user/list?filter=api", root, "")
		p.expect(t, 403, "ForbiddenError", http.MethodGet, "/v1/user/list?filter=api", viewer, "")
		p.expect(t, 400, "filter", http.MethodGet, "/v1/user/list?filter=other", root, "")

		key := field(t, p.expect(t, 201, "lk_", http.MethodPost, "/v1/user/key", root, ""), "apiKey")
		p.expect(t, 200, "data", http.MethodGet, "/h2h/v1/balance", key, "")
		p.expect(t, 409, "ApiKeyLimitError", http.MethodPost, "/v1/user/key", root, "")

		made := field(t, p.expect(t, 201, "sri", http.MethodPost, "/v1/user", root,
			`{"username":"sri","email":"sri@example.com","roleId":[8]}`), "id")
		once := oneTime(t, p.mailTo(t, "sri@example.com", "Your Loket account"))
		p.expect(t, 401, "PasswordExpiredError", http.MethodPost, "/v1/auth", "", `{"clientId":1001,"username":"sri","password":"`+once+`"}`)
		p.expect(t, 403, "ForbiddenError", http.MethodDelete, "/v1/user/"+made, viewer, "")
		p.expect(t, 403, "ForbiddenError", http.MethodDelete, "/v1/user/999999", viewer, "")
		p.expect(t, 403, "ForbiddenError", http.MethodDelete, "/v1/user/unknown", viewer, "")
		p.expect(t, 404, "NotFoundError", http.MethodDelete, "/v1/user/unknown", root, "")
		p.expect(t, 404, "NotFoundError", http.MethodDelete, "/v1/user/"+made, p.signIn(t, 1002, "root"), "")
		p.expect(t, 200, "{}", http.MethodDelete, "/v1/user/"+made, root, "")
		p.expect(t, 404, "NotFoundError", http.MethodDelete, "/v1/user/"+made, root, "")

		p.expect(t, 400, "Please input the correct password.", http.MethodPatch, "/v1/user/changePassword", root,
			`{"oldPassword":"wrong","password":"Kuda-Terbang-7","repassword":"Kuda-Terbang-7"}`)

		second := p.signIn(t, 1001, "root")
		p.expect(t, 200, `"current":true`, http.MethodGet, "/v1/user/sessions", root, "")
		p.expect(t, 200, "{}", http.MethodPatch, "/v1/user/changePassword", root,
			`{"oldPassword":"Loket-Demo-2026","password":"Kuda-Terbang-7","repassword":"Kuda-Terbang-7"}`)
		p.expect(t, 401, "UnauthorizedError", http.MethodGet, "/v1/auth/test", second, "")
		p.expect(t, 200, "ok", http.MethodGet, "/v1/auth/test", root, "")

		for _, secret := range []string{pin, once, key, "Kuda-Terbang", link[strings.LastIndexByte(link, '/')+1:]} {
			if strings.Contains(p.log.String(), secret) {
				t.Errorf("the log holds %q", secret)
			}
		}
	})
}

// A browser that signed in before gets in while guesses from its own network lock the account there.
func TestKnownBrowserIsNotLockedOut(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		signIn := func(password string, cookie *http.Cookie) *http.Response {
			body := fmt.Sprintf(`{"clientId":1001,"username":"viewer","password":%q}`, password)

			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.base+"/v1/auth", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}

			r.Header.Set("Content-Type", "application/json")

			if cookie != nil {
				r.AddCookie(&http.Cookie{Name: cookie.Name, Value: cookie.Value})
			}

			answer, _ := exchange(t, r)

			return answer
		}

		first := signIn(demo.Password, nil)
		if len(first.Cookies()) != 1 {
			t.Fatalf("cookies %v", first.Cookies())
		}

		device := first.Cookies()[0]
		if device.Path != "/v1/auth" || !device.HttpOnly || device.SameSite != http.SameSiteStrictMode || device.MaxAge <= 0 || device.Value == "" {
			t.Errorf("cookie %+v", device)
		}

		for range 10 {
			if got := signIn("Loket-Demo-2025", nil); got.StatusCode != http.StatusUnauthorized || len(got.Cookies()) != 0 {
				t.Errorf("a wrong password: %d %v", got.StatusCode, got.Cookies())
			}
		}

		if got := signIn(demo.Password, nil); got.StatusCode != http.StatusForbidden {
			t.Errorf("without the cookie: %d", got.StatusCode)
		}

		if got := signIn(demo.Password, device); got.StatusCode != http.StatusOK || got.Cookies()[0].Value != device.Value {
			t.Errorf("with the cookie: %d %v", got.StatusCode, got.Cookies())
		}
	})
}
