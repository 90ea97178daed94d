package inbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/inbox"
	"loket/internal/platform/job"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	quickPoll = 10 * time.Millisecond
	patience  = testkit.Patience
)

// newInbox makes an inbox whose banks' notices are applied by a function. It is not started.
func newInbox(t *testing.T, d *db.DB, apply func(ctx context.Context, i *inbox.Inbox, n inbox.Notice) error) *inbox.Inbox {
	t.Helper()

	generator, err := ids.NewGenerator(1)
	testkit.Must(t, err)

	log := slog.New(slog.DiscardHandler)
	clk := clock.System{}
	i := inbox.New(inbox.Deps{
		DB: d, Clock: clk, Jobs: job.NewQueue(d, clk, generator, log, job.Options{Holder: "test"}), Log: log,
	}, inbox.Options{Poll: quickPoll})

	if apply != nil {
		i.Handle(inbox.Bank, inbox.Handler{InTurn: true, Apply: func(ctx context.Context, n inbox.Notice) error { return apply(ctx, i, n) }})
	}

	t.Cleanup(func() { testkit.Must(t, i.Stop(context.WithoutCancel(t.Context()))) })

	return i
}

func received(account, content string) *inbox.ReceivedNotice {
	return inbox.NewReceived(inbox.Notice{Kind: inbox.Bank, Code: "bca", Subject: account, Content: content}, []byte(account+" "+content))
}

// seen collects what was applied, by account.
type seen struct {
	mu  sync.Mutex
	all map[string][]string
}

func (s *seen) add(n inbox.Notice) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.all == nil {
		s.all = map[string][]string{}
	}

	s.all[n.Subject] = append(s.all[n.Subject], n.Content)
}

func (s *seen) of(account string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()

	return slices.Clone(s.all[account])
}

// Notices about one account are applied in the order in which they came, each once, also those that come again and
// those whose handler fails at first.
func TestNoticesAreAppliedInTurnAndOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var (
			applied seen
			failing sync.Map
		)

		i := newInbox(t, d, func(ctx context.Context, i *inbox.Inbox, n inbox.Notice) error {
			if _, again := failing.LoadOrStore(n.ID, true); !again && strings.HasSuffix(n.Content, "3") {
				return errors.New("not now")
			}

			applied.add(n)

			return i.MarkApplied(ctx, n.ID, "done "+n.Content)
		})
		i.Start(t.Context())

		const accounts, each = 5, 20

		var callers sync.WaitGroup

		for a := range accounts {
			callers.Go(func() {
				for n := range each {
					for range 3 {
						if err := i.Receive(t.Context(), received(strconv.Itoa(a), fmt.Sprintf("%03d", n))); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}

		callers.Wait()
		testkit.Eventually(t, patience, "all are applied", func() bool {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE applied_at IS NOT NULL") == accounts*each
		})

		for a := range accounts {
			got := applied.of(strconv.Itoa(a))
			if len(got) != each || !slices.IsSorted(got) {
				t.Errorf("account %d: %v", a, got)
			}
		}
	})
}

// The notices of one call keep their order, and all of them are stored or none.
func TestNoticesOfOneCallKeepTheirOrder(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var applied seen

		i := newInbox(t, d, func(ctx context.Context, i *inbox.Inbox, n inbox.Notice) error {
			applied.add(n)

			return i.MarkApplied(ctx, n.ID, "done")
		})

		list := []*inbox.ReceivedNotice{}
		for n := range 200 {
			list = append(list, received("1", fmt.Sprintf("%03d", n)))
		}

		i.Start(t.Context())
		testkit.Must(t, i.Receive(t.Context(), list...))
		testkit.Eventually(t, patience, "all are applied", func() bool { return len(applied.of("1")) == len(list) })

		if got := applied.of("1"); !slices.IsSorted(got) {
			t.Errorf("%v", got)
		}
	})
}

// A notice that can't be applied holds up later ones about its account for a while only, and others never.
func TestPoisonDoesNotStopAnAccountForEver(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var applied seen

		i := newInbox(t, d, func(ctx context.Context, i *inbox.Inbox, n inbox.Notice) error {
			if n.Content == "poison" {
				return errors.New("never")
			}

			applied.add(n)

			return i.MarkApplied(ctx, n.ID, "done")
		})
		i.Start(t.Context())

		testkit.Must(t, i.Receive(t.Context(), received("1", "poison")))
		testkit.Must(t, i.Receive(t.Context(), received("1", "later")))
		testkit.Must(t, i.Receive(t.Context(), received("2", "other")))
		testkit.Eventually(t, patience, "the other account", func() bool { return len(applied.of("2")) == 1 })

		if got := applied.of("1"); len(got) != 0 {
			t.Errorf("%v did not wait", got)
		}

		// As after a day of failures.
		testkit.Exec(t, d, "UPDATE inbox_notices SET attempts = 10 WHERE content = 'poison'")

		var list []inbox.Record

		testkit.Eventually(t, patience, "the later notice", func() bool {
			var err error

			list, err = i.List(t.Context(), inbox.Filter{Source: "bank:bca", Waiting: true, Limit: 10})
			testkit.Must(t, err)

			return len(list) == 1
		})

		if len(list) != 1 || list[0].Content != "poison" || list[0].Body != "1 poison" || !list[0].AppliedAt.IsZero() || list[0].Attempts < 10 {
			t.Errorf("%+v", list)
		}
	})
}

// What was stored and not applied is found after a start.
func TestStoredNoticesAreFoundAfterAStart(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		down := newInbox(t, d, func(context.Context, *inbox.Inbox, inbox.Notice) error { return errors.New("down") })
		down.Start(t.Context())
		testkit.Must(t, down.Receive(t.Context(), received("1", "a"), received("1", "b"), received("2", "x")))
		testkit.Must(t, down.Stop(t.Context()))

		var applied seen

		up := newInbox(t, d, func(ctx context.Context, i *inbox.Inbox, n inbox.Notice) error {
			applied.add(n)

			return i.MarkApplied(ctx, n.ID, "done")
		})
		up.Start(t.Context())
		testkit.Eventually(t, patience, "all are applied", func() bool {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE applied_at IS NOT NULL") == 3
		})

		if got := applied.of("1"); !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("%v", got)
		}

		list, err := up.List(t.Context(), inbox.Filter{Subject: "1", Limit: 1})
		testkit.Must(t, err)

		one, err := up.Get(t.Context(), list[0].ID)
		testkit.Must(t, err)

		if one.Content != "b" || one.Result != "done" || one.AppliedAt.IsZero() || one.Source() != "bank:bca" {
			t.Errorf("%+v", one)
		}

		// The index has the first characters of a subject alone.
		same := strings.Repeat("9", 64)
		testkit.Must(t, up.Receive(t.Context(), received(same+"1", "y"), received(same+"2", "z")))

		if list, err = up.List(t.Context(), inbox.Filter{Subject: same + "2", Limit: 2}); err != nil || len(list) != 1 || list[0].Content != "z" {
			t.Errorf("%+v %v", list, err)
		}

		if _, err := up.Get(t.Context(), "missing"); err == nil {
			t.Error("a missing notice was found")
		}
	})
}

// A notice that the database refuses fails alone: those of other callers that share its commit are stored.
func TestRefusedNoticeFailsAlone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		i := newInbox(t, d, func(context.Context, *inbox.Inbox, inbox.Notice) error { return nil })

		var long strings.Builder
		for range 1000 { // an index of PostgreSQL holds no such subject; it can't be compressed
			long.WriteString(ids.Token())
		}

		const others = 8

		list := []*inbox.ReceivedNotice{received(long.String(), "a")}
		for n := range others {
			list = append(list, received(strconv.Itoa(n), "a"))
		}

		errs := i.StoreTogether(t.Context(), list...)
		if (errs[0] == nil) != (d.Engine() == db.SQLite) {
			t.Errorf("the long one gave %v", errs[0])
		}

		if err := errors.Join(errs[1:]...); err != nil {
			t.Errorf("the others gave %v", err)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE LENGTH(subject) < 3"); n != others {
			t.Errorf("%d of %d others are stored", n, others)
		}
	})
}
