package app_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"loket/internal/api"
)

// TestMissingFieldsAreToldLikeEmptyOnes: the product has a message for each
// empty field of these forms. A missing field gets the same message.
func TestMissingFieldsAreToldLikeEmptyOnes(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")

		for _, c := range []struct {
			method, path, token, empty string
			words                      map[string]string
		}{
			{http.MethodPost, "/v1/auth", "", `{"clientId":0,"username":"","password":""}`, map[string]string{
				"clientId": "Client ID must be filled", "username": "Username must be filled", "password": "Password must be filled",
			}},
			{http.MethodPost, "/v1/user/forgotPassword", "", `{"clientId":0,"username":""}`, map[string]string{
				"clientId": "Client ID must be filled", "username": "Username must be filled",
			}},
			{http.MethodPost, "/v1/validate-password", root, `{"password":""}`, map[string]string{"password": "Please input at least 8 characters"}},
			{http.MethodPatch, "/v1/user/changePassword", root, `{"oldPassword":"","password":"","repassword":"x"}`, map[string]string{
				"oldPassword": "Password must be filled", "repassword": "Both passwords must be identical!",
			}},
			{
				http.MethodPatch, "/v1/clients/changeEmail", root, `{"password":"","username":"root","email":"","emailFinance":"","clientId":1001}`,
				map[string]string{
					"password": "Password is required.", "email": "Please enter a valid email address.",
					"emailFinance": "Please enter a valid finance email address.",
				},
			},
			{http.MethodPatch, "/v1/pin", root, `{"pin":"","newPin":"","confirmPin":"x"}`, map[string]string{
				"pin": "Please input your current PIN!", "newPin": "PIN must be exactly 6 characters long!",
				"confirmPin": "The two PINs you entered do not match!",
			}},
			{http.MethodPost, "/v1/user", root, `{"username":"","email":"","roleId":[8]}`, map[string]string{
				"username": "Username is not valid, minimum 2 characters, use . or _ instead of space", "email": "Please enter valid email address",
			}},
		} {
			for _, body := range []string{`{}`, c.empty} {
				p.finds(t, c.method, c.path, c.token, body, c.words)
			}
		}
	})
}

// finds requires that a body is refused with these messages, among others.
func (p *program) finds(t *testing.T, method, path, token, body string, words map[string]string) {
	t.Helper()

	status, text := p.askIn(t, "", method, path, token, body)

	var answer struct {
		Fields []api.Field `json:"fields"`
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status != http.StatusBadRequest {
		t.Fatalf("%s %s %s: %d %s: %v", method, path, body, status, text, err)
	}

	found := map[string]string{}
	for _, f := range answer.Fields {
		found[f.Field] = f.Message
	}

	for field, want := range words {
		if found[field] != want {
			t.Errorf("%s %s %s: %s %q, want %q", method, path, body, field, found[field], want)
		}
	}
}
