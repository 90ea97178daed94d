package app_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/money/ledger"
	"loket/internal/orders/order"
	"loket/internal/platform/clientid"
)

// mark is in all that a sandbox of the test has: its references and the address of its endpoint.
const mark = "SBXMARK"

// testInvoice begins the numbers of its invoices.
const testInvoice = "TEST-1000001001"

// filledSandbox is a sandbox with rows of all kinds.
type filledSandbox struct {
	id       int64
	key      string
	endpoint string   // id
	ids      []string // of a scheduled order, an invoice, a settlement and a period
	orders   []order.Order
}

func (p *program) fillSandbox(t *testing.T, client int64) filledSandbox {
	t.Helper()

	s := filledSandbox{key: p.testKey(t, client)}
	s.id, _, _ = p.Identity.Sandbox(t.Context(), client)

	receiver := newReceiver(t, func(int) int { return http.StatusOK })

	status, text, _ := p.askInSandbox(t, http.MethodPost, "/v1/webhooks", p.signIn(t, client, "root"), fmt.Sprintf(`{"url":"%s/%s","description":%q}`, receiver.URL, mark, mark))
	if status != http.StatusCreated {
		t.Fatalf("endpoint: %d %s", status, text)
	}

	s.endpoint = field(t, text, "id")

	for i, number := range []string{"081234560000", "081234560002", "081234563000", "081234564000"} {
		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", s.key, orderFor(number, mark+strconv.Itoa(i)), nil)
	}

	p.get(t, http.StatusOK, http.MethodPost, "/h2h/v1/sandbox/money", s.key, `{"walletType":"level_2","amount":123457}`, nil)

	for i, want := range []string{"success", "failed", "pending", "failed"} {
		ref := mark + strconv.Itoa(i)

		testkit.Eventually(t, 2*testkit.Patience, "the end of "+ref, func() bool { return p.sandboxOrder(t, s.key, ref).Status == want })

		o, err := p.Orders.ByRef(t.Context(), s.id, ref)
		testkit.Must(t, err)

		s.orders = append(s.orders, o)
	}

	s.ids = append(p.useSandbox(t, client, s.orders[0]), p.payLaterInSandbox(t, s.id, s.key)...)

	// What would wait for staff if it were real.
	testkit.Exec(t, p.DB, `INSERT INTO order_reviews (order_id, kind, client_id, detail, created_at) VALUES ($1, 'unknown', $2, $3, 1)`, s.orders[2].ID, s.id, mark)
	testkit.Exec(t, p.DB, `UPDATE wallets SET min_balance_alert = 9000000000 WHERE client_id = $1`, s.id)
	p.readEvents(t)

	return s
}

// Nothing of a sandbox is in any list, figure or stream of its client or of staff, and a test key reaches nothing of the client.
//
// The tests of sandboxes were seen red for each of these faults, planted one at a time: the header enters no sandbox; an export of a sandbox is
// mailed; staff's list of open invoices, or the trial balance, has sandboxes; an invoice of a sandbox is mailed, or takes a number of the provider;
// the clock of a client is that of its sandbox; a period of a sandbox is closed at the time to which the clock jumped; the PIN is looked for among
// users of the sandbox; a sandbox that was replaced runs what it had planned.
func TestSandboxStaysApart(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		trial, metrics := p.trialBalance(t), p.ordersFinished(t)

		s := p.fillSandbox(t, 1001)

		// The client's own people and programs.
		for path, methods := range document(t) {
			o, reads := methods["get"]
			// The log of calls shows what is asked here, too. One call is about the sandbox.
			if !reads || slices.Contains([]string{"stream-events", "sign-out", "list-requests", "get-sandbox"}, o.ID) {
				continue
			}

			for _, asked := range p.variants(path, s) {
				for _, token := range []string{root, demo.MainKey} {
					if status, text := p.ask(t, http.MethodGet, asked, token, ""); strings.Contains(text, mark) || strings.Contains(text, "SANDBOX") || strings.Contains(text, testInvoice) || status == http.StatusInternalServerError {
						t.Errorf("%s answers %d with the sandbox: %s", asked, status, text)
					}
				}
			}
		}

		for _, o := range s.orders {
			p.expect(t, http.StatusNotFound, "", http.MethodGet, "/v1/orders/"+order.FormatID(o.ID), root, "")
		}

		for _, e := range p.pullAll(t, demo.MainKey, "").Data {
			if e.Test || e.Data["test"] == true {
				t.Errorf("the client gets the event %+v", e)
			}
		}

		p.callsStayApart(t, root)
		p.staffSeeNothing(t, s)
		p.staffAnswersHaveNothing(t, s)

		if after := p.trialBalance(t); !slices.Equal(trial, after) {
			t.Errorf("the trial balance was %v and is %v", trial, after)
		}

		if after := p.ordersFinished(t); after != metrics {
			t.Errorf("the metric of finished orders was %s and is %s", metrics, after)
		}

		p.testKeyReachesNothing(t, s)
	})
}

// variants are a path with the ids of a sandbox, and with queries that would find its rows.
func (p *program) variants(path string, s filledSandbox) []string {
	fill := func(orderID, id string) string {
		return strings.NewReplacer("{orderId}", orderID, "{id}", id, "{period}", s.ids[len(s.ids)-1], "{clientRef}", mark+"0", "{clientId}", "1001", "{deliveryId}", "none").Replace(path)
	}

	day := time.Now().UTC().Format(time.DateOnly)
	list := []string{fill(order.FormatID(s.orders[0].ID), s.endpoint)}

	if strings.Contains(path, "{id}") {
		for _, id := range s.ids {
			list = append(list, fill(order.FormatID(s.orders[0].ID), id))
		}
	}

	for _, query := range []string{
		"dateStart=" + day + "&dateEnd=" + day, "dateStart=" + day + "&dateEnd=" + day + "&query=!" + mark + "0", "query=" + mark + "0", "filter=api",
		"clientRef=" + mark + "0", "createdFrom=" + day + "T00:00:00Z&limit=1000", "limit=500", "depositType=level_2&dateStart=" + day + "&dateEnd=" + day,
	} {
		list = append(list, list[0]+"?"+query)
	}

	return list
}

// callsStayApart reads the log of the client's calls, which were all reads: orders were placed with the test key alone.
func (p *program) callsStayApart(t *testing.T, root string) {
	t.Helper()

	var calls struct {
		Data []struct{ Method, Target string }
	}

	testkit.Eventually(t, testkit.Patience, "the log of the client's calls", func() bool {
		p.get(t, http.StatusOK, http.MethodGet, "/v1/requests", root, "", &calls)

		return len(calls.Data) > 0
	})

	for _, c := range calls.Data {
		if c.Method != http.MethodGet {
			t.Errorf("the client's log has a call with the test key: %+v", c)
		}
	}
}

func (p *program) trialBalance(t *testing.T) []ledger.Balance {
	t.Helper()

	list, err := p.Wallets.TrialBalance(t.Context())
	testkit.Must(t, err)

	limits, err := p.Settlements.TrialBalance(t.Context())
	testkit.Must(t, err)

	// Orders of the demo that are under way may end meanwhile, which moves money between the wallets or limits and the sales alone.
	return slices.DeleteFunc(append(list, limits...), func(b ledger.Balance) bool {
		return b.Account == "wallets" || b.Account == "settlements" || b.Account == "sales"
	})
}

// ordersFinished is the metric of orders that end with a failure: no order of the demo that is under way does.
func (p *program) ordersFinished(t *testing.T) string {
	t.Helper()

	_, text := fetch(t, "http://"+p.AdminAddress()+"/metrics")

	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "loket_orders_") && strings.Contains(line, "failed") {
			return strings.TrimSpace(line)
		}
	}

	return "none"
}

func (p *program) staffSeeNothing(t *testing.T, s filledSandbox) {
	t.Helper()

	reviews, _, err := p.Orders.Reviews(t.Context(), 1000)
	testkit.Must(t, err)

	if slices.ContainsFunc(reviews, func(r order.Review) bool { return r.ClientID == s.id }) {
		t.Error("staff are asked about an order of a sandbox")
	}

	costs, err := p.Orders.BelowCost(t.Context(), time.Now().Add(-time.Hour))
	testkit.Must(t, err)

	for _, c := range costs {
		if c.Supplier == "sandbox" {
			t.Errorf("sold below cost: %+v", c)
		}
	}

	for name, list := range map[string]func(context.Context) ([]identity.Client, error){"clients": p.Identity.Clients, "clients with reports": p.Identity.ReportClients} {
		found, err := list(t.Context())
		testkit.Must(t, err)

		if slices.ContainsFunc(found, func(c identity.Client) bool { return clientid.IsSandbox(c.ID) }) {
			t.Errorf("the list of %s has a sandbox", name)
		}
	}

	open, err := p.Invoices.AllOpen(t.Context(), 1000)
	testkit.Must(t, err)

	if slices.ContainsFunc(open, func(i invoice.Invoice) bool { return clientid.IsSandbox(i.ClientID) }) {
		t.Error("staff see an invoice of a sandbox")
	}

	// No bank gives a sandbox a number, and nobody is mailed about its money.
	if _, err := p.Topups.OpenAccounts(t.Context()); err != nil {
		t.Error(err)
	}

	for _, look := range []string{
		"SELECT COUNT(*) FROM virtual_accounts WHERE client_id >= $1", "SELECT COUNT(*) FROM topup_orders WHERE client_id >= $1",
		"SELECT COUNT(*) FROM invoice_mails m JOIN invoices i ON i.id = m.invoice_id WHERE i.client_id >= $1",
	} {
		var n int
		testkit.Must(t, p.DB.Reader().QueryRow(t.Context(), look, int64(clientid.FirstSandbox)).Scan(&n))

		if n > 0 {
			t.Errorf("%d rows of a sandbox: %s", n, look)
		}
	}
}

// staffAnswersHaveNothing asks each call by which staff read, as an owner, with the ids of the sandbox and with what would find its rows.
func (p *program) staffAnswersHaveNothing(t *testing.T, s filledSandbox) {
	t.Helper()

	at, owner := p.asStaff(), p.signInStaff(t, "dewi")
	client := strconv.FormatInt(s.id, 10)
	numbers := []string{mark + "0", client, testkit.Value[string](t, p.DB, "SELECT MIN(invoice_no) FROM invoices WHERE client_id = $1", s.id)}

	for path, methods := range documentOf(t, "openapi-staff.json") {
		// What people did in a sandbox is in the audit log, with the id of the sandbox as that of the client.
		if o, reads := methods["get"]; !reads || strings.HasSuffix(o.ID, "stream-events") || strings.HasPrefix(path, "/staff/v1/audit") {
			continue
		}

		filled := strings.NewReplacer("{orderId}", order.FormatID(s.orders[0].ID), "{userId}", "1", "{depositId}", strconv.FormatInt(s.orders[0].WalletID, 10),
			"/clients/{id}", "/clients/"+client, "{code}", "TSEL10", "{number}", "1", "{supplier}", "digiflazz-a").Replace(path)
		asked := []string{filled}

		for _, id := range append(numbers, s.ids...) {
			asked = append(asked, strings.ReplaceAll(filled, "{id}", id), filled+"?q="+id, filled+"?search="+id, filled+"?clientId="+id)
		}

		for _, one := range asked {
			if status, text := at.ask(t, http.MethodGet, one, owner, ""); strings.Contains(text, mark) || strings.Contains(text, client) || status == http.StatusInternalServerError {
				t.Errorf("%s answers staff %d with the sandbox: %s", one, status, text)
			}
		}
	}
}

// testKeyReachesNothing tries every call of the client API with a test key and the names of what is real.
func (p *program) testKeyReachesNothing(t *testing.T, s filledSandbox) {
	t.Helper()
	p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", demo.MainKey, orderFor("081234567890", "REAL-1"), nil)

	var before, after struct {
		Data []struct {
			ID      string
			Balance int64
		}
	}

	testkit.Eventually(t, testkit.Patience, "the end of a real order", func() bool {
		o, err := p.Orders.ByRef(t.Context(), 1001, "REAL-1")

		return err == nil && o.Status == order.Success
	})

	o, err := p.Orders.ByRef(t.Context(), 1001, "REAL-1")
	testkit.Must(t, err)

	p.get(t, http.StatusOK, http.MethodGet, "/h2h/v1/balance", demo.MainKey, "", &before)

	p.expect(t, http.StatusNotFound, "", http.MethodGet, "/h2h/v1/orders/REAL-1", s.key, "")
	p.expect(t, http.StatusNotFound, "", http.MethodGet, "/h2h/v1/orders?clientRef=REAL-1", s.key, "")
	p.expect(t, http.StatusOK, `{"data":[{"clientRef":"REAL-1"}]}`, http.MethodPost, "/h2h/v1/orders/lookup", s.key, `{"clientRefs":["REAL-1"]}`)
	p.expect(t, http.StatusNotFound, "", http.MethodPost, "/h2h/v1/sandbox/orders/end", s.key, `{"clientRef":"REAL-1","as":"reversed"}`)
	p.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/h2h/v1/storefront-orders", s.key, "")

	list := p.expect(t, http.StatusOK, mark, http.MethodGet, "/h2h/v1/orders?createdFrom="+time.Now().UTC().Format(time.DateOnly)+"T00:00:00Z", s.key, "")
	if strings.Contains(list, "REAL-1") {
		t.Errorf("a test key lists %s", list)
	}

	for _, e := range p.pullAll(t, s.key, "").Data {
		if !e.Test {
			t.Errorf("a test key gets the event %+v", e)
		}
	}

	// The same reference is free in the sandbox, and places an order there.
	p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", s.key, orderFor("081234567890", "REAL-1"), nil)
	p.get(t, http.StatusOK, http.MethodGet, "/h2h/v1/balance", demo.MainKey, "", &after)

	if !slices.Equal(before.Data, after.Data) {
		t.Errorf("real wallets were %+v and are %+v", before, after)
	}

	// A session in the sandbox sees the sandbox alone, and only by the calls that have one.
	root := p.signIn(t, 1001, "root")
	if status, _, _ := p.askInSandbox(t, http.MethodGet, "/v1/orders/"+order.FormatID(o.ID), root, ""); status != http.StatusNotFound {
		t.Errorf("a real order in the sandbox: %d", status)
	}

	for path, want := range map[string]int{
		"/v1/orders/" + order.FormatID(s.orders[0].ID): http.StatusOK, "/v1/user/list": http.StatusBadRequest, "/v1/scheduled-orders/approval": http.StatusBadRequest,
	} {
		if status, text, _ := p.askInSandbox(t, http.MethodGet, path, root, ""); status != want {
			t.Errorf("%s in the sandbox: %d %s", path, status, text)
		}
	}

	if status, _, _ := p.askInSandbox(t, http.MethodGet, "/v1/webhooks", p.signIn(t, 1002, "root"), ""); status != http.StatusNotFound {
		t.Errorf("a client without a sandbox: %d", status)
	}
}
