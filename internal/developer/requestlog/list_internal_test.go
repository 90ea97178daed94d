package requestlog

import (
	"cmp"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

// Calls that took seconds are written with those that began after them, so blocks overlap. A list has them in the order of their times all the
// same, each once, turned in both directions, and with filters, also where each look goes through little.
func TestListsGoThroughOverlappingBlocks(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		quiet := slog.New(slog.DiscardHandler)
		service := func(opt Options) *Service {
			return NewService(Deps{DB: d, Clock: clock.System{}, Jobs: job.NewQueue(d, clock.System{}, nil, quiet, job.Options{}), Log: quiet}, opt)
		}
		s := service(Options{})
		random := rand.New(rand.NewPCG(1, 2))
		begin := time.Now().Add(-time.Hour).Truncate(time.Microsecond)

		var all []Request

		for i := range 1500 {
			r := Request{
				ClientID: 7, At: begin.Add(time.Duration(i) * 100 * time.Millisecond), RequestID: fmt.Sprint("r", i), Route: "/r", Method: []string{"GET", "POST"}[i%2],
				Status: []int{200, 404, 503}[i%3], Took: time.Duration(random.IntN(25)) * time.Second, KeyEnding: "abcd", Body: []byte(fmt.Sprintf(`{"clientRef":"ref-%d"}`, i%100)),
			}
			if random.IntN(3) == 0 { // many calls begin in one microsecond
				r.At = begin.Add(time.Duration(i/100) * 10 * time.Second)
			}

			all = append(all, r)
		}

		writeInOrderOfEnds(t, s, all)

		for _, test := range []struct {
			query Query
			limit int
		}{
			{Query{}, 50},
			{Query{}, 1700},
			{Query{Method: "GET", Class: 4}, 7},
			{Query{Text: "ref-42"}, 4},
			{Query{Text: "r1234"}, 4},
			{Query{From: begin.Add(40 * time.Second), To: begin.Add(95 * time.Second)}, 33},
			{Query{Route: "/none"}, 5},
			{Query{KeyEnding: "none"}, 5},
		} {
			var want []string

			sorted := slices.SortedFunc(slices.Values(all), func(a, b Request) int { return b.At.Compare(a.At) })
			for _, r := range sorted {
				e := Entry{place: Position{at: clock.Micros(r.At)}, RequestID: r.RequestID, Method: r.Method, Route: r.Route, Status: r.Status, KeyEnding: r.KeyEnding, Reference: referenceOf(&r)}
				if test.query.matches(&e) {
					want = append(want, e.RequestID)
				}
			}

			test.query.ClientID, test.query.Limit = 7, test.limit

			got := turnPages(t, s, test.query)
			if !sameTimes(all, got, want) {
				t.Errorf("%+v: %d entries, want %d", test.query, len(got), len(want))
			}

			if little := older(t, service(Options{Search: 100}), test.query); !sameTimes(all, little, want) {
				t.Errorf("%+v: %d entries by little looks, want %d", test.query, len(little), len(want))
			}
		}

		if page, err := s.List(t.Context(), Query{ClientID: 8, Limit: 5}); err != nil || len(page.Entries) > 0 || page.Older != nil {
			t.Errorf("another client sees %+v, %v", page, err)
		}
	})
}

// writeInOrderOfEnds writes calls in portions, as they end.
func writeInOrderOfEnds(t *testing.T, s *Service, all []Request) {
	t.Helper()

	ended := slices.SortedFunc(slices.Values(all), func(a, b Request) int { return a.At.Add(a.Took).Compare(b.At.Add(b.Took)) })
	for portion := range slices.Chunk(ended, 90) {
		testkit.Must(t, s.write(t.Context(), portion))
	}
}

// turnPages reads a list from its beginning to its end, and from there back again.
func turnPages(t *testing.T, s *Service, q Query) []string {
	t.Helper()

	list := olderEntries(t, s, q)
	if len(list) == 0 {
		return nil
	}

	ids := idsOf(list)
	back := []string{ids[len(ids)-1]}

	q.OlderThan = nil
	for at := list[len(list)-1].place; ; {
		q.NewerThan = &at

		page, err := s.List(t.Context(), q)
		testkit.Must(t, err)

		if len(page.Entries) == 0 {
			break
		}

		for _, e := range slices.Backward(page.Entries) {
			back = append(back, e.RequestID)
		}

		at = page.Entries[0].place
	}

	slices.Reverse(back)

	if !slices.Equal(back, ids) {
		t.Errorf("%+v: back are %d entries, forth %d", q, len(back), len(ids))
	}

	return ids
}

// older reads a list from its beginning to its end.
func older(t *testing.T, s *Service, q Query) []string {
	t.Helper()

	return idsOf(olderEntries(t, s, q))
}

func olderEntries(t *testing.T, s *Service, q Query) (list []Entry) {
	t.Helper()

	for {
		page, err := s.List(t.Context(), q)
		testkit.Must(t, err)

		if len(page.Entries) > q.Limit {
			t.Fatalf("%d entries on a page of %d", len(page.Entries), q.Limit)
		}

		list = append(list, page.Entries...)

		if page.Older == nil {
			return list
		}

		parsed, ok := ParsePosition(page.Older.String())
		if !ok || parsed != *page.Older {
			t.Fatalf("%s is read as %+v", page.Older, parsed)
		}

		q.OlderThan = page.Older
	}
}

func idsOf(list []Entry) []string {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].RequestID
	}

	return ids
}

// sameTimes reports whether two lists are the same calls in the order of their times; those of one time may change places.
func sameTimes(all []Request, got, want []string) bool {
	at := map[string]int64{}
	for i := range all {
		at[all[i].RequestID] = clock.Micros(all[i].At)
	}

	if !slices.IsSortedFunc(got, func(a, b string) int { return cmp.Compare(at[b], at[a]) }) {
		return false
	}

	return slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want)))
}
