package clientevent_test

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/developer/changes"
	"loket/internal/developer/clientevent"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
)

// A program that has changes of the client API which were not announced announces them once, whichever node starts, and in the client's language.
// A new database announces none, and neither does an older program.
func TestChangesAreAnnouncedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		announced := func() []clientevent.Event {
			t.Helper()

			for range 2 {
				testkit.Must(t, f.Events.AnnounceChanges(t.Context()))
			}

			testkit.Must(t, f.Record.Drain(t.Context()))

			page, err := f.Events.List(t.Context(), clientevent.Query{ClientID: client, Types: []string{"api.changed"}, Limit: 100})
			testkit.Must(t, err)

			return page.Events
		}

		if got := announced(); len(got) != 0 {
			t.Errorf("a new database announces %+v", got)
		}

		have := testkit.Value[int](t, d, "SELECT changes FROM api_announcements")
		testkit.Exec(t, d, "UPDATE clients SET language = 'id'")
		testkit.Exec(t, d, "UPDATE api_announcements SET changes = changes - 2") // as if the last release had two less

		list, err := changes.List()
		testkit.Must(t, err)

		got := announced()
		if len(got) != 1 || strings.Count(string(got[0].Data), `"kind":`) != 2 || !strings.Contains(string(got[0].Data), list[1].Text[language.Indonesian]) {
			t.Fatalf("announced %+v", got)
		}

		testkit.Exec(t, d, "INSERT INTO api_announcements (changes, announced_at) VALUES ($1, 1)", have+1) // by a newer program

		if got := announced(); len(got) != 1 {
			t.Errorf("then %+v", got)
		}
	})
}
