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

// A key of authenticator apps is replaced while they serve: with both keys codes are checked, and after the secrets were encrypted anew the key
// before is of no use any more.
func TestKeyOfAuthenticatorAppsIsReplaced(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		first, second := secret.Text(strings.Repeat("1", secret.MinKey)), secret.Text(strings.Repeat("2", secret.MinKey))
		svc := newServiceWithHeldMail(t, d, func(o *identity.Options) { o.FactorKeys = []secret.Text{first} })
		with := func(keys ...secret.Text) {
			t.Helper()

			opt := options()
			opt.FactorKeys = keys
			svc.Service = svc.startNode(opt)
		}
		signIn := func(app phone) error {
			t.Helper()
			svc.clk.Advance(time.Minute)

			by, _ := svc.firstStep()
			_, err := svc.secondStep(by, app.code(svc))

			return err
		}
		reseal := func(want identity.ResealReport) {
			t.Helper()

			got, err := svc.ResealApps(t.Context())
			testkit.Must(t, err)

			if got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		}

		by, _ := svc.signInAs("root", userPassword)
		app := svc.enrol(by)

		with(second, first)
		testkit.Must(t, signIn(app))

		with(second)
		reseal(identity.ResealReport{Unreadable: 1}) // nothing is lost without the key before

		with(second, first)
		reseal(identity.ResealReport{Done: 1})
		reseal(identity.ResealReport{})

		with(second)
		testkit.Must(t, signIn(app))

		// Planted: a secret that keeps the key before in use.
		with(first)

		if signIn(app) == nil {
			t.Error("the key before still opens the secret")
		}
	})
}
