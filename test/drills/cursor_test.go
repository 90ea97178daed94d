package drills

import (
	"slices"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/webhooktest"
	"loket/internal/developer/clientevent"
	"loket/internal/developer/webhook"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// The planted bug: a cursor that is the id of a row, which is given before the commit. It skips a fact whose transaction ends late, and the check
// sees it; with the cursors that clients get it sees nothing.
func TestCursorGateSeesASkippedCommit(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "rows have their ids on one server")

	for name, c := range map[string]struct {
		reader func(t *testing.T, n *webhooktest.Node) func() []string
		want   []string
	}{
		"a cursor of the record": {readByCursor, []string{"2", "1"}},
		"a cursor by ids":        {readByID, []string{"2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			d := testkit.Open(t, db.Postgres) // SQLite has one writer: no transaction is overtaken
			testkit.InsertClient(t, d, receiversFirst)

			n := webhooktest.New(t, d, clock.System{}, webhook.Options{Holder: "drill"})
			read := c.reader(t, n)

			written, commit, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)

			go func() {
				done <- d.Tx(t.Context(), func(tx *db.Tx) error {
					err := event.AddTx(t.Context(), tx, event.Event{ClientID: receiversFirst, Kind: event.TopupCredited, Subject: "1", Data: `{"amount":1}`, At: n.Clock.Now()})

					close(written)
					<-commit

					return err
				})
			}()

			<-written
			n.TopUp(t, receiversFirst, 2)

			got := read()

			close(commit)
			testkit.Must(t, <-done)

			if got = append(got, read()...); !slices.Equal(got, c.want) {
				t.Errorf("read the amounts %v, want %v", got, c.want)
			}
		})
	}
}

// readByCursor reads on as clients do.
func readByCursor(t *testing.T, n *webhooktest.Node) func() []string {
	t.Helper()

	q := clientevent.Query{ClientID: receiversFirst, Limit: 10}

	return func() []string {
		testkit.Must(t, n.Record.Drain(t.Context()))

		page, err := n.Events.List(t.Context(), q)
		testkit.Must(t, err)

		q.After = page.Next

		var list []string
		for _, e := range page.Events {
			list = append(list, amountIn(string(e.Data)))
		}

		return list
	}
}

// readByID is the planted bug.
func readByID(t *testing.T, n *webhooktest.Node) func() []string {
	t.Helper()

	var after int64

	return func() []string {
		var list []string

		err := n.DB.Read(t.Context(), "SELECT id, data FROM events WHERE client_id = $1 AND id > $2 ORDER BY id", []any{receiversFirst, after}, func(row db.Row) error {
			var data string

			err := row.Scan(&after, &data)
			list = append(list, amountIn(data))

			return err
		})
		testkit.Must(t, err)

		return list
	}
}

// amountIn is the amount that a body or a fact says.
func amountIn(text string) string {
	_, rest, _ := strings.Cut(text, `"amount":`)
	amount, _, _ := strings.Cut(rest, "}")

	return amount
}
