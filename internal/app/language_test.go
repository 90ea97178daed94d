package app_test

import (
	"net/http"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/language"
	"loket/internal/supplier"
)

// TestErrorsInTheReadersLanguage: the message of an error is in the language of the
// browser, or in English if that is unknown. Codes don't depend on the language.
func TestErrorsInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		small := p.signIn(t, 1002, "root")

		for _, c := range []struct{ method, path, token, body, code, english, indonesian string }{
			{"POST", "/v1/validate-password", root, `{"password":"Abc1"}`, "ValidationError", "Please input at least 8 characters", "Masukkan minimal 8 karakter"},
			{
				"POST", "/v1/validate-password", root, `{"password":"kuda-terbang-7"}`, "ValidationError",
				"Password must have an uppercase letter", "Kata sandi harus memuat huruf besar",
			},
			{
				"POST", "/v1/validate-password", root, `{"password":"Marlina-2026"}`, "ValidationError",
				"Password must not hold your own names", "Kata sandi tidak boleh memuat nama Anda sendiri",
			},
			{
				"POST", "/v1/validate-password", root, `{"password":"Loket-Demo-2026"}`, "ValidationError",
				"Please choose a password that you have not used before", "Pilih kata sandi yang belum pernah Anda gunakan",
			},
			{"PATCH", "/v1/clients/changeEmail", root, `{}`, "ValidationError", `"message":"is required"`, `"message":"wajib diisi"`},
			{"POST", "/v1/validate-password", root, `{}`, "ValidationError", "Please input at least 8 characters", "Masukkan minimal 8 karakter"},
			{"POST", "/v1/user/forgotPassword", "", `{"clientId":0,"username":""}`, "ValidationError", "Client ID must be filled", "ID Klien harus diisi"},
			{
				"GET", "/v1/orders/external?query=" + strings.Repeat("1", 101), root, "", "ValidationError",
				`"message":"must have at most 100 characters"`, `"message":"maksimal 100 karakter"`,
			},
			{
				"POST", "/v1/auth", "", `{"clientId":1001,"username":"lost","password":"x"}`, "InvalidCredentialsError",
				"Client ID, username or password is wrong", "ID Klien, nama pengguna, atau kata sandi salah",
			},
			{"GET", "/v1/user/list", "lk_demo_1001", "", "UnauthorizedError", "An API key serves the client API alone, under /h2h/. This call needs a login", "Kunci API hanya berlaku untuk API klien, di /h2h/. Panggilan ini memerlukan login"},
			{"GET", "/v1/user/list", "nonsense", "", "UnauthorizedError", "Token expired, please login again", "Token kedaluwarsa, silakan masuk lagi"},
			{
				"PATCH", "/v1/pin", small, `{"pin":"135790","newPin":"246802","confirmPin":"246802"}`, "PinNotSetError",
				"Set your PIN first", "Buat PIN Anda terlebih dahulu",
			},
		} {
			p.speaks(t, c.method, c.path, c.token, c.body, c.code, c.english, c.indonesian)
		}

		for range 5 {
			p.expect(t, 401, "PIN is wrong", "PATCH", "/v1/pin", root, `{"pin":"000001","newPin":"246802","confirmPin":"246802"}`)
		}

		p.speaks(t, "PATCH", "/v1/pin", root, `{"pin":"135790","newPin":"246802","confirmPin":"246802"}`, "PinLockedError", "PIN is locked", "PIN dikunci")

		if _, text := p.askIn(t, "id", http.MethodGet, "/v1/nowhere", "", ""); !strings.Contains(text, `"message":"Tidak ditemukan"`) {
			t.Errorf("no route: %s", text)
		}
	})
}

func (p *program) speaks(t *testing.T, method, path, token, body, code, english, indonesian string) {
	t.Helper()

	for language, want := range map[string]string{
		"": english, "en-GB,id;q=0.5": english, "fr": english, "id": indonesian, "fr;q=0.9,id-ID;q=0.8,en;q=0.7": indonesian,
	} {
		_, text := p.askIn(t, language, method, path, token, body)
		if !strings.Contains(text, want) || !strings.Contains(text, `"code":"`+code+`"`) {
			t.Errorf("%s %s for %q: %s, want %s", method, path, language, text, want)
		}
	}
}

// TestOwnLanguage: the language that a user chooses is stored with the account,
// whatever the browser asks for.
func TestOwnLanguage(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		first := p.signIn(t, 1002, "root")
		other := p.signIn(t, 1003, "root")

		p.expect(t, http.StatusOK, `"language":null`, http.MethodGet, "/v1/user", first, "")
		p.expect(t, http.StatusBadRequest, "must be one of en, id", http.MethodPatch, "/v1/user/language", first, `{"language":"fr"}`)
		p.expect(t, http.StatusBadRequest, `"field":"language"`, http.MethodPatch, "/v1/user/language", first, `{}`)
		p.expect(t, http.StatusOK, "{}", http.MethodPatch, "/v1/user/language", first, `{"language":"id"}`)

		p.expect(t, http.StatusOK, `"language":"id"`, http.MethodGet, "/v1/user", p.signIn(t, 1002, "root"), "")
		p.expect(t, http.StatusOK, `"language":null`, http.MethodGet, "/v1/user", other, "")

		// Errors still follow the request.
		p.expect(t, http.StatusNotFound, "Not found", http.MethodGet, "/v1/nowhere", first, "")
	})
}

// TestReasonInTheReadersLanguage: the reason of a failed order is stored as a code and
// rendered in the reader's language.
func TestReasonInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const (
			path = "/h2h/v1/orders/TONGUE-1"
			key  = "lk_demo_1001"
		)

		p.expect(t, http.StatusCreated, "TONGUE-1", http.MethodPost, "/h2h/v1/orders", key,
			`{"productCode":"TSEL10","destinationNo":"081234567802","clientRef":"TONGUE-1"}`)
		testkit.Eventually(t, testkit.Patience, "the order fails", func() bool {
			_, text := p.ask(t, http.MethodGet, path, key, "")

			return strings.Contains(text, `"status":"failed"`)
		})

		var stored string
		if err := p.DB.Reader().QueryRow(t.Context(), "SELECT reason FROM orders WHERE client_ref = 'TONGUE-1'").Scan(&stored); err != nil {
			t.Fatal(err)
		}

		reason := supplier.Reason(stored).Message()
		if reason.Code() == "" {
			t.Fatalf("%q is stored, which is no code", stored)
		}

		for _, l := range []language.Language{language.English, language.Indonesian} {
			if _, text := p.askIn(t, string(l), http.MethodGet, path, key, ""); !strings.Contains(text, `"reason":"`+reason.In(l)+`"`) {
				t.Errorf("in %s: %s", l, text)
			}
		}
	})
}
