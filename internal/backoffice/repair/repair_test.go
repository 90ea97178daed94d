package repair_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"loket/internal/backoffice/repair"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/inbox"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// A job that was given up is tried again or dropped, and a notice that failed is applied again, each for a reason.
func TestStaffRepairWhatFailed(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		jobs, clk := mailtest.NewQueue(t, d, clock.System{}), clock.System{}
		box := inbox.New(inbox.Deps{DB: d, Clock: clk, Jobs: jobs, Log: slog.New(slog.DiscardHandler)}, inbox.Options{Poll: 10 * time.Millisecond})
		s := repair.New(repair.Deps{DB: d, Clock: clk, Jobs: jobs, Inbox: box})
		by := identity.By{Actor: "staff:budi", Reason: "seen"}

		for id, state := range map[int64]string{1: "dead", 2: "dead", 3: "ready"} {
			testkit.Exec(t, d, "INSERT INTO jobs (id, kind, args, state, run_at, attempt, last_error, created_at) VALUES ($1, 'x', $2, $3, 1, 9, 'no answer', 1)",
				id, `{"token":"SECRET77","id":5}`, state)
		}

		list, more, err := s.Jobs(t.Context(), "", 0, 1)
		testkit.Must(t, err)

		if len(list) != 1 || !more || list[0].ID != 1 || strings.Contains(string(list[0].Args), "SECRET77") {
			t.Errorf("given up are %+v", list)
		}

		if err := s.Retry(t.Context(), identity.By{Actor: "staff:budi"}, 1); !fault.ErrValidation.Is(err) {
			t.Errorf("without a reason: %v", err)
		}

		testkit.Must(t, s.Retry(t.Context(), by, 1))
		testkit.Must(t, s.Drop(t.Context(), by, 2))

		for id, change := range map[int64]func(context.Context, identity.By, int64) error{1: s.Retry, 2: s.Drop, 3: s.Drop} {
			if err := change(t.Context(), by, id); !fault.ErrNotFound.Is(err) {
				t.Errorf("job %d is changed again: %v", id, err)
			}
		}

		if got := testkit.Value[string](t, d, "SELECT state FROM jobs WHERE id = 1"); got != "ready" {
			t.Errorf("the job is %s", got)
		}

		repairNotice(t, d, box, s, by)
	})
}

func repairNotice(t *testing.T, d *db.DB, box *inbox.Inbox, s *repair.Service, by identity.By) {
	t.Helper()

	var repaired bool

	box.Handle(inbox.Supplier, inbox.Handler{Workers: 1, Apply: func(ctx context.Context, n inbox.Notice) error {
		if !repaired {
			return errors.Join(inbox.ErrAside, errors.New("not now"))
		}

		return box.MarkApplied(ctx, n.ID, "success")
	}})

	r := inbox.NewReceived(inbox.Notice{Kind: inbox.Supplier, Code: "a", Subject: "1001-1-1", Content: `{"serialNumber":"SECRET77"}`}, []byte("done: SECRET77"))
	payment := inbox.NewReceived(inbox.Notice{Kind: inbox.Bank, Code: "bca", Subject: "8808", Content: "payment"}, []byte(`{"paidAmount":1}`))

	testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
		inbox.InsertApplied(b, []*inbox.ReceivedNotice{payment}, []string{"credited"}, time.Now())

		return nil
	}))

	box.Start(t.Context())
	testkit.Must(t, box.Receive(t.Context(), r))
	testkit.Eventually(t, testkit.Patience, "the notice is set aside", func() bool {
		return testkit.Value[int](t, d, "SELECT attempts FROM inbox_notices WHERE id = $1", r.ID) > 0
	})
	testkit.Must(t, box.Stop(context.WithoutCancel(t.Context())))

	waiting, _, err := s.Notices(t.Context(), inbox.Filter{Waiting: true, Limit: 10})
	testkit.Must(t, err)

	if len(waiting) != 1 || strings.Contains(waiting[0].Body+waiting[0].Content, "SECRET77") {
		t.Errorf("waiting are %+v", waiting)
	}

	for _, id := range []string{"none", payment.ID} {
		if err := s.ApplyAgain(t.Context(), by, id); !fault.ErrNotFound.Is(err) {
			t.Errorf("%s is applied again: %v", id, err)
		}
	}

	testkit.Must(t, s.ApplyAgain(t.Context(), by, r.ID))

	repaired = true

	box.Start(t.Context())
	testkit.Eventually(t, testkit.Patience, "the notice is applied", func() bool {
		one, err := s.Notice(t.Context(), r.ID)

		return err == nil && one.Result == "success"
	})
	testkit.Must(t, box.Stop(context.WithoutCancel(t.Context())))
}
