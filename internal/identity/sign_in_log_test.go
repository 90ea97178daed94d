package identity_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// Each sign-in logs its result and the account, but nothing that was typed.
func TestSignInsAreLogged(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var log bytes.Buffer

		svc := newServiceWithRoot(t, d, func(o *identity.Options) {
			o.AccountTries = 1
			o.Logger = slog.New(slog.NewJSONHandler(&log, nil))
		})

		for name, typed := range map[string]secret.Text{"root": userPassword, "nobody": "Kopi-Hangat-77", "Kopi.Manis.77": "x"} {
			_, err := svc.SignIn(t.Context(), identity.Credentials{ClientID: client, Username: name, Password: typed, Address: "192.0.2.7"})
			if (err == nil) != (name == "root") {
				t.Errorf("%s: %v", name, err)
			}
		}

		for range 2 {
			if _, err := svc.SignIn(t.Context(), identity.Credentials{ClientID: client, Username: "root", Password: "Kopi-Hangat-77"}); err == nil {
				t.Error("a wrong password signs in")
			}
		}

		text := log.String()
		for _, want := range []string{
			fmt.Sprintf(`"outcome":"ok","client":1001,"user":%d,"address":"192.0.2.7"`, svc.root.ID),
			`"outcome":"InvalidCredentialsError","client":1001,"user":0,"address":"192.0.2.7"`,
			fmt.Sprintf(`"outcome":"InvalidCredentialsError","client":1001,"user":%d`, svc.root.ID),
			`"level":"WARN","msg":"sign-in","outcome":"ThrottleRejectError"`,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("no line with %s in:\n%s", want, text)
			}
		}

		if strings.Contains(text, "Kopi") || strings.Contains(text, userPassword.Reveal()) {
			t.Errorf("what was typed is logged:\n%s", text)
		}
	})
}
