package drills

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

const (
	citusSettle = 5 * time.Minute
	readers     = 8
)

// audit compares what everybody was told with the program's answers, the supplier's book and the books, and stops the program.
func (c *citusDrill) audit(t *testing.T) {
	t.Helper()

	ended := map[string]string{} // by destination
	acked := 0

	for i, one := range c.clients {
		ends, problems := c.ends(t, one)
		for _, problem := range problems {
			t.Errorf("client %d: %s", firstCitusClient+i, problem)
		}

		acked += len(ends)
		maps.Copy(ended, ends)
	}

	for _, l := range c.lines(t) {
		ended[l.DestinationNo] = l.Status
	}

	for _, problem := range disagreements(ended, supplierBook(t, c.p)) {
		t.Error(problem)
	}

	waitForInbox(t, c.p)
	c.p.stop(t)

	for _, problem := range auditBanks(t, c.p, c.bank, c.paid) {
		t.Error(problem)
	}

	if left := c.prepared(t); len(left) > 0 {
		t.Errorf("transactions are left between the phases of their commit: %q", left)
	}

	c.p.verify(t)

	for answer, times := range c.answers() {
		if strings.HasPrefix(answer, strconv.Itoa(http.StatusInternalServerError)) {
			t.Errorf("%d calls were answered %s: an outage is told as one", times, answer)
		}
	}

	t.Logf("%d orders acknowledged, %d scheduled orders, %d payments of banks; answers: %v", acked, len(c.made), c.paid, c.answers())
}

// disagreements compares ends with what the supplier delivered.
func disagreements(ended map[string]string, delivered map[string]int) (problems []string) {
	for destination, status := range ended {
		want := 0
		if status == "success" {
			want = 1
		}

		if delivered[destination] != want {
			problems = append(problems, fmt.Sprintf("%s is %s and was delivered %d times", destination, status, delivered[destination]))
		}
	}

	for destination, times := range delivered {
		if _, known := ended[destination]; !known {
			problems = append(problems, fmt.Sprintf("%s was delivered %d times and nobody ordered it", destination, times))
		}
	}

	return problems
}

// ends repeats what is open, and waits until each order has ended. It returns the status for each destination.
func (c *citusDrill) ends(t *testing.T, one *callers) (ends map[string]string, problems []string) {
	t.Helper()

	ctx, cancel := context.WithTimeout(t.Context(), citusSettle)
	defer cancel()

	for len(one.open) > 0 && ctx.Err() == nil {
		if err := one.place(ctx, one.reference()); err != nil {
			problems = append(problems, err.Error())
		}
	}

	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		refs = make(chan string)
	)

	ends = map[string]string{}

	for range readers {
		wg.Go(func() {
			for ref := range refs {
				status, problem := endOf(ctx, one, ref)

				mu.Lock()

				ends[one.destinationOf(ref)] = status

				if problem != "" {
					problems = append(problems, problem)
				}

				mu.Unlock()
			}
		})
	}

	for ref := range one.acked {
		refs <- ref
	}

	close(refs)
	wg.Wait()

	return ends, problems
}

// endOf waits for the end of an order that was acknowledged.
func endOf(ctx context.Context, one *callers, ref string) (ended, problem string) {
	o, status, err := one.get(ctx, ref)

	for ctx.Err() == nil && (err != nil || status >= http.StatusInternalServerError || o.Data.Status == "pending") {
		time.Sleep(shortest)

		o, status, err = one.get(ctx, ref)
	}

	switch {
	case err != nil || status != http.StatusOK:
		problem = fmt.Sprintf("%s was acknowledged and is lost (%d, %v)", ref, status, err)
	case o.Data.OrderID != one.acked[ref]:
		problem = fmt.Sprintf("%s was acknowledged as %s and is %s", ref, one.acked[ref], o.Data.OrderID)
	case o.Data.Status == "pending":
		problem = ref + " never ends"
	case o.Data.Refund != (o.Data.Status == "failed"):
		problem = fmt.Sprintf("%s is %s, refunded: %t", ref, o.Data.Status, o.Data.Refund)
	}

	return o.Data.Status, problem
}

// lines waits for the end of each scheduled order, and returns their lines.
func (c *citusDrill) lines(t *testing.T) (list []shownLine) {
	t.Helper()

	c.buyer.signIn()

	for _, id := range c.made {
		testkit.Eventually(t, patienceForRuns, "the run ends", func() bool {
			var run shownRun

			c.buyer.call(http.MethodGet, "/v1/scheduled-orders/"+id, "", nil, &run)

			if run.Data.EndedAt != nil {
				list = append(list, run.Data.Orders...)
			}

			return run.Data.EndedAt != nil
		})
	}

	if len(list) != len(c.made)*linesAStrike {
		t.Errorf("%d lines are shown of %d", len(list), len(c.made)*linesAStrike)
	}

	return list
}

// answers counts what the clients were told, the good ones left out.
func (c *citusDrill) answers() map[string]int {
	all := map[string]int{}

	for _, one := range c.clients {
		one.mu.Lock()
		for answer, times := range one.answers {
			if !strings.HasPrefix(answer, "2") {
				all[answer] += times
			}
		}
		one.mu.Unlock()
	}

	return all
}
