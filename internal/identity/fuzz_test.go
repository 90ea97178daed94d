package identity_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// FuzzToken: only the token itself is accepted, and no text causes a panic.
func FuzzToken(f *testing.F) {
	ctx := f.Context()

	d, err := db.Open(ctx, db.Options{URL: testkit.URL(f, db.SQLite)})
	if err != nil {
		f.Fatal(err)
	}

	f.Cleanup(func() { _ = d.Close() })

	clk := clock.NewManual(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))

	s, err := identity.New(d, clk, optionsWithQueue(f, d, clk))
	if err != nil {
		f.Fatal(err)
	}

	s.Start(ctx)
	f.Cleanup(func() { _ = s.Stop(f.Context()) })

	token, key := fuzzSecrets(f, s, staffOf(d, clock.System{}, s))
	pieces := strings.Split(token, ".")

	for _, seed := range []string{
		token, key, "", ".", "..", pieces[0] + "." + pieces[1] + ".", pieces[0] + ".e30." + pieces[2], "Bearer " + token,
		"eyJhbGciOiJub25lIn0." + pieces[1] + ".", "eyJhbGciOiJIUzI1NiIsImtpZCI6WzFdfQ." + pieces[1] + "." + pieces[2], respell(token),
		"lk_\x00", "lk_' OR ''='",
	} {
		f.Add(seed)
	}

	f.Fuzz(func(t *testing.T, text string) {
		if _, err := s.Authenticate(t.Context(), text); (err == nil) != (text == token) || err != nil && !identity.ErrKeyUnknown.Is(err) && !identity.ErrUnauthorized.Is(err) {
			t.Errorf("session token %q: %v", text, err)
		}

		if _, err := s.AuthenticateKey(t.Context(), text, ""); (err == nil) != (text == key) || err != nil && !identity.ErrKeyUnknown.Is(err) && !identity.ErrUnauthorized.Is(err) {
			t.Errorf("API key %q: %v", text, err)
		}
	})
}

func fuzzSecrets(f *testing.F, s *identity.Service, tools *staff.Service) (string, string) {
	f.Helper()

	ctx := f.Context()

	_, err := tools.CreateClient(ctx, asStaff(), staff.NewClient{ID: client, Code: "majujaya", Name: "T", EmailFinance: "a@example.com"})
	if err != nil {
		f.Fatal(err)
	}

	_, _, err = s.CreateUser(ctx, asStaff(), identity.NewUser{
		ClientID: client, Username: "root", Email: "a@example.com", Password: userPassword, KeepPassword: true,
	})
	if err != nil {
		f.Fatal(err)
	}

	in, err := s.SignIn(ctx, credentials())
	if err != nil {
		f.Fatal(err)
	}

	_, key, err := tools.MakeAPIKey(ctx, asStaff(), client)
	if err != nil {
		f.Fatal(err)
	}

	return in.Token, key.Reveal()
}
