package identity_test

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// A refusal of a key says why, and keys of before serve as they did.
func TestRefusalsOfKeysSayWhy(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		says := func(key string) string {
			_, err := svc.AuthenticateKey(t.Context(), key, "")
			if err == nil {
				return "serves"
			}

			return fault.From(err).Message.Code()
		}

		made, text, err := svc.MakeOwnKey(t.Context(), root, identity.KeyInput{})
		testkit.Must(t, err)

		key := text.Reveal()
		if !strings.HasPrefix(key, "lk_live_") || len(key) != 46 || made.LastFour != key[42:] {
			t.Fatalf("the key is %s, shown as %s", key, made.Masked())
		}

		// The form of before.
		const old = "lk_K7QXV2M4ZB6T3N8WRJ5C"

		testkit.Must(t, identity.CheckKey(old))
		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := svc.StoreKeyTx(t.Context(), tx, asStaff(), identity.NewKey{ClientID: client, Key: secret.Text(old)})

			return err
		}))

		other := identity.MakeKey().Reveal()

		for given, want := range map[string]string{
			key: "serves", old: "serves", "": "key_missing", other: "key_unknown", "lk_another_one": "key_unknown",
			key[:45]: "key_mistyped", strings.ToUpper(key[:8]) + key[8:]: "key_unknown", key[:20] + "!" + key[21:]: "key_mistyped",
		} {
			if got := says(given); got != want {
				t.Errorf("%s: %s, want %s", given, got, want)
			}
		}

		want(t, fault.ErrValidation, identity.CheckKey(secret.Text(key[:45])))
		testkit.Must(t, svc.DeletePrincipal(t.Context(), root, made.ID))

		if got := says(key); got != "key_deleted" {
			t.Errorf("a deleted key: %s", got)
		}

		if has, err := svc.HasAPIKey(t.Context(), text); err != nil || has {
			t.Errorf("a deleted key is valid: %v", err)
		}
	})
}
