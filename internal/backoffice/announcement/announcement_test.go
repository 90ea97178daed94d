package announcement_test

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/backoffice/announcement"
	"loket/internal/backoffice/sales"
	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	first  = ordertest.Client
	second = ordertest.Other
)

type fixture struct {
	*announcement.Service

	clk   *clock.Manual
	parts *parts.Parts
	now   time.Time
}

// newFixture has two clients with a root user each. It is 14:00 in Jakarta.
func newFixture(t *testing.T, d *db.DB) fixture {
	t.Helper()
	ordertest.Fill(t, d, 0)

	clk := clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC))
	p := parts.New(t, d, clk)
	products := catalog.New(d, clk)
	record := event.New(d, clk, slog.New(slog.DiscardHandler), event.Options{})

	for _, id := range []int64{first, second} {
		testkit.Exec(t, d, "UPDATE clients SET email_finance = $1, language = 'id' WHERE id = $2", fmt.Sprintf("finance.%d@example.com", id), id)
		user := p.RootUser(t, id)
		testkit.Exec(t, d, "UPDATE users SET email = $1 WHERE id = $2", fmt.Sprintf("root.%d@example.com", id), user)
	}

	return fixture{clk: clk, parts: p, now: clk.Now(), Service: announcement.New(announcement.Deps{
		DB: d, Clock: clk, Clients: p.Clients, Catalog: products, Mail: p.Mail, Jobs: p.Jobs, Live: p.Live,
		Sales: sales.New(sales.Deps{DB: d, Clock: clk, Events: record, Catalog: products, Identity: p.Clients}),
	})}
}

func by() identity.By { return identity.By{Actor: "staff:budi", Reason: "as agreed"} }

func (f fixture) input() announcement.Input {
	return announcement.Input{
		English: announcement.Text{Title: " Maintenance ", Text: "On Sunday"}, Indonesian: announcement.Text{Title: "Pemeliharaan", Text: "Hari Minggu\nJam 01:00"},
		Until: f.now.Add(time.Hour), Everyone: true,
	}
}

func (f fixture) add(t *testing.T, in announcement.Input) announcement.Announcement {
	t.Helper()

	made, err := f.Add(t.Context(), by(), in)
	testkit.Must(t, err)

	return made
}

func user(client, id int64) *identity.Principal {
	return &identity.Principal{Kind: identity.SessionKind, ClientID: client, UserID: id}
}

// titles are what a user sees, and after how long that changes by itself.
func (f fixture) titles(t *testing.T, who *identity.Principal) (string, time.Duration) {
	t.Helper()

	shown, err := f.Shown(t.Context(), who)
	testkit.Must(t, err)

	list := []string{}
	for _, a := range shown.List {
		list = append(list, a.English.Title)
	}

	return strings.Join(list, ", "), shown.ChangesIn
}

// mails are the new mails as lines: address: subject.
func (f fixture) mails(t *testing.T, id int64) []string {
	t.Helper()

	before := len(f.parts.Mail.Messages())

	testkit.Must(t, f.MailClients(t.Context(), id))
	testkit.Must(t, f.MailClients(t.Context(), id)) // nobody is mailed twice

	lines := []string{}
	for _, m := range f.parts.Mail.Messages()[before:] {
		lines = append(lines, m.To+": "+m.Subject)
	}

	slices.Sort(lines)

	return lines
}

func TestUsersSeeWhatTheirClientIsTold(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		all := f.add(t, f.input())

		chosen := f.input()
		chosen.English.Title, chosen.Everyone, chosen.Clients, chosen.From, chosen.Until = "Your prices", false, []int64{first, first}, f.now.Add(10*time.Minute), f.now.Add(20*time.Minute)
		f.add(t, chosen)

		see := func(what string, who *identity.Principal, want string, changes time.Duration) {
			t.Helper()

			if got, in := f.titles(t, who); got != want || in != changes {
				t.Errorf("%s: %q in %v, want %q in %v", what, got, in, want, changes)
			}
		}

		see("one to come", user(first, 1), "Maintenance", 10*time.Minute)
		see("one to come for another client", user(second, 2), "Maintenance", time.Hour)
		f.clk.Advance(10 * time.Minute)
		see("it began", user(first, 1), "Your prices, Maintenance", 10*time.Minute)
		see("in the sandbox", user(clientid.Sandbox(first, 1), 1), "Your prices, Maintenance", 10*time.Minute)
		see("another client", user(second, 2), "Maintenance", 50*time.Minute)

		testkit.Must(t, f.Close(t.Context(), user(first, 1), all.ID))
		testkit.Must(t, f.Close(t.Context(), user(first, 1), all.ID))
		see("closed", user(clientid.Sandbox(first, 1), 1), "Your prices", 10*time.Minute)
		see("a colleague", user(first, 3), "Your prices, Maintenance", 10*time.Minute)

		f.clk.Advance(10 * time.Minute)
		see("over", user(first, 3), "Maintenance", 40*time.Minute)

		testkit.Must(t, f.End(t.Context(), by(), all.ID))
		see("ended", user(first, 3), "", 0)

		for what, err := range map[string]error{
			"ended twice": f.End(t.Context(), by(), all.ID), "closed after its end": f.Close(t.Context(), user(second, 2), all.ID),
			"closed by another client": f.Close(t.Context(), user(second, 2), all.ID+1),
		} {
			if !fault.ErrNotFound.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM audit_log WHERE actor = 'staff:budi' AND reason = 'as agreed' AND action LIKE 'announcement.%' AND detail LIKE '%before%'"); n != 3 {
			t.Errorf("%d entries", n)
		}

		f.clk.Advance(31 * 24 * time.Hour)

		if n, err := f.Purge(t.Context()); err != nil || n != 1 {
			t.Errorf("%d closures were deleted, %v", n, err)
		}
	})
}

func TestAnnouncementsAreChecked(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)

		for field, change := range map[string]func(in *announcement.Input){
			"title":     func(in *announcement.Input) { in.English.Title = "two\nlines" },
			"titleId":   func(in *announcement.Input) { in.Indonesian.Title = strings.Repeat("é", announcement.MaxTitle+1) },
			"text":      func(in *announcement.Input) { in.English.Text = " " },
			"textId":    func(in *announcement.Input) { in.Indonesian.Text = "a\x00b" },
			"from":      func(in *announcement.Input) { in.From = f.now.Add(-time.Second) },
			"until":     func(in *announcement.Input) { in.Until = f.now },
			"clientIds": func(in *announcement.Input) { in.Everyone, in.Clients = false, []int64{first, 7} },
		} {
			in := f.input()
			change(&in)

			_, err := f.Add(t.Context(), by(), in)
			if e, ok := errors.AsType[*fault.Error](err); !ok || len(e.Fields) != 1 || e.Fields[0].Field != field {
				t.Errorf("%s: %v", field, err)
			}
		}

		if _, err := f.Add(t.Context(), identity.By{Actor: "staff:budi"}, f.input()); !fault.ErrValidation.Is(err) {
			t.Errorf("without a reason: %v", err)
		}

		for range 50 {
			f.add(t, f.input())
		}

		if _, err := f.Add(t.Context(), by(), f.input()); !fault.ErrValidation.Is(err) {
			t.Errorf("one too many: %v", err)
		}

		// Those that are over don't count.
		f.clk.Advance(time.Hour)
		f.now = f.clk.Now()
		f.add(t, f.input())

		page, err := f.List(t.Context(), 0, 2)
		if err != nil || len(page) != 2 || page[0].ID != 51 {
			t.Errorf("%+v %v", page, err)
		}

		if page, err = f.List(t.Context(), 2, 5); err != nil || len(page) != 1 || page[0].State(f.now) != "ended" {
			t.Errorf("%+v %v", page, err)
		}
	})
}

func TestRootUsersAreMailedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		in := f.input()
		in.Mail = true
		made := f.add(t, in)

		one, other := fmt.Sprintf("root.%d@example.com: Maintenance", first), fmt.Sprintf("root.%d@example.com: Maintenance", second)
		if got := f.mails(t, made.ID); !slices.Equal(got, []string{one, other}) && !slices.Equal(got, []string{other, one}) {
			t.Errorf("mails %q", got)
		}

		list, err := f.List(t.Context(), 0, 1)
		if err != nil || list[0].Mails != 2 {
			t.Errorf("%+v %v", list, err)
		}

		// Further clients are those with higher ids: what was mailed is not mailed again.
		testkit.InsertClient(t, d, max(first, second)+1)

		if got := f.mails(t, made.ID); len(got) != 0 {
			t.Errorf("again %q", got)
		}

		made = f.add(t, in)
		testkit.Must(t, f.End(t.Context(), by(), made.ID))

		if got := f.mails(t, made.ID); len(got) != 0 {
			t.Errorf("after its end %q", got)
		}
	})
}

// Clients that bought a product see its disturbance until it ends, and are mailed once for it.
func TestClientsAreToldOfDisturbances(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		product, operator := catalog.Choice{Product: ordertest.Product}, catalog.Choice{Operator: "TSEL"}
		author := catalog.By{Actor: "staff:budi", Reason: "Chat of 14:02"}

		// Who bought it 29 days ago is told; who bought it before that is not.
		sold := func(client int64, before time.Duration) {
			testkit.Exec(t, d, "INSERT INTO sales_days (client_id, day, product_code, supplier, orders, amount, cost, uncosted, below_cost, loss, failed, refunds, refunded, refunded_cost) "+
				"VALUES ($1, $2, $3, 'a', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)", client, sales.DayNumber(f.now.Add(-before)), ordertest.Product)
		}
		sold(first, 29*24*time.Hour)
		sold(second, 40*24*time.Hour)

		set := func(which catalog.Choice, problem catalog.Problem, tell bool, wantTold int) {
			t.Helper()

			if _, told, err := f.SetProblem(t.Context(), which, problem, tell, author); err != nil || told != wantTold {
				t.Errorf("%d are told, want %d: %v", told, wantTold, err)
			}

			f.clk.Advance(2 * time.Second) // the catalogue may be a second old
		}
		see := func(what string, client int64, want string) {
			t.Helper()

			if got, _ := f.titles(t, user(client, client)); got != want {
				t.Errorf("%s: client %d sees %q, want %q", what, client, got, want)
			}
		}

		const title = "Disturbance: Telkomsel 10.000 (TSEL10)"

		set(product, catalog.Problem{On: true, Indonesian: "Lambat"}, false, 0)
		see("nobody is told", first, "")

		set(product, catalog.Problem{On: true, Indonesian: "Lambat", Until: f.now.Add(time.Hour)}, true, 1)
		see("told", first, title)
		see("who bought nothing", second, "")

		last := func() announcement.Announcement {
			list, err := f.List(t.Context(), 0, 1)
			testkit.Must(t, err)

			return list[0]
		}
		mailed := []string{
			fmt.Sprintf("finance.%d@example.com: Gangguan: Telkomsel 10.000 (TSEL10)", first), fmt.Sprintf("root.%d@example.com: %s", first, title),
		}

		if got := f.mails(t, last().ID); !slices.Equal(got, mailed) {
			t.Errorf("mails %q", got)
		}

		// Another text replaces the first one, without a second mail.
		set(product, catalog.Problem{On: true, English: "Later", Until: f.now.Add(2 * time.Hour)}, true, 1)
		see("replaced", first, title)

		if a := last(); a.Mail || a.English.Text != "Later" || a.Indonesian.Text != "Later" {
			t.Errorf("it is %+v", a)
		}

		// It ends by itself with the disturbance, when staff end it, and when it is withdrawn before its begin.
		f.clk.Advance(2 * time.Hour)
		see("over", first, "")
		set(product, catalog.Problem{On: true, English: "Slow"}, true, 1)
		see("again", first, title)
		set(product, catalog.Problem{}, false, 0)
		see("ended", first, "")
		set(product, catalog.Problem{On: true, English: "Slow", From: f.clk.Now().Add(time.Minute)}, true, 1)
		set(product, catalog.Problem{}, false, 0)
		f.clk.Advance(time.Hour)
		see("withdrawn", first, "")

		// What is about all products of an operator ends with the last of them.
		set(operator, catalog.Problem{On: true, English: "Slow"}, true, 1)
		see("operator", first, "Disturbance: Telkomsel")
		set(product, catalog.Problem{}, false, 0)
		see("one product is fine", first, "Disturbance: Telkomsel")
		set(operator, catalog.Problem{}, false, 0)
		see("all are fine", first, "")

		if _, _, err := f.SetProblem(t.Context(), catalog.Choice{Product: "NONE"}, catalog.Problem{}, true, author); !fault.ErrNotFound.Is(err) {
			t.Errorf("no such product: %v", err)
		}
	})
}
