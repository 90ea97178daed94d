package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"loket/internal/dev/demo"
)

// answerOf returns the whole answer without its request id and time.
func (p *program) answerOf(t *testing.T, path, body string) string {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}

	r.Header.Set("Content-Type", "application/json")

	answer, text := exchange(t, r)

	headers := maps.Clone(answer.Header)
	headers.Del("Date")
	headers.Del("X-Request-ID")

	return fmt.Sprintf("%d %v %s", answer.StatusCode, headers, regexp.MustCompile(`"requestId":"\w+"`).ReplaceAllString(text, ""))
}

// TestNobodyLearnsWhoExists compares the whole answers for known and unknown users.
// The tests of identity compare their times.
func TestNobodyLearnsWhoExists(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		signIn := func(client int, user, password string) string {
			return p.answerOf(t, "/v1/auth", fmt.Sprintf(`{"clientId":%d,"username":%q,"password":%q}`, client, user, password))
		}
		forgot := func(client int, user string) string {
			return p.answerOf(t, "/v1/user/forgotPassword", fmt.Sprintf(`{"clientId":%d,"username":%q}`, client, user))
		}

		const wrong = "Not-My-Password-1"

		for what, answers := range map[string][2]string{
			"unknown user":          {signIn(1001, "root", wrong), signIn(1001, "nobody", wrong)},
			"unknown client":        {signIn(1001, "root", wrong), signIn(9999, "root", wrong)},
			"another's user":        {signIn(1001, "root", wrong), signIn(1002, "finance", wrong)},
			"right elsewhere":       {signIn(1001, "root", wrong), signIn(1002, "viewer", demo.Password)},
			"forgot unknown user":   {forgot(1001, "root"), forgot(1001, "nobody")},
			"forgot unknown client": {forgot(1001, "finance"), forgot(9999, "root")},
		} {
			if answers[0] != answers[1] {
				t.Errorf("%s:\n%s\n%s", what, answers[0], answers[1])
			}
		}

		// The planted bug: an answer that reveals that the account exists.
		if signIn(1003, "expired", demo.Password) == signIn(1003, "nobody", demo.Password) {
			t.Error("this test sees no difference at all")
		}
	})
}
