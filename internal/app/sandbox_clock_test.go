package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clientid"
)

// monthly is a monthly scheduled order from the next possible moment on.
func monthly() string {
	at := time.Now().UTC().Truncate(5 * time.Minute).Add(15 * time.Minute)

	return fmt.Sprintf(`{"pin":%q,"name":"%s monthly","productCode":"TSEL10","destinationNos":["081234567890"],"scheduledAt":%q,"interval":"monthly","endsAt":%q,"expectedTotal":null}`,
		demo.PIN, mark, at.Format(time.RFC3339), at.AddDate(0, 3, 0).Format(time.RFC3339))
}

func idOf(t *testing.T, text string) int64 {
	t.Helper()

	id, err := strconv.ParseInt(text, 10, 64)
	testkit.Must(t, err)

	return id
}

// A month of runs, closes and invoices takes seconds in the sandbox, and nothing of the client moves with its clock.
func TestClockOfTheSandbox(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root, key := p.signIn(t, 1001, "root"), p.testKey(t, 1001)
		before := p.realRows(t)

		// What the client itself has planned doesn't run.
		status, text := p.create(t, "/v1/scheduled-orders", root, "real", monthly())
		if status != http.StatusOK {
			t.Fatalf("a real scheduled order: %d %s", status, text)
		}

		planned := scheduledID(t, text)

		if status, text := p.createInSandbox(t, "/v1/scheduled-orders", root, "test", monthly()); status != http.StatusOK {
			t.Fatalf("a scheduled order of the sandbox: %d %s", status, text)
		}

		p.expect(t, http.StatusOK, `"balance":1000000`, http.MethodPost, "/h2h/v1/sandbox/settlement", key, `{"limit":1000000,"days":127,"dueDays":1}`)
		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", key, laterOrder("LATER-1"), nil)

		for _, wrong := range []string{`{}`, `{"days":41}`, `{"days":40,"hours":1}`, `{"days":-1}`} {
			p.expect(t, http.StatusBadRequest, "ValidationError", http.MethodPost, "/h2h/v1/sandbox/clock", key, wrong)
		}

		p.expect(t, http.StatusConflict, "NotSandboxError", http.MethodPost, "/h2h/v1/sandbox/clock", demo.MainKey, `{"days":1}`)
		p.expect(t, http.StatusOK, `"aheadHours":1`, http.MethodPost, "/v1/sandbox/clock", root, `{"hours":1}`)
		p.expect(t, http.StatusOK, `"aheadHours":961`, http.MethodPost, "/h2h/v1/sandbox/clock", key, `{"days":40}`)

		p.runsOfSandbox(t, root)
		p.invoicesOfSandbox(t, root, key)

		// The real clock stands.
		p.expect(t, http.StatusOK, `"status":"scheduled"`, http.MethodGet, "/v1/scheduled-orders/"+planned+"/progress", root, "")

		if wait, ended, err := p.Schedules.Run(t.Context(), 1001, idOf(t, planned)); err != nil || ended || wait <= 0 {
			t.Errorf("the real scheduled order waits %s, ended %t: %v", wait, ended, err)
		}

		if n := testkit.Value[int](t, p.DB, "SELECT COUNT(*) FROM clients WHERE clock_ahead > 0 AND id < $1", int64(clientid.FirstSandbox)); n > 0 {
			t.Errorf("the clocks of %d clients moved", n)
		}

		after := p.realRows(t)
		for i := range before { // the real scheduled order alone
			if strings.HasPrefix(after[i], "scheduled_orders ") {
				before[i] = after[i]
			}
		}

		if !slices.Equal(before, after) {
			t.Errorf("of the client there was %v and is %v", before, after)
		}

		for _, m := range p.simulators.Mails() {
			if strings.Contains(m.Subject+m.Text, "TEST-") || strings.Contains(m.Text, mark) {
				t.Errorf("a mail about the sandbox: %s to %s", m.Subject, m.To)
			}
		}

		open, err := p.Invoices.AllOpen(t.Context(), 1000)
		testkit.Must(t, err)

		for _, i := range open {
			if clientid.IsSandbox(i.ClientID) {
				t.Errorf("staff see invoice %s", i.No)
			}
		}

		// A reset begins with the real time, and what was planned runs no more.
		p.get(t, http.StatusOK, http.MethodPost, "/h2h/v1/sandbox/reset", key, "", nil)
		p.expect(t, http.StatusOK, `"aheadHours":0`, http.MethodGet, "/v1/sandbox", root, "")

		old := clientid.Sandbox(1001, 1)
		next := testkit.Value[int64](t, p.DB, "SELECT MAX(id) FROM scheduled_orders WHERE client_id = $1 AND executed_at IS NULL", old)

		if wait, ended, err := p.Schedules.Run(t.Context(), old, next); err != nil || !ended || wait != 0 {
			t.Errorf("a run of the sandbox of before waits %s, ended %t: %v", wait, ended, err)
		}

		testkit.ProveBooks(t, p.DB)
	})
}

// runsOfSandbox waits for the monthly runs that 40 days have.
func (p *program) runsOfSandbox(t *testing.T, root string) {
	t.Helper()

	var list struct {
		Data []struct {
			Status      string     `json:"status"`
			ScheduledAt time.Time  `json:"scheduledAt"`
			ExecutedAt  *time.Time `json:"executedAt"`
		} `json:"data"`
	}

	testkit.Eventually(t, 2*testkit.Patience, "two runs of the series", func() bool {
		status, text, _ := p.askInSandbox(t, http.MethodGet, "/v1/scheduled-orders?perPage=50&page=1", root, "")
		list.Data = nil
		testkit.Must(t, json.Unmarshal([]byte(text), &list))

		done := 0

		for _, o := range list.Data {
			if o.Status == "done" {
				done++
			}
		}

		return status == http.StatusOK && done == 2 && len(list.Data) == 3
	})

	for _, o := range list.Data {
		if o.Status == "done" && (o.ExecutedAt == nil || !o.ExecutedAt.Equal(o.ScheduledAt)) {
			t.Errorf("a run of %s began at %v", o.ScheduledAt, o.ExecutedAt)
		}
	}
}

// invoicesOfSandbox sees an invoice issued and overdue, and the limit closed until it is paid.
func (p *program) invoicesOfSandbox(t *testing.T, root, key string) {
	t.Helper()

	var list struct {
		Data []struct {
			InvoiceNo string `json:"invoice_no"` //nolint:tagliatelle // the name of the published API
			Status    string `json:"status"`
			Overdue   bool   `json:"overdue"`
		} `json:"data"`
	}

	_, text, _ := p.askInSandbox(t, http.MethodGet, "/v1/invoices/client?page=1", root, "")
	testkit.Must(t, json.Unmarshal([]byte(text), &list))

	if len(list.Data) != 1 || !strings.HasPrefix(list.Data[0].InvoiceNo, testInvoice) || !list.Data[0].Overdue || list.Data[0].Status != "unpaid" {
		t.Fatalf("invoices of the sandbox: %s", text)
	}

	if text := p.expect(t, http.StatusOK, "", http.MethodGet, "/v1/invoices/client?page=1", root, ""); strings.Contains(text, "TEST-") {
		t.Errorf("the client has %s", text)
	}

	p.readEvents(t)

	types := []string{}

	for _, e := range p.pullAll(t, key, "").Data {
		if !e.Test {
			t.Errorf("not marked: %+v", e)
		}

		types = append(types, e.Type)
	}

	for _, want := range []string{"invoice.issued", "invoice.overdue", "scheduled_order.done"} {
		if !slices.Contains(types, want) {
			t.Errorf("no event %s among %v", want, types)
		}
	}

	p.expect(t, http.StatusConflict, "SettlementOverdueError", http.MethodPost, "/h2h/v1/orders", key, laterOrder("LATER-2"))
	p.expect(t, http.StatusNotFound, "", http.MethodPost, "/v1/sandbox/invoices/pay", root, `{"invoiceNo":"LKT-INV-2026-000001"}`)
	p.expect(t, http.StatusOK, "", http.MethodPost, "/v1/sandbox/invoices/pay", root, fmt.Sprintf(`{"invoiceNo":%q}`, list.Data[0].InvoiceNo))
	p.expect(t, http.StatusConflict, "", http.MethodPost, "/v1/sandbox/invoices/pay", root, fmt.Sprintf(`{"invoiceNo":%q}`, list.Data[0].InvoiceNo))
	p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", key, laterOrder("LATER-3"), nil)
}
