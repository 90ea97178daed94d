package identity_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

const (
	chromeOnWindows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"
	safariOnIOS     = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
)

func TestNewBrowsersAreTold(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		told := 0

		signIn := func(what, address, device string, known secret.Text, wanted string) secret.Text {
			t.Helper()

			c := credentials()
			c.Address, c.Device, c.KnownDevice = address, device, known
			in, err := svc.SignIn(t.Context(), c)
			testkit.Must(t, err)

			if wanted != "" {
				told++
			}

			list := svc.mails("root@example.com")
			if len(list) != told {
				t.Fatalf("%s: %d mails, want %d", what, len(list), told)
			}

			if wanted != "" && (list[0].Subject != "A sign-in from a new browser" || !strings.Contains(list[0].Text, wanted) || !strings.Contains(list[0].Text, address)) {
				t.Errorf("%s: %s\n%s", what, list[0].Subject, list[0].Text)
			}

			return in.Device
		}

		office := signIn("the first of all", "192.0.2.1", chromeOnWindows, "", "")
		signIn("the same one elsewhere", "198.51.100.9", chromeOnWindows, office, "")
		signIn("a program that keeps no cookie", "192.0.2.1", chromeOnWindows, "", "")
		phone := signIn("a phone", "192.0.2.1", safariOnIOS, "", "Safari on iOS")
		signIn("the phone again", "203.0.113.5", safariOnIOS, phone, "")
		signIn("somebody else", "203.0.113.77", "curl/8.5", "", "curl/8.5")

		// Its sessions are forgotten after a month, browsers later.
		svc.clk.Advance(45 * 24 * time.Hour)

		_, err := svc.Cleanup(t.Context())
		testkit.Must(t, err)
		signIn("known for long", "203.0.113.5", safariOnIOS, phone, "")
		svc.clk.Advance(45 * 24 * time.Hour)

		_, err = svc.Cleanup(t.Context())
		testkit.Must(t, err)
		signIn("unknown for long", "203.0.113.5", safariOnIOS, "", "Safari on iOS")

		// A wrong password is no sign-in, and the first step of one neither.
		c := credentials()
		c.Address, c.Password = "203.0.113.99", wrongPassword
		_, err = svc.SignIn(t.Context(), c)
		want(t, identity.ErrInvalidCredentials, err)

		if n := len(svc.mails("root@example.com")); n != told {
			t.Errorf("%d mails, want %d", n, told)
		}
	})
}
