package contact_test

import (
	"fmt"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/orders/contact"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const client, other = 1, 2

var (
	by     = contact.By{ClientID: client, Actor: "user:1"}
	theirs = contact.By{ClientID: other, Actor: "user:2"}
)

func newService(t *testing.T, d *db.DB) *contact.Service {
	t.Helper()
	testkit.InsertClient(t, d, client)
	testkit.InsertClient(t, d, other)

	return contact.NewService(contact.Deps{DB: d, Clock: clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC))})
}

func TestContactsAreMadeChangedAndDeleted(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newService(t, d)

		siti, err := s.Create(t.Context(), by, contact.Input{Code: " E-1 ", Name: "Siti  Aminah", DestinationNo: "0812 3456 7890"})
		testkit.Must(t, err)
		_, err = s.Create(t.Context(), by, contact.Input{Code: "E-2", Name: "Budi_100", DestinationNo: "081234567891"})
		testkit.Must(t, err)
		_, err = s.Create(t.Context(), theirs, contact.Input{Code: "E-1", Name: "Agus", DestinationNo: "081234567890"})
		testkit.Must(t, err)

		if _, err := s.Create(t.Context(), by, contact.Input{Code: "E-1", Name: "Ani", DestinationNo: "1"}); !fault.ErrValidation.Is(err) {
			t.Errorf("a code twice: %v", err)
		}

		for search, want := range map[string]int{"": 2, "siti": 1, "e-2": 1, "_": 1, "%": 0, "567891": 1, "agus": 0} {
			list, total, err := s.List(t.Context(), client, search, 1, 10)
			testkit.Must(t, err)

			if len(list) != want || total != want {
				t.Errorf("%q finds %d of %d, want %d", search, len(list), total, want)
			}
		}

		in := contact.Input{Code: "E-1", Name: "Siti A.", DestinationNo: "+6281300000000"}
		if _, err := s.Change(t.Context(), theirs, siti.ID, in); !fault.ErrNotFound.Is(err) {
			t.Errorf("another client's was changed: %v", err)
		}

		if _, err := s.Change(t.Context(), by, siti.ID, contact.Input{Code: "E-9", Name: "Siti", DestinationNo: "1"}); !fault.ErrValidation.Is(err) {
			t.Errorf("a code was changed: %v", err)
		}

		changed, err := s.Change(t.Context(), by, siti.ID, in)
		testkit.Must(t, err)

		if changed.Name != "Siti A." || changed.Code != "E-1" {
			t.Errorf("%+v", changed)
		}

		found, err := s.ContactsOfNumbers(t.Context(), client, []string{"081300000000", "6281300000000", "081234567890", "\x00", ""})
		testkit.Must(t, err)

		if found[0].Name != "Siti A." || found[1].ID != siti.ID || found[2].ID != 0 || found[2].DestinationNo != "081234567890" {
			t.Errorf("%+v", found)
		}

		if _, err := s.Delete(t.Context(), theirs, siti.ID); !fault.ErrNotFound.Is(err) {
			t.Errorf("another client's was deleted: %v", err)
		}

		deleted, err := s.Delete(t.Context(), by, siti.ID)
		testkit.Must(t, err)

		if _, err := s.Delete(t.Context(), by, siti.ID); deleted.Active || !fault.ErrNotFound.Is(err) {
			t.Errorf("%+v %v", deleted, err)
		}

		// Its code is free again.
		_, err = s.Create(t.Context(), by, contact.Input{Code: "E-1", Name: "Ani", DestinationNo: "081300000000"})
		testkit.Must(t, err)
	})
}

// The form's rules (docs/product/bill-payment.md#contacts).
func TestContactRules(t *testing.T) {
	t.Parallel()

	s := contact.NewService(contact.Deps{DB: new(db.DB), Clock: clock.System{}})

	for _, c := range []struct {
		in      contact.Input
		field   string
		message string
	}{
		{contact.Input{Name: "Ani", DestinationNo: "1"}, "code", "Name must be filled"},
		{contact.Input{Code: "1", Name: "  ", DestinationNo: "1"}, "name", "Name must be filled"},
		{
			contact.Input{Code: "1", Name: "Ani & Co", DestinationNo: "1"},
			"name",
			"Only letters, numbers, spaces, dashes (-), underscores (_), periods (.), and commas (,) are allowed",
		},
		{
			contact.Input{Code: "1", Name: "<b>Ani</b>", DestinationNo: "1"},
			"name",
			"Only letters, numbers, spaces, dashes (-), underscores (_), periods (.), and commas (,) are allowed",
		},
		{contact.Input{Code: "1", Name: "Ani"}, "destinationNo", ""},
	} {
		_, err := s.Create(t.Context(), by, c.in)
		f := fault.From(err)

		if len(f.Fields) != 1 || f.Fields[0].Field != c.field || c.message != "" && f.Fields[0].Message.String() != c.message {
			t.Errorf("%+v: %+v", c.in, f.Fields)
		}
	}
}

// Ten thousand numbers are checked by one query, of which the last changed contact counts.
func TestManyNumbersAreChecked(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newService(t, d)

		for _, name := range []string{"Old", "New"} {
			_, err := s.Create(t.Context(), by, contact.Input{Code: name, Name: name, DestinationNo: "081200000007"})
			testkit.Must(t, err)
		}

		list := make([]string, contact.MaxNumbers)
		for i := range list {
			list[i] = fmt.Sprintf("0812%08d", i)
		}

		found, err := s.ContactsOfNumbers(t.Context(), client, list)
		testkit.Must(t, err)

		for i, c := range found {
			if c.DestinationNo != list[i] || (c.Name == "New") != (i == 7) || (c.ID != 0) != (i == 7) {
				t.Fatalf("%d: %+v", i, c)
			}
		}

		if _, err := s.ContactsOfNumbers(t.Context(), client, make([]string, contact.MaxNumbers+1)); !fault.ErrValidation.Is(err) {
			t.Errorf("too many: %v", err)
		}
	})
}

// A number is stored in its normal form, or refused with a reason; who saves one that others have is told so, and it is found in any writing.
func TestNumbersOfContacts(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newService(t, d)

		for i, c := range []struct{ number, stored, repair string }{
			{"0812 3456 7890", "081234567890", ""},
			{"+62 812-3456-7890", "081234567890", ""},
			{"\u202a081234567890\u202c", "081234567890", "hidden"},
			{"'081234567890", "081234567890", "formula"},
			{"081234567890.0", "081234567890", "decimal"},
			{"551203880 2010", "551203880 2010", ""},
			{"abc", "", ""},
			{"8.12E+11", "", ""},
			{"081234567890/081234567891", "", ""},
		} {
			code := fmt.Sprintf("E-%d", i)

			made, err := s.Create(t.Context(), by, contact.Input{Code: code, Name: code, DestinationNo: c.number})
			if c.stored == "" {
				if f := fault.From(err); !fault.ErrValidation.Is(err) || f.Fields[0].Field != "destinationNo" {
					t.Errorf("%q: %+v, %v", c.number, made, err)
				}

				continue
			}

			testkit.Must(t, err)

			same := i // those before it
			if c.stored != "081234567890" {
				same = 0
			}

			if made.DestinationNo != c.stored || string(made.Number.Repair) != c.repair || len(made.SameNumber) != same {
				t.Errorf("%q: %+v", c.number, made)
			}
		}

		found, err := s.ContactsOfNumbers(t.Context(), client, []string{"62 812 3456 7890", "551203880(2010)", "abc"})
		testkit.Must(t, err)

		if found[0].Contacts != 5 || found[0].Number.Number != "081234567890" || found[1].Name != "E-5" || found[2].Contacts != 0 || found[2].Number.Number != "" {
			t.Errorf("%+v", found)
		}

		for search, want := range map[string]int{"0812 3456": 5, "+62 812": 5, "62812": 5, "(0812) 34": 5, "3456-7890": 5, "551203880 2010": 1, "812.3456": 5, "0813": 0} {
			if _, total, err := s.List(t.Context(), client, search, 1, 10); err != nil || total != want {
				t.Errorf("%q finds %d, %v", search, total, err)
			}
		}
	})
}
