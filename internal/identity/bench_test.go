package identity_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

func benchmarkKey(b *testing.B, engine db.Engine) {
	b.Helper()

	ctx := b.Context()

	d, err := db.Open(ctx, db.Options{URL: testkit.URL(b, engine)})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()

	s, err := identity.New(d, clock.System{}, optionsWithQueue(b, d, clock.System{}))
	if err != nil {
		b.Fatal(err)
	}

	s.Start(ctx)

	defer func() { _ = s.Stop(ctx) }()

	if _, err := staffOf(d, clock.System{}, s).CreateClient(ctx, asStaff(), staff.NewClient{ID: client, Code: "majujaya", Name: "T", EmailFinance: "a@example.com"}); err != nil {
		b.Fatal(err)
	}

	_, key, err := staffOf(d, clock.System{}, s).MakeAPIKey(ctx, asStaff(), client)
	if err != nil {
		b.Fatal(err)
	}

	b.SetParallelism(64)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := s.AuthenticateKey(ctx, key.Reveal(), ""); err != nil {
				b.Error(err)

				return
			}
		}
	})
}
