package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"loket/internal/api/portal/schedules"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/orders/order"
)

// createInSandbox is create of a session that acts in the sandbox.
func (p *program) createInSandbox(t *testing.T, path, token, key, body string) (int, string) {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.base+path, strings.NewReader(body))
	testkit.Must(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Loket-Mode", "test")
	r.Header.Set("Idempotency-Key", key)

	answer, text := exchange(t, r)

	return answer.StatusCode, text
}

// plannedOrder is a scheduled order that runs at once.
func plannedOrder(name, number string) string {
	return fmt.Sprintf(`{"pin":%q,"name":%q,"productCode":"TSEL10","destinationNos":[%q],"scheduledAt":null,"interval":null,"endsAt":null,"expectedTotal":null}`,
		demo.PIN, name, number)
}

func scheduledID(t *testing.T, text string) string {
	t.Helper()

	var made schedules.OneScheduledOrder
	testkit.Must(t, json.Unmarshal([]byte(text), &made))

	return made.Data.ID
}

// useSandbox does what people of a client do in its sandbox: a scheduled order, whose id it returns, a contact, a receipt and an export.
func (p *program) useSandbox(t *testing.T, client int64, succeeded order.Order) []string {
	t.Helper()

	root := p.signIn(t, client, "root")

	if status, text := p.createInSandbox(t, "/v1/scheduled-orders", root, mark, strings.Replace(plannedOrder(mark, "081234567890"), demo.PIN, "000000", 1)); status != http.StatusUnauthorized {
		t.Errorf("with a wrong PIN: %d %s", status, text)
	}

	status, text := p.createInSandbox(t, "/v1/scheduled-orders", root, mark, plannedOrder(mark, "081234567890"))
	if status != http.StatusOK {
		t.Fatalf("a scheduled order of the sandbox: %d %s", status, text)
	}

	id := scheduledID(t, text)

	testkit.Eventually(t, 2*testkit.Patience, "the run in the sandbox", func() bool {
		_, text, _ := p.askInSandbox(t, http.MethodGet, "/v1/scheduled-orders/"+id+"/progress", root, "")

		return strings.Contains(text, `"status":"done"`)
	})

	for _, ask := range []struct{ method, path, body, want string }{
		{http.MethodGet, "/v1/scheduled-orders/" + id + "/result", "", "081234567890"},
		{http.MethodPost, "/v1/employee", fmt.Sprintf(`{"code":"C-1","name":%q,"destinationNo":"081234567890"}`, mark), mark},
		{http.MethodGet, "/v1/orders/" + order.FormatID(succeeded.ID) + "/invoice", "", order.FormatID(succeeded.ID)},
		{http.MethodPost, "/v1/orders/export", `{"query":"!` + mark + `0"}`, `"running"`},
	} {
		if _, text, _ := p.askInSandbox(t, ask.method, ask.path, root, ask.body); !strings.Contains(text, ask.want) {
			t.Errorf("%s %s in the sandbox: %s", ask.method, ask.path, text)
		}
	}

	var list []struct {
		Status string `json:"status"`
		CSV    *struct {
			URL string `json:"url"`
		} `json:"csv"`
	}

	testkit.Eventually(t, 2*testkit.Patience, "the export of the sandbox", func() bool {
		_, text, _ := p.askInSandbox(t, http.MethodGet, "/v1/orders/exports", root, "")
		list = nil
		testkit.Must(t, json.Unmarshal([]byte(text), &list))

		return len(list) == 1 && list[0].Status == "done"
	})

	if _, file := fetch(t, p.base+list[0].CSV.URL); !strings.Contains(file, mark+"0") || strings.Contains(file, mark+"1") {
		t.Errorf("the file of the sandbox: %s", file)
	}

	for _, m := range p.simulators.Mails() {
		if strings.Contains(m.Text, mark) || strings.Contains(m.Subject, "order data") {
			t.Errorf("a mail about the sandbox: %s to %s", m.Subject, m.To)
		}
	}

	return []string{id}
}

// payLaterInSandbox has an order of a sandbox invoiced and overdue, and returns the ids of the invoice, the settlement and the period.
func (p *program) payLaterInSandbox(t *testing.T, sandbox int64, key string) []string {
	t.Helper()
	p.get(t, http.StatusOK, http.MethodPost, "/h2h/v1/sandbox/settlement", key, `{"limit":1000000,"days":127,"dueDays":1}`, nil)
	p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", key, laterOrder(mark+"-later"), nil)
	p.get(t, http.StatusOK, http.MethodPost, "/h2h/v1/sandbox/clock", key, `{"days":4}`, nil)

	list, err := p.Invoices.OfClient(t.Context(), sandbox, 10)
	testkit.Must(t, err)

	if len(list) != 1 || !strings.HasPrefix(list[0].No, testInvoice) {
		t.Fatalf("invoices of the sandbox: %+v", list)
	}

	ids := []string{}
	for _, id := range []int64{list[0].ID, list[0].SettlementID, list[0].PeriodID} {
		ids = append(ids, strconv.FormatInt(id, 10))
	}

	return ids
}

// laterOrder is an order that the settlement pays.
func laterOrder(ref string) string {
	return strings.Replace(orderFor("081234560000", ref), "{", `{"paymentType":"settlement",`, 1)
}
