package settlement_test

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/money/settlement"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
)

// The client reads the history of its limit. Why and by whom staff changed it stands in the audit log alone.
func TestHistoryNamesNoStaff(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, settlement.AllDays)

		for _, limit := range []money.Rupiah{1_500, 800} {
			_, err := w.Change(t.Context(), settlement.Change{
				ClientID: client, Limit: &limit, Actor: "staff:budi", Reason: "pays late since June",
			})
			testkit.Must(t, err)
		}

		_, err := w.RaiseLimit(t.Context(), settlement.TopupInput{
			Request: idempotency.Request{ClientID: client, Call: "topup", Key: "a"}, ClientID: client, Amount: 100, Actor: "user:1",
		})
		testkit.Must(t, err)

		periods, err := w.Periods(t.Context(), client, w.id, 1)
		testkit.Must(t, err)

		events, err := w.Events(t.Context(), client, w.id, periods[0].ID, settlement.EventFilter{Page: 1})
		testkit.Must(t, err)

		if len(events.Entries) != 4 {
			t.Errorf("%d rows, want 4: %+v", len(events.Entries), events.Entries)
		}

		for _, e := range events.Entries {
			if e.SourceRef != "" {
				t.Errorf("the client reads %q in row %d", e.SourceRef, e.Seq)
			}
		}
	})
}

// Who approves a cap saw the one that it replaces. After another change there is another decision to make.
func TestApprovedCapReplacesTheOneThatWasSeen(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, settlement.AllDays)
		set := func(key string, most money.Rupiah) settlement.ChangeResult {
			t.Helper()

			made, err := w.Change(t.Context(), settlement.Change{ClientID: client, MaxLimit: &most, Key: key, Actor: "staff:budi", Reason: "contract 8"})
			testkit.Must(t, err)

			return made
		}

		first, second := set("a", 60_000_000).Waiting, set("b", 70_000_000).Waiting
		if first == nil || second == nil {
			t.Fatal("a cap above the limit of one person, and it is set")
		}

		set("c", 3_000)

		_, err := w.DecideChange(t.Context(), approval.Decision{ID: first.ID, Approve: true, Actor: "staff:ani", Reason: "seen"})
		if !approval.ErrChanged.Is(err) {
			t.Errorf("%v, want that the cap was changed", err)
		}

		_, err = w.DecideChange(t.Context(), approval.Decision{ID: first.ID, Actor: "staff:ani", Reason: "late"})
		testkit.Must(t, err)

		third := set("d", 80_000_000).Waiting
		made, err := w.DecideChange(t.Context(), approval.Decision{ID: third.ID, Approve: true, Actor: "staff:ani", Reason: "seen"})
		testkit.Must(t, err)

		if made.Settlement.MaxLimit != 80_000_000 {
			t.Errorf("%+v", made.Settlement)
		}

		testkit.ProveBooks(t, d)
	})
}

// A raised limit is told to the root users and the finance address, once, each in its language.
func TestRaisedLimitIsMailed(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, settlement.AllDays)
		sent := w.parts.Mail

		testkit.Exec(t, d, "UPDATE clients SET email_finance = 'finance@example.com', language = 'id' WHERE id = $1", client)
		w.parts.RootUser(t, client)

		raise := func(key string, amount money.Rupiah) error {
			_, err := w.RaiseLimit(t.Context(), settlement.TopupInput{
				Request: idempotency.Request{ClientID: client, Call: "topup", Key: key}, ClientID: client, Amount: amount, Actor: "user:1", Username: "root",
			})

			return err
		}

		testkit.Must(t, raise("a", 100))
		testkit.Must(t, raise("a", 100))

		if err := raise("b", 1_000_000_000_000); !fault.ErrValidation.Is(err) {
			t.Errorf("above the maximum: %v", err)
		}

		list := sent.Messages()
		if len(list) != 2 || list[0].To != "root@example.com" || list[1].To != "finance@example.com" ||
			!strings.HasPrefix(list[0].Subject, "The settlement limit was raised to Rp") || !strings.HasPrefix(list[1].Subject, "Limit settlement dinaikkan menjadi Rp") {
			t.Errorf("mails: %+v", list)
		}
	})
}

// Two users who see the same limit raise it once: the second one is shown the raised limit first. A repeat of the first is none of them.
func TestLimitIsRaisedFromWhatWasSeen(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, settlement.AllDays)

		was, err := w.OfClient(t.Context(), client)
		testkit.Must(t, err)

		for _, c := range []struct {
			key   string
			seen  *money.Rupiah
			want  *fault.Definition
			limit money.Rupiah
		}{
			{"a", new(was.Limit - 1), &settlement.ErrLimitChanged, was.Limit},
			{"a", &was.Limit, nil, was.Limit + 100},
			{"b", &was.Limit, &settlement.ErrLimitChanged, was.Limit + 100},
			{"a", &was.Limit, nil, was.Limit + 100}, // a repeat after a lost answer
			{"a", new(was.Limit + 100), nil, was.Limit + 100},
			{"b", new(was.Limit + 100), nil, was.Limit + 200},
			{"c", nil, nil, was.Limit + 300},
		} {
			_, err := w.RaiseLimit(t.Context(), settlement.TopupInput{
				Request: idempotency.Request{ClientID: client, Call: "topup", Key: c.key}, ClientID: client, Amount: 100, Seen: c.seen, Actor: "user:1", Username: "root",
			})
			if (c.want == nil) != (err == nil) || c.want != nil && !c.want.Is(err) {
				t.Errorf("key %s, seen %v: %v", c.key, c.seen, err)
			}

			if st, err := w.OfClient(t.Context(), client); err != nil || st.Limit != c.limit {
				t.Errorf("key %s, seen %v: the limit is %s, want %s, %v", c.key, c.seen, st.Limit, c.limit, err)
			}
		}
	})
}

// A client can pay later as soon as staff switch its settlement on, and not after they switched it off.
func TestStatusFollowsTheSettlement(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, settlement.AllDays)

		status := func() string {
			t.Helper()

			found, err := w.Status(t.Context(), client)
			testkit.Must(t, err)

			return found
		}

		if got := status(); got != settlement.StatusActive {
			t.Errorf("with a settlement it is %s", got)
		}

		_, err := w.Change(t.Context(), settlement.Change{ClientID: client, Active: new(false), Actor: "staff:budi", Reason: "contract 7 ended"})
		testkit.Must(t, err)

		if got := status(); got != settlement.StatusInactive {
			t.Errorf("switched off it is %s", got)
		}
	})
}
