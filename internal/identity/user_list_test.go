package identity_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// userNames returns the usernames of a page.
func (svc *serviceWithRoot) userNames(q identity.UserQuery) []string {
	svc.t.Helper()

	list, err := svc.ListUsers(svc.t.Context(), q)
	testkit.Must(svc.t, err)

	names := make([]string, len(list))
	for i, u := range list {
		names[i] = u.Username
	}

	return names
}

func TestListUsers(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		svc.client(1002, "warungsinar")
		svc.user(1002, "kasir.01", identity.ClientUserID)

		for i := 1; i <= 12; i++ {
			svc.user(client, fmt.Sprintf("kasir_%02d", i), identity.ClientUserID)
		}

		email := "Gudang%Barat@Example.com"
		_, err := svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref("kasir_07"), Email: &email})
		testkit.Must(t, err)

		for _, c := range []struct {
			name   string
			search string
			page   int
			want   string
		}{
			{"first page, the newest first", "", 1, "kasir_12 kasir_11 kasir_10 kasir_09 kasir_08 kasir_07 kasir_06 kasir_05 kasir_04 kasir_03"},
			{"page 0 is the first", "", 0, "kasir_12 kasir_11 kasir_10 kasir_09 kasir_08 kasir_07 kasir_06 kasir_05 kasir_04 kasir_03"},
			{"the last page is short", "", 2, "kasir_02 kasir_01 root"},
			{"a page past the end", "", 3, ""},
			{"a page far past the end", "", 1 << 40, ""},
			{"prefix of a username, in any case", " KASIR_0", 1, "kasir_09 kasir_08 kasir_07 kasir_06 kasir_05 kasir_04 kasir_03 kasir_02 kasir_01"},
			{"part of a username", "sir_1", 1, "kasir_12 kasir_11 kasir_10"},
			{"part of an e-mail", "barat@example", 1, "kasir_07"},
			{"a percent sign is no wild card", "g%b", 1, "kasir_07"},
			{"a percent sign alone", "%", 1, "kasir_07"},
			{"an underscore is no wild card", "kasir.0", 1, ""},
			{"a backslash", `\`, 1, ""},
			{"search and page", "kasir", 2, "kasir_02 kasir_01"},
			{"nobody", "nobody", 1, ""},
			{"a NUL", "kasir\x00", 1, ""},
			{"no UTF-8", "kasir\xff", 1, ""},
		} {
			got := svc.userNames(identity.UserQuery{ClientID: client, Page: c.page, Search: c.search})
			if strings.Join(got, " ") != c.want {
				t.Errorf("%s: got %v, want %s", c.name, got, c.want)
			}
		}

		if got := svc.userNames(identity.UserQuery{ClientID: 1002}); !slices.Equal(got, []string{"kasir.01"}) {
			t.Errorf("client 1002 has %v", got)
		}
	})
}

func TestListedUserState(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		const maxAge = 90 * 24 * time.Hour

		svc := newServiceWithRoot(t, d, func(o *identity.Options) { o.PasswordMaxAge = maxAge })
		svc.user(client, "old", identity.ClientUserID)
		svc.signIn()

		c := credentials()
		c.Username = "old"
		_, err := svc.SignIn(t.Context(), c)
		testkit.Must(t, err)

		svc.clk.Advance(maxAge)
		svc.user(client, "both", identity.ClientRootID, identity.ClientUserID)
		svc.user(client, "closed", identity.ClientUserID)

		closed := false
		_, err = svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref("closed"), Active: &closed})
		testkit.Must(t, err)

		_, _, err = svc.CreateUser(t.Context(), asStaff(), identity.NewUser{
			ClientID: client, Username: "invited", FullName: "Some One", Email: "i@example.com", RoleIDs: []int64{identity.ClientUserID},
		})
		testkit.Must(t, err)

		list, err := svc.ListUsers(t.Context(), identity.UserQuery{ClientID: client})
		testkit.Must(t, err)

		got := []string{}

		for _, u := range list {
			labels := []string{}
			for _, r := range u.Roles {
				labels = append(labels, r.Label)
			}

			got = append(got, fmt.Sprintf("%s %s used=%t %s", u.Username, strings.Join(labels, "+"), !u.LastUsedAt.IsZero(), u.State))
		}

		want := []string{
			"invited Client User used=false invited",
			"closed Client User used=false inactive",
			"both Client Root+Client User used=false active",
			"old Client User used=true password-expired",
			"root Client Root used=true password-expired",
		}
		if !slices.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// BenchmarkListUsers lists and searches the users of a client that has 10,000.
func BenchmarkListUsers(b *testing.B) {
	const users = 10_000

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		d := testkit.Open(b, engine)
		s := manyUsers(b, d, users)

		for name, q := range map[string]identity.UserQuery{
			"first page": {}, "last page": {Page: users / identity.UserPageSize}, "prefix": {Search: "kasir0500"},
			"substring": {Search: "r05000@"}, "nobody": {Search: "nobody"},
		} {
			q.ClientID = client

			b.Run(engine.String()+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if _, err := s.ListUsers(b.Context(), q); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// manyUsers is a service in which this client and nine others have the given number of
// users each.
func manyUsers(b *testing.B, d *db.DB, users int) *identity.Service {
	b.Helper()

	const clients = 10

	s, err := identity.New(d, clock.System{}, optionsWithQueue(b, d, clock.System{}))
	if err != nil {
		b.Fatal(err)
	}

	if err := s.EnsureRoles(b.Context()); err != nil {
		b.Fatal(err)
	}

	for i := range int64(clients) {
		in := staff.NewClient{ID: client + i, Code: fmt.Sprintf("client%d", i), Name: "T", EmailFinance: "a@example.com"}
		if _, err := staffOf(d, clock.System{}, s).CreateClient(b.Context(), asStaff(), in); err != nil {
			b.Fatal(err)
		}
	}

	each := func(row func(id, clientID int64) []any) iter.Seq[[]any] {
		return func(yield func([]any) bool) {
			for id := range int64(users * clients) {
				if !yield(row(id, client+id%clients)) {
					return
				}
			}
		}
	}

	columns := []string{"id", "client_id", "username", "full_name", "email", "password_hash", "password_changed_at", "created_at"}

	_, err = d.Copy(b.Context(), "users", columns, each(func(id, clientID int64) []any {
		name := fmt.Sprintf("kasir%05d", id/clients)

		return []any{id, clientID, name, name, name + "@cabang.example.com", "x", id, id}
	}))
	if err == nil {
		_, err = d.Copy(b.Context(), "user_roles", []string{"user_id", "role_id"}, each(func(id, _ int64) []any {
			return []any{id, identity.ClientUserID}
		}))
	}

	if err != nil {
		b.Fatal(err)
	}

	return s
}
