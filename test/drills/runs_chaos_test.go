package drills

import (
	"flag"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/scheduletest"
	"loket/internal/orders/dispatch"
	"loket/internal/platform/db"
)

// The flag sets the long run: go test ./test/drills -runlines 10000.
var runLines = flag.Int("runlines", 300, "lines of the scheduled order under chaos, at most 10,000")

// TestRunUnderChaos runs a scheduled order while both suppliers time out, answer nonsense and send wrong notices. On PostgreSQL
// three nodes take turns with its run. At the end the suppliers' book, our charges and what the lines show must agree.
func TestRunUnderChaos(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			const patience = 2 * time.Minute // for 1,000 lines

			url := testkit.URL(t, engine)
			opt := ordertest.Options{
				FaultSettings: upstream.FaultSettings{Chaos: mixed(20261123)}, Dispatch: dispatch.Options{TakeOverAfter: time.Minute},
			}
			node := ordertest.New(t, open(t, url), opt)
			s := scheduletest.New(t, node, scheduletest.Options{Queue: 31})

			if engine == db.Postgres {
				for queue := 32; queue <= 33; queue++ {
					scheduletest.New(t, node.Another(t, open(t, url), opt), scheduletest.Options{Queue: queue})
				}
			}

			o, err := s.Create(t.Context(), scheduletest.Order(scheduletest.Numbers("0812", *runLines, "0")...))
			testkit.Must(t, err)
			testkit.Eventually(t, patience*time.Duration(1+*runLines/1000), "the run ends", func() bool {
				o, err = s.Get(t.Context(), ordertest.Client, o.ID)
				testkit.Must(t, err)

				return !o.EndedAt.IsZero()
			})

			if o.Counts.Success < *runLines/2 || o.Counts.Failed == 0 {
				t.Errorf("the chaos is not mixed: %+v", o.Counts)
			}

			for _, problem := range scheduletest.Audit(t, node, s, o.ID) {
				t.Error(problem)
			}

			testkit.ProveBooks(t, node.DB)
		})
	}
}
