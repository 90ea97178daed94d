package emaillink_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	client = 1001
	user   = 1
	other  = 2
)

// insertUsers makes client 1001 with two users.
func insertUsers(t *testing.T, d *db.DB) {
	t.Helper()

	testkit.InsertClient(t, d, client)

	for _, id := range []int64{user, other} {
		testkit.Exec(t, d, `INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, created_at)
			VALUES ($1, $2, 'u' || $3, 'U', 'u@example.com', 'x', 1, 1)`, id, client, strconv.FormatInt(id, 10))
	}
}

func inTx(t *testing.T, d *db.DB, fn func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()

	if err := d.Tx(t.Context(), func(tx *db.Tx) error { return fn(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

// create makes a link and gives its token.
func create(t *testing.T, d *db.DB, s *emaillink.Links, userID int64, purpose emaillink.Purpose) string {
	t.Helper()

	var token string

	inTx(t, d, func(ctx context.Context, tx *db.Tx) error {
		address, _, err := s.CreateTx(ctx, tx, emaillink.Link{Purpose: purpose, ClientID: client, UserID: userID, Detail: emaillink.Detail{To: "n@example.com"}})
		token, _, _ = strings.Cut(strings.TrimPrefix(address.Reveal(), "https://loket.example/links/"+string(purpose)+"/"), "?")

		return err
	})

	return token
}

func TestLinkIsUsedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		insertUsers(t, d)

		clk := clock.NewManual(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))
		s := emaillink.New(d, clk, func() string { return "https://loket.example" })
		token := create(t, d, s, user, emaillink.PIN)

		if _, err := s.Find(t.Context(), emaillink.Password, token); !emaillink.ErrInvalid.Is(err) {
			t.Errorf("for another purpose: %v", err)
		}

		l, err := s.Find(t.Context(), emaillink.PIN, token)
		if err != nil || l.UserID != user || l.ClientID != client || l.Detail.To != "n@example.com" || !l.ExpiresAt.Equal(clk.Now().Add(emaillink.Lifetime)) {
			t.Fatalf("%+v, %v", l, err)
		}

		inTx(t, d, func(ctx context.Context, tx *db.Tx) error { return s.UseTx(ctx, tx, l, "page") })

		err = d.Tx(t.Context(), func(tx *db.Tx) error { return s.UseTx(t.Context(), tx, l, "page") })
		if !emaillink.ErrInvalid.Is(err) {
			t.Errorf("used again: %v", err)
		}

		if _, err := s.Find(t.Context(), emaillink.PIN, token); !emaillink.ErrInvalid.Is(err) {
			t.Errorf("found again: %v", err)
		}

		for page, want := range map[string]bool{"page": true, "another": false, "": false} {
			if used, err := s.UsedBy(t.Context(), emaillink.PIN, token, page); err != nil || used != want {
				t.Errorf("used by %q: %t, %v", page, used, err)
			}
		}
	})
}

func TestEndedAndExpiredLinks(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		insertUsers(t, d)

		clk := clock.NewManual(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))
		s := emaillink.New(d, clk, func() string { return "https://loket.example" })
		tokens := map[string]emaillink.Purpose{}

		for _, p := range emaillink.Purposes() {
			tokens[create(t, d, s, user, p)] = p
		}

		tokens[create(t, d, s, other, emaillink.PIN)] = emaillink.PIN

		open := func() (n int) {
			for token, purpose := range tokens {
				if _, err := s.Find(t.Context(), purpose, token); err == nil {
					n++
				} else if !emaillink.ErrInvalid.Is(err) {
					t.Error(err)
				}
			}

			return n
		}

		inTx(t, d, func(ctx context.Context, tx *db.Tx) error {
			return s.EndTx(ctx, tx, client, user, emaillink.PIN, emaillink.Email)
		})

		if n := open(); n != 4 {
			t.Errorf("%d links are open after two purposes of a user ended", n)
		}

		inTx(t, d, func(ctx context.Context, tx *db.Tx) error { return s.EndTx(ctx, tx, client, 0, emaillink.PIN) })

		if n := open(); n != 3 {
			t.Errorf("%d links are open after a purpose of all users ended", n)
		}

		inTx(t, d, func(ctx context.Context, tx *db.Tx) error { return s.EndTx(ctx, tx, client+1, user) })

		if list, err := s.Open(t.Context(), d.Reader(), client, emaillink.Password); err != nil || len(list) != 1 || list[0].UserID != user {
			t.Errorf("open %+v, %v", list, err)
		}

		clk.Advance(emaillink.Lifetime)

		if n := open(); n != 0 {
			t.Errorf("%d links are open after their time", n)
		}

		if n, err := s.Purge(t.Context()); err != nil || n != 0 {
			t.Errorf("purged %d too early, %v", n, err)
		}

		clk.Advance(30 * 24 * time.Hour)

		if n, err := s.Purge(t.Context()); err != nil || n != int64(len(tokens)) {
			t.Errorf("purged %d, %v", n, err)
		}
	})
}
