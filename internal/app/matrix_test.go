package app_test

import (
	"encoding/base32"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"loket/internal/api"
	"loket/internal/identity/factor"
)

// operation is the part of an operation of the published document that the matrix
// needs.
type operation struct {
	ID         string `json:"operationId"`
	Permission any    `json:"x-permission"` //nolint:tagliatelle // OpenAPI's form of extensions
	Feature    string `json:"x-feature"`    //nolint:tagliatelle // as above
	Role       string `json:"x-role"`       //nolint:tagliatelle // as above
	Option     string `json:"x-option"`     //nolint:tagliatelle // as above
	Flag       string `json:"x-flag"`       //nolint:tagliatelle // as above
	Client     string `json:"x-client"`     //nolint:tagliatelle // as above
	Cost       string `json:"x-cost"`       //nolint:tagliatelle // as above
	Sandbox    string `json:"x-sandbox"`    //nolint:tagliatelle // as above
	Scope      string `json:"x-scope"`      //nolint:tagliatelle // as above
	Look       string `json:"x-look"`       //nolint:tagliatelle // as above
	StepUp     bool   `json:"x-step-up"`    //nolint:tagliatelle // as above

	method string // get
}

func document(t *testing.T) map[string]map[string]operation {
	t.Helper()

	return documentOf(t, "openapi.json")
}

func documentOf(t *testing.T, name string) map[string]map[string]operation {
	t.Helper()

	text, err := os.ReadFile("../api/" + name)
	if err != nil {
		t.Fatal(err)
	}

	var doc struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}

	for _, methods := range doc.Paths {
		for method, o := range methods {
			o.method = method
			methods[method] = o
		}
	}

	return doc.Paths
}

// servesLooks reports whether staff who look at the portal may call an operation: what is read by GET and needs no proof.
func (o operation) servesLooks() bool {
	return o.Look == "ends" || o.method == "get" && o.Look != "no" && !o.StepUp
}

// actor is a caller of every operation.
type actor struct {
	name  string
	token string
	// permissions and features that the actor's user and client have.
	permissions []float64
	features    []string
	root        bool
	scopes      []string // of a key; nil: all
	reports     bool     // the only option there is
	kind        string   // none, ended, restricted, session, key, look
}

// expected is the status of a refusal, or 0 if access must be granted.
func (a actor) expected(o operation) int {
	access := fmt.Sprint(o.Permission)

	switch {
	case access == "public" || access == "signed": // a caller without a signature is refused by the handler
		return 0
	case a.kind == "none" || a.kind == "ended":
		return http.StatusUnauthorized
	case access == "apikey":
		if a.kind == "key" && a.scopes != nil && !slices.Contains(a.scopes, o.Scope) {
			return http.StatusForbidden
		}

		if a.kind == "key" {
			return 0
		}

		return http.StatusUnauthorized
	case a.kind == "key":
		return http.StatusUnauthorized
	case a.kind == "look" && !o.servesLooks():
		return http.StatusForbidden
	case a.kind == "restricted" && access != "restricted", (a.kind == "first step") != (access == "second-factor"):
		return http.StatusUnauthorized
	}

	if id, needed := o.Permission.(float64); needed && !slices.Contains(a.permissions, id) {
		return http.StatusForbidden
	}

	// The kind of the id decides which of two permissions is needed. Without both,
	// nothing is looked up.
	if o.ID == "delete-principal" && !slices.Contains(a.permissions, 6) && !slices.Contains(a.permissions, 14) {
		return http.StatusForbidden
	}

	if o.Role != "" && !a.root {
		return http.StatusForbidden
	}

	if o.Option != "" && !a.reports {
		return http.StatusForbidden
	}

	if o.Feature != "" && !slices.Contains(a.features, o.Feature) {
		return http.StatusForbidden
	}

	return 0
}

func (p *program) actors(t *testing.T) []actor {
	t.Helper()

	ended := p.signIn(t, 1001, "viewer")
	if status, text := p.ask(t, http.MethodPost, "/v1/user/logout", ended, ""); status != http.StatusOK {
		t.Fatalf("sign out: %d %s", status, text)
	}

	if p.looking == "" { // a code of staff serves once; no other actor ends the sessions of this user
		p.looking = p.look(t, "ana", "finance")
	}

	root := []float64{6, 14, 17, 21, 22, 24, 52, 55, 71, 72, 73, 75, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 301, 302, 303, 304, 305, 306}

	return []actor{
		{name: "no token", kind: "none"},
		{name: "nonsense", kind: "none", token: "nonsense"},
		{name: "ended session", kind: "ended", token: ended},
		{name: "restricted", kind: "restricted", token: p.signIn(t, 1003, "expired")},
		{name: "first step", kind: "first step", token: p.firstStep(t, 1004, "root")},
		{name: "another client's root", kind: "session", token: p.signIn(t, 1002, "root"), permissions: root, root: true},
		{name: "no permission", kind: "session", token: p.signIn(t, 1001, "viewer"), features: []string{"corporate", "unique-amount", "connect"}},
		{name: "root", kind: "session", token: p.signIn(t, 1001, "root"), permissions: root, root: true, reports: true, features: []string{"corporate", "unique-amount", "connect"}},
		{name: "staff who look as finance", kind: "look", token: p.looking, permissions: []float64{21, 22, 52, 55, 71, 204, 208, 209, 211, 302}, features: []string{"corporate", "unique-amount", "connect"}},
		{name: "API key", kind: "key", token: "lk_demo_1001"},
		{name: "unknown API key", kind: "none", token: "lk_AAAAAAAAAAAAAAAAAAAAAAAAAA"},
	}
}

// TestEveryOperationAsEveryone calls each operation of the published document as every
// kind of caller. A call without access gets 401 or 403 before anything else is
// checked. A call with access doesn't.
func TestEveryOperationAsEveryone(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		published := document(t)

		count, wrong := p.tryDoors(t, published)
		if count < 100 {
			t.Errorf("only %d calls were tried", count)
		}

		for _, problem := range wrong {
			t.Error(problem)
		}

		// The test must be able to fail: a falsified document requires more or less
		// than the program does.
		for id, permission := range map[string]any{"list-users": float64(6), "add-user": "session"} {
			if _, wrong := p.tryDoors(t, falsified(t, published, id, permission)); len(wrong) == 0 {
				t.Errorf("a wrong permission of %s was not seen", id)
			}
		}
	}, withAnalytics)
}

// falsified returns the operation with this id and another permission.
func falsified(t *testing.T, published map[string]map[string]operation, id string, permission any) map[string]map[string]operation {
	t.Helper()

	for path, methods := range published {
		for method, o := range methods {
			if o.ID == id {
				o.Permission = permission

				return map[string]map[string]operation{path: {method: o}}
			}
		}
	}

	t.Fatalf("there is no operation %s", id)

	return nil
}

// tryDoors calls operations as every actor. It returns the number of calls and the
// wrong results.
func (p *program) tryDoors(t *testing.T, published map[string]map[string]operation) (int, []string) {
	t.Helper()

	return p.tryDoorsAs(t, p.actors(t), published)
}

func (p *program) tryDoorsAs(t *testing.T, actors []actor, published map[string]map[string]operation) (int, []string) {
	t.Helper()

	var wrong []string

	count := 0

	for _, who := range actors {
		for path, methods := range published {
			for method, o := range methods {
				if strings.HasPrefix(strings.TrimPrefix(o.ID, "staff-"), "sign-out") || strings.HasSuffix(o.ID, "stream-events") && who.expected(o) == 0 {
					continue // would end the actor; would not end
				}

				count++

				if problem := p.tryDoor(t, who, strings.ToUpper(method), path, o); problem != "" {
					wrong = append(wrong, problem)
				}
			}
		}
	}

	return count, wrong
}

func (p *program) tryDoor(t *testing.T, who actor, method, path string, o operation) string {
	t.Helper()

	body := ""
	if method == http.MethodPost {
		body = `{"unknown":1}` // refused by the validation that follows the check of access
	}

	path = strings.NewReplacer("{clientRef}", "none", "{code}", "none", "{supplier}", "none", "{source}", "none", "{key}", "none", "{orderId}", "none", "{kind}", "none", "{client}", "none", "{clientCode}", "none", "{clientId}", "1001", "{depositId}", "none", "{file}", "none", "/clients/{id}", "/clients/7", "{userId}", "none", "{id}", "none", "{document}", "client.json", "{deliveryId}", "none", "{period}", "none", "{purpose}", "password", "{field}", "email", "{token}", "none", "{type}", "level_1", "{number}", "1").Replace(path)
	if strings.Contains(path, "{") {
		t.Fatalf("the matrix does not know how to fill %s", path)
	}

	status, text := p.ask(t, method, path, who.token, body)
	refused := status == http.StatusUnauthorized || status == http.StatusForbidden

	switch want := who.expected(o); {
	case status >= http.StatusInternalServerError:
		return fmt.Sprintf("%s %s as %s: %d %s", method, path, who.name, status, text)
	case want != 0 && status != want:
		return fmt.Sprintf("%s %s as %s: %d, want %d: %s", method, path, who.name, status, want, text)
	case want == 0 && refused:
		return fmt.Sprintf("%s %s as %s: refused with %d: %s", method, path, who.name, status, text)
	case refused && !strings.Contains(text, `"fields":[]`):
		return fmt.Sprintf("%s %s as %s: the body was looked at before the door: %s", method, path, who.name, text)
	}

	return ""
}

// TestDocumentIsWhatIsServed checks that each route declares who may call it, and that
// the document in the repository has each route of the API.
func TestDocumentIsWhatIsServed(t *testing.T) {
	t.Parallel()

	p := start(t, 1)
	published := document(t)
	pages := map[string]bool{
		"/external/": true, "/external": true, "/{$}": true, "/csp-reports": true, "/shop/": true, "/docs/": true, "/docs": true, "/{clientCode}/{operatorCode}": true,
	}

	for _, r := range p.API().Routes() {
		if r.Access == (api.Access{}) || r.Client == "" {
			t.Errorf("%s %s declares nothing", r.Method, r.Path)
		}

		if pages[r.Path] {
			continue
		}

		o, ok := published[r.Path][strings.ToLower(r.Method)]
		if !ok {
			t.Errorf("%s %s is not in openapi.json: run make generate", r.Method, r.Path)

			continue
		}

		if got := fmt.Sprint(o.Permission); got != r.Access.String() || o.Client != string(r.Client) || o.Feature != string(r.Feature) {
			t.Errorf("%s %s: the document says %v, %q, %q", r.Method, r.Path, o.Permission, o.Client, o.Feature)
		}

		delete(published[r.Path], strings.ToLower(r.Method))
	}

	for path, left := range published {
		for method := range left {
			t.Errorf("the document shows %s %s, which is not served", method, path)
		}
	}

	text, err := p.API().DocumentJSON()
	if err != nil {
		t.Fatal(err)
	}

	kept, err := os.ReadFile("../api/openapi.json")
	if err != nil || string(kept) != string(text) {
		t.Errorf("openapi.json is out of step: run make generate (%v)", err)
	}
}

// firstStep gives a user an authenticator app, and returns the token of a sign-in that waits for its second step.
func (p *program) firstStep(t *testing.T, client int64, username string) string {
	t.Helper()

	token := p.signIn(t, client, username)
	if status, _ := p.ask(t, http.MethodGet, "/v1/auth/test", token, ""); status == http.StatusUnauthorized {
		return token // it has one
	}

	_, text := p.ask(t, http.MethodPost, "/v1/user/factors/totp", token, "")

	shared, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(field(t, text, "secret"))
	if err != nil {
		t.Fatal(err)
	}

	code := factor.Code(shared, factor.StepOf(p.Clock.Now()), factor.CodeDigits)
	p.expect(t, http.StatusOK, "recoveryCodes", http.MethodPost, "/v1/user/factors/totp/"+field(t, text, "id")+"/confirm", token, `{"code":"`+code+`"}`)

	return p.signIn(t, client, username)
}
